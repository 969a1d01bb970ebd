import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { boxDiscrepancies } from '../../../shared/areas/india-receiving/lists.ts'
import { boxDiscrepancyKinds, boxKindWords } from '../../../shared/areas/india-receiving/rules.ts'
import { type BoxDiscrepancyRow, discrepancyTabs } from '../../../shared/areas/india-receiving/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { key } from '../../i18n/formats.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useRight } from '../../session/use-right.ts'
import { tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import { choicesFilter, type ListState, searchFilter } from '../../table/list-state.ts'
import { useStation } from '../receiving/scan/use-door.tsx'
import { DiscrepancyDrawer } from './DiscrepancyDrawer.tsx'
import { discrepancyWords, type IndiaParams } from './india-params.ts'
import { kindTones } from './kind-tones.ts'
import { useNoteBox } from './NoteBoxDialog.tsx'
import { useSettleBoxes } from './SettleBoxes.tsx'

const columns = tableColumns<BoxDiscrepancyRow>(boxDiscrepancies.fields, {
  cells: { kind: ({ kind }) => <StatusTag status={boxKindWords[kind]} tone={kindTones[kind]} /> },
})

const tabWords = { open: key('To settle'), settled: key('Settled'), all: key('All') } as const

/** Short, excess and damaged boxes: what is open first, settled one by one or several alike. */
export function DiscrepanciesTab({ address }: { address: ListState<IndiaParams> }) {
  const { t } = useTranslation()
  const { which } = address.state
  const list = useList(boxDiscrepancies, address, {
    call: 'indiaReceiving.boxDiscrepancies',
    words: discrepancyWords,
    also: { tab: which },
  })
  const counts = useListCounts('indiaReceiving.boxDiscrepancies', list.filter)
  const maySettle = useRight('indiaQc')
  const station = useStation()
  const settle = useSettleBoxes(list.selection.clear)
  const note = useNoteBox(station.code, () => void list.loaded.reload())
  const open = list.chosen.filter(({ settled_at }) => settled_at === null)
  return (
    <ListScreen
      page={{
        title: t('Differences'),
        tabs: discrepancyTabs.map((tab) => ({ key: tab, label: t(tabWords[tab]), count: counts[tab] })),
        tab: which,
        onTab: (next) => address.set({ which: next }, 'push'),
      }}
      list={list}
      label={t('Differences')}
      columns={columns}
      opens="case"
      file={{ call: contract.frame.exportBoxDiscrepancies, ids: 'discrepancy_ids' }}
      filters={[
        searchFilter<IndiaParams>('q', t('Box code, export order, shipment, vendor')),
        choicesFilter<IndiaParams>(
          'kind',
          t('Difference'),
          boxDiscrepancyKinds.map((value) => ({ value, label: t(boxKindWords[value]) })),
        ),
      ]}
      tools={
        <>
          {station.control}
          <Button
            size="small"
            text={t('Note an excess box…')}
            disabled={station.isMissing}
            onClick={() => note.open({ kind: 'excess', code: '' })}
          />
        </>
      }
      bulk={
        maySettle ? (
          <Button
            size="small"
            intent="primary"
            text={t('Settle…')}
            disabled={open.length === 0}
            onClick={() => settle.open({ rows: open })}
          />
        ) : null
      }
      empty={{
        title: t('No differences'),
        hint: t('Boxes that did not come, that nobody expected or that are damaged are listed here.'),
      }}
    >
      {address.state.case ? (
        <DiscrepancyDrawer
          key={address.state.case}
          id={address.state.case}
          onClose={() => address.set({ case: '' })}
          onSettle={(row) => settle.open({ rows: [row] })}
        />
      ) : null}
      {settle.dialog}
      {note.dialog}
    </ListScreen>
  )
}

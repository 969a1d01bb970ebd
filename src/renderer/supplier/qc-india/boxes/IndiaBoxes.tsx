import { Button } from '@blueprintjs/core'
import { figureOfTab } from '../../../../shared/areas/home/lines.ts'
import { indiaQcBoxes } from '../../../../shared/areas/india-qc/lists.ts'
import type { IndiaQcBox } from '../../../../shared/areas/india-qc/shapes.ts'
import { type IndiaQcTab, indiaQcTabs } from '../../../../shared/areas/india-qc/status.ts'
import { mostMoved } from '../../../../shared/areas/qc-boxes/moves.ts'
import { contract } from '../../../../shared/areas.ts'
import { useFile } from '../../../actions/files.tsx'
import { allRows, type ListInput } from '../../../actions/useRows.ts'
import { api } from '../../../api/client.ts'
import { key } from '../../../i18n/formats.ts'
import { Page } from '../../../kit/Page.tsx'
import { type Column, statusCell, tableColumns } from '../../../table/columns.tsx'
import { askedSort, ListTable, sharingTabs, useList, useListCounts } from '../../../table/ListTable.tsx'
import { askedOf, type ListState, useListState } from '../../../table/list-state.ts'
import { useLocale } from '../../../table/words.ts'
import { useAssignBoxes } from '../../qc/assign/AssignBoxes.tsx'
import { Bench, BenchButton } from '../../qc/bench/Bench.tsx'
import { BoxDrawer } from '../../qc/box/BoxDrawer.tsx'
import { useIsLead } from '../../qc/desk.ts'
import { boxWithDrafts } from '../../qc/list/box-cell.tsx'
import { ageCell } from '../../qc/list/qc-columns.tsx'
import { orderOfTab } from '../../qc/list/qc-filters.ts'
import { type Chosen, useRevert } from '../../qc/moves/box-moves.tsx'
import { planOf, useLoading } from '../../qc/moves/what-moves.tsx'
import { useBoxScans } from '../../qc/scan/use-box-scans.ts'
import { indiaParams, useIndiaFilters } from './india-filters.ts'

type Address = ListState<typeof indiaParams>
type Asked = ListInput<'indiaReceiving.getReceivedBoxes'>

const tabWords: Record<IndiaQcTab, string> = {
  received: key('Received'),
  in_part: key('Inspected in part'),
  verified: key('Verified'),
  rejected: key('Rejected pieces'),
  purchased: key('Purchased'),
  all: key('All'),
}

/** Boxes in India by what became of them; one opens at the right to be inspected, beside what China found of it. */
export function IndiaBoxes() {
  const { t } = useLocale()
  const address = useListState(indiaParams)
  const { tab, box, view, bench } = address.state
  const filter: Asked = askedOf(indiaParams, address.state)
  const counts = useListCounts('indiaReceiving.getReceivedBoxes', filter)
  useBoxScans((sscc, next) => address.set({ box: sscc, view: next }, box === '' ? 'push' : 'replace'))
  if (bench)
    return (
      <Bench
        boxRef={box}
        onBox={(sscc) => address.set({ box: sscc })}
        onClose={() => address.set({ bench: false, box: '', view: 'overview' })}
        onWhole={(sscc, next) => address.set({ bench: false, box: sscc, view: next })}
      />
    )
  return (
    <Page
      title={t('Boxes by what became of them')}
      tabs={sharingTabs(
        indiaQcBoxes,
        indiaQcTabs.map((one) => ({
          key: one,
          label: t(tabWords[one]),
          count: counts[one],
          figure: figureOfTab('/supplier/qc-platform-india', one),
        })),
      )}
      tab={tab}
      onTab={(next) => address.set({ tab: next, ...orderOfTab(next) }, 'push')}
      tools={<BenchButton onOpen={() => address.set({ bench: true, box: '', view: 'overview' }, 'push')} />}
    >
      <List address={address} tab={tab} matching={counts[tab]} />
      {box ? (
        <BoxDrawer
          key={box}
          boxRef={box}
          view={view}
          onView={(next) => address.set({ view: next })}
          onClose={() => address.set({ box: '', view: 'overview' })}
        />
      ) : null}
    </Page>
  )
}

interface ListProps {
  address: Address
  tab: IndiaQcTab
  /** How many the list shows in all, once that is known. */
  matching: number | undefined
}

function List({ address, tab, matching }: ListProps) {
  const { t } = useLocale()
  const { get } = useFile()
  const list = useList(indiaQcBoxes, address, {
    call: 'indiaReceiving.getReceivedBoxes',
    also: { tab, ...askedSort(address.state) },
  })
  const { selection, chosen, asked } = list
  const revert = useRevert(api.indiaInspection.revertBoxToQc, selection.clear)
  const isLead = useIsLead()
  const assigning = useAssignBoxes(selection.clear)
  const gathering = useLoading()
  const assign = async () => {
    const boxes = selection.selection.mode === 'all' ? await gathering.run(() => allRowsOf(asked)) : chosen
    if (boxes) assigning.open(boxes.map(({ box_id }) => box_id))
  }
  const report = {
    label: t('Inspection lines (india_qc_report.csv)'),
    run: () => get(contract.indiaInspection.downloadQcReport, reportOf(asked)),
  }
  return (
    <>
      <ListTable
        list={list}
        label={t('Boxes at QC in India')}
        columns={indiaColumns}
        rowLabel={(row) => `${row.shipment_id} ${row.box_no}`}
        sort="up"
        matching={matching}
        opens="box"
        opensOnlyMatch
        file={{ call: contract.frame.exportIndiaBoxes, ids: 'box_ids', more: [report] }}
        filters={useIndiaFilters(address.state)}
        bulk={
          <>
            {isLead ? (
              <Button
                size="small"
                text={t('Inspector…')}
                disabled={assigning.isRunning || gathering.isRunning}
                onClick={() => void assign()}
              />
            ) : null}
            <Button
              size="small"
              text={t('Revert to QC…')}
              disabled={revert.isRunning}
              onClick={() => revert.ask(selection.selection.mode === 'all' ? allOf(asked) : chosen)}
            />
          </>
        }
        empty={emptyWords(tab, t)}
        emptyFiltered={{ title: t('No box matches') }}
      />
      {revert.dialogs}
      {assigning.dialogs}
    </>
  )
}

/** Every inspection line is asked for by vendor alone. */
const reportOf = ({ supplier_id }: Asked) => (supplier_id ? { supplier_id } : {})

const allRowsOf = (asked: Asked) =>
  allRows('indiaReceiving.getReceivedBoxes', { ...asked, page_size: 500 }, { most: mostMoved })

/** All boxes of a list, judged as they stand when it is asked for. */
const allOf = (asked: Asked): Chosen => ({
  plan: async (move) => {
    return planOf(await allRowsOf(asked), move)
  },
})

function emptyWords(tab: IndiaQcTab, t: (key: string) => string) {
  const title: Record<IndiaQcTab, string> = {
    received: t('No box waits to be inspected'),
    in_part: t('No box is inspected in part'),
    verified: t('No box is verified'),
    rejected: t('Nothing is rejected'),
    purchased: t('Nothing is bought yet'),
    all: t('No boxes here'),
  }
  const hint: Partial<Record<IndiaQcTab, string>> = {
    received: t('Boxes come here from the India Inward Platform.'),
    verified: t('Boxes come here when all their pieces are judged, until they are bought.'),
    rejected: t('Boxes with rejected pieces stay here until these are reconciled.'),
    all: t('Boxes come here from the India Inward Platform.'),
  }
  return { title: title[tab], ...(hint[tab] && { hint: hint[tab] }) }
}

/** Boxes in India, as the platform shows them: what was judged before where they came from. */
export const indiaColumns: readonly Column<IndiaQcBox>[] = tableColumns<IndiaQcBox>(indiaQcBoxes.fields, {
  cells: { box: boxWithDrafts('qc-india'), status: statusCell((row) => row.status), age: ageCell },
  looks: {
    box: { width: 100 },
    consignment: { shownFrom: 1400 },
    received_at: { shownFrom: 1600 },
    supplier: { width: 120 },
    excess: { shownFrom: 1100 },
    on_hold: { hidden: false, shownFrom: 1100 },
  },
})

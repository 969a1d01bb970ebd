import { figureOfTab } from '../../../shared/areas/home/lines.ts'
import './disputes.css'
import { Button } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import type { DisputeRow } from '../../../shared/areas/disputes/calls.ts'
import { disputes } from '../../../shared/areas/disputes/lists.ts'
import {
  type DisputeTab,
  disputeReasons,
  disputeReasonWords,
  disputeStateWords,
  disputeTabs,
  isLive,
  nextStepWords,
} from '../../../shared/areas/disputes/rules.ts'
import { contract } from '../../../shared/areas.ts'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { useRight } from '../../session/use-right.ts'
import { useSettingsWord } from '../../settings/use-settings-word.ts'
import { dueCell, hidden, statusCell, tableColumns, wide } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  type Filter,
  filterBy,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { DisputeDrawer } from './DisputeDrawer.tsx'
import { DisputeSettingsDialog } from './DisputeSettingsDialog.tsx'
import { stepPath } from './paths.ts'

const tabWords = {
  open: key('Open'),
  mine: key('Mine'),
  overdue: key('Overdue'),
  to_do: key('To be done'),
  settled: key('Settled'),
  all: key('All'),
} as const satisfies Record<DisputeTab, string>

const waitWords = { house: key('Waits for QC'), vendor: key('Waits for the vendor') } as const

/** What vendors say of QC results: a vendor its own, QC those of its sites. */
export function DisputesScreen() {
  const { t } = useLocale()
  const isStaff = useIsStaff()
  const address = useListState(params)
  const { state, set } = address
  const { tab } = state
  const list = useList(disputes, address, { call: 'disputes.getDisputes', also: { tab } })
  const counts = useListCounts('disputes.getDisputes', list.filter)
  const suppliers = useSupplierChoices()
  const settings = useDialog(DisputeSettingsDialog)
  const maySee = useRight('handleDisputes')
  useSettingsWord(() => settings.open({}), maySee)
  const tabs = isStaff ? disputeTabs : disputeTabs.filter((one) => one !== 'mine' && one !== 'to_do')
  const waits = Object.entries(waitWords).map(([value, label]) => ({ value, label: t(label) }))
  const reasons = disputeReasons.map((value) => ({ value, label: t(disputeReasonWords[value]) }))
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Number, SSCC, shipment or vendor')),
    ...(isStaff ? [choiceFilter<typeof params>('supplier', t('Supplier'), suppliers)] : []),
    choiceFilter('waits', t('Whose turn it is'), waits),
    choiceFilter('reason', t('Why disputed'), reasons),
  ]
  return (
    <ListScreen
      page={{
        title: t('Disputes'),
        tabs: tabs.map((one) => ({
          key: one,
          label: t(tabWords[one]),
          count: counts[one],
          figure: figureOfTab('/supplier/disputes', one),
        })),
        tab,
        onTab: (one: DisputeTab) => set({ tab: one, dispute: '' }, 'push'),
        tools: maySee ? (
          <Button size="small" text={t('Settings of disputes…')} onClick={() => settings.open({})} />
        ) : null,
      }}
      list={list}
      label={t('Disputes')}
      columns={isStaff ? (tab === 'to_do' ? toDoColumns : columns) : vendorColumns}
      opens="dispute"
      file={{ call: contract.frame.exportDisputes, ids: 'numbers' }}
      filters={filters}
      matching={counts[tab]}
      empty={{
        title: t('No disputes here'),
        hint: t('What a vendor says of a QC result stands here: accepted, or disputed with its pieces.'),
      }}
      emptyFiltered={{ title: t('No dispute matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.dispute === '' ? null : (
        <DisputeDrawer key={state.dispute} number={state.dispute} onClose={() => set({ dispute: '' })} />
      )}
      {settings.dialog}
    </ListScreen>
  )
}

const columns = tableColumns<DisputeRow>(disputes.fields, {
  cells: {
    state: statusCell((row) => disputeStateWords[row.state]),
    due_on: dueCell((row) => ({ day: isLive(row.state) ? row.due_on : null, isOverdue: row.is_overdue })),
  },
})
const ofToDo = new Set(['number', 'supplier', 'shipment', 'box', 'upheld', 'next', 'owner', 'settled_at'])

/** Of what is to be done each leads to where it is done. */
const toDoColumns = tableColumns<DisputeRow>(disputes.fields, {
  cells: {
    state: statusCell((row) => disputeStateWords[row.state]),
    next: (row, { t }) => row.next && <Link to={stepPath(row.next, row)}>{t(nextStepWords[row.next])}</Link>,
  },
}).map((column) => (ofToDo.has(column.id) ? wide({ ...column, hidden: false }, 0) : hidden(column)))
const vendorColumns = columns.map((column) => (['supplier', 'owner'].includes(column.id) ? hidden(column) : column))

const params = {
  tab: oneOfParam(disputeTabs, 'open'),
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  waits: filterBy('waits', oneOfParam(['', 'house', 'vendor'], '')),
  reason: filterBy('reason', oneOfParam(['', ...disputeReasons], '')),
  dispute: placeParam(textParam()),
}

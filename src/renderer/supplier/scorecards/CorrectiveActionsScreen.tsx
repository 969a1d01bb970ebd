import { figureOfTab } from '../../../shared/areas/home/lines.ts'
import './scorecards.css'
import { Button } from '@blueprintjs/core'
import type { ActionRow } from '../../../shared/areas/corrective-actions/calls.ts'
import { correctiveActions } from '../../../shared/areas/corrective-actions/lists.ts'
import { type ActionTab, actionStateWords, actionTabs } from '../../../shared/areas/corrective-actions/rules.ts'
import { contract } from '../../../shared/areas.ts'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { useRight } from '../../session/use-right.ts'
import { dueCell, hidden, statusCell, tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  datesFilter,
  dayParam,
  type Filter,
  filterBy,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { ActionDrawer } from './ActionDrawer.tsx'
import { OpenActionDialog } from './OpenActionDialog.tsx'

const tabWords = {
  to_answer: key('To answer'),
  overdue: key('Overdue'),
  to_check: key('Answered, to check'),
  accepted: key('Answer accepted'),
  over: key('Closed or cancelled'),
  all: key('All'),
} as const satisfies Record<ActionTab, string>

/** What vendors are asked to see to: a vendor answers its own, the company checks. */
export function CorrectiveActionsScreen() {
  const { t } = useLocale()
  const isStaff = useIsStaff()
  const address = useListState(params)
  const { state, set } = address
  const { tab } = state
  const list = useList(correctiveActions, address, { call: 'correctiveActions.getCorrectiveActions', also: { tab } })
  const counts = useListCounts('correctiveActions.getCorrectiveActions', list.filter)
  const suppliers = useSupplierChoices()
  const mayAsk = useRight('askCorrective')
  const ask = useDialog(OpenActionDialog, { onDone: (action: string) => set({ action }, 'push') })
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Number, title or code')),
    ...(isStaff ? [choiceFilter<typeof params>('supplier', t('Supplier'), suppliers)] : []),
    datesFilter('from', 'to', t('Due date')),
  ]
  return (
    <ListScreen
      page={{
        title: t('Corrective actions'),
        tabs: actionTabs.map((one) => ({
          key: one,
          label: t(tabWords[one]),
          count: counts[one],
          figure: figureOfTab('/supplier/corrective-actions', one),
        })),
        tab,
        onTab: (one: ActionTab) => set({ tab: one, action: '' }, 'push'),
        tools: mayAsk ? (
          <Button intent="primary" size="small" text={t('Ask for a corrective action…')} onClick={() => ask.open({})} />
        ) : null,
      }}
      list={list}
      label={t('Corrective actions')}
      columns={isStaff ? columns : vendorColumns}
      opens="action"
      file={{ call: contract.frame.exportCorrectiveActions, ids: 'numbers' }}
      filters={filters}
      matching={counts[tab]}
      empty={{
        title: t('No corrective actions here'),
        hint: t('What a vendor is asked to see to, so that a fault does not come again, stands here.'),
      }}
      emptyFiltered={{ title: t('No corrective action matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.action === '' ? null : (
        <ActionDrawer key={state.action} number={state.action} onClose={() => set({ action: '' })} />
      )}
      {ask.dialog}
    </ListScreen>
  )
}

const columns = tableColumns<ActionRow>(correctiveActions.fields, {
  cells: {
    state: statusCell((row) => actionStateWords[row.state]),
    due_on: dueCell((row) => ({ day: row.due_on, isOverdue: row.is_overdue })),
  },
})
const vendorColumns = columns.map((column) => (column.id === 'supplier' ? hidden(column) : column))

const params = {
  tab: oneOfParam(actionTabs, 'to_answer'),
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  from: filterBy('due_from', dayParam()),
  to: filterBy('due_to', dayParam()),
  action: placeParam(textParam()),
}

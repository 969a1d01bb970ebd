import { Button } from '@blueprintjs/core'
import { replenishmentOrders } from '../../../shared/areas/allocation/lists.ts'
import type { ReplenishmentRow } from '../../../shared/areas/allocation/shapes.ts'
import { type replenishmentStates, replenishmentStateWords } from '../../../shared/areas/allocation/words.ts'
import { contract } from '../../../shared/areas.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { statusCell, tableColumns } from '../../table/columns.tsx'
import { ListScreen, useTabbedList } from '../../table/ListTable.tsx'
import { choiceFilter, type Filter, searchFilter, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { siteChoices } from '../allocation/parts.tsx'
import { CreateOrderDialog } from './CreateOrderDialog.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'
import { closedOrder, orderParams, orderTabs } from './order-params.ts'

const tabWords = { ...replenishmentStateWords, all: key('All') } as const satisfies Record<
  (typeof replenishmentStates)[number] | 'all',
  string
>

/** Replenishment orders: what stores get again of styles that sell. */
export function ReplenishmentScreen() {
  const words = useLocale()
  const { t } = words
  const address = useListState(orderParams)
  const { state, set } = address
  const { list, matching, paged } = useTabbedList(replenishmentOrders, address, {
    call: 'allocation.replenishmentOrders',
    tabs: orderTabs,
    words: tabWords,
    open: closedOrder,
  })
  const config = useAnswer('allocation.getAllocationConfig', {}).data
  const create = useDialog(CreateOrderDialog, {
    onCreated: (order: string) => set({ ...closedOrder, order }, 'push'),
  })
  const filters: Filter<typeof orderParams>[] = [
    searchFilter('search', t('Number or name')),
    choiceFilter('store', t('Store'), siteChoices(config?.stores, words)),
  ]
  return (
    <ListScreen
      page={{
        title: t('Replenishment'),
        ...paged,
        tools: (
          <Button
            size="small"
            intent="primary"
            text={t('New replenishment order…')}
            disabled={!config}
            onClick={() => config && create.open({ config })}
          />
        ),
      }}
      list={list}
      label={t('Replenishment orders')}
      columns={columns}
      opens="order"
      opensOnlyMatch
      file={{ call: contract.frame.exportReplenishmentOrders, ids: 'po_ids' }}
      filters={filters}
      matching={matching}
      empty={{
        title: t('No replenishment orders here'),
        hint: t('An order sends stores again what they sell, and says of every style which test it fails.'),
      }}
      emptyFiltered={{ title: t('No replenishment order matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.order === '' ? null : <OrderDrawer key={state.order} poId={state.order} address={address} />}
      {create.dialog}
    </ListScreen>
  )
}

const columns = tableColumns<ReplenishmentRow>(replenishmentOrders.fields, {
  cells: { state: statusCell((row) => replenishmentStateWords[row.state]) },
})

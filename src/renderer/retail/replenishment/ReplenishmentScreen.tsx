import { Button } from '@blueprintjs/core'
import { replenishmentOrders } from '../../../shared/areas/allocation/lists.ts'
import type { ReplenishmentRow } from '../../../shared/areas/allocation/shapes.ts'
import { type replenishmentStates, replenishmentStateWords } from '../../../shared/areas/allocation/words.ts'
import { contract } from '../../../shared/areas.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { statusCell, tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import { choiceFilter, type Filter, searchFilter, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { CreateOrderDialog } from './CreateOrderDialog.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'
import { closedOrder, orderParams, orderTabs } from './order-params.ts'

const tabWords = { ...replenishmentStateWords, all: key('All') } as const satisfies Record<
  (typeof replenishmentStates)[number] | 'all',
  string
>

/** Replenishment orders: what stores get again of styles that sell. */
export function ReplenishmentScreen() {
  const { t, name } = useLocale()
  const address = useListState(orderParams)
  const { state, set } = address
  const list = useList(replenishmentOrders, address, {
    call: 'allocation.replenishmentOrders',
    also: { tab: state.tab },
  })
  const counts = useListCounts('allocation.replenishmentOrders', list.filter)
  const config = useAnswer('allocation.getAllocationConfig', {}).data
  const create = useDialog(CreateOrderDialog, {
    onCreated: (order: string) => set({ ...closedOrder, order }, 'push'),
  })
  const filters: Filter<typeof orderParams>[] = [
    searchFilter('search', t('Number or name')),
    choiceFilter(
      'store',
      t('Store'),
      config?.stores.map((one) => ({ value: one.site, label: `${one.site} · ${name(one.name, one.name_zh)}` })) ?? [],
    ),
  ]
  return (
    <ListScreen
      page={{
        title: t('Replenishment'),
        tabs: orderTabs.map((one) => ({ key: one, label: t(tabWords[one]), count: counts[one] })),
        tab: state.tab,
        onTab: (tab: (typeof orderTabs)[number]) => set({ ...closedOrder, tab }, 'push'),
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
      matching={counts[state.tab]}
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

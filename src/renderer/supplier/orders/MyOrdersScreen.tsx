import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { orderStatuses } from '../../../shared/areas/orders/status.ts'
import { contract } from '../../../shared/areas.ts'
import { useDownload } from '../../actions/downloads.ts'
import { useAnswer, useCounts, useRows } from '../../actions/useRows.ts'
import { fileCall, fileName } from '../../api/client.ts'
import { Page } from '../../kit/Page.tsx'
import { orderColumns as columns } from '../../orders/order-columns.tsx'
import { sessionAtom } from '../../session/session.ts'
import { type Column, hidden, narrow, wide } from '../../table/columns.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { listExport } from '../../table/ExportMenu.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import {
  choiceFilter,
  choicesFilter,
  datesFilter,
  dayParam,
  differs,
  type Filter,
  flagFilter,
  flagParam,
  manyOfParam,
  oneOfParam,
  placeParam,
  type StateOf,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useRowSelection } from '../../table/selection.ts'
import { useKnowsView } from '../../table/views.ts'
import { useWords, type Words } from '../../table/words.ts'
import { ConfirmBulk } from './ConfirmBulk.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'

const idOf = (order: OrderRow) => order.order_id

/** A vendor's orders: what is new is answered, what was answered is followed. Internal users see every vendor's. */
export function MyOrdersScreen() {
  const words = useWords()
  const { t } = words
  const session = useAtomValue(sessionAtom)
  const isVendor = session.state === 'signed-in' && session.user.role === 'vendor'
  const list = useListState(myOrdersParams)
  const { state, set } = list
  const filter = useMemo(() => filterOf(state), [state])
  const sort = { sort: state.sort, descending: state.desc }
  const rows = useRows(
    'orders.getOrders',
    { ...filter, ...sort, tab: state.tab, page_size: 100 },
    { enabled: useKnowsView('my-orders', list) },
  )
  const counts = useCounts('orders.getOrders', filter)
  const selection = useRowSelection(JSON.stringify([filter, state.tab]))
  const { download } = useDownload()
  const shown = { ...filter, tab: state.tab }

  const tabs = tabWords.map(({ key, label }) => ({ key, label: t(label), count: counts[key] }))
  const { getOrdersFile } = contract.orders
  const getLines = () => void download(fileCall(getOrdersFile, shown), fileName(getOrdersFile, shown))
  const open = rows.rows.findIndex(({ order_id }) => order_id === state.order)
  const next = rows.rows.slice(open + 1).find((row) => row.vendor_decision === 'NEW')
  return (
    <Page title={t('My Orders')} tabs={tabs} tab={state.tab} onTab={(tab) => set({ tab, order: '' }, 'push')}>
      <DataTable
        tableId={isVendor ? 'my-orders' : 'my-orders-house'}
        label={t('Orders')}
        columns={isVendor ? vendorColumns : houseColumns}
        list={rows}
        rowId={idOf}
        sort={{ key: state.sort, isDescending: state.desc }}
        onSort={(by) => set({ sort: myOrdersParams.sort.read(by.key), desc: by.isDescending })}
        selection={selection}
        matching={counts[state.tab]}
        openId={state.order}
        onOpen={(row) => set({ order: row.order_id }, 'push')}
        views={{ list: 'my-orders', address: list }}
        exports={listExport(
          contract.frame.exportOrders,
          { ...shown, ...sort },
          (order_ids) => ({ order_ids: [...order_ids] }),
          [{ label: t('Order lines (orders_file.csv)'), run: getLines }],
        )}
        filters={<Filters words={words} list={list} counts={counts} isVendor={isVendor} />}
        bulk={
          <ConfirmBulk
            selection={selection}
            rows={rows.rows}
            matching={{ filter }}
            newCount={state.tab === 'new' || state.tab === 'all' ? (counts.new ?? 0) : 0}
            matchingCount={counts[state.tab] ?? 0}
          />
        }
        empty={emptyWords(words, list)}
      />
      {state.order !== '' && (
        <OrderDrawer
          orderId={state.order}
          showsSupplier={!isVendor}
          onClose={() => set({ order: '' })}
          onNext={next ? () => set({ order: next.order_id }) : null}
        />
      )}
    </Page>
  )
}

const tabWords = [
  { key: 'new', label: 'New' },
  { key: 'confirmed', label: 'Confirmed' },
  { key: 'shipped', label: 'Shipped' },
  { key: 'rejected_oos', label: 'Rejected or out of stock' },
  { key: 'all', label: 'All' },
] as const

type List = ReturnType<typeof useListState<typeof myOrdersParams>>

interface FiltersProps {
  words: Words
  list: List
  counts: Record<string, number>
  isVendor: boolean
}

function Filters({ words: { t, name }, list, counts, isVendor }: FiltersProps) {
  const vendors = useAnswer('data.postVendors', {}, { enabled: !isVendor })
  const statuses = orderStatuses.map((value) => ({ value, label: t(value), count: counts[value] }))
  const suppliers = vendors.data?.vendors.map((v) => ({ value: v.id, label: name(v.name, v.name_zh) })) ?? []
  const filters: Filter<typeof myOrdersParams>[] = [
    searchFilter('search', t('Order, style or SKU')),
    choicesFilter('status', t('Status'), statuses),
    ...(isVendor ? [] : [choiceFilter<typeof myOrdersParams>('supplier', t('Supplier'), suppliers)]),
    datesFilter('from', 'to', t('Order date')),
    flagFilter('urgent', t('Urgent')),
  ]
  return <FilterBar params={myOrdersParams} list={list} filters={filters} />
}

function emptyWords({ t }: Words, list: List) {
  if (differs(myOrdersParams, list.state, myOrdersFilters)) {
    const action = { label: t('Clear filters'), run: () => clearFilters(list, myOrdersFilters) }
    return { title: t('No order matches'), hint: t('Try other words or clear the filters.'), action }
  }
  if (list.state.tab === 'new') return { title: t('No new orders'), hint: t('Every order has been answered.') }
  return { title: t('No orders here yet') }
}

const { id, hurry, style, supplier, ordered_on, deadline, status, ordered, awaiting, onPlatform, packed, shipped } =
  columns
const { outOfStock, refused, price, destination, remark } = columns

/** My Orders as a vendor sees it. */
export const vendorColumns: readonly Column<OrderRow>[] = [
  narrow(id, 102),
  narrow(hurry, 108),
  narrow(style, 160),
  hidden(ordered_on),
  narrow(deadline, 160),
  narrow(status, 150),
  narrow(ordered, 72),
  narrow(awaiting, 72),
  narrow(onPlatform, 90),
  hidden(packed),
  narrow(shipped, 70),
  hidden(outOfStock),
  hidden(refused),
  wide(narrow(price, 84), 1366),
  hidden(destination),
  remark,
]

/** As people of the house see it, who look at every vendor's: the supplier stands where a vendor's price does. */
export const houseColumns: readonly Column<OrderRow>[] = vendorColumns
  .map((column) => {
    if (column.id === price.id) return hidden(column)
    if (column.id === shipped.id) return wide(column, 1366)
    return column.id === style.id ? narrow(column, 128) : column
  })
  .toSpliced(2, 0, narrow(supplier, 130))

export const orderTabs = ['new', 'confirmed', 'shipped', 'rejected_oos', 'all'] as const

/** What the address of My Orders says. */
export const myOrdersParams = {
  tab: oneOfParam(orderTabs, 'new'),
  search: textParam(),
  status: manyOfParam(orderStatuses),
  supplier: textParam(),
  from: dayParam(),
  to: dayParam(),
  urgent: flagParam(),
  sort: oneOfParam(['shipping_deadline', 'order_date', 'order_id', 'total_order_quantity'], 'shipping_deadline'),
  desc: flagParam(),
  order: placeParam(textParam()),
}

export type MyOrdersState = StateOf<typeof myOrdersParams>

export const myOrdersFilters = ['search', 'status', 'supplier', 'from', 'to', 'urgent'] as const

/** The filter as the calls take it, without tab and sort. */
export function filterOf(state: MyOrdersState) {
  return {
    ...(state.search && { search: state.search }),
    ...(state.supplier && { supplier_id: state.supplier }),
    ...(state.status.length > 0 && { status: [...state.status] }),
    ...(state.from && { order_date_from: state.from }),
    ...(state.to && { order_date_to: state.to }),
    ...(state.urgent && { urgent: true }),
  }
}

import { useAtomValue } from 'jotai'
import { figureOfTab } from '../../../shared/areas/home/lines.ts'
import { myOrders } from '../../../shared/areas/orders/lists.ts'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { orderStatuses } from '../../../shared/areas/orders/status.ts'
import { contract } from '../../../shared/areas.ts'
import { useDownload } from '../../actions/downloads.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { fileCall, fileName } from '../../api/client.ts'
import { orderColumns } from '../../orders/order-columns.tsx'
import { sessionAtom } from '../../session/session.ts'
import { type Column, hidden, narrow, wide } from '../../table/columns.tsx'
import { askedSort, ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  choicesFilter,
  datesFilter,
  dayParam,
  type Filter,
  filterBy,
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
import { type Locale, useLocale } from '../../table/words.ts'
import { talkViews } from '../../talk/WithTalk.tsx'
import { ConfirmBulk } from './ConfirmBulk.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'

/** A vendor's orders: what is new is answered, what was answered is followed. Internal users see every vendor's. */
export function MyOrdersScreen() {
  const words = useLocale()
  const { t } = words
  const session = useAtomValue(sessionAtom)
  const isVendor = session.state === 'signed-in' && session.user.role === 'vendor'
  const address = useListState(myOrdersParams)
  const { state, set } = address
  const also = { ...askedSort(state), tab: state.tab }
  const list = useList(myOrders, address, { call: 'orders.getOrders', also })
  const { filter, loaded, selection } = list
  const counts = useListCounts('orders.getOrders', filter)
  const { download } = useDownload()
  const shown = { ...filter, tab: state.tab }

  const tabs = tabWords.map(({ key, label }) => ({
    key,
    label: t(label),
    count: counts[key],
    figure: figureOfTab('/supplier/my-orders', key),
  }))
  const { getOrdersFile } = contract.orders
  const getLines = () => void download(fileCall(getOrdersFile, shown), fileName(getOrdersFile, shown))
  const open = loaded.rows.findIndex(({ order_id }) => order_id === state.order)
  const next = loaded.isOld ? undefined : loaded.rows.slice(open + 1).find((row) => row.vendor_decision === 'NEW')
  return (
    <ListScreen
      page={{
        title: t('My Orders'),
        tabs,
        tab: state.tab,
        onTab: (tab: typeof state.tab) => set({ tab, order: '' }, 'push'),
      }}
      list={list}
      tableId={`${isVendor ? 'my-orders' : 'my-orders-house'}${state.tab === 'rejected_oos' ? '-short' : ''}`}
      label={t('Orders')}
      columns={(state.tab === 'rejected_oos' ? shortColumns : allColumns)[isVendor ? 'vendor' : 'house']}
      sort="desc"
      matching={counts[state.tab]}
      opens="order"
      file={{
        call: contract.frame.exportOrders,
        ids: 'order_ids',
        more: [{ label: t('Order lines (orders_file.csv)'), run: getLines }],
      }}
      // Numbers beside the statuses are those of all orders: of another tab they would be others'.
      filters={useFilters(words, state.tab === 'all' ? counts : {}, isVendor)}
      bulk={
        <ConfirmBulk
          selection={selection}
          rows={list.chosen}
          matching={{ filter }}
          newCount={state.tab === 'new' || state.tab === 'all' ? (counts.new ?? 0) : 0}
          matchingCount={counts[state.tab] ?? 0}
        />
      }
      empty={
        state.tab === 'new'
          ? { title: t('No new orders'), hint: t('What waits for your answer comes here.') }
          : { title: t('No orders here yet') }
      }
      emptyFiltered={{ title: t('No order matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.order !== '' && (
        <OrderDrawer
          orderId={state.order}
          showsSupplier={!isVendor}
          view={state.view}
          onView={(view) => set({ view })}
          onClose={() => set({ order: '', view: '' })}
          onNext={next ? () => set({ order: next.order_id }) : null}
        />
      )}
    </ListScreen>
  )
}

const tabWords = [
  { key: 'new', label: 'New' },
  { key: 'confirmed', label: 'Confirmed' },
  { key: 'shipped', label: 'Shipped' },
  { key: 'rejected_oos', label: 'Rejected or out of stock' },
  { key: 'all', label: 'All' },
] as const

type P = typeof myOrdersParams

function useFilters({ t, name }: Locale, counts: Record<string, number>, isVendor: boolean): Filter<P>[] {
  const vendors = useAnswer('data.postVendors', {}, { enabled: !isVendor })
  const statuses = orderStatuses.map((value) => ({ value, label: t(value), count: counts[value] }))
  const suppliers = vendors.data?.vendors.map((v) => ({ value: v.id, label: name(v.name, v.name_zh) })) ?? []
  return [
    searchFilter('search', t('Order, style or SKU')),
    choicesFilter('status', t('Status'), statuses),
    ...(isVendor ? [] : [choiceFilter<typeof myOrdersParams>('supplier', t('Supplier'), suppliers)]),
    datesFilter('from', 'to', t('Order date')),
    flagFilter('urgent', t('Urgent')),
  ]
}

/** My Orders as a vendor sees it. */
export const vendorColumns: readonly Column<OrderRow>[] = orderColumns([
  ['order_id', { width: 124 }],
  ['flags', { width: 104 }],
  ['style', { width: 126 }],
  ['order_date', { hidden: true }],
  ['shipping_deadline', { width: 148 }],
  ['status', { width: 178 }],
  ['ordered', { width: 72 }],
  ['awaiting', { width: 72 }],
  ['on_platform', { width: 90 }],
  ['packed', { hidden: true }],
  ['shipped', { width: 70 }],
  ['oos', { hidden: true }],
  ['rejected', { hidden: true }],
  ['unit_price', { width: 84, shownFrom: 1366 }],
  ['destination', { hidden: true }],
  'remark',
])

/** As people of the company see it, who look at every vendor's: the supplier stands where a vendor's price does. */
export const houseColumns: readonly Column<OrderRow>[] = vendorColumns
  .map((column) => {
    if (column.id === 'unit_price') return hidden(column)
    if (column.id === 'shipped') return wide(column, 1366)
    return column.id === 'style' ? narrow(column, 108) : column
  })
  .toSpliced(2, 0, ...orderColumns([['supplier', { width: 116 }]]))

/** Where pieces are refused or out of stock, how many: in place of where the others are. */
function ofShort(columns: readonly Column<OrderRow>[]): readonly Column<OrderRow>[] {
  return columns.map((column) => {
    if (column.id === 'awaiting' || column.id === 'on_platform') return hidden(column)
    return column.id === 'oos' || column.id === 'rejected' ? { ...column, hidden: false } : column
  })
}

const allColumns = { vendor: vendorColumns, house: houseColumns }
const shortColumns = { vendor: ofShort(vendorColumns), house: ofShort(houseColumns) }

export const orderTabs = ['new', 'confirmed', 'shipped', 'rejected_oos', 'all'] as const

/** What the address of My Orders says. */
export const myOrdersParams = {
  tab: oneOfParam(orderTabs, 'new'),
  search: filterBy('search', textParam()),
  status: filterBy('status', manyOfParam(orderStatuses)),
  supplier: filterBy('supplier_id', textParam()),
  from: filterBy('order_date_from', dayParam()),
  to: filterBy('order_date_to', dayParam()),
  urgent: filterBy('urgent', flagParam()),
  sort: oneOfParam(['shipping_deadline', 'order_date', 'order_id', 'total_order_quantity'], 'shipping_deadline'),
  desc: flagParam(),
  order: placeParam(textParam()),
  /** What of the open order is in sight. */
  view: placeParam(oneOfParam(talkViews, '')),
}

export type MyOrdersState = StateOf<typeof myOrdersParams>

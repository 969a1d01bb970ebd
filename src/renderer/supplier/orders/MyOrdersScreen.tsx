import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { contract } from '../../../shared/contract/index.ts'
import type { OrderRow } from '../../../shared/contract/shapes.ts'
import { orderStatuses } from '../../../shared/domain/order-status.ts'
import { useDownload } from '../../actions/useDownload.ts'
import { useAnswer, useCounts, useRows } from '../../actions/useRows.ts'
import { fileCall, fileName } from '../../api/client.ts'
import { sessionAtom } from '../../app/session.ts'
import { Page } from '../../kit/Page.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, choicesFilter, datesFilter, type Filter, flagFilter, searchFilter } from '../../table/filters.ts'
import { listExport } from '../../table/list-export.ts'
import { differs } from '../../table/list-params.ts'
import { useListState } from '../../table/use-list-state.ts'
import { useRowSelection } from '../../table/use-row-selection.ts'
import { useKnowsView } from '../../table/use-views.ts'
import { useWords, type Words } from '../../table/words.ts'
import { ConfirmBulk } from './ConfirmBulk.tsx'
import { houseColumns, vendorColumns } from './my-orders-columns.ts'
import { filterOf, myOrdersFilters, myOrdersParams as params } from './my-orders-params.ts'
import { OrderDrawer } from './OrderDrawer.tsx'

const idOf = (order: OrderRow) => order.order_id

/** A vendor's orders: what is new is answered, what was answered is followed. Internal users see every vendor's. */
export function MyOrdersScreen() {
  const words = useWords()
  const { t } = words
  const session = useAtomValue(sessionAtom)
  const isVendor = session.state === 'signed-in' && session.user.role === 'vendor'
  const list = useListState(params)
  const { state, set } = list
  const filter = useMemo(() => filterOf(state), [state])
  const sort = { sort: state.sort, descending: state.desc }
  const rows = useRows(
    'vendor.getOrders',
    { ...filter, ...sort, tab: state.tab, page_size: 100 },
    { enabled: useKnowsView('my-orders', list) },
  )
  const counts = useCounts('vendor.getOrders', filter)
  const selection = useRowSelection(JSON.stringify([filter, state.tab]))
  const { download } = useDownload()
  const shown = { ...filter, tab: state.tab }

  const tabs = tabWords.map(({ key, label }) => ({ key, label: t(label), count: counts[key] }))
  const { getOrdersFile } = contract.vendor
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
        onSort={(by) => set({ sort: params.sort.read(by.key), desc: by.isDescending })}
        selection={selection}
        matching={counts[state.tab]}
        openId={state.order}
        onOpen={(row) => set({ order: row.order_id }, 'push')}
        views={{ list: 'my-orders', address: list }}
        exports={listExport(
          contract.house.exportOrders,
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

type List = ReturnType<typeof useListState<typeof params>>

interface FiltersProps {
  words: Words
  list: List
  counts: Record<string, number>
  isVendor: boolean
}

function Filters({ words: { t, name }, list, counts, isVendor }: FiltersProps) {
  const vendors = useAnswer('vendors.postVendors', {}, { enabled: !isVendor })
  const statuses = orderStatuses.map((value) => ({ value, label: t(value), count: counts[value] }))
  const suppliers = vendors.data?.vendors.map((v) => ({ value: v.id, label: name(v.name, v.name_zh) })) ?? []
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Order, style or SKU')),
    choicesFilter('status', t('Status'), statuses),
    ...(isVendor ? [] : [choiceFilter<typeof params>('supplier', t('Supplier'), suppliers)]),
    datesFilter('from', 'to', t('Order date')),
    flagFilter('urgent', t('Urgent')),
  ]
  return <FilterBar params={params} list={list} filters={filters} />
}

function emptyWords({ t }: Words, list: List) {
  if (differs(params, list.state, myOrdersFilters)) {
    const action = { label: t('Clear filters'), run: () => clearFilters(list, myOrdersFilters) }
    return { title: t('No order matches'), hint: t('Try other words or clear the filters.'), action }
  }
  if (list.state.tab === 'new') return { title: t('No new orders'), hint: t('Every order has been answered.') }
  return { title: t('No orders here yet') }
}

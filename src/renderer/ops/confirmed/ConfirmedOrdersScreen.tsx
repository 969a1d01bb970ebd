import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer, useRows } from '../../actions/useRows.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { Page } from '../../kit/Page.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { orderColumns as columns } from '../../orders/order-columns.tsx'
import { type Column, hidden, narrow, statusColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { listExport } from '../../table/ExportMenu.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, differs, useListState } from '../../table/list-state.ts'
import { useRowSelection } from '../../table/selection.ts'
import { useKnowsView } from '../../table/views.ts'
import { useWords } from '../../table/words.ts'
import { OpsOrderDrawer, useDecide } from '../deciding.tsx'
import { opsFilter, opsFilterKeys, opsFilters, opsSort, opsParams as params } from '../ops-params.ts'

const vendorAnswer = statusColumn<OrderRow>({
  id: 'vendor_decision',
  header: "Vendor's answer",
  width: 126,
  words: ['Not answered', 'Answered'],
  of: (order) => (order.vendor_decision === 'NEW' ? 'Not answered' : 'Answered'),
})

const { id, supplier, style, status, exceptions, ordered, awaiting, onPlatform, packed, shipped, outOfStock, refused } =
  columns
const { price, value, ordered_on, deadline, destination, remark } = columns

const tableColumns: readonly Column<OrderRow>[] = [
  narrow(id, 98),
  narrow(supplier, 122),
  narrow(style, 134),
  narrow(status, 152),
  vendorAnswer,
  narrow(ordered, 72),
  narrow(awaiting, 76),
  ...[onPlatform, packed].map(hidden),
  narrow(shipped, 72),
  narrow(outOfStock, 92),
  ...[refused, price, value, exceptions, ordered_on].map(hidden),
  narrow(deadline, 152),
  ...[destination, remark].map(hidden),
]

const idOf = (order: OrderRow) => order.order_id

/** What ops approved, newest first; a decision can be taken back until the vendor works on it. */
export function ConfirmedOrdersScreen() {
  const { t, number, name, plural } = useWords()
  const list = useListState(params)
  const { state, set } = list
  const filter = useMemo(() => opsFilter(state), [state])
  const sort = opsSort(state)
  const rows = useRows(
    'orders.getConfirmedOrders',
    { ...filter, ...sort, page_size: 100 },
    { enabled: useKnowsView('confirmed-orders', list) },
  )
  const vendors = useAnswer('data.postVendors', {}).data?.vendors ?? []
  const selection = useRowSelection(JSON.stringify(filter))
  const decide = useDecide()
  const chosen = selection.selection
  const chosenRows = rows.rows.filter((row) => chosen.mode === 'all' || chosen.ids.has(row.order_id))
  const open = chosenRows.filter(canWithdraw)
  const rest = chosenRows.length - open.length
  const suppliers = vendors.map((vendor) => ({ value: vendor.id, label: name(vendor.name, vendor.name_zh) }))
  const takeBack = async () => {
    if (await decide.run({ order_ids: open.map(idOf), decision: 'withdraw' })) selection.clear()
  }
  return (
    <Page title={t('Confirmed orders')}>
      <DataTable
        tableId="confirmed-orders"
        label={t('Confirmed orders')}
        columns={tableColumns}
        list={rows}
        rowId={idOf}
        sort={{ key: state.sort, isDescending: state.desc }}
        onSort={(by) => set({ sort: params.sort.read(by.key), desc: by.isDescending })}
        views={{ list: 'confirmed-orders', address: list }}
        exports={listExport(contract.frame.exportConfirmedOrders, { ...filter, ...sort }, (order_ids) => ({
          order_ids: [...order_ids],
        }))}
        selection={selection}
        openId={state.order}
        onOpen={(row) => set({ order: row.order_id }, 'push')}
        filters={
          <FilterBar
            params={params}
            list={list}
            filters={[...opsFilters(t), choiceFilter<typeof params>('supplier', t('Supplier'), suppliers)]}
          />
        }
        bulk={
          <>
            <Button
              size="small"
              text={plural(open.length, 'Take back 1 decision', 'Take back {{n}} decisions')}
              disabled={open.length === 0}
              loading={decide.isRunning}
              onClick={() => void takeBack()}
            />
            {rest > 0 && (
              <span className="muted">{t('{{n}} stay: the vendor works on them already.', { n: number(rest) })}</span>
            )}
          </>
        }
        empty={
          differs(params, state, opsFilterKeys)
            ? {
                title: t('No order matches'),
                hint: t('Try other words or clear the filters.'),
                action: { label: t('Clear filters'), run: () => clearFilters(list, opsFilterKeys) },
              }
            : { title: t('Nothing was approved yet') }
        }
      />
      {state.order !== '' && (
        <ConfirmedDrawer orderId={state.order} onClose={() => set({ order: '' })} decide={decide} />
      )}
    </Page>
  )
}

interface ConfirmedDrawerProps {
  orderId: string
  onClose: () => void
  decide: ReturnType<typeof useDecide>
}

/** An approved order; the decision can be taken back while the vendor has not answered. */
export function ConfirmedDrawer({ orderId, onClose, decide }: ConfirmedDrawerProps) {
  const { t } = useWords()
  const say = useSay()
  const input = { order_ids: [orderId], include_lines: true, include_history: true, page_size: 1 }
  const answer = useAnswer('orders.getOrders', input)
  const order = answer.data?.rows[0]
  if (!order) {
    return (
      <Drawer isOpen onClose={onClose} title={orderId} width={720}>
        {answer.isError ? (
          <FailedState text={say.problem(answer.error)} onRetry={() => void answer.reload()} />
        ) : answer.isFetching ? (
          <LoadingRows rows={8} />
        ) : (
          <EmptyState title={t('This order is not approved any more')} />
        )}
      </Drawer>
    )
  }
  const takeBack = async () => {
    if (await decide.run({ order_ids: [orderId], decision: 'withdraw' })) onClose()
  }
  const actions = canWithdraw(order) ? (
    <Button text={t('Take the decision back')} loading={decide.isRunning} onClick={() => void takeBack()} />
  ) : (
    <span className="muted">{t('The vendor works on this order already: the decision stays.')}</span>
  )
  return <OpsOrderDrawer order={order} onClose={onClose} actions={actions} />
}

/** A decision can be taken back until the vendor answered or a piece moved; the server holds to the same rule. */
export function canWithdraw({
  vendor_decision,
  quantities,
}: Pick<OrderRow, 'vendor_decision' | 'quantities'>): boolean {
  return vendor_decision === 'NEW' && quantities.awaiting === quantities.ordered
}

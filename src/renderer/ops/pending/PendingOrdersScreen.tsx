import { pendingOrders } from '../../../shared/areas/orders/lists.ts'
import { orderColumns } from '../../orders/order-columns.tsx'
import { ListTable, useList } from '../../table/ListTable.tsx'
import '../ops.css'
import { Button } from '@blueprintjs/core'
import { useCallback, useMemo } from 'react'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { Page } from '../../kit/Page.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { CellButton, type Column, partColumn } from '../../table/columns.tsx'
import { askedOf, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { useDecide, useRefuse } from '../deciding.tsx'
import { opsFilters, opsSort, opsParams as params } from '../ops-params.ts'
import { PendingDrawer } from './PendingDrawer.tsx'
import { SupplierPanel, type WouldChange, WouldChangeWords, wouldChangeAll, wouldChangeRows } from './SupplierPanel.tsx'

function pendingColumns(approve: (order: OrderRow) => void): Column<OrderRow>[] {
  const quick = partColumn<OrderRow>({
    id: 'approve',
    header: 'Decision',
    width: 88,
    exports: [],
    of: (order, { t }) => <CellButton label={t('Approve')} tone="active" onPress={() => approve(order)} />,
  })
  return orderColumns([
    ['order_id', { width: 98 }],
    ['exceptions', { width: 226 }],
    ['supplier', { width: 116, grows: true }],
    ['ordered', { width: 72 }],
    ['value', { width: 104 }],
    ['shipping_deadline', { width: 152 }],
    // The style stands in the drawer; beside the suppliers there is no room for more.
    ...(['style', 'unit_price', 'order_date', 'destination', 'remark'] as const).map(
      (id) => [id, { hidden: true }] as const,
    ),
  ]).toSpliced(1, 0, quick)
}

/** Orders that wait for ops: suppliers at the left, exceptions first, approved one by one, several, or all that match. */
export function PendingOrdersScreen() {
  const words = useLocale()
  const { t, number, plural } = words
  const address = useListState(params)
  const { state, set } = address
  const list = useList(pendingOrders, address, { call: 'orders.getPendingOrders', also: opsSort(state) })
  const { filter, rows, selection } = list
  const summary = useAnswer('orders.getBulkOrdersForApproval', askedOf(params, { ...state, supplier: '' })).data
  const decide = useDecide()
  const confirm = useConfirm()
  const { run } = decide
  const approveOne = useCallback((order: OrderRow) => void run({ order_ids: [order.order_id] }), [run])
  const tableColumns = useMemo(() => pendingColumns(approveOne), [approveOne])
  const refuse = useRefuse(async (ids, remark) => {
    const isDone = (await run({ order_ids: [...ids], decision: 'refuse', remark })) !== undefined
    if (isDone) selection.clear()
    return isDone
  })

  const all = summary ? wouldChangeAll(summary, state.supplier, words) : null
  const chosenRows = selection.selection.mode === 'all' ? [] : list.chosen
  const ask = (would: WouldChange) =>
    confirm.ask({
      title: plural(would.orders, 'Approve 1 order?', 'Approve {{n}} orders?'),
      text: <WouldChangeWords would={would} words={words} />,
      confirm: plural(would.orders, 'Approve 1 order', 'Approve {{n}} orders'),
    })
  const approveAll = async () => {
    if (all && (await ask(all)) && (await run({ all_matching: filter }))) selection.clear()
  }
  const approveChosen = async () => {
    if (selection.selection.mode === 'all') return approveAll()
    const ids = chosenRows.map(pendingOrders.rowId)
    if ((await ask(wouldChangeRows(chosenRows, words))) && (await run({ order_ids: ids }))) selection.clear()
  }
  const chosenCount = selection.selection.mode === 'all' ? (all?.orders ?? 0) : chosenRows.length
  const open = rows.rows.findIndex(({ order_id }) => order_id === state.order)
  const next = rows.rows[open + 1]
  return (
    <Page title={t('All pending orders')}>
      <div className="ops-split">
        <SupplierPanel summary={summary} chosen={state.supplier} onChoose={(supplier) => set({ supplier }, 'push')} />
        <ListTable
          list={list}
          label={t('Pending orders')}
          columns={tableColumns}
          sort="desc"
          matching={rows.total}
          opens="order"
          file={{ call: contract.frame.exportPendingOrders, ids: 'order_ids' }}
          filters={opsFilters(t)}
          tools={
            <Button
              size="small"
              text={t('Approve all {{n}} that match', { n: number(all?.orders ?? 0) })}
              disabled={!all || all.orders === 0}
              loading={decide.isRunning}
              onClick={() => void approveAll()}
            />
          }
          bulk={
            <>
              <Button
                intent="primary"
                size="small"
                text={t('Approve {{n}}', { n: number(chosenCount) })}
                loading={decide.isRunning}
                onClick={() => void approveChosen()}
              />
              {selection.selection.mode === 'some' && (
                <Button
                  size="small"
                  text={t('Refuse…')}
                  onClick={() => refuse.open(chosenRows.map(pendingOrders.rowId))}
                />
              )}
            </>
          }
          empty={{ title: t('Nothing waits for approval'), hint: t('New orders appear here as they come in.') }}
          emptyFiltered={{ title: t('No order matches'), hint: t('Try other words or clear the filters.') }}
        />
      </div>
      {state.order !== '' && (
        <PendingDrawer
          orderId={state.order}
          onClose={() => set({ order: '' })}
          onNext={next ? () => set({ order: next.order_id }) : null}
          decide={decide}
          onRefuse={() => refuse.open([state.order])}
        />
      )}
      {confirm.dialog}
      {refuse.dialog}
    </Page>
  )
}

import '../ops.css'
import { Button } from '@blueprintjs/core'
import { useCallback, useMemo } from 'react'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { useAnswer, useRows } from '../../actions/useRows.ts'
import { Page } from '../../kit/Page.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { orderColumns as columns } from '../../orders/order-columns.tsx'
import { CellButton, type Column, hidden, narrow, partColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { listExport } from '../../table/ExportMenu.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { differs, useListState } from '../../table/list-state.ts'
import { useRowSelection } from '../../table/selection.ts'
import { useKnowsView } from '../../table/views.ts'
import { useWords } from '../../table/words.ts'
import { useDecide, useRefuse } from '../deciding.tsx'
import { opsFilter, opsFilterKeys, opsFilters, opsSort, opsParams as params } from '../ops-params.ts'
import { PendingDrawer } from './PendingDrawer.tsx'
import { SupplierPanel, type WouldChange, WouldChangeWords, wouldChangeAll, wouldChangeRows } from './SupplierPanel.tsx'

const idOf = (order: OrderRow) => order.order_id

function pendingColumns(approve: (order: OrderRow) => void): Column<OrderRow>[] {
  const quick = partColumn<OrderRow>({
    id: 'approve',
    header: 'Decision',
    width: 88,
    exports: [],
    of: (order, { t }) => <CellButton label={t('Approve')} tone="active" onPress={() => approve(order)} />,
  })
  const { id, supplier, exceptions, style, ordered, price, value, ordered_on, deadline, destination, remark } = columns
  return [
    narrow(id, 98),
    quick,
    narrow(exceptions, 226),
    { ...narrow(supplier, 116), grows: true },
    narrow(ordered, 72),
    narrow(value, 104),
    narrow(deadline, 152),
    // The style stands in the drawer; beside the suppliers there is no room for more.
    ...[style, price, ordered_on, destination, remark].map(hidden),
  ]
}

/** Orders that wait for ops: suppliers at the left, exceptions first, approved one by one, several, or all that match. */
export function PendingOrdersScreen() {
  const words = useWords()
  const { t, number, plural } = words
  const list = useListState(params)
  const { state, set } = list
  const filter = useMemo(() => opsFilter(state), [state])
  const sort = opsSort(state)
  const rows = useRows(
    'orders.getPendingOrders',
    { ...filter, ...sort, page_size: 100 },
    { enabled: useKnowsView('pending-orders', list) },
  )
  const summary = useAnswer('orders.getBulkOrdersForApproval', opsFilter({ ...state, supplier: '' })).data
  const selection = useRowSelection(JSON.stringify(filter))
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
  const chosenRows =
    selection.selection.mode === 'all' ? [] : rows.rows.filter((row) => isChosen(selection.selection, row.order_id))
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
    const ids = chosenRows.map(idOf)
    if ((await ask(wouldChangeRows(chosenRows, words))) && (await run({ order_ids: ids }))) selection.clear()
  }
  const chosenCount = selection.selection.mode === 'all' ? (all?.orders ?? 0) : chosenRows.length
  const open = rows.rows.findIndex(({ order_id }) => order_id === state.order)
  const next = rows.rows[open + 1]
  return (
    <Page title={t('All pending orders')}>
      <div className="ops-split">
        <SupplierPanel summary={summary} chosen={state.supplier} onChoose={(supplier) => set({ supplier }, 'push')} />
        <DataTable
          tableId="pending-orders"
          label={t('Pending orders')}
          columns={tableColumns}
          list={rows}
          rowId={idOf}
          sort={{ key: state.sort, isDescending: state.desc }}
          onSort={(by) => set({ sort: params.sort.read(by.key), desc: by.isDescending })}
          views={{ list: 'pending-orders', address: list }}
          exports={listExport(contract.frame.exportPendingOrders, { ...filter, ...sort }, (order_ids) => ({
            order_ids: [...order_ids],
          }))}
          selection={selection}
          matching={rows.total}
          openId={state.order}
          onOpen={(row) => set({ order: row.order_id }, 'push')}
          filters={<FilterBar params={params} list={list} filters={opsFilters(t)} />}
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
                <Button size="small" text={t('Refuse…')} onClick={() => refuse.open(chosenRows.map(idOf))} />
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
              : { title: t('Nothing waits for approval'), hint: t('New orders appear here as they come in.') }
          }
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

function isChosen(selection: { mode: 'some' | 'all'; ids?: ReadonlySet<string> }, id: string): boolean {
  return selection.ids?.has(id) ?? true
}

import { pendingOrders } from '../../../shared/areas/orders/lists.ts'
import { orderColumns } from '../../orders/order-columns.tsx'
import { ListTable, useList } from '../../table/ListTable.tsx'
import '../ops.css'
import { Button } from '@blueprintjs/core'
import { useCallback, useMemo } from 'react'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { key } from '../../../shared/kernel/words.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { Page } from '../../kit/Page.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { CellButton, type Column, partColumn } from '../../table/columns.tsx'
import { askedOf, choiceFilter, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { UrgentButton, useRestore } from '../changing/OrderTools.tsx'
import { useDecide, useRefuse, useTakeBack } from '../deciding.tsx'
import { NewOrderButton } from '../new-order/NewOrder.tsx'
import { opsFilters, opsSort, pendingParams as params } from '../ops-params.ts'
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
    ['order_id', { width: 130 }],
    ['exceptions', { width: 206 }],
    ['supplier', { width: 104, grows: true }],
    ['ordered', { width: 72 }],
    ['value', { width: 104 }],
    ['shipping_deadline', { width: 152 }],
    // The style stands in the drawer; beside the suppliers there is no room for more.
    ...(['style', 'unit_price', 'order_date', 'destination', 'remark'] as const).map(
      (id) => [id, { hidden: true }] as const,
    ),
  ]).toSpliced(1, 0, quick)
}

/** Of orders that do not wait any more: the way back, and why it came so. */
function endedColumns(tab: 'refused' | 'cancelled', takeBack: (order: OrderRow) => void): Column<OrderRow>[] {
  const back = partColumn<OrderRow>({
    id: 'take_back',
    header: 'Decision',
    width: 104,
    exports: [],
    of: (order, { t }) => <CellButton label={t('Take back')} tone="active" onPress={() => takeBack(order)} />,
  })
  const why = partColumn<OrderRow>({
    id: 'refusal',
    header: tab === 'refused' ? key('Why refused') : key('Why cancelled'),
    width: 240,
    exports: [],
    of: (order, { t }) => refusalWords(order, t, tab === 'refused' ? 'order.not_approved' : 'order.cancelled'),
  })
  const [id, , , ...others] = pendingColumns(() => {})
  return [id, back, why, ...others].filter((column) => column !== undefined)
}

/** Reason and remark of the last refusal or cancellation, from the order's history. */
export function refusalWords(
  { history = [] }: Pick<OrderRow, 'history'>,
  t: (text: string) => string,
  of: 'order.not_approved' | 'order.cancelled' = 'order.not_approved',
): string {
  const { reason, remark } = history.findLast(({ event }) => event === of)?.details ?? {}
  return [typeof reason === 'string' && t(reason), remark]
    .filter((text) => typeof text === 'string' && text)
    .join(' · ')
}

type Tab = 'pending' | 'refused' | 'cancelled'

/** How many orders each tab has under one filter; of the open one its list knows. */
function useTabCounts(filter: Record<string, unknown>, open: Tab, known: number | undefined) {
  const ask = (tab: Tab) => ({ ...filter, tab, page: 1, page_size: 1 })
  const pending = useAnswer('orders.getPendingOrders', ask('pending'), { enabled: open !== 'pending' }).data?.total
  const refused = useAnswer('orders.getPendingOrders', ask('refused'), { enabled: open !== 'refused' }).data?.total
  const cancelled = useAnswer('orders.getPendingOrders', ask('cancelled'), { enabled: open !== 'cancelled' }).data
    ?.total
  return { pending, refused, cancelled, [open]: known }
}

/** Orders that wait for ops: suppliers at the left, exceptions first, approved one by one, several, or all that match; and those that were refused or cancelled, to be taken back. */
export function PendingOrdersScreen() {
  const words = useLocale()
  const { t, number, plural } = words
  const address = useListState(params)
  const { state, set } = address
  const { tab } = state
  const isPending = tab === 'pending'
  const isRefused = tab === 'refused'
  const list = useList(pendingOrders, address, {
    call: 'orders.getPendingOrders',
    also: { ...opsSort(state), tab, ...(!isPending && { include_history: true }) },
  })
  const { filter, loaded, selection } = list
  const summary = useAnswer('orders.getBulkOrdersForApproval', askedOf(params, { ...state, supplier: '' })).data
  const decide = useDecide()
  const back = useTakeBack()
  const restore = useRestore()
  const confirm = useConfirm()
  const { run } = decide
  const approveOne = useCallback((order: OrderRow) => void run({ order_ids: [order.order_id] }), [run])
  const takeBack = useCallback(
    async (orderIds: readonly string[]) => {
      if (await back.run(orderIds)) selection.clear()
    },
    [back.run, selection.clear],
  )
  const tableColumns = useMemo(
    () =>
      tab === 'pending'
        ? pendingColumns(approveOne)
        : endedColumns(tab, ({ order_id }) => void (tab === 'refused' ? takeBack([order_id]) : restore.run(order_id))),
    [tab, approveOne, takeBack, restore.run],
  )
  const vendors = useAnswer('data.postVendors', {}, { enabled: !isPending }).data?.vendors ?? []
  const suppliers = vendors.map((vendor) => ({ value: vendor.id, label: words.name(vendor.name, vendor.name_zh) }))
  const counted = useTabCounts(filter, tab, loaded.isOld ? undefined : loaded.total)

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
  const open = loaded.rows.findIndex(({ order_id }) => order_id === state.order)
  const next = loaded.isOld ? undefined : loaded.rows[open + 1]
  const goOn = () => set({ order: next?.order_id ?? '' })
  const refuse = useRefuse(async (ids, why) => {
    // The list has moved on once the order is refused: what is next is decided before.
    const isDone = (await run({ order_ids: [...ids], decision: 'refuse', ...why })) !== undefined
    if (isDone) selection.clear()
    if (isDone && ids[0] === state.order) goOn()
    return isDone
  })
  return (
    <Page
      title={t('All pending orders')}
      tabs={[
        { key: 'pending', label: t('Pending'), count: counted.pending },
        { key: 'refused', label: t('Refused by ops'), count: counted.refused },
        { key: 'cancelled', label: t('Cancelled'), count: counted.cancelled },
      ]}
      tab={tab}
      onTab={(to) => set({ tab: to, order: '' }, 'push')}
      tools={<NewOrderButton />}
    >
      <div className="ops-split" data-alone={!isPending}>
        {!isPending ? null : (
          <SupplierPanel summary={summary} chosen={state.supplier} onChoose={(supplier) => set({ supplier }, 'push')} />
        )}
        <ListTable
          list={list}
          label={isPending ? t('Pending orders') : isRefused ? t('Refused by ops') : t('Cancelled orders')}
          tableId={isPending ? pendingOrders.name : `${tab}-orders`}
          columns={tableColumns}
          sort="desc"
          // A decision is taken back for orders that were seen.
          {...(isPending && { matching: loaded.total })}
          hasSelection={tab !== 'cancelled'}
          opens="order"
          file={{ call: contract.frame.exportPendingOrders, ids: 'order_ids' }}
          filters={[
            ...opsFilters(t),
            ...(!isPending ? [choiceFilter<typeof params>('supplier', t('Supplier'), suppliers)] : []),
          ]}
          tools={
            !isPending ? null : (
              <Button
                size="small"
                text={t('Approve all {{n}} that match', { n: number(all?.orders ?? 0) })}
                disabled={!all || all.orders === 0}
                loading={decide.isRunning}
                onClick={() => void approveAll()}
              />
            )
          }
          bulk={
            isRefused ? (
              <Button
                intent="primary"
                size="small"
                text={t('Take back {{n}}', { n: number(list.chosen.length) })}
                loading={back.isRunning}
                onClick={() => void takeBack(list.chosen.map(pendingOrders.rowId))}
              />
            ) : (
              <>
                <Button
                  intent="primary"
                  size="small"
                  text={t('Approve {{n}}', { n: number(chosenCount) })}
                  loading={decide.isRunning}
                  onClick={() => void approveChosen()}
                />
                {selection.selection.mode === 'some' && (
                  <>
                    <Button
                      size="small"
                      text={t('Refuse…')}
                      onClick={() => refuse.open(chosenRows.map(pendingOrders.rowId))}
                    />
                    <UrgentButton orders={chosenRows} />
                  </>
                )}
              </>
            )
          }
          empty={
            !isPending
              ? { title: isRefused ? t('No order is refused') : t('No order is cancelled') }
              : { title: t('Nothing waits for approval'), hint: t('New orders appear here as they come in.') }
          }
          emptyFiltered={{ title: t('No order matches'), hint: t('Try other words or clear the filters.') }}
        />
      </div>
      {state.order !== '' && (
        <PendingDrawer
          orderId={state.order}
          onClose={() => set({ order: '' })}
          onNext={next ? () => set({ order: next.order_id }) : null}
          tab={tab}
          decide={decide}
          onRefuse={() => refuse.open([state.order])}
        />
      )}
      {confirm.dialog}
      {refuse.dialog}
    </Page>
  )
}

import { figureOfTab } from '../../../shared/areas/home/lines.ts'
import { pendingOrders } from '../../../shared/areas/orders/lists.ts'
import { orderColumns } from '../../orders/order-columns.tsx'
import { ListTable, useList } from '../../table/ListTable.tsx'
import '../ops.css'
import { Button } from '@blueprintjs/core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { OrderRow, OrderSeen } from '../../../shared/areas/orders/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { key } from '../../../shared/kernel/words.ts'
import type { CallInput } from '../../actions/calls.ts'
import { useKeptRows } from '../../actions/use-kept-rows.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { Page } from '../../kit/Page.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { useRight } from '../../session/use-right.ts'
import { CellButton, type Column, partColumn } from '../../table/columns.tsx'
import { askedOf, choiceFilter, useListState } from '../../table/list-state.ts'
import { without } from '../../table/selection.ts'
import { useLocale } from '../../table/words.ts'
import { flagging, UrgentButton, useRestore, useUrgent } from '../changing/OrderTools.tsx'
import { asSeen, useDecide, useRefuse, useTakeBack } from '../deciding.tsx'
import { NewOrderButton } from '../new-order/NewOrder.tsx'
import { opsFilters, opsSort, pendingParams as params } from '../ops-params.ts'
import { PendingDrawer } from './PendingDrawer.tsx'
import { SupplierPanel, type WouldChange, WouldChangeWords, wouldChangeAll, wouldChangeRows } from './SupplierPanel.tsx'

interface Deciders {
  approve: (order: OrderRow) => void
  undo: (order: OrderRow) => void
}

/** An order that waits has its button; one that was decided on here says so, with the way back. */
function pendingColumns(tab: 'clean' | 'exceptions', { approve, undo }: Deciders): Column<OrderRow>[] {
  const quick = partColumn<OrderRow>({
    id: 'approve',
    header: 'Decision',
    width: 150,
    exports: [],
    of: (order, { t }) =>
      order.decision === 'NEW' ? (
        <CellButton label={t('Approve')} tone="active" onPress={() => approve(order)} />
      ) : (
        <span className="ops-decided">
          {order.decision === 'APPROVED' ? t('Approved') : t('Refused')} ·{' '}
          <CellButton label={t('Undo')} onPress={() => undo(order)} />
        </span>
      ),
  })
  return orderColumns([
    ['order_id', { width: 130 }],
    ['style', { width: 150, grows: true }],
    ['exceptions', { width: 206, hidden: tab === 'clean' }],
    ['supplier', { width: 98 }],
    ['ordered', { width: 72 }],
    ['value', { width: 104 }],
    ['shipping_deadline', { width: 152 }],
    ...(['unit_price', 'order_date', 'destination', 'remark'] as const).map((id) => [id, { hidden: true }] as const),
  ]).toSpliced(1, 0, quick)
}

const waits = ({ decision }: OrderRow) => decision === 'NEW'

const noKeys: never[] = []

type Filter = CallInput<'orders.getBulkOrdersForApproval'>

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
    width: 280,
    exports: [],
    of: (order, { t }) => refusalWords(order, t, tab === 'refused' ? 'order.not_approved' : 'order.cancelled'),
  })
  const [id, , ...others] = pendingColumns('clean', { approve: () => {}, undo: () => {} })
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

type Tab = 'clean' | 'exceptions' | 'refused' | 'cancelled'

/** The part of the pending orders that a tab is. */
const partOf = (tab: Tab, kind: string) =>
  tab === 'clean' ? { exception: 'none' } : tab === 'exceptions' ? { exception: kind || 'any' } : {}

const wireTab = (tab: Tab) => (tab === 'clean' || tab === 'exceptions' ? 'pending' : tab)

function useTabCount(filter: Record<string, unknown>, tab: Tab, open: Tab): number | undefined {
  const asked = { ...filter, ...partOf(tab, ''), tab: wireTab(tab), page: 1, page_size: 1 }
  return useAnswer('orders.getPendingOrders', asked as CallInput<'orders.getPendingOrders'>, { enabled: open !== tab })
    .data?.total
}

/** How many orders each tab has under one filter; of the open one its list knows. */
function useTabCounts(filter: Record<string, unknown>, open: Tab, known: number | undefined) {
  const { exception: _exception, ...others } = filter
  const counts = {
    clean: useTabCount(others, 'clean', open),
    exceptions: useTabCount(others, 'exceptions', open),
    refused: useTabCount(others, 'refused', open),
    cancelled: useTabCount(others, 'cancelled', open),
  }
  return { ...counts, [open]: known }
}

/**
 * Orders that wait for ops: suppliers at the left, the clean ones apart from those that want a second look, approved one by one, several, or
 * all that match; and those that were refused or cancelled, to be taken back. What was decided on here keeps its place.
 */
export function PendingOrdersScreen() {
  const words = useLocale()
  const { t, number, plural } = words
  const address = useListState(params)
  const { state, set } = address
  // A link that asks for one kind of exception means that tab.
  const said = state.tab || 'clean'
  const tab: Tab = state.exception !== '' && said === 'clean' ? 'exceptions' : said
  const isPending = tab === 'clean' || tab === 'exceptions'
  const isRefused = tab === 'refused'
  const part = partOf(tab, state.exception)
  const listed = useList(pendingOrders, address, {
    call: 'orders.getPendingOrders',
    also: { ...opsSort(state), ...part, tab: wireTab(tab), ...(!isPending && { include_history: true }) } as object,
  })
  const { selection } = listed
  const filter = { ...listed.filter, ...part } as Filter
  const kept = useKeptRows(listed.loaded.rows, pendingOrders.rowId, selection.scope + JSON.stringify(opsSort(state)))
  const list = { ...listed, loaded: { ...listed.loaded, rows: kept.rows } }
  const { loaded } = list
  const summary = useAnswer('orders.getBulkOrdersForApproval', {
    ...askedOf(params, { ...state, supplier: '' }),
    ...part,
  } as Filter).data
  const decide = useDecide((changed, decision) => {
    const versions = new Map(changed.map(({ order_id, version }) => [order_id, version]))
    selection.set((now) => without(now, [...versions.keys()]))
    if (decision === 'withdraw') return kept.release([...versions.keys()])
    const became = decision === 'approve' ? 'APPROVED' : 'NOT_APPROVED'
    return kept.keep([...versions.keys()], (row) => ({
      ...row,
      decision: became,
      version: versions.get(row.order_id) ?? row.version,
    }))
  })
  const back = useTakeBack()
  const restore = useRestore()
  const urgent = useUrgent()
  const mayManage = useRight('manageOrders')
  const confirm = useConfirm()
  const { run } = decide
  const approveOne = useCallback((order: OrderRow) => void run({ orders: [asSeen(order)] }), [run])
  const undoOne = useCallback((order: OrderRow) => void run({ orders: [asSeen(order)], decision: 'withdraw' }), [run])
  const takeBack = useCallback(
    async (orders: readonly OrderSeen[]) => {
      if (await back.run(orders)) selection.clear()
    },
    [back.run, selection.clear],
  )
  const tableColumns = useMemo(
    () =>
      tab === 'clean' || tab === 'exceptions'
        ? pendingColumns(tab, { approve: approveOne, undo: undoOne })
        : endedColumns(tab, (order) => void (tab === 'refused' ? takeBack([order]) : restore.run(order))),
    [tab, approveOne, undoOne, takeBack, restore.run],
  )
  const vendors = useAnswer('data.postVendors', {}, { enabled: !isPending }).data?.vendors ?? []
  const suppliers = vendors.map((vendor) => ({ value: vendor.id, label: words.name(vendor.name, vendor.name_zh) }))
  const counted = useTabCounts(listed.filter, tab, loaded.isOld ? undefined : loaded.total)

  // Looked at once: a list that is worked off stays where it is.
  const isOpened = useRef(state.tab !== '')
  const { clean, exceptions } = counted
  useEffect(() => {
    if (isOpened.current || clean === undefined || exceptions === undefined) return
    isOpened.current = true
    if (clean === 0 && exceptions > 0) set({ tab: 'exceptions' })
  }, [clean, exceptions, set])

  // Where no order is clean, the exceptions may be opened in a moment: nothing is said to be empty before.
  const isUndecided = !isOpened.current && loaded.total === 0 && exceptions !== 0

  const all = summary ? wouldChangeAll(summary, state.supplier, words) : null
  const chosenRows = selection.selection.mode === 'all' ? [] : list.chosen.filter(waits)
  const ask = (would: WouldChange) =>
    confirm.ask({
      title: plural(would.orders, 'Approve 1 order?', 'Approve {{n}} orders?'),
      text: <WouldChangeWords would={would} words={words} />,
      confirm: plural(would.orders, 'Approve 1 order', 'Approve {{n}} orders'),
    })
  const approveAll = async () => {
    if (!all?.value || !(await ask(all))) return
    const { orders, pieces, value } = all
    if (await run({ all_matching: { ...filter, expected: { orders, pieces, value } } })) selection.clear()
  }
  const approveChosen = async () => {
    if (selection.selection.mode === 'all') return approveAll()
    const orders = chosenRows.map(asSeen)
    if ((await ask(wouldChangeRows(chosenRows, words))) && (await run({ orders }))) selection.clear()
  }
  const chosenCount = selection.selection.mode === 'all' ? (all?.orders ?? 0) : chosenRows.length
  const open = loaded.rows.findIndex(({ order_id }) => order_id === state.order)
  const next = loaded.isOld ? undefined : loaded.rows.slice(open + 1).find((row) => !isPending || waits(row))
  const goOn = () => set({ order: next?.order_id ?? '' })
  const refuse = useRefuse(async (orders, why) => {
    // The list has moved on once the order is refused: what is next is decided before.
    const outcome = await run({ orders: [...orders], decision: 'refuse', ...why })
    if (outcome) selection.clear()
    if (outcome?.changed.some(({ order_id }) => order_id === state.order)) goOn()
    return outcome
  }, decide)
  return (
    <Page
      title={t('All pending orders')}
      tabs={[
        {
          key: 'clean',
          label: t('Clean'),
          count: counted.clean,
          figure: figureOfTab('/ops/all-pending-orders', 'clean'),
        },
        {
          key: 'exceptions',
          label: t('Exceptions'),
          count: counted.exceptions,
          figure: figureOfTab('/ops/all-pending-orders', 'exceptions'),
        },
        { key: 'refused', label: t('Refused'), count: counted.refused },
        { key: 'cancelled', label: t('Cancelled'), count: counted.cancelled },
      ]}
      tab={tab}
      onTab={(to) => set({ tab: to, exception: '', order: '' }, 'push')}
      tools={<NewOrderButton />}
    >
      <div className="ops-split" data-alone={!isPending}>
        {!isPending ? null : (
          <SupplierPanel
            key={tab}
            summary={summary}
            chosen={state.supplier}
            onChoose={(supplier) => set({ supplier }, 'push')}
          />
        )}
        <ListTable
          list={isUndecided ? { ...list, loaded: { ...loaded, isLoading: true } } : list}
          label={isPending ? t('Pending orders') : isRefused ? t('Refused') : t('Cancelled orders')}
          // Layouts kept as `exceptions-orders` may be those of the clean orders, without the column that this tab is about.
          tableId={tab === 'clean' ? pendingOrders.name : tab === 'exceptions' ? 'orders-to-look-at' : `${tab}-orders`}
          columns={tableColumns}
          sort="desc"
          // A decision is taken back for orders that were seen.
          {...(isPending && { matching: loaded.total })}
          hasSelection={tab !== 'cancelled'}
          rowKeys={
            isPending
              ? [
                  { key: 'a', does: t('Approve the row'), run: (row) => waits(row) && approveOne(row) },
                  { key: 'r', does: t('Refuse the row'), run: (row) => waits(row) && refuse.open([row]) },
                  ...(mayManage
                    ? [
                        {
                          key: 'u',
                          does: t('Flag the row as urgent, or not'),
                          run: (row: OrderRow) => void urgent.run(flagging([row])),
                        },
                      ]
                    : []),
                ]
              : noKeys
          }
          opens="order"
          file={{ call: contract.frame.exportPendingOrders, ids: 'order_ids' }}
          filters={[
            ...opsFilters(t, { exceptions: tab === 'exceptions' }),
            ...(!isPending ? [choiceFilter<typeof params>('supplier', t('Supplier'), suppliers)] : []),
          ]}
          tools={
            !isPending ? null : (
              <Button
                size="small"
                // Those that want a second look are looked at one by one, or chosen on purpose.
                {...(tab === 'clean' && { intent: 'primary' as const })}
                text={
                  tab === 'clean'
                    ? t('Approve all {{n}} clean', { n: number(all?.orders ?? 0) })
                    : t('Approve all {{n}} that match', { n: number(all?.orders ?? 0) })
                }
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
                onClick={() => void takeBack(list.chosen)}
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
                    <Button size="small" text={t('Refuse…')} onClick={() => refuse.open(chosenRows)} />
                    <UrgentButton orders={chosenRows} />
                  </>
                )}
              </>
            )
          }
          empty={
            !isPending
              ? { title: isRefused ? t('No order is refused') : t('No order is cancelled') }
              : tab === 'clean' && counted.exceptions
                ? {
                    title: t('No clean order waits'),
                    hint: t('What waits wants a second look.'),
                    action: { label: t('Exceptions'), run: () => set({ tab: 'exceptions' }, 'push') },
                  }
                : { title: t('Nothing waits for approval'), hint: t('New orders appear here as they come in.') }
          }
          emptyFiltered={
            tab === 'clean' && counted.exceptions
              ? {
                  title: t('No clean order matches'),
                  hint: plural(
                    counted.exceptions,
                    '1 order with an exception does.',
                    '{{n}} orders with exceptions do.',
                  ),
                }
              : { title: t('No order matches'), hint: t('Try other words or clear the filters.') }
          }
        />
      </div>
      {state.order !== '' && (
        <PendingDrawer
          orderId={state.order}
          onClose={() => set({ order: '' })}
          onNext={next ? () => set({ order: next.order_id }) : null}
          tab={wireTab(tab)}
          decide={decide}
          onRefuse={(order) => refuse.open([order])}
        />
      )}
      {confirm.dialog}
      {refuse.dialog}
    </Page>
  )
}

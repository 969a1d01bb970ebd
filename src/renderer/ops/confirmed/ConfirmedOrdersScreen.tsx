import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useEffect, useRef } from 'react'
import { chaseKinds } from '../../../shared/areas/orders/amendments.ts'
import { chaseFigures, orderFigures } from '../../../shared/areas/orders/figures.ts'
import { confirmedOrders } from '../../../shared/areas/orders/lists.ts'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { figureHint } from '../../../shared/kernel/figure.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer, useRefresh } from '../../actions/useRows.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { orderColumns } from '../../orders/order-columns.tsx'
import { ListScreen, useList } from '../../table/ListTable.tsx'
import { choiceFilter, flagFilter, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { OrderTools, RemindButton, UrgentButton } from '../changing/OrderTools.tsx'
import { asSeen, OpsOrderDrawer, useDecide } from '../deciding.tsx'
import { NewOrderButton } from '../new-order/NewOrder.tsx'
import { opsFilters, opsSort, confirmedParams as params } from '../ops-params.ts'
import { followsOthers } from '../pipeline/follows-others.ts'
import { VendorReasonsButton } from './VendorReasons.tsx'

const tableColumns = orderColumns([
  ['order_id', { width: 130 }],
  ['supplier', { width: 108 }],
  ['style', { width: 112 }],
  ['flags', { width: 96 }],
  ['status', { width: 152 }],
  'vendor_decision',
  ['ordered', { width: 72 }],
  ['awaiting', { width: 76 }],
  ...(['on_platform', 'packed'] as const).map((id) => [id, { hidden: true }] as const),
  ['shipped', { width: 72 }],
  ['oos', { hidden: true }],
  ...(['rejected', 'unit_price', 'value', 'exceptions', 'order_date'] as const).map(
    (id) => [id, { hidden: true }] as const,
  ),
  ['shipping_deadline', { width: 152 }],
  ['destination', { hidden: true }],
  'remark',
])

/** What ops approved, newest first, of what vendors have not answered the longest waiting; a decision can be taken back until the vendor works on it. */
export function ConfirmedOrdersScreen() {
  const { t, number, name, plural } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const list = useList(confirmedOrders, address, { call: 'orders.getConfirmedOrders', also: opsSort(state) })
  useOthersAnswers(state.chase !== '')
  const { selection } = list
  const vendors = useAnswer('data.postVendors', {}).data?.vendors ?? []
  const decide = useDecide()
  const open = list.chosen.filter(canWithdraw)
  const rest = list.chosen.length - open.length
  const suppliers = vendors.map((vendor) => ({ value: vendor.id, label: name(vendor.name, vendor.name_zh) }))
  const waiting = useAnswer('orders.ordersToChase', state.supplier === '' ? {} : { supplier_id: state.supplier }).data
  const chases = chaseKinds.map((value) => ({
    value,
    label: t(chaseFigures[value].label),
    title: figureHint(chaseFigures[value], t),
    count: waiting?.counts[value],
  }))
  const takeBack = async () => {
    if (await decide.run({ orders: open.map(asSeen), decision: 'withdraw' })) selection.clear()
  }
  return (
    <ListScreen
      page={{
        title: t('Confirmed orders'),
        tools: (
          <>
            <VendorReasonsButton />
            <NewOrderButton />
          </>
        ),
      }}
      list={list}
      label={t('Confirmed orders')}
      columns={tableColumns}
      sort="desc"
      opens="order"
      file={{ call: contract.frame.exportConfirmedOrders, ids: 'order_ids' }}
      filters={[
        ...opsFilters(t),
        choiceFilter<typeof params>('chase', t('To chase'), chases),
        flagFilter<typeof params>('proposals', t('Open proposals'), figureHint(orderFigures.ordersWithProposal, t)),
        choiceFilter<typeof params>('supplier', t('Supplier'), suppliers),
      ]}
      tools={
        state.orders.length > 0 && (
          <Button
            size="small"
            icon={<Cross />}
            text={plural(state.orders.length, 'Only 1 order of a notice', 'Only {{n}} orders of a notice')}
            title={t('Show all')}
            onClick={() => set({ orders: [] }, 'push')}
          />
        )
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
          <RemindButton orders={list.chosen} />
          <UrgentButton orders={list.chosen} />
          {rest > 0 && (
            <span className="muted">{t('{{n}} stay: the vendor works on them already.', { n: number(rest) })}</span>
          )}
        </>
      }
      empty={{ title: t('Nothing was approved yet') }}
      emptyFiltered={{ title: t('No order matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.order !== '' && (
        <ConfirmedDrawer orderId={state.order} onClose={() => set({ order: '' })} decide={decide} />
      )}
    </ListScreen>
  )
}

/** Loads the orders to run after anew while they are looked at: they leave the list when their vendors answer. */
function useOthersAnswers(isOn: boolean): void {
  const refresh = useRefresh()
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void latest.current(['orders.getConfirmedOrders', 'orders.ordersToChase'])
    }, followsOthers.everyMs)
    return () => clearInterval(timer)
  }, [isOn])
}

interface ConfirmedDrawerProps {
  orderId: string
  onClose: () => void
  decide: ReturnType<typeof useDecide>
}

/** An approved order; the decision can be taken back while the vendor has not answered. */
export function ConfirmedDrawer({ orderId, onClose, decide }: ConfirmedDrawerProps) {
  const { t } = useLocale()
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
    const outcome = await decide.run({ orders: [asSeen(order)], decision: 'withdraw' })
    if (outcome?.changed.length) onClose()
  }
  const actions = canWithdraw(order) ? (
    <Button text={t('Take the decision back')} loading={decide.isRunning} onClick={() => void takeBack()} />
  ) : (
    <span className="muted">{t('The vendor works on this order already: the decision stays.')}</span>
  )
  return (
    <OpsOrderDrawer
      order={order}
      onClose={onClose}
      actions={actions}
      tools={<OrderTools order={order} onCancelled={onClose} />}
    />
  )
}

/** A decision can be taken back until the vendor answered or a piece moved; the server holds to the same rule. */
export function canWithdraw({
  vendor_decision,
  quantities,
}: Pick<OrderRow, 'vendor_decision' | 'quantities'>): boolean {
  return vendor_decision === 'NEW' && quantities.awaiting === quantities.ordered
}

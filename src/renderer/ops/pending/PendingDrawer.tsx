import { Button } from '@blueprintjs/core'
import { useEffect, useRef } from 'react'
import type { OrderSeen } from '../../../shared/areas/orders/shapes.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { isOfDialog } from '../../kit/dialogs.tsx'
import { Shortcut } from '../../kit/KeyMenu.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { OrderTools, useRestore } from '../changing/OrderTools.tsx'
import { asSeen, OpsOrderDrawer, type useDecide, useTakeBack } from '../deciding.tsx'
import { OrderBackground } from './OrderBackground.tsx'

interface PendingDrawerProps {
  orderId: string
  tab: 'pending' | 'refused' | 'cancelled'
  onClose: () => void
  onNext: (() => void) | null
  decide: ReturnType<typeof useDecide>
  onRefuse: (order: OrderSeen) => void
}

/** A pending order with its decision; Ctrl+Enter approves and goes on to the next. A refusal or a cancellation can be taken back. */
export function PendingDrawer({ orderId, tab, onClose, onNext, decide, onRefuse }: PendingDrawerProps) {
  const { t } = useLocale()
  const input = { page: 1, page_size: 1, order_ids: [orderId], include_lines: true, include_history: true }
  const answer = useAnswer('orders.getPendingOrders', input)
  const back = useTakeBack()
  const pending = answer.data?.rows.find((row) => row.order_id === orderId)
  const isElsewhere = tab !== 'pending' || (answer.data !== undefined && !answer.isFetching && !pending)
  const refusals = useAnswer('orders.getPendingOrders', { ...input, tab: 'refused' }, { enabled: isElsewhere })
  const refused = refusals.data?.rows.find((row) => row.order_id === orderId)
  const ends = useAnswer('orders.getPendingOrders', { ...input, tab: 'cancelled' }, { enabled: isElsewhere })
  const cancelled = ends.data?.rows.find((row) => row.order_id === orderId)
  const approvals = useAnswer('orders.getConfirmedOrders', input, { enabled: isElsewhere && tab === 'pending' })
  const approved = approvals.data?.rows.find((row) => row.order_id === orderId)
  const restore = useRestore()
  const order = pending ?? refused ?? cancelled ?? approved
  const approve = async () => {
    if (!pending) return
    // The list has moved on once the order is approved: what is next is decided before. One that is not as it was seen stays.
    const next = onNext ?? onClose
    const outcome = await decide.run({ orders: [asSeen(pending)] })
    if (outcome?.changed.length) next()
  }
  useCtrlEnter(() => !decide.isRunning && void approve())
  if (!order) {
    return (
      <Drawer isOpen onClose={onClose} title={orderId} width={720}>
        <Loaded
          answer={{
            ...answer,
            data: [answer, refusals, ends, approvals].some(({ isFetching }) => isFetching) ? undefined : answer.data,
          }}
          rows={8}
        >
          {() => (
            <EmptyState title={t('This order does not wait any more')} text={t('It was decided on in the meantime.')} />
          )}
        </Loaded>
      </Drawer>
    )
  }
  const takeBack = async () => {
    const isBack = approved
      ? await decide.run({ orders: [asSeen(order)], decision: 'withdraw' })
      : await back.run([order])
    if (isBack?.changed.length) onClose()
  }
  const reopen = async () => {
    if (order && (await restore.run(order))) onClose()
  }
  const actions = cancelled ? (
    <Button text={t('Take the cancellation back')} loading={restore.isRunning} onClick={() => void reopen()} />
  ) : !pending ? (
    <Button
      text={approved ? t('Take the decision back') : t('Take the refusal back')}
      loading={back.isRunning}
      onClick={() => void takeBack()}
    />
  ) : (
    <>
      <Button text={t('Refuse…')} onClick={() => onRefuse(pending)} />
      <Button intent="primary" loading={decide.isRunning} onClick={() => void approve()}>
        {onNext ? t('Approve and next') : t('Approve')} <Shortcut keys="Ctrl+Enter" />
      </Button>
    </>
  )
  const tools = <OrderTools order={order} onCancelled={onNext ?? onClose} />
  return <OpsOrderDrawer {...{ order, onClose, actions, tools }} background={<OrderBackground orderId={orderId} />} />
}

function useCtrlEnter(work: () => void): void {
  const latest = useRef(work)
  latest.current = work
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // In the refusal's dialog the same keys send the refusal.
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isOfDialog(event.target)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

import '../../orders/orders.css'
import { Button } from '@blueprintjs/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import type { OrderRow } from '../../../shared/contract/shapes.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { Shortcut } from '../../kit/Shortcut.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { OrderFacts } from '../../orders/OrderFacts.tsx'
import { OrderQuantities } from '../../orders/OrderQuantities.tsx'
import { OrderTimeline } from '../../orders/OrderTimeline.tsx'
import type { SkuDetail } from '../../orders/order-shape.ts'
import { useWords } from '../../table/words.ts'
import { ReadyTodaySection } from './ReadyTodaySection.tsx'
import { RecoverSection } from './RecoverSection.tsx'
import { useOrderAnswer } from './useOrderAnswer.tsx'

interface OrderDrawerProps {
  orderId: string
  showsSupplier: boolean
  onClose: () => void
  /** Opens the next new order of the list; null at the end of the stack. */
  onNext: (() => void) | null
}

/** One order: what it is, the answer while it is new, what can be done later, and its life. It stays open from order to order. */
export function OrderDrawer(props: OrderDrawerProps) {
  const { orderId, onClose } = props
  const { t } = useWords()
  const say = useSay()
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const answer = useAnswer('vendor.getOrders', {
    order_ids: [orderId],
    include_lines: true,
    include_history: true,
    page_size: 1,
  })
  const order = answer.data?.rows.find((row) => row.order_id === orderId)
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={orderId}
      beside={order && <StatusTag status={order.status} />}
      actions={<div className="order-foot" ref={setFoot} />}
      width={820}
    >
      {order ? (
        <OpenOrder key={orderId} {...props} order={order} skus={order.sku_details ?? []} foot={foot} />
      ) : answer.isError ? (
        <FailedState text={say.problem(answer.error)} onRetry={() => void answer.reload()} />
      ) : answer.isFetching ? (
        <LoadingRows rows={8} />
      ) : (
        <EmptyState title={t('This order is not there')} text={t('It may have been withdrawn by ops.')} />
      )}
    </Drawer>
  )
}

type OpenOrderProps = OrderDrawerProps & { order: OrderRow; skus: readonly SkuDetail[]; foot: HTMLElement | null }

function OpenOrder(props: OpenOrderProps) {
  return props.order.vendor_decision === 'NEW' ? <NewOrder {...props} /> : <AnsweredOrder {...props} />
}

/** Buttons at the drawer's foot, owned by what the drawer shows. */
function Foot({ at, children }: { at: HTMLElement | null; children: ReactNode }) {
  return at === null ? null : createPortal(children, at)
}

function NewOrder({ order, skus, showsSupplier, onClose, onNext, foot }: OpenOrderProps) {
  const { t } = useWords()
  const answer = useOrderAnswer(order, skus)
  const save = async (goesOn: boolean) => {
    // The list has moved on once the answer is saved: what is next is decided before.
    const next = goesOn ? onNext : null
    if (await answer.save()) (next ?? onClose)()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || answer.isSaving) return
    event.preventDefault()
    void save(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter works in every field of the form.
    <div onKeyDown={keys}>
      <Section>
        <OrderFacts order={order} showsSupplier={showsSupplier} />
      </Section>
      <Section title={t('Your answer')}>{answer.form}</Section>
      <Section title={t('History')}>
        <OrderTimeline history={order.history ?? []} />
      </Section>
      <Foot at={foot}>
        <span className="order-sum">{answer.summary}</span>
        <Button text={t('Confirm')} loading={answer.isSaving} onClick={() => void save(false)} />
        <Button intent="primary" loading={answer.isSaving} onClick={() => void save(true)}>
          {onNext ? t('Confirm and next') : t('Confirm and close')} <Shortcut keys="Ctrl+Enter" />
        </Button>
      </Foot>
    </div>
  )
}

function AnsweredOrder({ order, skus, showsSupplier, foot }: OpenOrderProps) {
  const { t } = useWords()
  const q = order.quantities
  const isUntouched = q.on_platform + q.packed + q.shipped === 0
  const reopen = useReopen(order)
  const canBeReady = q.awaiting > 0 || skus.some((sku) => sku.ready_quantity > 0)
  return (
    <>
      <Section>
        <OrderFacts order={order} showsSupplier={showsSupplier} />
      </Section>
      <Section title={t('Quantities')}>
        <OrderQuantities skus={skus} />
        <RefusalWords skus={skus} />
      </Section>
      {canBeReady && <ReadyTodaySection order={order} skus={skus} />}
      {q.rejected + q.oos > 0 && <RecoverSection order={order} skus={skus} />}
      <Section title={t('History')}>
        <OrderTimeline history={order.history ?? []} />
      </Section>
      {isUntouched && (
        <Foot at={foot}>
          <Button
            text={t('Take the answer back')}
            loading={reopen.isRunning}
            onClick={() => void reopen.run(undefined)}
          />
        </Foot>
      )}
    </>
  )
}

/** Why pieces were refused, each reason once. */
function RefusalWords({ skus }: { skus: readonly SkuDetail[] }) {
  const { t } = useWords()
  const refused = skus.filter((sku) => sku.quantities.rejected > 0 && sku.reason)
  const words = new Set(refused.map((sku) => `${t(sku.reason ?? '')}${sku.remark ? ` · ${sku.remark}` : ''}`))
  return [...words].map((text) => (
    <p key={text} className="muted">
      {t('Refused')}: {text}
    </p>
  ))
}

function useReopen({ order_id, version }: OrderRow) {
  const { t } = useWords()
  return useAction(
    (_: undefined, options) =>
      api.vendor.updateOrders({ action: 'reopen', orders: [{ order_id, version, lines: [] }] }, options),
    { done: () => t('Answer taken back.'), refresh: ['vendor'] },
  )
}

import '../../orders/orders.css'
import { Button } from '@blueprintjs/core'
import { type ReactNode, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { SentByKeys } from '../../kit/dialogs.tsx'
import { Shortcut } from '../../kit/KeyMenu.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { useTypedGrid } from '../../kit/quantity-grid/use-typed-grid.ts'
import { EmptyState } from '../../kit/states.tsx'
import { AmendmentsSection } from '../../orders/amendments.tsx'
import { gridOf, HurryTags, OrderStatusTag, type SkuDetail, valuesOf } from '../../orders/order-columns.tsx'
import { OrderFacts, OrderQuantities, OrderTimeline } from '../../orders/order-facts.tsx'
import { ProposalFacts, RefusalWords } from '../../orders/refusals.tsx'
import { WaySection } from '../../orders/way.tsx'
import { useLocale } from '../../table/words.ts'
import { type TalkView, WithTalk } from '../../talk/WithTalk.tsx'
import { RecoverSection } from './RecoverSection.tsx'
import { useOrderAnswer } from './useOrderAnswer.tsx'

interface OrderDrawerProps {
  orderId: string
  showsSupplier: boolean
  view: TalkView
  onView: (view: TalkView) => void
  onClose: () => void
  /** Opens the next new order of the list; null at the end of the stack. */
  onNext: (() => void) | null
}

/** One order: what it is, the answer while it is new, what can be done later, and its history. It stays open from order to order. */
export function OrderDrawer(props: OrderDrawerProps) {
  const { orderId, view, onView, onClose } = props
  const { t } = useLocale()
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const answer = useAnswer('orders.getOrders', {
    order_ids: [orderId],
    include_lines: true,
    include_history: true,
    page_size: 1,
  })
  const order = answer.data?.rows.find((row) => row.order_id === orderId)
  return (
    <Drawer
      isOpen
      of={order}
      onClose={onClose}
      title={orderId}
      beside={
        order && (
          <>
            <OrderStatusTag order={order} />
            <HurryTags order={order} />
          </>
        )
      }
      actions={<div className="order-foot" ref={setFoot} hidden={view === 'talk'} />}
      width={820}
    >
      {order ? (
        <WithTalk
          of={{ kind: 'order', code: orderId }}
          label={t('Order')}
          styleId={order.style_id}
          {...{ view, onView }}
        >
          <OpenOrder key={orderId} {...props} order={order} skus={order.sku_details ?? []} foot={foot} />
        </WithTalk>
      ) : (
        <Loaded answer={{ ...answer, data: answer.isFetching ? undefined : answer.data }} rows={8}>
          {() => <EmptyState title={t('This order is not there')} text={t('It may have been withdrawn by ops.')} />}
        </Loaded>
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
  const { t } = useLocale()
  const answer = useOrderAnswer(order, skus)
  const save = async (goesOn: boolean) => {
    // The list has moved on once the answer is saved: what is next is decided before.
    const next = goesOn ? onNext : null
    if (await answer.save()) (next ?? onClose)()
  }
  return (
    <SentByKeys run={() => void save(true)} isOff={answer.isSaving}>
      <Section>
        <OrderFacts order={order} showsSupplier={showsSupplier} />
      </Section>
      {/* Before the pieces: what is answered or packed now is another order than the one that was read. */}
      <AmendmentsSection order={order} />
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
    </SentByKeys>
  )
}

function AnsweredOrder({ order, skus, showsSupplier, foot }: OpenOrderProps) {
  const { t } = useLocale()
  const q = order.quantities
  const isUntouched = q.on_platform + q.packed + q.shipped === 0
  const reopen = useReopen(order)
  const canBeReady = q.awaiting > 0 || skus.some((sku) => sku.ready_quantity > 0)
  return (
    <>
      <Section>
        <OrderFacts order={order} showsSupplier={showsSupplier} />
      </Section>
      <AmendmentsSection order={order} />
      <Section title={t('Quantities')}>
        <OrderQuantities skus={skus} />
        <RefusalWords skus={skus} />
      </Section>
      <WaySection kind="order" code={order.order_id} />
      {order.proposal && (
        <Section title={t('Counter-proposal')}>
          <ProposalFacts order={order} proposal={order.proposal} />
        </Section>
      )}
      {canBeReady && <ReadyTodaySection order={order} skus={skus} />}
      {q.rejected + q.oos > 0 && <RecoverSection order={order} skus={skus} />}
      <Section title={t('History')}>
        <OrderTimeline history={order.history ?? []} />
      </Section>
      <Foot at={foot}>
        {isUntouched ? (
          <Button
            text={t('Take the answer back')}
            loading={reopen.isRunning}
            onClick={() => void reopen.run(undefined)}
          />
        ) : (
          <span className="muted">{t('Pieces of this order are already on their way.')}</span>
        )}
      </Foot>
    </>
  )
}

function useReopen({ order_id, version }: OrderRow) {
  const { t } = useLocale()
  return useAction(
    (_: undefined, options) =>
      api.orders.updateOrders({ action: 'reopen', orders: [{ order_id, version, lines: [] }] }, options),
    { done: () => t('Answer taken back.'), refresh: ['orders', 'shipments'] },
  )
}

type Item = { order_id: string; nm_sku: string; ready_quantity: number }

/** Puts pieces that are ready today on the shipping platform, straight from the order. */
export function ReadyTodaySection({ order, skus }: { order: OrderRow; skus: readonly SkuDetail[] }) {
  const { t, name } = useLocale()
  const open = useMemo(() => skus.filter((sku) => mostOf(sku) > 0), [skus])
  const grid = useMemo(() => gridOf(open, name), [open, name])
  const layers = useMemo(() => [{ key: 'ready', label: t('Ready today'), tone: 'good' as const }], [t])
  const start = useMemo(() => valuesOf(open, (sku) => ({ ready: sku.ready_quantity })), [open])
  const typed = useTypedGrid(`ready-today.${order.order_id}`, start, t('Quantities on the shipping platform'))
  const { value: values, change: setValues } = typed
  const most = useMemo(() => new Map(open.map((sku) => [sku.nm_sku, mostOf(sku)])), [open])
  const item = (nm_sku: string, ready_quantity: number): Item => ({ order_id: order.order_id, nm_sku, ready_quantity })
  const changed = open.filter(({ nm_sku, ready_quantity }) => (values[nm_sku]?.ready ?? 0) !== ready_quantity)
  const over = open.filter(({ nm_sku }) => (values[nm_sku]?.ready ?? 0) > (most.get(nm_sku) ?? 0))
  const faults = new Map(over.map(({ nm_sku }) => [nm_sku, t('Only {{n}} can be ready', { n: most.get(nm_sku) })]))
  const schedule = useAction((items: Item[], options) => api.orders.saveScheduleQuantity({ items }, options), {
    what: t('Quantities on the shipping platform'),
    done: () => t('Quantities saved on the shipping platform.'),
    undo: (_, items, options) => {
      const before = items.map(({ nm_sku }) =>
        item(nm_sku, open.find((sku) => sku.nm_sku === nm_sku)?.ready_quantity ?? 0),
      )
      return api.orders.saveScheduleQuantity({ items: before }, options)
    },
    refresh: ['orders', 'shipments'],
  })
  return (
    <Section
      title={t('Ready today')}
      tools={
        <Button
          size="small"
          text={t('All waiting pieces are ready')}
          onClick={() => setValues(valuesOf(open, (sku) => ({ ready: mostOf(sku) })))}
        />
      }
    >
      <QuantityGrid
        label={t('Pieces ready today')}
        {...grid}
        {...{ layers, values, start, faults }}
        onChange={setValues}
        beside={(sku) => `/${most.get(sku) ?? 0}`}
      />
      {changed.length > 0 && (
        <Button
          intent="primary"
          size="small"
          text={t('Put on the shipping platform')}
          disabled={faults.size > 0}
          loading={schedule.isRunning}
          onClick={() =>
            void schedule
              .run(changed.map((sku) => item(sku.nm_sku, values[sku.nm_sku]?.ready ?? 0)))
              .then((done) => done && typed.reset())
          }
        />
      )}
    </Section>
  )
}

/** What can be ready: what waits, and what is on the platform but in no shipment yet. */
function mostOf({ ready_quantity, quantities }: SkuDetail): number {
  return ready_quantity + quantities.awaiting
}

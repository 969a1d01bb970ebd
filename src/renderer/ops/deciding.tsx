import '../orders/orders.css'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { type BuyingReason, buyingReasons } from '../../shared/areas/orders/refusing.ts'
import type { OrderRow, OrderSeen } from '../../shared/areas/orders/shapes.ts'
import type { CallData, CallInput } from '../actions/calls.ts'
import { type Action, isLost, useAction } from '../actions/useAction.ts'
import { api, type CallOptions, newKey } from '../api/client.ts'
import { ChoiceField, RemarkField } from '../forms/fields.tsx'
import { useForm } from '../forms/useForm.ts'
import { Drawer, Section } from '../kit/Drawer.tsx'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../kit/dialogs.tsx'
import { draftOfAll } from '../kit/drafts.ts'
import { LoadingRows } from '../kit/states.tsx'
import { AmendmentsSection } from '../orders/amendments.tsx'
import { exceptionTags, OrderStatusTag } from '../orders/order-columns.tsx'
import { OrderFacts, OrderQuantities, OrderTimeline } from '../orders/order-facts.tsx'
import { RefusalWords } from '../orders/refusals.tsx'
import { WaySection } from '../orders/way.tsx'
import { type Locale, useLocale } from '../table/words.ts'
import { type TalkView, WithTalk } from '../talk/WithTalk.tsx'
import { ProposalSection } from './confirmed/ProposalSection.tsx'

export type Deciding = CallInput<'orders.approveOrder'>

type Decided = CallData<'orders.approveOrder'>

type Decide = Action<Deciding, Decided>

const atOnce = 5_000

/** What a decision on a row takes: the order as it stands there. */
export const asSeen = ({ order_id, version }: OrderSeen): OrderSeen => ({ order_id, version })

/** What became of which orders, as they stand now; told after each decision, and after it was taken back. */
export type OnDecided = (changed: readonly OrderSeen[], decision: NonNullable<Deciding['decision']>) => void

/** Approves, refuses or takes decisions back, as the orders were seen. The toast says which or how many changed and why others did not, and offers Undo. */
export function useDecide(onDecided: OnDecided = () => {}) {
  const words = useLocale()
  const work = async (asked: Deciding, options: CallOptions) => {
    const outcome = await decide(asked, options)
    onDecided(outcome.changed, asked.decision ?? 'approve')
    return outcome
  }
  return useAction(work, {
    what: words.t('Decisions on orders'),
    done: (outcome, asked) => decidedWords(outcome, asked, words),
    nothing: (outcome) => (outcome.changed.length === 0 ? unchangedWords(outcome, words) : null),
    undo: ({ changed }, asked, options) =>
      work({ orders: changed, decision: asked.decision === 'withdraw' ? 'approve' : 'withdraw' }, options),
    refresh: ['orders', 'shipments'],
    looksAgain: true,
  })
}

/** Takes refusals back. To refuse again is a decision of its own, with its reason. */
export function useTakeBack() {
  const words = useLocale()
  return useAction(
    (orders: readonly OrderSeen[], options) => decide({ orders: orders.map(asSeen), decision: 'withdraw' }, options),
    {
      what: words.t('Decisions on orders'),
      done: (outcome) => decidedWords(outcome, { decision: 'withdraw' }, words),
      nothing: (outcome) => (outcome.changed.length === 0 ? unchangedWords(outcome, words) : null),
      refresh: ['orders', 'shipments'],
    },
  )
}

/** One decision, in parts where more orders are named than a call takes. */
async function decide(asked: Deciding, options: CallOptions): Promise<Decided> {
  const { orders, ...rest } = asked
  if (orders === undefined) return (await api.orders.approveOrder(asked, options)).data
  const outcome: Decided = { changed: [], unchanged: [] }
  for (let at = 0; at < orders.length; at += atOnce) {
    // One key per part: a repeat after a lost answer must not count for another part.
    const key = `${options.key ?? newKey()}-${at}`
    const { data } = await api.orders.approveOrder(
      { ...rest, orders: orders.slice(at, at + atOnce) },
      { ...options, key },
    )
    outcome.changed.push(...data.changed)
    outcome.unchanged.push(...data.unchanged)
  }
  return outcome
}

const doneWords = {
  approve: ['Order {{order_id}} approved.', '{{n}} orders approved.'],
  refuse: ['Order {{order_id}} refused.', '{{n}} orders refused.'],
  withdraw: ['Decision on order {{order_id}} taken back.', '{{n}} decisions taken back.'],
} as const

function decidedWords(outcome: Decided, { decision = 'approve' }: Deciding, words: Locale): string {
  const [one, many] = doneWords[decision]
  const { length, 0: first } = outcome.changed
  const done = length === 1 ? words.t(one, { order_id: first?.order_id }) : words.plural(length, one, many)
  return outcome.unchanged.length === 0 ? done : `${done} ${leftWords(outcome, words)}`
}

type Left = Pick<Decided, 'unchanged'>

/** Somebody else, or a first click, was faster; or nothing matched any more. */
export function unchangedWords(outcome: Left, words: Locale): string {
  const nothing = words.t('Nothing was changed.')
  return outcome.unchanged.length === 0 ? nothing : `${nothing} ${leftWords(outcome, words)}`
}

function leftWords({ unchanged }: Left, { t, number }: Locale): string {
  const [first] = unchanged
  const why = first ? `${first.order_id} – ${t(first.reason, first.values ?? {})}` : ''
  return unchanged.length === 1 ? why : `${t('{{n}} stayed as they were:', { n: number(unchanged.length) })} ${why}`
}

type Why = BuyingReason | 'Other'
const reasons: readonly Why[] = [...buyingReasons, 'Other']

export interface Refusal {
  reason: Why
  remark: string
}

/** Gives what became of it; undefined when it failed. */
type Refusing = (orders: readonly OrderSeen[], why: Refusal) => Promise<Decided | undefined>

/** Asks for the reason and the remark that a refusal needs. */
export function useRefuse(refuse: Refusing, { error, clearError }: Pick<Decide, 'error' | 'clearError'>) {
  const { open, dialog } = useDialog(RefuseDialog, { refuse, isLost: error !== null && isLost(error) })
  const openFor = (orders: readonly OrderSeen[]) => {
    // What another refusal lost is not this one's.
    clearError()
    open({ orders: orders.map(asSeen) })
  }
  return { open: openFor, dialog }
}

const refusalForm = z.object({ reason: z.enum(['', ...reasons]), remark: z.string().trim() })

type Typed = z.input<typeof refusalForm>

interface RefuseDialogProps extends DialogTurn {
  orders: readonly OrderSeen[]
  refuse: Refusing
  /** Its last press got no answer. */
  isLost: boolean
}

function RefuseDialog({ orders, refuse, isLost: isUnanswered, ...turn }: RefuseDialogProps) {
  const { t, number } = useLocale()
  const orderIds = orders.map(({ order_id }) => order_id)
  // Per order: a remark must never be offered for another one.
  const start: Typed = { reason: '', remark: '' }
  const form = useForm(refusalForm, start, { draft: `refusal.${draftOfAll(orderIds)}`, what: t('Remark of a refusal') })
  const reason = form.field('reason')
  const { value: remark, onChange } = form.field('remark')
  const canSend = reason.value !== '' && remark.trim() !== ''
  const send = form.submit(async (typed) => {
    if (typed.reason === '' || typed.remark === '') return false
    const outcome = await refuse(orders, { ...typed, reason: typed.reason })
    // After a failure both stay in their fields; where nothing is as it was seen, they are offered again after another look.
    if (outcome) turn.onClose()
    return (outcome?.changed.length ?? 0) > 0
  })
  const n = orderIds.length
  const title =
    n === 1 ? t('Refuse order {{order_id}}', { order_id: orderIds[0] }) : t('Refuse {{n}} orders', { n: number(n) })
  return (
    <Modal {...turn} title={title} width={440}>
      <form
        onSubmit={send}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
        }}
      >
        <DialogParts
          onCancel={turn.onClose}
          step={{
            text: t('Refuse'),
            intent: 'danger',
            isOff: !canSend,
            isRunning: form.isSending,
            isLost: isUnanswered,
          }}
        >
          <ChoiceField
            label={t('Reason')}
            value={reason.value}
            choices={[['', t('Choose a reason')] as const, ...reasons.map((one) => [one, t(one)] as const)]}
            autoFocus
            onChange={(chosen) => reason.onChange(reasons.find((known) => known === chosen) ?? '')}
          />
          <RemarkField
            label={t('Why is it refused? The remark is kept in the history.')}
            value={remark}
            onChange={onChange}
          />
        </DialogParts>
      </form>
    </Modal>
  )
}

interface OpsOrderDrawerProps {
  order: OrderRow
  onClose: () => void
  actions: ReactNode
  /** What else may be done with it, beside its facts. */
  tools?: ReactNode
  /** What the decision weighs, under the facts. */
  background?: ReactNode
}

/** One order as ops see it: why to look twice, facts, quantities, history, and the decision at the foot. */
export function OpsOrderDrawer({ order, onClose, actions, tools, background }: OpsOrderDrawerProps) {
  const words = useLocale()
  const { t } = words
  const [view, setView] = useState<TalkView>('')
  const tags = [
    ...exceptionTags(order, words),
    ...(order.is_flagged_urgent ? [{ text: t('Urgent'), tone: 'warn', hint: '' } as const] : []),
  ]
  const about = (
    <>
      <Section tools={tools}>
        {tags.length > 0 && (
          <p className="dt-tags ops-why">
            {tags.map(({ text, tone, hint }) => (
              <span key={text} className="dt-tag" data-tone={tone} title={hint}>
                {hint && hint !== text ? words.labelled(hint, text) : text}
              </span>
            ))}
          </p>
        )}
        <OrderFacts order={order} showsSupplier />
      </Section>
      {background}
      <Section title={t('Quantities')}>
        {order.sku_details ? <OrderQuantities skus={order.sku_details} /> : <LoadingRows rows={3} />}
        <RefusalWords skus={order.sku_details ?? []} />
      </Section>
      {order.decision === 'APPROVED' ? <WaySection kind="order" code={order.order_id} /> : null}
      <ProposalSection order={order} />
      <AmendmentsSection order={order} />
      {order.history && (
        <Section title={t('History')}>
          <OrderTimeline history={order.history} />
        </Section>
      )}
    </>
  )
  return (
    <Drawer
      isOpen
      of={order}
      onClose={onClose}
      title={order.order_id}
      beside={order.decision === 'NEW' ? null : <OrderStatusTag order={order} />}
      actions={actions}
      width={720}
    >
      {order.decision === 'APPROVED' ? (
        <WithTalk
          of={{ kind: 'order', code: order.order_id }}
          label={t('Order')}
          styleId={order.style_id}
          view={view}
          onView={setView}
        >
          {about}
        </WithTalk>
      ) : (
        about
      )}
    </Drawer>
  )
}

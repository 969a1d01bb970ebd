import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { answerMoves, type LineAnswer } from '../../../shared/areas/orders/answers.ts'
import { pieces } from '../../../shared/areas/orders/quantities.ts'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { type ChosenReason, vendorReasons } from '../../../shared/areas/orders/vendor-reasons.ts'
import { refusalReasons } from '../../../shared/kernel/reasons.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { draftKey, useSavedDraft } from '../../kit/drafts.ts'
import type { GridEdit, GridValues } from '../../kit/quantity-grid/grid-model.ts'
import type { SkuDetail } from '../../orders/order-columns.tsx'
import { useUserId } from '../../session/use-user-id.ts'
import type { Locale } from '../../table/words.ts'
import { noProposal, type ProposalDraft, readProposal } from './ProposalFields.tsx'

export const answerLayers = ['ready', 'oos', 'refused'] as const

export type AnswerLayer = (typeof answerLayers)[number]

export type Answer = Readonly<Record<AnswerLayer, number>>

/**
 * Types numbers into one SKU's answer: the layers that were not typed make room, ready first, then out of stock, then
 * refused; what is typed too low leaves the rest ready, or out of stock where ready itself was typed. As long as no more is
 * typed than awaits, the three together stay what awaits; more than that stays as typed, and `answerFault` says so.
 */
export function typeAnswer(before: Answer, awaiting: number, typed: Partial<Answer>): Answer {
  const next = { ...before, ...typed }
  const free = answerLayers.filter((layer) => typed[layer] === undefined)
  let missing = awaiting - next.ready - next.oos - next.refused
  for (const layer of free) {
    if (missing === 0) break
    const change = Math.max(missing, -next[layer])
    next[layer] += change
    missing -= change
  }
  return next
}

/** Pieces that the answer is over (positive) or under what awaits. */
export function answerExcess(answer: Answer, awaiting: number): number {
  return answer.ready + answer.oos + answer.refused - awaiting
}

export function answerOf(values: GridValues, sku: string): Answer {
  const cell = values[sku]
  return { ready: cell?.ready ?? 0, oos: cell?.oos ?? 0, refused: cell?.refused ?? 0 }
}

/** Takes a block of typed numbers. What one paste says of several layers of a SKU is taken together. */
export function applyAnswers(awaiting: ReadonlyMap<string, number>) {
  return (before: GridValues, edits: readonly GridEdit[]): GridValues => {
    const next: Record<string, Readonly<Record<string, number>>> = { ...before }
    for (const [sku, of] of Map.groupBy(edits, ({ cell }) => cell)) {
      const typed = Object.fromEntries(of.map(({ layer, quantity }) => [layer, quantity]))
      next[sku] = typeAnswer(answerOf(before, sku), awaiting.get(sku) ?? 0, typed)
    }
    return next
  }
}

/** All awaiting pieces of some SKUs on one layer. */
export function putAll(
  before: GridValues,
  skus: Iterable<string>,
  awaiting: ReadonlyMap<string, number>,
  layer: AnswerLayer,
): GridValues {
  const next: Record<string, Readonly<Record<string, number>>> = { ...before }
  for (const sku of skus) next[sku] = { ready: 0, oos: 0, refused: 0, [layer]: awaiting.get(sku) ?? 0 }
  return next
}

/** Why pieces are refused. */
export type Why = Pick<LineAnswer, 'reason' | 'vendor_reason' | 'remark'>

/** One SKU's answer as the call takes it. A reason and remark belong to refused pieces only. */
export function lineAnswer(sku: string, answer: Answer, why: Why) {
  const { reason, vendor_reason, remark } = answer.refused > 0 ? why : {}
  return {
    nm_sku: sku,
    ready_quantity: answer.ready,
    oos_quantity: answer.oos,
    rejected_quantity: answer.refused,
    ...(reason ? { reason } : {}),
    ...(vendor_reason ? { vendor_reason } : {}),
    ...(remark ? { remark } : {}),
  }
}

/** What an answer came to, for the one who gave it: only what is ready throughout is confirmed. */
export function answeredWords(
  order_id: string,
  lines: readonly LineAnswer[],
  { t, number }: Pick<Locale, 't' | 'number'>,
) {
  const sum = (of: (line: LineAnswer) => number) => lines.reduce((total, line) => total + of(line), 0)
  const ready = sum((line) => line.ready_quantity)
  const oos = sum((line) => line.oos_quantity)
  const refused = sum((line) => line.rejected_quantity)
  if (oos + refused === 0) return t('Order {{order_id}} confirmed.', { order_id })
  if (ready + oos === 0) return t('Order {{order_id}} rejected.', { order_id })
  if (ready + refused === 0) return t('Order {{order_id}} answered: out of stock.', { order_id })
  return t('Order {{order_id}} answered: {{ready}} ready, {{oos}} out of stock, {{refused}} rejected.', {
    order_id,
    ready: number(ready),
    oos: number(oos),
    refused: number(refused),
  })
}

/** What the server would say of the answer: the same rule, asked before it is sent. */
export function answerFault(sku: string, answer: Answer, awaiting: number, why: Why) {
  const outcome = answerMoves(pieces.open(awaiting), lineAnswer(sku, answer, why))
  return 'message' in outcome ? outcome.message : null
}

/** An answer that is being typed; kept on this workstation per user and order until it is saved. */
export interface AnswerDraft {
  /** The order's version when typing began. */
  version: number
  values: GridValues
  reason: ChosenReason | ''
  remark: string
  proposal: ProposalDraft
}

/** Everything that awaits is ready: the answer of most orders. */
export function freshAnswer(skus: readonly SkuDetail[], version: number): AnswerDraft {
  const values = Object.fromEntries(
    skus.map((sku) => [sku.nm_sku, { ready: sku.quantities.awaiting, oos: 0, refused: 0 }]),
  )
  return { version, values, reason: '', remark: '', proposal: noProposal }
}

/** The kept draft on top of the order as it is now: SKUs that are gone leave, new ones are ready. Null for what is no draft. */
export function fitDraft(saved: unknown, fresh: AnswerDraft): AnswerDraft | null {
  if (typeof saved !== 'object' || saved === null) return null
  const { version, values, reason, remark, proposal } = saved as Record<string, unknown>
  if (typeof version !== 'number' || typeof values !== 'object' || values === null) return null
  const typed = values as Record<string, unknown>
  return {
    version,
    values: Object.fromEntries(Object.entries(fresh.values).map(([sku, now]) => [sku, readCell(typed[sku]) ?? now])),
    reason: chosenReason(reason),
    remark: typeof remark === 'string' ? remark : '',
    proposal: readProposal(proposal),
  }
}

/** The reason that a text names; none for any other. */
export function chosenReason(text: unknown): ChosenReason | '' {
  return [...refusalReasons, ...vendorReasons].find((known) => known === text) ?? ''
}

function readCell(cell: unknown): Record<string, number> | null {
  if (typeof cell !== 'object' || cell === null) return null
  const numbers = answerLayers.map((layer) => (cell as Record<string, unknown>)[layer])
  if (!numbers.every((n): n is number => typeof n === 'number' && Number.isSafeInteger(n) && n >= 0)) return null
  return Object.fromEntries(answerLayers.map((layer, at) => [layer, numbers[at] ?? 0]))
}

export interface DraftState {
  draft: AnswerDraft
  set(change: Partial<Omit<AnswerDraft, 'version'>>): void
  /** Everything ready again, and nothing kept. */
  startOver(): void
  /** Typed before the order was changed by someone else: the numbers are still here, to be looked at again. */
  isOlder: boolean
  /** Something was typed that is not saved. */
  isTyped: boolean
  /** The numbers count for the order as it is now. */
  accept(): void
  /** What was saved and taken back, to be typed on. */
  putBack(draft: AnswerDraft): void
}

/** The answer that is typed for an order, kept through closing, reloading and sign-in until it is saved. */
export function useAnswerDraft(order: OrderRow, skus: readonly SkuDetail[]): DraftState {
  const { t } = useTranslation()
  const { order_id: orderId, version } = order
  const [raw, change] = useSavedDraft(draftKey(useUserId(), `answer.${orderId}`), isObject)
  const fresh = useMemo(() => freshAnswer(skus, version), [skus, version])
  // The order came anew: what was typed is laid over it again.
  const saved = useMemo(() => fitDraft(raw, fresh), [raw, fresh])
  useUnsaved(saved !== null, t('Answer to order {{order_id}}', { order_id: orderId }))

  const keep = (draft: AnswerDraft) => change(() => draft)
  const draft = saved ?? fresh
  return {
    draft,
    set: (next) => keep({ ...draft, ...next }),
    startOver: () => change(() => null),
    isOlder: saved !== null && saved.version !== version,
    isTyped: saved !== null,
    accept: () => keep({ ...draft, version }),
    putBack: keep,
  }
}

function isObject(saved: unknown): saved is object {
  return typeof saved === 'object' && saved !== null
}

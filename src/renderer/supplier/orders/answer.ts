import { answerMoves, type LineAnswer } from '../../../shared/domain/answers.ts'
import { openLine } from '../../../shared/domain/quantities.ts'
import type { GridEdit, GridValues } from '../../kit/quantity-grid/grid-model.ts'

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

/** One SKU's answer as the call takes it. A reason and remark belong to refused pieces only. */
export function lineAnswer(sku: string, answer: Answer, why: Pick<LineAnswer, 'reason' | 'remark'>) {
  const { reason, remark } = answer.refused > 0 ? why : {}
  return {
    nm_sku: sku,
    ready_quantity: answer.ready,
    oos_quantity: answer.oos,
    rejected_quantity: answer.refused,
    ...(reason ? { reason } : {}),
    ...(remark ? { remark } : {}),
  }
}

/** What the server would say of the answer: the same rule, asked before it is sent. */
export function answerFault(sku: string, answer: Answer, awaiting: number, why: Pick<LineAnswer, 'reason' | 'remark'>) {
  const outcome = answerMoves(openLine(awaiting), lineAnswer(sku, answer, why))
  return 'message' in outcome ? outcome.message : null
}

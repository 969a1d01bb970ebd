import type { RefusalReason } from '../../../shared/domain/reasons.ts'
import type { CallData } from '../../actions/calls.ts'

export type ReturnSummary = CallData<'chinaQc.returnToVendorSummary'>
export type ReturnSupplier = ReturnSummary['suppliers'][number]
export type ReturnLine = ReturnSupplier['lines'][number]

/** What was typed about a return: quantities by `lineKey`, where they are fewer than failed. */
export interface ReturnDraft {
  quantities: Record<string, number | null>
  reason: RefusalReason | ''
  remark: string
  carrier: string
  trackingId: string
}

export const emptyDraft: ReturnDraft = { quantities: {}, reason: '', remark: '', carrier: '', trackingId: '' }

export function lineKey({ box_id, nm_sku }: Pick<ReturnLine, 'box_id' | 'nm_sku'>): string {
  return `${box_id} ${nm_sku}`
}

/** Everything that failed, until somebody types another number. */
export function quantityOf(line: ReturnLine, { quantities }: ReturnDraft): number | null {
  const typed = quantities[lineKey(line)]
  return typed === undefined ? line.failed : typed
}

export interface ReturnPlan {
  lines: { box_id: string; nm_sku: string; quantity: number }[]
  boxes: number
  pieces: number
  /** More is typed than failed. */
  isOver: boolean
}

/** What goes back: lines of which nothing goes are left out. */
export function planOf(lines: readonly ReturnLine[], draft: ReturnDraft): ReturnPlan {
  const going = lines.flatMap((line) => {
    const quantity = quantityOf(line, draft) ?? 0
    return quantity > 0 ? [{ line, quantity }] : []
  })
  return {
    lines: going.map(({ line: { box_id, nm_sku }, quantity }) => ({ box_id, nm_sku, quantity })),
    boxes: new Set(going.map(({ line }) => line.box_id)).size,
    pieces: going.reduce((sum, { quantity }) => sum + quantity, 0),
    isOver: going.some(({ line, quantity }) => quantity > line.failed),
  }
}

/** The reason that most of the failed pieces have, to be offered first; none where there is no single one. */
export function usualReason(lines: readonly ReturnLine[]): RefusalReason | '' {
  const pieces = new Map<RefusalReason, number>()
  for (const { reasons, failed } of lines) {
    for (const reason of reasons) pieces.set(reason, (pieces.get(reason) ?? 0) + failed)
  }
  const [first, second] = [...pieces].sort(([, a], [, b]) => b - a)
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : ''
}

/** Kept drafts are trusted only in this shape. */
export function isReturnDraft(kept: unknown): kept is ReturnDraft {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    ['quantities', 'reason', 'remark', 'carrier', 'trackingId'].every((name) => name in kept)
  )
}

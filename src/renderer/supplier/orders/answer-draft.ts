import { type RefusalReason, refusalReasons } from '../../../shared/domain/reasons.ts'
import type { GridValues } from '../../kit/quantity-grid/grid-model.ts'
import type { SkuDetail } from '../../orders/order-shape.ts'
import { answerLayers } from './answer.ts'

/** An answer that is being typed; kept on this workstation per user and order until it is saved. */
export interface AnswerDraft {
  /** The order's version when typing began. */
  version: number
  values: GridValues
  reason: RefusalReason | ''
  remark: string
}

/** Everything that awaits is ready: the answer of most orders. */
export function freshAnswer(skus: readonly SkuDetail[], version: number): AnswerDraft {
  const values = Object.fromEntries(
    skus.map((sku) => [sku.nm_sku, { ready: sku.quantities.awaiting, oos: 0, refused: 0 }]),
  )
  return { version, values, reason: '', remark: '' }
}

/** The kept draft on top of the order as it is now: SKUs that are gone leave, new ones are ready. Null for what is no draft. */
export function fitDraft(kept: unknown, fresh: AnswerDraft): AnswerDraft | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { version, values, reason, remark } = kept as Record<string, unknown>
  if (typeof version !== 'number' || typeof values !== 'object' || values === null) return null
  const typed = values as Record<string, unknown>
  return {
    version,
    values: Object.fromEntries(Object.entries(fresh.values).map(([sku, now]) => [sku, readCell(typed[sku]) ?? now])),
    reason: refusalReasons.find((known) => known === reason) ?? '',
    remark: typeof remark === 'string' ? remark : '',
  }
}

function readCell(cell: unknown): Record<string, number> | null {
  if (typeof cell !== 'object' || cell === null) return null
  const numbers = answerLayers.map((layer) => (cell as Record<string, unknown>)[layer])
  if (!numbers.every((n): n is number => typeof n === 'number' && Number.isSafeInteger(n) && n >= 0)) return null
  return Object.fromEntries(answerLayers.map((layer, at) => [layer, numbers[at] ?? 0]))
}

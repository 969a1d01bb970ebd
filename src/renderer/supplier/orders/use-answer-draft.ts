import { useEffect, useMemo, useState } from 'react'
import type { OrderRow } from '../../../shared/contract/shapes.ts'
import type { SkuDetail } from '../../orders/order-shape.ts'
import { useUserId } from '../../table/use-user-id.ts'
import { type AnswerDraft, dropDraft, freshAnswer, keepDraft, readDraft } from './answer-draft.ts'

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
}

/** The answer that is typed for an order, kept through closing, reloading and sign-in until it is saved. */
export function useAnswerDraft(order: OrderRow, skus: readonly SkuDetail[]): DraftState {
  const userId = useUserId()
  const { order_id: orderId, version } = order
  const fresh = useMemo(() => freshAnswer(skus, version), [skus, version])
  const [kept, setKept] = useState<AnswerDraft | null>(() => readDraft(userId, orderId, fresh))
  // The order came anew: what was typed is laid over it again.
  useEffect(() => setKept(readDraft(userId, orderId, fresh)), [userId, orderId, fresh])

  const keep = (draft: AnswerDraft) => {
    keepDraft(userId, orderId, draft)
    setKept(draft)
  }
  const draft = kept ?? fresh
  return {
    draft,
    set: (change) => keep({ ...draft, ...change }),
    startOver: () => {
      dropDraft(userId, orderId)
      setKept(null)
    },
    isOlder: kept !== null && kept.version !== version,
    isTyped: kept !== null,
    accept: () => keep({ ...draft, version }),
  }
}

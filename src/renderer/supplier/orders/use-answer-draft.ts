import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderRow } from '../../../shared/contract/shapes.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { draftKey, useKeptDraft } from '../../kit/use-kept-draft.ts'
import type { SkuDetail } from '../../orders/order-shape.ts'
import { useUserId } from '../../table/use-user-id.ts'
import { type AnswerDraft, fitDraft, freshAnswer } from './answer-draft.ts'

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
  const { t } = useTranslation()
  const { order_id: orderId, version } = order
  const [raw, change] = useKeptDraft(draftKey(useUserId(), `answer.${orderId}`), isObject)
  const fresh = useMemo(() => freshAnswer(skus, version), [skus, version])
  // The order came anew: what was typed is laid over it again.
  const kept = useMemo(() => fitDraft(raw, fresh), [raw, fresh])
  useUnsaved(kept !== null, t('Answer to order {{order_id}}', { order_id: orderId }))

  const keep = (draft: AnswerDraft) => change(() => draft)
  const draft = kept ?? fresh
  return {
    draft,
    set: (next) => keep({ ...draft, ...next }),
    startOver: () => change(() => null),
    isOlder: kept !== null && kept.version !== version,
    isTyped: kept !== null,
    accept: () => keep({ ...draft, version }),
  }
}

function isObject(kept: unknown): kept is object {
  return typeof kept === 'object' && kept !== null
}

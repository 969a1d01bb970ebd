import { useCallback, useRef } from 'react'
import type { z } from 'zod'
import { useUnsaved } from '../app/unsaved.ts'
import { draftKey, useSavedDraft } from '../kit/drafts.ts'
import { useUserId } from '../session/use-user-id.ts'

export interface Typed<T> {
  /** As typed, or what it begins with. */
  value: T
  isTyped: boolean
  change: (next: T | ((now: T) => T)) => void
  /** Back to what it begins with: it was sent, or is not wanted. */
  reset: () => void
}

/**
 * Typed work that is no form, as a grid's cells or a remark beside a list: state that is kept as a draft by its record and its
 * user. `draft` says both what it is and its record; what was kept is trusted only in `shape`, and gone once it is what the work
 * begins with.
 */
export function useTyped<T>(draft: string, shape: z.ZodType<T>, begins: T, what?: string): Typed<T> {
  const isSound = (saved: unknown): saved is T => shape.safeParse(saved).success
  const [kept, keep] = useSavedDraft<T>(draftKey(useUserId(), draft), isSound)
  const latest = useRef(begins)
  latest.current = begins
  useUnsaved(kept !== null, what)
  const change = useCallback(
    (next: T | ((now: T) => T)) =>
      keep((now) => {
        const value = typeof next === 'function' ? (next as (now: T) => T)(now ?? latest.current) : next
        return JSON.stringify(value) === JSON.stringify(latest.current) ? null : value
      }),
    [keep],
  )
  const reset = useCallback(() => keep(() => null), [keep])
  return { value: kept ?? begins, isTyped: kept !== null, change, reset }
}

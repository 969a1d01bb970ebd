import { useEffect, useRef } from 'react'
import type { Notice, Notices } from './use-notices.ts'

/** Hands on the unread notices that come from now on. What was there at the start, or is known already, is not news. */
export function useArrivals(
  { rows, isLoading }: Pick<Notices, 'rows' | 'isLoading'>,
  onArrive: (fresh: readonly Notice[]) => void,
): void {
  const seenUntil = useRef<string | null>(null)
  const latest = useRef(onArrive)
  latest.current = onArrive
  useEffect(() => {
    if (isLoading) return
    const before = seenUntil.current
    const newest = rows[0]?.updated_at ?? ''
    seenUntil.current = before !== null && before > newest ? before : newest
    if (before === null) return
    const fresh = rows.filter(({ updated_at, read_at }) => updated_at > before && read_at === null)
    if (fresh.length > 0) latest.current(fresh)
  }, [rows, isLoading])
}

import { useCallback, useRef } from 'react'
import type { ListedScan } from './scan-queue.ts'

/**
 * The scan that "undo the last scan" takes back: the newest that can be. `isEarlier` where another was read since, that was refused or
 * is taken back already: nobody looks at the earlier one any more, so it is asked about.
 */
export function nextUndo<R>(
  listed: readonly ListedScan<R>[],
  canUndo: (scan: ListedScan<R>) => boolean,
): { scan: ListedScan<R>; isEarlier: boolean } | null {
  const scan = listed.find(canUndo)
  return scan === undefined ? null : { scan, isEarlier: scan !== listed[0] }
}

interface UndoLast<R> {
  /** Read at the press: a screen may be a scan behind. */
  listed: () => readonly ListedScan<R>[]
  canUndo: (scan: ListedScan<R>) => boolean
  /** Whether an earlier scan is meant. */
  ask: (scan: ListedScan<R>) => Promise<boolean>
  undo: (scan: ListedScan<R>) => void
}

/** Takes the last scan back by one press; each earlier one is named and asked about, and a held key asks once. */
export function useUndoLast<R>(of: UndoLast<R>): () => Promise<void> {
  const latest = useRef(of)
  latest.current = of
  const isAsked = useRef(false)
  return useCallback(async () => {
    if (isAsked.current) return
    const { listed, canUndo, ask, undo } = latest.current
    const next = nextUndo(listed(), canUndo)
    if (next === null) return
    isAsked.current = true
    try {
      if (!next.isEarlier || (await ask(next.scan))) undo(next.scan)
    } finally {
      isAsked.current = false
    }
  }, [])
}

import { useCallback, useRef } from 'react'
import type { ListedScan } from './scan-queue.ts'

/** Scans of one place out of all that the queue lists: a station neither shows nor takes back those of another. */
export function scansOf<R>(
  listed: readonly ListedScan<R>[],
  isHere: (place: string | null) => boolean,
): readonly ListedScan<R>[] {
  return listed.filter(({ record }) => isHere(record.place))
}

/** Whether a scan was read before the station was opened, at `openedAt` (ISO). */
export const isFromBefore = <R>({ record }: ListedScan<R>, openedAt: string): boolean => record.scanned_at < openedAt

/**
 * The scan that "undo the last scan" takes back: the newest that can be. `isEarlier` where another was read since, that was refused or
 * is taken back already, and where the station was opened since: nobody looks at it any more, so it is asked about.
 */
export function nextUndo<R>(
  listed: readonly ListedScan<R>[],
  canUndo: (scan: ListedScan<R>) => boolean,
  openedAt = '',
): { scan: ListedScan<R>; isEarlier: boolean } | null {
  const scan = listed.find(canUndo)
  return scan === undefined ? null : { scan, isEarlier: scan !== listed[0] || isFromBefore(scan, openedAt) }
}

interface UndoLast<R> {
  /** Read at the press: a screen may be a scan behind. */
  listed: () => readonly ListedScan<R>[]
  canUndo: (scan: ListedScan<R>) => boolean
  /** When the station was opened (ISO). */
  openedAt?: string
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
    const { listed, canUndo, openedAt, ask, undo } = latest.current
    const next = nextUndo(listed(), canUndo, openedAt)
    if (next === null) return
    isAsked.current = true
    try {
      if (!next.isEarlier || (await ask(next.scan))) undo(next.scan)
    } finally {
      isAsked.current = false
    }
  }, [])
}

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback } from 'react'

/** With more rows than these only those in sight are drawn: a sheet of a thousand stores has eight thousand fields. */
const many = 60
const lineHeight = 29

/** One row that is drawn, below so many pixels of rows that are not. */
export interface DrawnRow {
  at: number
  gap: number
}

export interface LinesInSight {
  rows: readonly DrawnRow[]
  /** Pixels of rows that are not drawn, below the last one that is. */
  below: number
  isWindowed: boolean
  /** Of the elements of rows: how high they are. */
  measure: ((element: HTMLElement | null) => void) | null
}

/** Rows to draw of a grid that scrolls by itself: those in sight, and always `kept`, whose fields the keyboard is in. */
export function useLinesInSight(
  scroller: RefObject<HTMLElement | null>,
  { rows: count, layers, kept }: { rows: number; layers: number; kept: readonly number[] },
): LinesInSight {
  const isWindowed = count > many
  const [one = 0, other = one] = kept
  const rangeExtractor = useCallback(
    (range: Parameters<typeof defaultRangeExtractor>[0]) =>
      [...new Set([...defaultRangeExtractor(range), one, other])]
        .filter((at) => at >= 0 && at < range.count)
        .sort((a, b) => a - b),
    [one, other],
  )
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    enabled: isWindowed,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight * layers,
    overscan: 8,
    rangeExtractor,
    // Drawn within the frame that scrolls: drawn after it, a far jump shows a frame without rows.
    useFlushSync: true,
  })
  if (!isWindowed)
    return { rows: Array.from({ length: count }, (_, at) => ({ at, gap: 0 })), below: 0, isWindowed, measure: null }
  let end = 0
  const rows = virtual.getVirtualItems().map(({ index, start, end: next }) => {
    const gap = start - end
    end = next
    return { at: index, gap }
  })
  return { rows, below: virtual.getTotalSize() - end, isWindowed, measure: virtual.measureElement }
}

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback } from 'react'

/** With more rows than these only those in sight are drawn: a sheet of a thousand stores has eight thousand fields. */
const many = 60
const lineHeight = 29

/** A row that is drawn, below so many pixels of rows that are not. */
export interface DrawnRow {
  at: number
  gap: number
}

export interface LinesInSight {
  rows: readonly DrawnRow[]
  /** Pixels of rows that are not drawn, below the last one that is. */
  below: number
  isWindowed: boolean
  /** Measures the heights of row elements. */
  measure: ((element: HTMLElement | null) => void) | null
}

/** Rows to draw of a grid that scrolls by itself: those in sight, and always `kept`, whose fields the keyboard is in. */
export function useLinesInSight(
  scroller: RefObject<HTMLElement | null>,
  { rows: count, layers, kept: [one, other] }: { rows: number; layers: number; kept: readonly [number, number] },
): LinesInSight {
  const isWindowed = count > many
  const rangeExtractor = useCallback(
    (range: Parameters<typeof defaultRangeExtractor>[0]) =>
      withKept(defaultRangeExtractor(range), [one, other], range.count),
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
  return { ...placed(virtual.getVirtualItems(), virtual.getTotalSize()), isWindowed, measure: virtual.measureElement }
}

/** Rows in sight and those that are always drawn, in order and once each. */
export function withKept(inSight: readonly number[], kept: readonly number[], count: number): number[] {
  const all = new Set([...inSight, ...kept.filter((at) => at >= 0 && at < count)])
  return [...all].sort((a, b) => a - b)
}

/** The pixels that each drawn row leaves between itself and the one before, and those below the last. */
export function placed(
  items: readonly { index: number; start: number; end: number }[],
  total: number,
): Pick<LinesInSight, 'rows' | 'below'> {
  const rows = items.map(({ index, start }, at) => ({ at: index, gap: start - (items[at - 1]?.end ?? 0) }))
  return { rows, below: total - (items.at(-1)?.end ?? 0) }
}

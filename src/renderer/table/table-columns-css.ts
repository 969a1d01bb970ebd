import type { CSSProperties } from 'react'
import type { PlacedColumn } from './use-column-layout.ts'

export const checkWidth = 36

/**
 * Widths and pin offsets as CSS variables on the table's root: dragging an edge restyles the root alone and draws no row anew.
 */
export function layoutStyle<R>(placed: readonly PlacedColumn<R>[], hasChecks: boolean): CSSProperties {
  const lead = hasChecks ? checkWidth : 0
  const widths = placed.map(({ width, column, pinnedAt }) =>
    column.grows && pinnedAt === null ? `minmax(${width}px, 1fr)` : `${width}px`,
  )
  const filler = placed.some(({ column, pinnedAt }) => column.grows && pinnedAt === null) ? [] : ['minmax(0, 1fr)']
  const total = lead + placed.reduce((sum, { width }) => sum + width, 0)
  const pins = placed.flatMap(({ pinnedAt }, at) =>
    pinnedAt === null ? [] : [[`--dt-pin-${at}`, `${lead + pinnedAt}px`]],
  )
  return {
    '--dt-columns': [...(hasChecks ? [`${checkWidth}px`] : []), ...widths, ...filler].join(' '),
    '--dt-total': `${total}px`,
    ...Object.fromEntries(pins),
  } as CSSProperties
}

/** Only the pinned cells need a style of their own. */
export function pinStyle<R>(placed: PlacedColumn<R>, at: number): CSSProperties | undefined {
  return placed.pinnedAt === null ? undefined : ({ '--dt-left': `var(--dt-pin-${at})` } as CSSProperties)
}

export function cellClass<R>(base: string, placed: PlacedColumn<R>, isLastPin: boolean): string {
  const align = placed.column.align === 'end' ? ' dt-end' : placed.column.align === 'center' ? ' dt-center' : ''
  return `${base}${align}${placed.pinnedAt === null ? '' : ' dt-pinned'}${isLastPin ? ' dt-last-pin' : ''}`
}

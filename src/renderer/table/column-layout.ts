import {
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type ReactTable,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { usePreference } from '../actions/preferences.ts'
import type { Column } from './columns.tsx'
import { type ColumnHints, fitLayout, isLayout, startLayout, type TableLayout } from './saved-layout.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
})

type Features = typeof features

/** A column as it stands now: its width in pixels and, where pinned, how far from the left. */
export interface PlacedColumn<R> {
  readonly column: Column<R>
  readonly width: number
  readonly pinnedAt: number | null
}

export interface ColumnLayout<R> {
  readonly table: ReactTable<Features, object>
  /** Visible columns from left to right, pinned ones first. */
  readonly placed: readonly PlacedColumn<R>[]
  readonly isDense: boolean
  setDense(isDense: boolean): void
  /** Moves a column to stand before another one. */
  moveBefore(id: string, other: string): void
  reset(): void
  /** All of it stands, and all of it anew. */
  now: TableLayout
  apply(layout: TableLayout): void
}

const noRows: object[] = []

/**
 * Order, width, visibility and pinning of columns through TanStack Table's column features. Rows do not pass through it: the
 * server filters and sorts, and a model row per row would only cost memory.
 */
export function useColumnLayout<R>(columns: readonly Column<R>[], tableId: string): ColumnLayout<R> {
  const [saved, keep] = usePreference(`table.${tableId}`, isLayout)
  const [start] = useState(() => fitLayout(saved, columns))
  const [isDense, setDense] = useState(start.isDense)
  const defs = useMemo(() => columns.map(toDef), [columns])
  const table = useTable<Features, object>({
    features,
    columns: defs,
    data: noRows,
    columnResizeMode: 'onChange',
    initialState: toState(start),
  })
  const { columnOrder, columnPinning, columnVisibility, columnSizing } = table.state
  const now = useMemo((): TableLayout => {
    const hidden = columns.filter(({ id }) => columnVisibility[id] === false).map(({ id }) => id)
    return { order: columnOrder, hidden, pinned: columnPinning.start, widths: columnSizing, isDense }
  }, [columns, columnOrder, columnPinning, columnVisibility, columnSizing, isDense])
  const apply = (layout: TableLayout) => {
    const state = toState(layout)
    table.setColumnOrder(state.columnOrder)
    table.setColumnPinning(state.columnPinning)
    table.setColumnVisibility(state.columnVisibility)
    table.setColumnSizing(state.columnSizing)
    setDense(layout.isDense)
  }
  useSaved({ now, start, saved: saved, columns, keep, apply })

  // Cheap, and every state of the columns changes it.
  const placed = place(table, columns)
  const reset = () => apply(startLayout(columns))
  const moveBefore = (id: string, other: string) => table.setColumnOrder((order) => reorder(order, id, other))
  return { table, placed, isDense, setDense, moveBefore, reset, now, apply }
}

interface Keeping {
  now: TableLayout
  start: TableLayout
  saved: Partial<TableLayout> | null
  columns: readonly ColumnHints[]
  keep: (layout: TableLayout) => void
  apply: (layout: TableLayout) => void
}

/** Keeps what the user changes, and shows what comes from the server later than the first paint. */
function useSaved({ now, start, saved: kept, columns, keep, apply }: Keeping): void {
  const settled = useRef(JSON.stringify(start))
  const latest = useRef({ keep, apply })
  latest.current = { keep, apply }
  useEffect(() => {
    const text = JSON.stringify(now)
    if (text === settled.current) return
    settled.current = text
    latest.current.keep(now)
  }, [now])
  useEffect(() => {
    if (kept === null) return
    const fitted = fitLayout(kept, columns)
    const text = JSON.stringify(fitted)
    if (text === settled.current) return
    settled.current = text
    latest.current.apply(fitted)
  }, [kept, columns])
}

/** The list with `id` standing where `other` stood. */
export function reorder(order: readonly string[], id: string, other: string): string[] {
  const from = order.indexOf(id)
  const to = order.indexOf(other)
  if (from < 0 || to < 0 || from === to) return [...order]
  const rest = order.filter((name) => name !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

function toDef<R>(column: Column<R>): ColumnDef<Features, object> {
  return { id: column.id, size: column.width, minSize: 48, maxSize: 1_200, header: column.header }
}

function toState(layout: TableLayout) {
  return {
    columnOrder: layout.order,
    columnPinning: { start: layout.pinned, end: [] },
    columnVisibility: Object.fromEntries(layout.hidden.map((id) => [id, false])),
    columnSizing: layout.widths,
  }
}

function place<R>(table: ReactTable<Features, object>, columns: readonly Column<R>[]): PlacedColumn<R>[] {
  const byId = new Map(columns.map((column) => [column.id, column]))
  let pinnedAt = 0
  const visible = [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()]
  return visible.flatMap((tableColumn) => {
    const column = byId.get(tableColumn.id)
    if (!column) return []
    const width = tableColumn.getSize()
    const isPinned = tableColumn.getIsPinned() === 'start'
    const placedColumn = { column, width, pinnedAt: isPinned ? pinnedAt : null }
    if (isPinned) pinnedAt += width
    return [placedColumn]
  })
}

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

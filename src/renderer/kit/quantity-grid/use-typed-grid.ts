import { useCallback, useMemo, useRef } from 'react'
import { z } from 'zod'
import { type Typed, useTyped } from '../../forms/useTyped.ts'
import type { GridValues } from './grid-model.ts'

const cells = z.record(z.string(), z.record(z.string(), z.number().int().nonnegative()))

/** The numbers of a grid that are not what it began with. Layers that a cell did not begin with follow from others: nobody types them. */
export function typedCells(start: GridValues, values: GridValues): GridValues {
  const typed = Object.entries(values).flatMap(([cell, layers]) => {
    const before = start[cell]
    const own = Object.entries(layers).filter(
      ([layer, n]) => n !== (before?.[layer] ?? 0) && (before === undefined || layer in before),
    )
    return own.length > 0 ? [[cell, Object.fromEntries(own)] as const] : []
  })
  return Object.fromEntries(typed)
}

/** Lays typed values over the grid as it is now: cells that are gone are left out. */
export function laidOver(start: GridValues, typed: GridValues): GridValues {
  return Object.fromEntries(Object.entries(start).map(([cell, layers]) => [cell, { ...layers, ...typed[cell] }]))
}

/** A grid's numbers: only the cells that were typed in are kept as a draft, over whatever the record says by then. */
export function useTypedGrid(
  draft: string,
  start: GridValues,
  what?: string,
): Typed<GridValues> & { change: (values: GridValues) => void } {
  const { value: typed, change: keep, ...rest } = useTyped<GridValues>(draft, cells, {}, what)
  const value = useMemo(() => laidOver(start, typed), [start, typed])
  const latest = useRef({ start, value })
  latest.current = { start, value }
  const change = useCallback(
    (next: GridValues | ((now: GridValues) => GridValues)) => {
      const { start, value } = latest.current
      keep(typedCells(start, typeof next === 'function' ? next(value) : next))
    },
    [keep],
  )
  return { value, change, ...rest, isTyped: Object.keys(typedCells(start, typed)).length > 0 }
}

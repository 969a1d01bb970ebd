import { useCallback, useMemo, useRef, useState } from 'react'

export interface KeptRows<R> {
  rows: R[]
  /** These stay where they are, changed, though the list has moved on. */
  keep: (ids: readonly string[], change: (row: R) => R) => void
  /** These stand again where the list has them. */
  release: (ids: readonly string[]) => void
}

interface Kept<R> {
  row: R
  /** The row before it when it was decided on; null at the top. */
  after: string | null
}

/**
 * Rows that keep their places while somebody works through them: a row that was decided on stays where it was, so that nothing moves
 * under the pointer and the decision can be taken back there. Another filter, tab or order (`scope`) shows the list as it is.
 */
export function useKeptRows<R>(loaded: readonly R[], rowId: (row: R) => string, scope: string): KeptRows<R> {
  const [kept, setKept] = useState<{ scope: string; rows: ReadonlyMap<string, Kept<R>> }>({ scope, rows: new Map() })
  const now = kept.scope === scope ? kept.rows : none
  const rows = useMemo(() => placed(loaded, now as ReadonlyMap<string, Kept<R>>, rowId), [loaded, now, rowId])
  const latest = useRef(rows)
  latest.current = rows
  const keep = useCallback(
    (ids: readonly string[], change: (row: R) => R) => {
      const wanted = new Set(ids)
      setKept((old) => {
        const next = new Map(old.scope === scope ? old.rows : [])
        for (const [at, row] of latest.current.entries()) {
          const id = rowId(row)
          const before = latest.current[at - 1]
          if (wanted.has(id)) next.set(id, { row: change(row), after: before === undefined ? null : rowId(before) })
        }
        return { scope, rows: next }
      })
    },
    [scope, rowId],
  )
  const release = useCallback((ids: readonly string[]) => {
    setKept((old) => ({ ...old, rows: new Map([...old.rows].filter(([id]) => !ids.includes(id))) }))
  }, [])
  return { rows, keep, release }
}

const none: ReadonlyMap<string, Kept<unknown>> = new Map()

/** The loaded rows with the kept ones after the rows that they stood after; a kept one says what it became, whatever the list says. */
export function placed<R>(loaded: readonly R[], kept: ReadonlyMap<string, Kept<R>>, rowId: (row: R) => string): R[] {
  if (kept.size === 0) return [...loaded]
  const there = new Set(loaded.map(rowId))
  const following = Map.groupBy(
    [...kept].filter(([id]) => !there.has(id)),
    ([, { after }]) => after,
  )
  const rows: R[] = []
  const add = (after: string | null) => {
    const next = following.get(after) ?? []
    following.delete(after)
    for (const [id, { row }] of next) {
      rows.push(row)
      add(id)
    }
  }
  add(null)
  for (const row of loaded) {
    rows.push(kept.get(rowId(row))?.row ?? row)
    add(rowId(row))
  }
  // What it stood after is gone as well.
  for (const rest of [...following.values()]) for (const [, { row }] of rest) rows.push(row)
  return rows
}

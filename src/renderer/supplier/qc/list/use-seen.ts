import { useMemo, useRef } from 'react'
import type { Choice } from '../../../table/filters.ts'

/** What the rows of this visit had, as choices to filter by: a filter never takes its own choices away. */
export function useSeen<R>(rows: readonly R[], of: (row: R) => readonly Choice[], chosen: string): readonly Choice[] {
  const seen = useRef(new Map<string, Choice>())
  return useMemo(() => {
    for (const row of rows) for (const choice of of(row)) seen.current.set(choice.value, choice)
    if (chosen !== '' && !seen.current.has(chosen)) seen.current.set(chosen, { value: chosen, label: chosen })
    return [...seen.current.values()].sort((a, b) => a.label.localeCompare(b.label))
  }, [rows, of, chosen])
}

import { useCallback, useEffect, useMemo, useState } from 'react'
import { nothing, type Selection } from './selection.ts'

export interface RowSelection {
  /** What the list shows; when it changes, the choice is void. */
  scope: string
  selection: Selection
  set(change: (now: Selection) => Selection): void
  clear(): void
}

/** The chosen rows of a list. What was chosen under one filter must not be acted on under another, so `scope` resets it. */
export function useRowSelection(scope: string): RowSelection {
  const [selection, setSelection] = useState<Selection>(nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reset hangs on the scope alone.
  useEffect(() => setSelection(nothing), [scope])
  const set = useCallback((change: (now: Selection) => Selection) => setSelection(change), [])
  const clear = useCallback(() => setSelection(nothing), [])
  return useMemo(() => ({ scope, selection, set, clear }), [scope, selection, set, clear])
}

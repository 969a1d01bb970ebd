import { useCallback, useEffect, useMemo, useState } from 'react'
import { showToast } from '../kit/Toasts.tsx'
import { useLocale } from './words.ts'

/**
 * Which rows are chosen: some by id, or all that match the filter, seen or not. `anchor` is where a shift range starts.
 * Plain values: every change makes a new one.
 */
export type Selection =
  | { readonly mode: 'some'; readonly ids: ReadonlySet<string>; readonly anchor: string | null }
  | { readonly mode: 'all' }

export const nothing: Selection = { mode: 'some', ids: new Set(), anchor: null }

export function isSelected(selection: Selection, id: string): boolean {
  return selection.mode === 'all' || selection.ids.has(id)
}

export function isEmpty(selection: Selection): boolean {
  return selection.mode === 'some' && selection.ids.size === 0
}

/** How many are chosen; of "all that match" as many as the server said. */
export function countSelected(selection: Selection, total: number): number {
  return selection.mode === 'all' ? total : selection.ids.size
}

/** What is chosen by id. Taking one row out of "all that match" leaves the rows that were seen. */
function named(selection: Selection, loaded: readonly string[]): ReadonlySet<string> {
  return selection.mode === 'all' ? new Set(loaded) : selection.ids
}

export function toggle(selection: Selection, id: string, loaded: readonly string[]): Selection {
  const ids = new Set(named(selection, loaded))
  if (!ids.delete(id)) ids.add(id)
  return { mode: 'some', ids, anchor: id }
}

/** Chooses everything between the anchor and this row; without an anchor in sight, this row alone is added. */
export function extendTo(selection: Selection, id: string, loaded: readonly string[]): Selection {
  const anchor = selection.mode === 'some' ? selection.anchor : null
  const from = anchor === null ? -1 : loaded.indexOf(anchor)
  const to = loaded.indexOf(id)
  if (to < 0) return selection
  if (from < 0) return { mode: 'some', ids: new Set([...named(selection, loaded), id]), anchor: id }
  const range = loaded.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { mode: 'some', ids: new Set([...named(selection, loaded), ...range]), anchor }
}

/** The header's box: everything loaded, or nothing when that was chosen already. */
export function toggleLoaded(selection: Selection, loaded: readonly string[]): Selection {
  if (selection.mode === 'all' || areAllSelected(selection, loaded)) return nothing
  return { mode: 'some', ids: new Set([...selection.ids, ...loaded]), anchor: null }
}

export function areAllSelected(selection: Selection, loaded: readonly string[]): boolean {
  return loaded.length > 0 && loaded.every((id) => isSelected(selection, id))
}

export function selectAllMatching(): Selection {
  return { mode: 'all' }
}

export interface RowSelection {
  /** What the list shows; when it changes, the choice is void. */
  scope: string
  selection: Selection
  set(change: (now: Selection) => Selection): void
  clear(): void
}

/**
 * The chosen rows of a list. What was chosen under one filter must not be acted on under another, so `scope` resets it, and the reader is
 * told how many rows that were.
 */
export function useRowSelection(scope: string): RowSelection {
  const [chosen, choose] = useState({ scope, selection: nothing })
  // At once, not after the next drawing: in between, a press would act on what was chosen before.
  const selection = chosen.scope === scope ? chosen.selection : nothing
  const { t, number } = useLocale()
  useEffect(() => {
    if (chosen.scope === scope) return
    choose({ scope, selection: nothing })
    if (chosen.selection.mode === 'all' || chosen.selection.ids.size === 0) return
    showToast({
      tone: 'info',
      text: t('{{n}} chosen before are not chosen any more: the list shows others now.', {
        n: number(chosen.selection.ids.size),
      }),
    })
  }, [chosen, scope, t, number])
  const set = useCallback(
    (change: (now: Selection) => Selection) =>
      choose((now) => ({ scope, selection: change(now.scope === scope ? now.selection : nothing) })),
    [scope],
  )
  const clear = useCallback(() => choose({ scope, selection: nothing }), [scope])
  return useMemo(() => ({ scope, selection, set, clear }), [scope, selection, set, clear])
}

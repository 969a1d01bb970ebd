import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
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

/** The header's box: everything loaded, or none of it when that was chosen already. What is not shown stays as it is. */
export function toggleLoaded(selection: Selection, loaded: readonly string[]): Selection {
  if (selection.mode === 'all') return nothing
  if (areAllSelected(selection, loaded)) return without(selection, loaded)
  return { mode: 'some', ids: new Set([...selection.ids, ...loaded]), anchor: null }
}

export function areAllSelected(selection: Selection, loaded: readonly string[]): boolean {
  return loaded.length > 0 && loaded.every((id) => isSelected(selection, id))
}

/** Takes these rows out of those chosen by id; "all that match" stays as it is. */
export function without(selection: Selection, ids: readonly string[]): Selection {
  if (selection.mode === 'all') return selection
  const out = new Set(ids)
  return { ...selection, ids: new Set([...selection.ids].filter((id) => !out.has(id))) }
}

/** The rows chosen by id that are not among these: a search hides them, or they are on a later page. */
export function notShown(selection: Selection, loaded: readonly string[]): string[] {
  if (selection.mode === 'all') return []
  const shown = new Set(loaded)
  return [...selection.ids].filter((id) => !shown.has(id))
}

export function selectAllMatching(): Selection {
  return { mode: 'all' }
}

/** What is chosen, and the list in which it was. */
export interface Chosen {
  scope: string
  search: string
  selection: Selection
}

/**
 * What of a choice holds in the list as it is now. Rows chosen by id stay chosen over another search, which only hides them; under another
 * filter nothing does, and "all that match" would be others after a search.
 */
export function heldOver({ selection, ...before }: Chosen, now: Omit<Chosen, 'selection'>): Selection {
  if (before.scope !== now.scope) return nothing
  return selection.mode === 'all' && before.search !== now.search ? nothing : selection
}

export interface RowSelection {
  /** What the list shows, search and all. */
  scope: string
  selection: Selection
  set(change: (now: Selection) => Selection): void
  clear(): void
}

/**
 * The chosen rows of a list. What was chosen under one filter (`scope`) must not be acted on under another: it is void, and the reader is
 * told how many rows that were. A `search` hides chosen rows, and the list says how many.
 */
export function useRowSelection(scope: string, search = ''): RowSelection {
  const [chosen, choose] = useState<Chosen>({ scope, search, selection: nothing })
  // At once, not after the next drawing: in between, a press would act on what was chosen before.
  const selection = heldOver(chosen, { scope, search })
  const { plural } = useLocale()
  useEffect(() => {
    if (chosen.scope === scope && chosen.search === search) return
    choose({ scope, search, selection: heldOver(chosen, { scope, search }) })
    if (chosen.scope === scope || chosen.selection.mode === 'all' || chosen.selection.ids.size === 0) return
    showToast({
      tone: 'info',
      text: plural(
        chosen.selection.ids.size,
        '1 chosen before is not chosen any more: the list shows others now.',
        '{{n}} chosen before are not chosen any more: the list shows others now.',
      ),
    })
  }, [chosen, scope, search, plural])
  const set = useCallback(
    (change: (now: Selection) => Selection) =>
      choose((now) => ({ scope, search, selection: change(heldOver(now, { scope, search })) })),
    [scope, search],
  )
  const clear = useCallback(() => choose({ scope, search, selection: nothing }), [scope, search])
  return useMemo(() => ({ scope: `${scope} ${search}`, selection, set, clear }), [scope, search, selection, set, clear])
}

/** The rows of a list that are on screen. */
interface LoadedRows<R> {
  rows: readonly R[]
  hasMore: boolean
  isLoading: boolean
  isFetching: boolean
  isOld: boolean
  isError: boolean
}

/**
 * The chosen rows of a list, with those that it does not show as they were last seen; of "all that match" the loaded ones. A row that is
 * gone from the whole list is not chosen any more.
 */
export function useChosenRows<R>(
  { selection, set }: RowSelection,
  { rows, hasMore, isLoading, isFetching, isOld, isError }: LoadedRows<R>,
  rowId: (row: R) => string,
  search: string,
): R[] {
  const isWhole = search === '' && !hasMore
  const isUnsettled = isLoading || isFetching || isOld || isError
  const seen = useRef<ReadonlyMap<string, R>>(new Map())
  const chosen = useMemo(() => {
    const shown = rows.filter((row) => isSelected(selection, rowId(row)))
    const hidden = notShown(selection, shown.map(rowId)).flatMap((id) => seen.current.get(id) ?? [])
    return [...shown, ...hidden]
  }, [rows, selection, rowId])
  useEffect(() => {
    seen.current = new Map(chosen.map((row) => [rowId(row), row]))
    if (isUnsettled || !isWhole) return
    const there = new Set(rows.map(rowId))
    const gone = chosen.map(rowId).filter((id) => !there.has(id))
    if (gone.length > 0) set((now) => without(now, gone))
  }, [chosen, rows, isWhole, isUnsettled, rowId, set])
  return chosen
}

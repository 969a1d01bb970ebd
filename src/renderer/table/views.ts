import { type ColumnHints, fitLayout, type TableLayout } from './kept-layout.ts'
import { type AnyParams, readParams, writeParams } from './list-params.ts'

/** A saved view as the server gives it. */
export interface SavedView {
  id: string
  name: string
  search: string
  layout: Omit<TableLayout, 'isDense'> & { is_dense: boolean }
  is_shared: boolean
  is_own: boolean
  is_default: boolean
  may_change: boolean
  owner_name: string
  version: number
}

/** What the list shows as words of an address, always in the same order: filters, sort and tab, but no open row. */
export function viewSearch(params: AnyParams, search: string): string {
  const shown = Object.fromEntries(Object.entries(params).filter(([, param]) => !param.isPlace))
  return writeParams(shown, new URLSearchParams(), readParams(shown, new URLSearchParams(search))).toString()
}

export function layoutWire({ isDense, ...layout }: TableLayout): SavedView['layout'] {
  return { ...layout, is_dense: isDense }
}

export function layoutOf({ is_dense, ...layout }: SavedView['layout']): TableLayout {
  return { ...layout, isDense: is_dense }
}

export interface ReadView {
  /** Words that still mean something. */
  search: string
  layout: TableLayout
  /** Columns and filters that the view names and that are not there any more. */
  missing: string[]
}

/** A view brought up to date: it opens with what is left of it, and says what is not. */
export function readView(
  view: Pick<SavedView, 'search' | 'layout'>,
  params: AnyParams,
  columns: readonly ColumnHints[],
): ReadView {
  const search = viewSearch(params, view.search)
  const left = new URLSearchParams(search)
  const gone = [...new URLSearchParams(view.search)].flatMap(([key, word]) =>
    isKept(word, left.get(key), params[key]?.fallback) ? [] : [key],
  )
  const ids = new Set(columns.map(({ id }) => id))
  const lost = view.layout.order.filter((id) => !ids.has(id))
  return { search, layout: fitLayout(layoutOf(view.layout), columns), missing: [...new Set([...lost, ...gone])] }
}

/** `a,b` that reads as `a` has lost one; a word that says the default is written as nothing. */
function isKept(word: string, now: string | null, fallback: unknown): boolean {
  if (now === null) return word === String(fallback)
  return word.split(',').every((part) => now.split(',').includes(part)) || word.trim() === now
}

/** Whether list and columns stand otherwise than the view says. */
export function isChanged(view: ReadView, search: string, layout: TableLayout): boolean {
  return view.search !== search || plain(view.layout) !== plain(layout)
}

/** One text for layouts that look the same. */
function plain({ order, hidden, pinned, widths, isDense }: TableLayout): string {
  const sorted = Object.entries(widths).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([order, [...hidden].sort(), pinned, sorted, isDense])
}

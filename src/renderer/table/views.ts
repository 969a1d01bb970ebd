import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListName } from '../../shared/areas.ts'
import { useAction } from '../actions/useAction.ts'
import { useAnswer } from '../actions/useRows.ts'
import { api, type CallOptions } from '../api/client.ts'
import { type AnyParams, isBare, type ListState, readParams, writeParams } from './list-state.ts'
import { type ColumnHints, fitLayout, type TableLayout } from './saved-layout.ts'

const refresh = ['frame.getViews'] as const

export type ViewChange = Partial<Pick<SavedView, 'name' | 'search' | 'layout' | 'is_shared'>> & { is_deleted?: boolean }

const none: SavedView[] = []

/** The saved views of a list and what can be done with them; each action says its outcome by a toast. */
export function useViews(list: ListName) {
  const { t } = useTranslation()
  const found = useAnswer('frame.getViews', { list })
  const change = async ({ view, ...change }: { view: SavedView } & ViewChange, options: CallOptions) =>
    (await api.frame.changeView({ view_id: view.id, version: view.version, ...change }, options)).data.view
  const save = useAction(
    async (wish: Pick<SavedView, 'name' | 'search' | 'layout' | 'is_shared'>, options) =>
      (await api.frame.createView({ list, ...wish }, options)).data.view,
    { done: ({ name }) => t('View “{{name}}” saved', { name }), refresh },
  )
  const update = useAction(change, { done: ({ name }) => t('View “{{name}}” saved', { name }), refresh })
  const remove = useAction((view: SavedView, options: CallOptions) => change({ view, is_deleted: true }, options), {
    done: ({ name }) => t('View “{{name}}” deleted', { name }),
    undo: (gone, _, options) => change({ view: gone, is_deleted: false }, options),
    refresh,
  })
  const setDefault = useAction(
    (view: SavedView | null, options: CallOptions) =>
      api.frame.setDefaultView({ list, view_id: view?.id ?? null }, options),
    {
      done: (_, view) =>
        view ? t('The list opens with “{{name}}”', { name: view.name }) : t('The list opens as it comes'),
      refresh,
    },
  )
  const views: readonly SavedView[] = found.data?.views ?? none
  return useMemo(
    () => ({ views, isKnown: found.data !== undefined, save, update, remove, setDefault }),
    [views, found.data, save, update, remove, setDefault],
  )
}

export type Views = ReturnType<typeof useViews>

/** Milliseconds that the first rows wait for the views: a slow server must not hold them back. */
const debounceMs = 1_000

/**
 * False while the list may still open with its default view: rows loaded before would be shown for a moment without it.
 * For `enabled` of the list's rows.
 */
export function useKnowsView(list: ListName, address: ListState<AnyParams>, hasViews = true): boolean {
  const { data, isError } = useAnswer('frame.getViews', { list }, { enabled: hasViews })
  const [isWaiting, setWaiting] = useState(() => hasViews && isBare(address))
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), debounceMs)
    return () => clearTimeout(timer)
  }, [])
  // The menu of views opens the default one, which the address then names.
  const opensView = data === undefined ? !isError : data.views.some(({ is_default }) => is_default)
  return !isWaiting || !isBare(address) || !opensView
}

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
    isSaved(word, left.get(key), params[key]?.fallback) ? [] : [key],
  )
  const ids = new Set(columns.map(({ id }) => id))
  const lost = view.layout.order.filter((id) => !ids.has(id))
  return { search, layout: fitLayout(layoutOf(view.layout), columns), missing: [...new Set([...lost, ...gone])] }
}

/** `a,b` that reads as `a` has lost one; a word that says the default is written as nothing. */
function isSaved(word: string, now: string | null, fallback: unknown): boolean {
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

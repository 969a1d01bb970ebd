import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListName } from '../../shared/domain/lists.ts'
import { useAction } from '../actions/useAction.ts'
import { useAnswer } from '../actions/useRows.ts'
import { api, type CallOptions } from '../api/client.ts'
import type { AnyParams } from './list-params.ts'
import { isBare, type ListState } from './use-list-state.ts'
import type { SavedView } from './views.ts'

const refresh = ['house.getViews']

export type ViewChange = Partial<Pick<SavedView, 'name' | 'search' | 'layout' | 'is_shared'>> & { is_deleted?: boolean }

const none: SavedView[] = []

/** The saved views of a list and what can be done with them; each action says its outcome by a toast. */
export function useViews(list: ListName) {
  const { t } = useTranslation()
  const found = useAnswer('house.getViews', { list })
  const change = async ({ view, ...change }: { view: SavedView } & ViewChange, options: CallOptions) =>
    (await api.house.changeView({ view_id: view.id, version: view.version, ...change }, options)).data.view
  const save = useAction(
    async (wish: Pick<SavedView, 'name' | 'search' | 'layout' | 'is_shared'>, options) =>
      (await api.house.createView({ list, ...wish }, options)).data.view,
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
      api.house.setDefaultView({ list, view_id: view?.id ?? null }, options),
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
const patience = 1_000

/**
 * False while the list may still open with its default view: rows loaded before would be shown for a moment without it.
 * For `enabled` of the list's rows.
 */
export function useKnowsView(list: ListName, address: ListState<AnyParams>): boolean {
  const { data, isError } = useAnswer('house.getViews', { list })
  const [isWaiting, setWaiting] = useState(() => isBare(address))
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), patience)
    return () => clearTimeout(timer)
  }, [])
  // The menu of views opens the default one, which the address then names.
  const opensView = data === undefined ? !isError : data.views.some(({ is_default }) => is_default)
  return !isWaiting || !isBare(address) || !opensView
}

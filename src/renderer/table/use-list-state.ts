import { useCallback, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type AnyParams, readParams, type StateOf, writeParams } from './list-params.ts'

/** The word of the address that names the saved view. */
export const viewWord = 'saved'

export interface ListState<P extends AnyParams> {
  params: P
  state: StateOf<P>
  /** The address as it stands, without its question mark. */
  search: string
  /** Changes words of the address; pushing makes the change one step of Back. */
  set(change: Partial<StateOf<P>>, how?: 'replace' | 'push'): void
  /** Takes the words of a saved view (`viewId` names it) in place of all that the list shows now; a null id names none. */
  open(words: string, viewId: string | null, how?: 'replace' | 'push'): void
}

/** The address says nothing of what the list shows: it opens with its default view, if there is one. */
export function isBare({ params, search }: Pick<ListState<AnyParams>, 'params' | 'search'>): boolean {
  const words = new URLSearchParams(search)
  return !words.has(viewWord) && Object.keys(params).every((key) => !words.has(key))
}

/** Filters, sort, tab and open row of a list, kept in the address so that a link or F5 shows the same. `params` must be a constant. */
export function useListState<P extends AnyParams>(params: P): ListState<P> {
  const [search, setSearch] = useSearchParams()
  // The router's own functional update reads the address of the last render: two changes in one tick would lose the first.
  const latest = useRef(search)
  latest.current = search
  const text = search.toString()
  const state = useMemo(() => readParams(params, new URLSearchParams(text)), [params, text])
  const set = useCallback(
    (change: Partial<StateOf<P>>, how: 'replace' | 'push' = 'replace') => {
      const next = writeParams(params, latest.current, change)
      latest.current = next
      setSearch(next, { replace: how === 'replace' })
    },
    [params, setSearch],
  )
  const open = useCallback(
    (words: string, viewId: string | null, how: 'replace' | 'push' = 'push') => {
      const next = new URLSearchParams(latest.current)
      for (const key of Object.keys(params)) next.delete(key)
      for (const [key, word] of new URLSearchParams(words)) if (params[key]) next.set(key, word)
      if (viewId === null) next.delete(viewWord)
      else next.set(viewWord, viewId)
      latest.current = next
      setSearch(next, { replace: how === 'replace' })
    },
    [params, setSearch],
  )
  return { params, state, search: text, set, open }
}

import { useCallback, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

/** One search parameter of a list's address: how it is read and written. A default is written as nothing. */
export interface Param<T> {
  readonly fallback: T
  read(raw: string | null): T
  write(value: T): string | null
  /** Where somebody is in the list (an open row), not what the list shows: no part of a saved view. */
  readonly isPlace?: true
  /** What the list's call names it; a word without one is no filter. */
  readonly asks?: string
  /** As the call takes it, where that is not as the address reads it. */
  give?(value: T): unknown
}

/** The word fills this part of the call's input: `filterBy('supplier_id', textParam())`. */
export function filterBy<T>(asks: string, param: Param<T>, give?: (value: T) => unknown): Param<T> {
  return { ...param, asks, ...(give && { give }) }
}

/** What the address asks of the list's call: words that stand at their default ask nothing. */
export function askedOf<P extends AnyParams>(
  params: P,
  state: StateOf<P>,
  only: readonly (keyof P & string)[] = Object.keys(params),
): Record<string, unknown> {
  return Object.fromEntries(
    only.flatMap((key) => {
      const param = params[key]
      if (param?.asks === undefined || param.write(state[key]) === null) return []
      const value: unknown = state[key]
      return [[param.asks, param.give ? param.give(value) : Array.isArray(value) ? [...value] : value]]
    }),
  )
}

/** Whether the address asks something that is not among the `words` that a list asks by. */
export function asksBeyond<P extends AnyParams>(
  params: P,
  state: StateOf<P>,
  words: readonly (keyof P & string)[],
): boolean {
  const others = Object.keys(params).filter((key) => !words.includes(key))
  return Object.keys(askedOf(params, state, others)).length > 0
}

/** Methods compare loosely, so a Param of any type is one of unknown. */
export type AnyParams = Readonly<Record<string, Param<unknown>>>

export type StateOf<P extends AnyParams> = { readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never }

export function textParam(): Param<string> {
  return { fallback: '', read: (raw) => raw?.trim() ?? '', write: (value) => value.trim() || null }
}

/** The open row, or the part of it that is looked at. */
export function placeParam<T>(param: Param<T>): Param<T> {
  return { ...param, isPlace: true }
}

export function flagParam(): Param<boolean> {
  return { fallback: false, read: (raw) => raw === '1', write: (value) => (value ? '1' : null) }
}

/** A calendar day `yyyy-mm-dd`; anything else in the address reads as none. */
export function dayParam(): Param<string> {
  const isDay = (raw: string) => /^\d{4}-\d{2}-\d{2}$/.test(raw) && !Number.isNaN(Date.parse(raw))
  return {
    fallback: '',
    read: (raw) => (raw && isDay(raw) ? raw : ''),
    write: (value) => (isDay(value) ? value : null),
  }
}

export function oneOfParam<const V extends string>(values: readonly V[], fallback: V): Param<V> {
  return {
    fallback,
    read: (raw) => values.find((value) => value === raw) ?? fallback,
    write: (value) => (value === fallback ? null : value),
  }
}

/** Several of a known set, comma separated; unknown words of an old bookmark are left out. */
export function manyOfParam<const V extends string>(values: readonly V[]): Param<readonly V[]> {
  return {
    fallback: [],
    read: (raw) => {
      const named = new Set(raw?.split(',') ?? [])
      return values.filter((value) => named.has(value))
    },
    write: (chosen) => values.filter((value) => chosen.includes(value)).join(',') || null,
  }
}

/** Codes of rows, comma separated. */
export function codesParam(): Param<readonly string[]> {
  return {
    fallback: [],
    read: (raw) => [...new Set(raw?.split(',').filter((code) => /^[\w-]{1,40}$/.test(code)))].slice(0, 500),
    write: (codes) => codes.join(',') || null,
  }
}

export function readParams<P extends AnyParams>(params: P, search: URLSearchParams): StateOf<P> {
  const entries = Object.entries(params).map(([key, param]) => [key, param.read(search.get(key))] as const)
  return Object.fromEntries(entries) as StateOf<P>
}

/** The address after a change; words that belong to others in it stay. The search given is not changed. */
export function writeParams<P extends AnyParams>(
  params: P,
  search: URLSearchParams,
  change: Partial<StateOf<P>>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [key, value] of Object.entries(change)) {
    const written = value === undefined ? null : (params[key]?.write(value) ?? null)
    if (written === null) next.delete(key)
    else next.set(key, written)
  }
  return next
}

/** Whether any of these words differs from its default: then an empty list says "nothing matches", not "nothing yet". */
export function differs<P extends AnyParams>(
  params: P,
  state: StateOf<P>,
  keys: readonly (keyof P & string)[],
): boolean {
  return keys.some((key) => {
    const param = params[key]
    return param !== undefined && param.write(state[key]) !== param.write(param.fallback)
  })
}

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
  const drawn = useRef(text)
  drawn.current = text
  /** Nor may a change undo a navigation that is not drawn yet: the press of a tab on a slow machine. */
  const current = useCallback(() => {
    const there = new URLSearchParams(window.location.search)
    return there.toString() === drawn.current ? latest.current : there
  }, [])
  const state = useMemo(() => readParams(params, new URLSearchParams(text)), [params, text])
  const set = useCallback(
    (change: Partial<StateOf<P>>, how: 'replace' | 'push' = 'replace') => {
      const next = writeParams(params, current(), change)
      latest.current = next
      setSearch(next, { replace: how === 'replace' })
    },
    [params, setSearch, current],
  )
  const open = useCallback(
    (words: string, viewId: string | null, how: 'replace' | 'push' = 'push') => {
      const next = new URLSearchParams(current())
      for (const key of Object.keys(params)) next.delete(key)
      for (const [key, word] of new URLSearchParams(words)) if (params[key]) next.set(key, word)
      if (viewId === null) next.delete(viewWord)
      else next.set(viewWord, viewId)
      latest.current = next
      setSearch(next, { replace: how === 'replace' })
    },
    [params, setSearch, current],
  )
  return { params, state, search: text, set, open }
}

/** The words of an address that hold a value of type T. */
type KeyFor<P extends AnyParams, T> = { [K in keyof P & string]: StateOf<P>[K] extends T ? K : never }[keyof P & string]

export interface Choice {
  value: string
  /** In the reader's language. */
  label: string
  count?: number | undefined
  /** Beside the label and quieter, for instance the name to a code. */
  hint?: string
  /** Its tooltip. */
  title?: string
}

/** Choices that are too many to be had at once: who shows them asks, when it opens and for what is typed. */
export interface ChoiceSearch {
  ask: (text: string) => void
  isLoading: boolean
  isFailed: boolean
  /** More match than there are choices. */
  hasMore: boolean
}

export type Filter<P extends AnyParams> =
  | { kind: 'search'; key: KeyFor<P, string>; placeholder: string }
  | { kind: 'choice'; key: KeyFor<P, string>; label: string; choices: readonly Choice[]; search?: ChoiceSearch }
  | { kind: 'choices'; key: KeyFor<P, readonly string[]>; label: string; choices: readonly Choice[] }
  | { kind: 'dates'; from: KeyFor<P, string>; to: KeyFor<P, string>; label: string }
  | { kind: 'flag'; key: KeyFor<P, boolean>; label: string; title?: string }

/** Free words; `/` goes to it. */
export function searchFilter<P extends AnyParams>(key: KeyFor<P, string>, placeholder: string): Filter<P> {
  return { kind: 'search', key, placeholder }
}

/** One of a list, or all of them. With `search` the list is the server's, which looks for what is typed. */
export function choiceFilter<P extends AnyParams>(
  key: KeyFor<P, string>,
  label: string,
  choices: readonly Choice[],
  search?: ChoiceSearch,
): Filter<P> {
  return { kind: 'choice', key, label, choices, ...(search && { search }) }
}

/** Several of a list. */
export function choicesFilter<P extends AnyParams>(
  key: KeyFor<P, readonly string[]>,
  label: string,
  choices: readonly Choice[],
): Filter<P> {
  return { kind: 'choices', key, label, choices }
}

/** From a day to a day, both included, either open. */
export function datesFilter<P extends AnyParams>(
  from: KeyFor<P, string>,
  to: KeyFor<P, string>,
  label: string,
): Filter<P> {
  return { kind: 'dates', from, to, label }
}

export function flagFilter<P extends AnyParams>(key: KeyFor<P, boolean>, label: string, title?: string): Filter<P> {
  return { kind: 'flag', key, label, ...(title && { title }) }
}

/** The words of the address that a filter changes. */
export function filterKeys<P extends AnyParams>(filter: Filter<P>): (keyof P & string)[] {
  return filter.kind === 'dates' ? [filter.from, filter.to] : [filter.key]
}

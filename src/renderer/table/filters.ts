import type { AnyParams, StateOf } from './list-params.ts'

/** The words of an address that hold a value of type T. */
type KeyFor<P extends AnyParams, T> = { [K in keyof P & string]: StateOf<P>[K] extends T ? K : never }[keyof P & string]

export interface Choice {
  value: string
  /** In the reader's language. */
  label: string
  count?: number | undefined
  /** Beside the label and quieter, for instance the name to a code. */
  hint?: string
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
  | { kind: 'flag'; key: KeyFor<P, boolean>; label: string }

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

export function flagFilter<P extends AnyParams>(key: KeyFor<P, boolean>, label: string): Filter<P> {
  return { kind: 'flag', key, label }
}

/** The words of the address that a filter changes. */
export function filterKeys<P extends AnyParams>(filter: Filter<P>): (keyof P & string)[] {
  return filter.kind === 'dates' ? [filter.from, filter.to] : [filter.key]
}

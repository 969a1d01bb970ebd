import { useState } from 'react'
import type { Locale } from '../table/words.ts'
import type { ShownField } from './shown-field.ts'

type Direction = 'ascending' | 'descending'

export const sortMarks: Readonly<Record<Direction | 'none', string>> = { ascending: '▴', descending: '▾', none: '' }

/**
 * The order of a short table that its headers sort: `first` names the field, with a minus in front descending; without it the
 * table is not sorted. Numbers begin with the largest when a header is pressed. What has no value is always last.
 */
export function useSorting<R>(fields: readonly ShownField<R>[], first: string | undefined) {
  const [sort, setSort] = useState({ id: first?.replace(/^-/, ''), isDescending: first?.startsWith('-') ?? false })
  const now: Direction = sort.isDescending ? 'descending' : 'ascending'
  const by = fields.find(({ id }) => id === sort.id)
  return {
    /** undefined where it does not sort. */
    stateOf: (field: ShownField<R>) => (first && sortedBy(field) ? (field.id === sort.id ? now : 'none') : undefined),
    press: ({ id, kind }: ShownField<R>) =>
      setSort({ id, isDescending: id === sort.id ? !sort.isDescending : numbers.has(kind) }),
    sorted(rows: readonly R[], words: Locale): readonly R[] {
      const value = by && sortedBy(by)
      if (!value) return rows
      return rows.toSorted((a, b) => compare(value(a, words), value(b, words), sort.isDescending))
    },
  }
}

const numbers = new Set<string | undefined>(['pieces', 'count', 'grams', 'kilograms', 'share'])

type Value<R> = (row: R, words: Locale) => unknown

function sortedBy<R>(field: ShownField<R>): Value<R> | undefined {
  if (field.by) return field.by
  if (field.kind === 'word') return (row, words) => words.t(field.of(row, words) ?? '')
  const isElement = field.kind === 'part' || field.kind === 'end' || field.kind === 'money' || field.kind === 'words'
  return isElement ? undefined : field.of
}

function compare(a: unknown, b: unknown, isDescending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
  return isDescending ? -order : order
}

import { type KindName, kindNames, recordKinds } from '../../../shared/areas/data/kinds.ts'
import {
  columnOf,
  type RecordKind,
  type RecordRow,
  type Reference,
  recordKey,
} from '../../../shared/areas/data/record-kind.ts'
import type { CallInput } from '../../actions/calls.ts'
import type { Pictured } from '../../pictures/StylePicture.tsx'
import {
  filterBy,
  flagParam,
  type ListState,
  oneOfParam,
  placeParam,
  type StateOf,
  textParam,
} from '../../table/list-state.ts'

/** One kind, or the overview of all. */
export type Chosen = KindName | 'all'

/** Bring a file of the kind in, or make a record by hand. */
export type Wanted = 'import' | 'new'

/** Which kind the address names. Apart from the list's own words: a saved view is of one kind already. */
export const kindParams = { kind: oneOfParam<Chosen>(['all', ...kindNames], 'all') }

/** What the address says of a kind's list: `code` narrows it to what names that code in the column `by`. */
export const recordsParams = {
  search: filterBy('search', textParam()),
  tab: oneOfParam(['active', 'retired', 'all'], 'active'),
  by: textParam(),
  code: textParam(),
  sort: oneOfParam(['key'], 'key'),
  desc: flagParam(),
  record: placeParam(textParam()),
  /** What a link wants done at once. */
  do: placeParam(oneOfParam<'' | Wanted>(['', 'import', 'new'], '')),
  /** `all`, or the id of one. */
  imports: placeParam(textParam()),
}

export type RecordsAddress = ListState<typeof recordsParams>

/** The column that the list is narrowed by: the one that a link named, otherwise the first that names another record. */
export function narrowedBy(kind: RecordKind, by: string): string | undefined {
  return by in kind.refs ? by : Object.keys(kind.refs)[0]
}

/** What the address asks beside its filters. */
export function alsoAsked(kind: RecordKind<KindName>, state: StateOf<typeof recordsParams>) {
  const column = narrowedBy(kind, state.by)
  const by = state.code && column ? { by: { column, code: state.code } } : {}
  return { kind: kind.kind, ...by } satisfies Partial<CallInput<'data.getRecords'>>
}

/** The address of a kind, of one of its records, or of those that name a code. */
export function recordsAddress(
  kind: Chosen,
  words: { record?: string; by?: string; code?: string; tab?: string; do?: Wanted } = {},
): string {
  return `/ops/records?${new URLSearchParams({ kind, ...words })}`
}

/** Where the record of this code is: itself, or the list of its rows where several make it up (a size set's sizes). */
export function referenceAddress(to: RecordKind<KindName>, code: string): string {
  if (to.key.length === 1) return recordsAddress(to.kind, { record: recordKey(to, { [String(to.key[0])]: code }) })
  return `${recordsAddress(to.kind)}&${new URLSearchParams({ search: code })}`
}

/** The kinds whose records may name this record, and in which column. */
export function namedIn(
  kind: RecordKind,
  { values }: Pick<RecordRow, 'values'>,
): { kind: RecordKind<KindName>; by: string }[] {
  if (kind.key.length > 1) return []
  const fits = ({ kind: of, where = {} }: Reference) =>
    of === kind.kind && Object.entries(where).every(([column, is]) => values[column] === is)
  return recordKinds.flatMap((other) =>
    Object.entries(other.refs).flatMap(([by, ref]) => (fits(ref) ? [{ kind: other, by }] : [])),
  )
}

/** How a record is called: its key, what is chosen from a few by its word. */
export function titleOf(
  kind: RecordKind,
  { values }: Pick<RecordRow, 'values'>,
  t: (english: string) => string,
): string {
  const said = (column: string) => {
    const value = values[column] ?? null
    if (value === null) return []
    const described = columnOf(kind, column)
    const chosen = described.kind === 'choice' ? described.choices[String(value)] : undefined
    return [chosen ? t(chosen.en) : String(value)]
  }
  return kind.key.flatMap(said).join(' · ')
}

/** Its name in either language, where its kind has one. */
export function nameOf({ values }: Pick<RecordRow, 'values'>, name: (english: string, chinese: string) => string) {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return name(text(values.name), text(values.name_zh))
}

/** What the picture of a style's, or an SKU's, record is of. */
export function picturedOf({ picture, values }: RecordRow): Pictured {
  const text = (column: string) => String(values[column] ?? '')
  const of = { picture, style_id: text('style'), style_name: text('name'), style_name_zh: text('name_zh') }
  return values.color ? { ...of, color: text('color') } : of
}

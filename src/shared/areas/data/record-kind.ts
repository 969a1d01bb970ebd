import type { Field } from '../../kernel/field.ts'
import { fields } from '../../kernel/field.ts'
import { type List, list } from '../../kernel/list.ts'
import {
  type CellValue,
  CLEARED,
  column,
  type Header,
  type Sheet,
  type SheetColumn,
  sheet,
} from '../../kernel/sheet.ts'

/** A record of any kind: its values by the columns of its kind. What a column of money holds is a price. */
export type RecordValues = Readonly<Record<string, CellValue>>

export interface RecordRow {
  /** Of its key (`recordKey`). */
  id: string
  values: RecordValues
  is_retired: boolean
  version: number
  /** Of the style, or of the SKU in its colour; null of other kinds, and where there is none. */
  picture: string | null
}

/** Which kind of record a column names, by its code. */
export interface Reference {
  readonly kind: string
  /** Only records whose column says so: a shop is a site whose kind is `shop`. */
  readonly where?: Readonly<Record<string, string>>
}

/**
 * A kind of record, described once. List, drawer, form, template, export, import and API are made of it; how it is stored is
 * said beside it on the server (`server/areas/data/stores.ts`).
 */
export interface RecordKind<N extends string = string> {
  readonly kind: N
  /** English, and keys of their translations: one of them, several, and what they are for. */
  readonly one: string
  readonly many: string
  readonly about: string
  readonly icon: string
  readonly sheet: Sheet
  /** What its sheet may be called in a workbook of all kinds. */
  readonly sheetName: Header
  /** The columns that tell one from another. */
  readonly key: readonly string[]
  /** What columns of the key mean where they are left empty. */
  readonly usual: RecordValues
  /** Columns that must be filled when a record is new; of one that is there an empty cell leaves the value alone. */
  readonly needed: readonly string[]
  readonly refs: Readonly<Record<string, Reference>>
  /** Columns that files alone have: what an export says of a record, and nobody types. */
  readonly fileOnly: readonly string[]
  /** Columns that a list shows before its user chooses. */
  readonly shown: readonly string[]
  /** Rows that one file may have. */
  readonly mostRows: number
  /** Millions of records: they stand in the order of their table, and nobody sorts them. */
  readonly isLarge: boolean
  /** Can be taken out of use and back. Others are only changed. */
  readonly retires: boolean
  /** Rows of its sample. */
  readonly examples: readonly RecordValues[]
}

type Columns = Parameters<typeof sheet>[0]['columns']

interface Described<C extends Columns> {
  one: string
  many: string
  about: string
  icon: string
  /** The sheet's name, in both languages. */
  name: Header
  columns: C
  key: readonly (keyof C & string)[]
  usual?: Partial<Record<keyof C & string, CellValue>>
  needed?: readonly (keyof C & string)[]
  refs?: { readonly [K in keyof C & string]?: Reference }
  hidden?: readonly (keyof C & string)[]
  fileOnly?: readonly (keyof C & string)[]
  mostRows?: number
  isLarge?: boolean
  retires?: boolean
  /** Its rows may have pictures: of the style, or of the SKU's colour. */
  pictures?: boolean
  examples: readonly Partial<Record<keyof C & string, CellValue>>[]
}

/** Bytes of a file of records: a million rows of sales. */
export const mostFileBytes = 90 * 1024 * 1024

/** Rows of one file, unless the kind says otherwise. */
const MOST_ROWS = 200_000

/** Kinds whose records people call by name, where another record names them. */
export const namedKinds = ['sites', 'vendors'] as const

const isNamedKind = (kind: string | undefined): boolean => namedKinds.some((one) => one === kind)

/** The column of every kind whose records are taken out of use: by it a file retires them, and a whole export keeps them so. */
export const RETIRED = 'is_retired'

const retired = column.yesNo('Retired', '已停用', { also: ['Out of use', '停用'] })

/** The column in which rows have their picture. */
const picture: Header = { en: 'Picture', zh: '图片' }

export function recordKind<const N extends string, const C extends Columns>(
  kind: N,
  {
    name,
    columns,
    key,
    usual = {},
    needed = [],
    refs,
    hidden = [],
    fileOnly = [],
    mostRows = MOST_ROWS,
    isLarge = false,
    retires = true,
    pictures = false,
    ...rest
  }: Described<C>,
): RecordKind<N> {
  const own = Object.entries<Columns[string]>(columns).map(([id, made]) => [
    id,
    made.kind === 'code' && isNamedKind((refs as RecordKind['refs'] | undefined)?.[id]?.kind)
      ? { ...made, isNamed: true }
      : made,
  ])
  const described = sheet<Columns>({
    ...{ name: name.en, noRows: 'The sheet has no rows.', key, clears: true, ...(pictures && { pictures: picture }) },
    columns: { ...(Object.fromEntries(own) as Columns), ...(retires && { [RETIRED]: retired }) },
  })
  return {
    ...rest,
    kind,
    sheet: described as Sheet,
    sheetName: name,
    key,
    usual: usual as RecordValues,
    needed: [...key, ...needed],
    refs: (refs ?? {}) as Readonly<Record<string, Reference>>,
    shown: described.columns
      .map(({ key: id }) => id)
      .filter((id) => id !== RETIRED && ![...hidden, ...fileOnly].includes(id)),
    fileOnly,
    mostRows,
    isLarge,
    retires,
    examples: rest.examples as readonly RecordValues[],
  }
}

/** What a form asks for: what files alone say is left out, and a record is taken out of use by a button of its own. */
export function formColumns({ sheet: { columns }, fileOnly }: RecordKind): readonly SheetColumn[] {
  return columns.filter(({ key }) => key !== RETIRED && !fileOnly.includes(key))
}

export function columnOf({ sheet: { columns } }: RecordKind, key: string): SheetColumn {
  const found = columns.find((one) => one.key === key)
  if (!found) throw new TypeError(`no column ${key}`)
  return found
}

/** What people read of its columns: their headers and choices, in both languages. */
export function labelsOf({ sheet: { columns, pictures } }: RecordKind): Header[] {
  const named = columns.flatMap((one) => [one.header, ...(one.kind === 'choice' ? Object.values(one.choices) : [])])
  return pictures ? [...named, pictures] : named
}

/** Values with a whole key: of two rows that mean one record in different words both have the same. */
export function keyed<V extends RecordValues>({ key, usual }: Pick<RecordKind, 'key' | 'usual'>, values: V): V {
  const open = key.filter((column) => (values[column] ?? null) === null || values[column] === CLEARED)
  if (open.length === 0) return values
  return { ...values, ...Object.fromEntries(open.map((column) => [column, usual[column] ?? null])) }
}

/** What names a record in addresses and calls: the values of its key, so that `A/B` and `~` in them mean nothing. */
export function recordKey({ key }: Pick<RecordKind, 'key'>, values: RecordValues): string {
  return key.map((column) => encodeURIComponent(String(values[column] ?? '')).replaceAll('~', '%7E')).join('~')
}

/** The values of a key; null for text that is none. */
export function keyValues({ key }: Pick<RecordKind, 'key'>, id: string): Record<string, string> | null {
  const parts = id.split('~')
  if (parts.length !== key.length) return null
  try {
    return Object.fromEntries(key.map((column, at) => [column, decodeURIComponent(parts[at] ?? '')]))
  } catch {
    return null
  }
}

const f = fields<RecordRow>()

/** A column of its sheet as people read it elsewhere. */
function fieldOf({ key, header: { en }, ...column }: SheetColumn, kind: RecordKind): Field<RecordRow> {
  const looks = {
    ...(kind.key[0] === key && { pinned: true, ...(!kind.isLarge && { sort: 'key' }) }),
    ...(!kind.shown.includes(key) && { hidden: true }),
  }
  const text = (row: RecordRow) => {
    const value = row.values[key] ?? null
    return value === null ? null : String(value)
  }
  const number = (row: RecordRow) => {
    const value = row.values[key] ?? null
    return typeof value === 'number' ? value : null
  }
  switch (column.kind) {
    case 'quantity':
      return f.count(key, en, number, looks)
    case 'decimal':
      return f.number(key, en, number, { ...looks, digits: 3 })
    case 'money':
      return f.money(key, en, (row) => (row.values[key] ?? null) as { minor: number; currency: string } | null, looks)
    case 'date':
      return f.day(key, en, text, looks)
    case 'yesNo':
      return f.word(key, en, (row) => yesOrNo(row.values[key] ?? null), { ...looks, words: ['Yes', 'No'] })
    case 'choice': {
      const words = Object.fromEntries(Object.entries(column.choices).map(([code, header]) => [code, header.en]))
      return f.word(key, en, (row) => words[text(row) ?? ''] ?? null, { ...looks, words: Object.values(words) })
    }
    case 'code':
      return f.code(key, en, text, looks)
    default:
      return f.text(key, en, text, looks)
  }
}

function yesOrNo(value: CellValue): string | null {
  if (value === null) return null
  return value === true ? 'Yes' : 'No'
}

/** Its list, as all lists are described. */
export function recordList<N extends string>(kind: RecordKind<N>): List<RecordRow, `records-${N}`> {
  return list({
    name: `records-${kind.kind}`,
    rowId: (row) => row.id,
    fields: kind.sheet.columns.map((column) => fieldOf(column, kind)),
    file: kind.kind,
  })
}

import type { Field } from '../../kernel/field.ts'
import { fields } from '../../kernel/field.ts'
import { type List, list } from '../../kernel/list.ts'
import { type CellValue, type Header, type Sheet, type SheetColumn, sheet } from '../../kernel/sheet.ts'

/** A record of any kind: its values by the columns of its kind. What a column of money holds is a price. */
export type RecordValues = Readonly<Record<string, CellValue>>

export interface RecordRow {
  /** Of its key (`recordKey`). */
  id: string
  values: RecordValues
  is_retired: boolean
  version: number
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
  /** Columns that must be filled when a record is new; of one that is there an empty cell leaves the value alone. */
  readonly needed: readonly string[]
  readonly refs: Readonly<Record<string, Reference>>
  /** Columns that a list shows before its user chooses. */
  readonly shown: readonly string[]
  /** Rows that one file may have. */
  readonly mostRows: number
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
  needed?: readonly (keyof C & string)[]
  refs?: { readonly [K in keyof C & string]?: Reference }
  hidden?: readonly (keyof C & string)[]
  mostRows?: number
  retires?: boolean
  examples: readonly Partial<Record<keyof C & string, CellValue>>[]
}

/** Rows of one file, unless the kind says otherwise. */
const MOST_ROWS = 200_000

export function recordKind<const N extends string, const C extends Columns>(
  kind: N,
  { name, columns, key, needed = [], refs, hidden = [], mostRows = MOST_ROWS, retires = true, ...rest }: Described<C>,
): RecordKind<N> {
  const described = sheet({ name: name.en, noRows: 'The sheet has no rows.', columns, key, clears: true })
  return {
    ...rest,
    kind,
    sheet: described as Sheet,
    sheetName: name,
    key,
    needed: [...key, ...needed],
    refs: (refs ?? {}) as Readonly<Record<string, Reference>>,
    shown: described.columns.map((column) => column.key).filter((id) => !hidden.includes(id)),
    mostRows,
    retires,
    examples: rest.examples as readonly RecordValues[],
  }
}

export function columnOf({ sheet: { columns } }: RecordKind, key: string): SheetColumn {
  const found = columns.find((column) => column.key === key)
  if (!found) throw new TypeError(`no column ${key}`)
  return found
}

/** What people read of its columns: their headers and choices, in both languages. */
export function labelsOf({ sheet: { columns } }: RecordKind): Header[] {
  return columns.flatMap((column) => [
    column.header,
    ...(column.kind === 'choice' ? Object.values(column.choices) : []),
  ])
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
    ...(kind.key[0] === key && { pinned: true, sort: 'key' }),
    ...(!kind.shown.includes(key) && { hidden: true }),
  }
  const text = (row: RecordRow) => {
    const value = row.values[key] ?? null
    return value === null ? null : String(value)
  }
  switch (column.kind) {
    case 'quantity':
    case 'decimal':
      return f.text(key, en, text, { ...looks, align: 'end' })
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

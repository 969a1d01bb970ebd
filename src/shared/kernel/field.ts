/**
 * One description of a value that people read: the column on screen, the column of an export, the line of a drawer and of a
 * paper are made from it. Pure; screens and the server's files each bring a `Reader` in the language of whoever reads.
 */

/** Puts values into the reader's words. */
export interface Reader {
  /** A word of the interface; English is its key. */
  t(english: string): string
  /** A name in the reader's language, with the other as fallback. */
  name(english: string, chinese: string): string
}

export interface Money {
  /** Minor units of the currency. */
  minor: number
  /** ISO 4217. */
  currency: string
}

/** Type of the value of each kind of field, as `of` gives it. Weights are grams, days `yyyy-mm-dd`, instants ISO 8601 in UTC. */
interface Kinds {
  text: string | null
  code: string | null
  /** One of the interface's words. */
  word: string | null
  /** Several of them. */
  words: readonly string[]
  day: string | null
  instant: string | null
  /** Null where the caller may not know. */
  pieces: number | null
  /** Null where there is none yet. */
  count: number | null
  /** Measured or computed, with as many places behind the point as its `digits`. */
  number: number | null
  /** A share of one: 0.125 is shown as 12.5 %. */
  share: number | null
  grams: number | null
  money: Money | null
  currency: string | null
}

export type FieldKind = keyof Kinds

/** How a field stands in a list. All of it may be left out. */
export interface Looks {
  /** Pixels. */
  width?: number
  /** Explanation of the count, in English: the tooltip of its header. */
  means?: string
  align?: 'start' | 'end' | 'center'
  /** The server's name of this order; a column without one cannot be sorted by. */
  sort?: string
  pinned?: boolean
  hidden?: boolean
  /** On a screen of fewer pixels it is hidden until the user shows it. */
  shownFrom?: number
  /** Takes the room that is left over. */
  grows?: boolean
  /** Opens the record of this code in the trace box. Not for a list's first field, whose row opens it. */
  traces?: true
  /** Tone of a number that is not zero. */
  tone?: 'good' | 'warn' | 'bad'
  /** Digits behind the point of a `number`, on screen and in files; left out, none. */
  digits?: number
  /** Shows a number or share as a change: an increase has a plus. */
  isSigned?: true
  /** Ids of further fields that its cell shows, too: in a file they are columns of their own behind it. */
  with?: readonly string[]
  /** Stands in no list of its own: another field's `with` names it. */
  isPart?: true
  /** A button or a picture: on screen only. */
  isOnlyOnScreen?: true
  /** The English words that it may show, by the server's code where that is another: a file is written in the reader's. */
  words?: readonly string[] | Readonly<Record<string, string>>
}

interface FieldOf<R, K extends FieldKind> extends Looks {
  readonly id: string
  /** English, and the key of its translation. */
  readonly header: string
  readonly kind: K
  /** Left out for who may not see prices. */
  readonly isPrice: boolean
  readonly of: (row: R, reader: Reader) => Kinds[K]
}

export type Field<R> = { [K in FieldKind]: FieldOf<R, K> }[FieldKind]

type Make<R, K extends FieldKind> = (
  id: string,
  header: string,
  of: (row: R, reader: Reader) => Kinds[K],
  looks?: Looks,
) => Field<R>

/** Makers of the fields of one kind of row: `const f = fields<InvoiceRow>(); f.code('invoice', 'Invoice', (row) => row.number)`. */
export function fields<R>(): { readonly [K in FieldKind]: Make<R, K> } {
  const make =
    <K extends FieldKind>(kind: K): Make<R, K> =>
    (id, header, of, looks = {}) =>
      ({ ...looks, id, header, kind, of, isPrice: kind === 'money' || kind === 'currency' }) as unknown as Field<R>
  return {
    text: make('text'),
    code: make('code'),
    word: make('word'),
    words: make('words'),
    day: make('day'),
    instant: make('instant'),
    pieces: make('pieces'),
    count: make('count'),
    number: make('number'),
    share: make('share'),
    grams: make('grams'),
    money: make('money'),
    currency: make('currency'),
  }
}

/** A code's English, which is the key of its translation. */
export function englishOf(words: Looks['words'], code: string): string {
  return words !== undefined && !Array.isArray(words)
    ? ((words as Readonly<Record<string, string>>)[code] ?? code)
    : code
}

/** Some of the fields, in the order of their ids. */
export function pickFields<R>(all: readonly Field<R>[], ids: readonly string[]): Field<R>[] {
  const byId = new Map(all.map((field) => [field.id, field]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The fields that are columns of a file, by id: what is only on screen is none. */
export function fileFields<R>(all: readonly Field<R>[]): Field<R>[] {
  return all.filter((field) => field.isOnlyOnScreen !== true)
}

/** A supplier's name, of any row that carries both. */
export const supplierName = (row: { supplier_name: string; supplier_name_zh: string }, { name }: Reader): string =>
  name(row.supplier_name, row.supplier_name_zh)

import type { CodeForm } from './codes.ts'

/** A header in both languages; a reader accepts either, or both together. */
export interface Header {
  readonly en: string
  readonly zh: string
}

interface ColumnBase {
  readonly key: string
  readonly header: Header
  /** Other headers people give this column. */
  readonly aliases?: readonly string[]
  /** A required column must be in the sheet, and its cells filled unless they `mayBeEmpty`. */
  readonly required: boolean
  readonly mayBeEmpty?: boolean
  /** Written for the person who fills the sheet; ignored when the sheet comes back. */
  readonly shownOnly?: boolean
  /** The specification's message for a malformed or missing value. */
  readonly invalid: string
  readonly maxLength: number
}

/** An id kept as text. */
export interface CodeColumn extends ColumnBase {
  readonly kind: 'code'
  readonly form: CodeForm
}

/** Whole pieces. Zero is allowed where `zero` is absent. */
export interface QuantityColumn extends ColumnBase {
  readonly kind: 'quantity'
  readonly zero?: string
  readonly negative: string
}

export interface TextColumn extends ColumnBase {
  readonly kind: 'text'
}

export type SheetColumn = CodeColumn | QuantityColumn | TextColumn

/** What a sheet holds, for the reader, the writer and the sample file alike. A plain value: it travels to a thread. */
export interface SheetTemplate {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Answered when the header is there and no row is. */
  readonly noRows: string
}

/** "Box No / 箱号": the header as written in samples and named in faults. */
export function bilingual(header: Header): string {
  return header.en === header.zh ? header.en : `${header.en} / ${header.zh}`
}

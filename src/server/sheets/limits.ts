import { fullerRefusals, refusalMessages, sheetMessages } from '../../shared/kernel/sheet.ts'

/** What one uploaded sheet may cost. Sizes in bytes, times in milliseconds. */
export interface SheetLimits {
  readonly fileBytes: number
  readonly unpackedBytes: number
  /** Unpacked by packed size, over the whole archive. */
  readonly ratio: number
  readonly entries: number
  readonly rows: number
  readonly columns: number
  readonly milliseconds: number
}

const mebibyte = 1024 * 1024

export const sheetLimits: SheetLimits = {
  fileBytes: 10 * mebibyte,
  unpackedBytes: 100 * mebibyte,
  ratio: 200,
  entries: 10_000,
  rows: 50_000,
  columns: 100,
  milliseconds: 20_000,
}

/** What a file of records may cost, whose rows are given on as they come. */
export const largeLimits: SheetLimits = {
  ...sheetLimits,
  fileBytes: 90 * mebibyte,
  unpackedBytes: 600 * mebibyte,
  ratio: 400,
}

/** How long the corrected copy of such a file may take. */
export const largeCopyMs = 180_000

/** Below this an archive is harmless whatever its ratio: a nearly empty sheet packs very well. */
export const ratioIgnoredBelow = 2 * mebibyte

/** The header is looked for in this many filled rows. */
export const headerSearchRows = 20

/** How much of a wrong value is told back. */
export const shownValueLength = 100

/** Faults of one file that are named; the rest are counted. */
export const mostFaults = 1_000

/**
 * The longest texts that a workbook may hold, in characters. No regular expression sees a longer one: what is short work for a name of
 * ten signs is an hour's for one of a million, and a million of the same packs into a kilobyte.
 */
export const longest = {
  /** What spreadsheet programs keep in a cell. A longer text is cut, and then too long for any column. */
  cell: 32_767,
  /** Of a column that is read. */
  read: 1_000,
  /** Spreadsheet programs take 255 for a number format, and 31 for a sheet's name. */
  format: 255,
  name: 255,
} as const

/** Sheets of one workbook, and number formats of its own; programs take some hundred. */
export const most = { sheets: 1_000, formats: 10_000, relations: 10_000 } as const

/** The last row that a spreadsheet has, and its last column, XFD. */
export const lastRow = 1_048_576
export const lastColumn = 16_384

export type RefusalParams = Readonly<Record<string, string | number>>

/** A column of a sheet that no template names, with what stands in its first rows. */
export interface UnknownColumn {
  readonly sheet: string
  readonly cell: string
  readonly header: string
  readonly examples: readonly string[]
  /** The columns that its sheet has beside it, by key: it can be none of them. */
  readonly known: readonly string[]
}

/** A whole file refused. `message` is a constant (wording and translation key); `params` hold the particulars. */
export class SheetRefused extends Error {
  readonly params: RefusalParams
  /** What a reader is told instead, where more can be said than the specification's words. */
  readonly said: string | null
  /** Of a file whose header lacks columns: those that nobody knows, one of which may be meant. */
  readonly unknown: readonly UnknownColumn[]

  constructor(
    message: string,
    params: RefusalParams = {},
    {
      said = fullerRefusals[message] ?? null,
      unknown = [],
    }: { said?: string | null; unknown?: readonly UnknownColumn[] } = {},
  ) {
    super(message)
    this.name = 'SheetRefused'
    this.params = params
    this.said = said
    this.unknown = unknown
  }
}

export const notXlsx = (): SheetRefused => new SheetRefused(sheetMessages.notXlsx)

/** A text that no spreadsheet program writes. */
export const tooLongText = (part: string, length: number): SheetRefused =>
  new SheetRefused(refusalMessages.tooLongText, { part, length })

export const damaged = (part = ''): SheetRefused => new SheetRefused(refusalMessages.damaged, part ? { part } : {})

import { refusalMessages, sheetMessages } from '../../shared/kernel/sheet.ts'

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

/** Below this an archive is harmless whatever its ratio: a nearly empty sheet packs very well. */
export const ratioIgnoredBelow = 2 * mebibyte

/** The header is looked for in this many filled rows. */
export const headerSearchRows = 20

/** How much of a wrong value is told back. */
export const shownValueLength = 100

export type RefusalParams = Readonly<Record<string, string | number>>

/** A whole file refused. `message` is a constant (wording and translation key); `params` hold the particulars. */
export class SheetRefused extends Error {
  readonly params: RefusalParams
  /** What a reader is told instead, where more can be said than the specification's words. */
  readonly said: string | null

  constructor(message: string, params: RefusalParams = {}, said: string | null = null) {
    super(message)
    this.name = 'SheetRefused'
    this.params = params
    this.said = said
  }
}

export const notXlsx = (): SheetRefused => new SheetRefused(sheetMessages.notXlsx)

export const damaged = (part = ''): SheetRefused => new SheetRefused(refusalMessages.damaged, part ? { part } : {})

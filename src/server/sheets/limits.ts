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

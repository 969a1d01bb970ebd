import type { Fault, SheetTemplate } from '../../shared/kernel/sheet.ts'
import type { RefusalParams, SheetLimits, UnknownColumn } from './limits.ts'
import type { SaidFaults } from './say-faults.ts'
import type { CollectedSheet, HeaderPlace, PackedSheet } from './sheet-shapes.ts'
import type { SheetFormat } from './sniff-upload.ts'

export interface ReadJob {
  readonly kind: 'read'
  readonly format: SheetFormat
  readonly name: string
  readonly bytes: Uint8Array
  readonly template: SheetTemplate
  readonly limits: SheetLimits
}

export interface CorrectJob {
  readonly kind: 'correct'
  /** Too large to be held as a workbook: its bytes may be gone afterwards. */
  readonly isLarge: boolean
  readonly format: SheetFormat
  readonly bytes: Uint8Array
  readonly said: SaidFaults
  readonly headers: readonly HeaderPlace[]
  readonly limits: SheetLimits
}

/** A sheet that is looked for in a workbook: by its header, or by its name where several are looked for. */
export interface SoughtSheet {
  readonly template: SheetTemplate
  readonly names?: readonly string[]
  /** Sheets of these names are of something else, whatever their header. */
  readonly otherNames?: readonly string[]
  /** Rows that all its sheets together may have; as the limits say unless given. */
  readonly rows?: number
}

/** Reading whose rows are given on as they come: for files that are too large to be held. */
export interface StreamJob {
  readonly kind: 'stream'
  readonly format: SheetFormat
  readonly name: string
  readonly bytes: Uint8Array
  /** The rows of its sheets, unless their pictures are wanted instead. */
  readonly wants?: 'pictures'
  /** In the order in which they are read. */
  readonly sought: readonly SoughtSheet[]
  readonly limits: SheetLimits
  /** One number: how many more pieces the thread may send. It waits while there is none. */
  readonly credit: SharedArrayBuffer
}

/** Some rows of the sheet that `sought[index]` describes. */
export interface StreamedRows extends CollectedSheet {
  readonly index: number
  /** Where pictures are wanted: one of them, and no rows. */
  readonly picture?: SheetPicture
}

/** A picture that lies on a row, or in a cell of it: its bytes, or what is wrong with it. */
export interface SheetPicture {
  readonly sheet: string
  readonly row: number
  readonly cell: string
  readonly bytes: Uint8Array | null
  readonly fault: string | null
}

/** What was found at the end: which sheets, where their headers stand, and how many rows each has. */
export interface StreamedSheet {
  readonly index: number
  readonly rows: number
  readonly header: PackedSheet
  /** Columns that nobody knows. */
  readonly unknown?: readonly UnknownColumn[]
  /** Rows marked as the template's example, which were left out. */
  readonly examples?: number
}

export type SheetJob = ReadJob | CorrectJob | StreamJob

export interface ReadResult {
  readonly sheets: readonly PackedSheet[]
  /** The first of them, and how many there are. */
  readonly faults: readonly Fault[]
  readonly faultCount: number
}

/** What each kind of job gives. */
export interface JobResults {
  readonly read: ReadResult
  readonly correct: Uint8Array
  readonly stream: readonly StreamedSheet[]
}

export type JobReply =
  | { readonly piece: StreamedRows }
  | { readonly value: JobResults[SheetJob['kind']] }
  | { readonly refused: string; readonly params: RefusalParams; readonly unknown?: readonly UnknownColumn[] }
  | { readonly failed: string }

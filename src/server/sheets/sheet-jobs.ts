import type { Fault, Header, SheetTemplate } from '../../shared/kernel/sheet.ts'
import type { RefusalParams, SheetLimits } from './limits.ts'
import type { PackedSheet } from './read-rows.ts'
import type { SaidFaults } from './say-faults.ts'
import type { SheetFormat } from './sniff-upload.ts'

/** Where a sheet's header stands: the corrected workbook puts its own header beside it. */
export interface HeaderPlace {
  readonly sheet: string
  readonly row: number
  /** The cells in which the template's columns are named; files refused by an earlier release lack them. */
  readonly columns?: readonly { readonly cell: string; readonly header: Header }[]
}

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
  readonly format: SheetFormat
  readonly bytes: Uint8Array
  readonly said: SaidFaults
  readonly headers: readonly HeaderPlace[]
  readonly limits: SheetLimits
}

export type SheetJob = ReadJob | CorrectJob

export interface ReadResult {
  readonly sheets: readonly PackedSheet[]
  readonly faults: readonly Fault[]
}

/** What each kind of job gives. */
export interface JobResults {
  readonly read: ReadResult
  readonly correct: Uint8Array
}

export type JobReply =
  | { readonly value: JobResults[SheetJob['kind']] }
  | { readonly refused: string; readonly params: RefusalParams }
  | { readonly failed: string }

import type { Fault } from '../../shared/kernel/sheet.ts'
import { type SheetLimits, sheetLimits } from './limits.ts'
import type { HeaderPlace } from './sheet-jobs.ts'
import { runSheetJob } from './sheet-threads.ts'
import type { SheetFormat } from './sniff-upload.ts'

export interface CorrectOptions {
  /** What the file is; .xlsx unless told otherwise. */
  readonly format?: SheetFormat
  readonly limits?: Partial<SheetLimits>
  readonly signal?: AbortSignal
}

/**
 * The uploaded file back as .xlsx, with its owner's cells as they were, an "Errors / 错误" column and the faulty cells coloured.
 * `headers` are those of ReadRows. The file must have passed readRows. Throws SheetRefused.
 */
export async function correctedWorkbook(
  bytes: Buffer,
  faults: readonly Fault[],
  headers: readonly HeaderPlace[],
  options: CorrectOptions = {},
): Promise<Buffer> {
  const limits = { ...sheetLimits, ...options.limits }
  const job = { kind: 'correct', format: options.format ?? 'xlsx', bytes, faults, headers, limits } as const
  const workbook = await runSheetJob<'correct'>(job, options.signal)
  return Buffer.from(workbook.buffer, workbook.byteOffset, workbook.byteLength)
}

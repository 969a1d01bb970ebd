import type { Fault } from '../../shared/kernel/sheet.ts'
import { largeCopyMs, largeLimits, type SheetLimits, sheetLimits } from './limits.ts'
import { plainFaults, type SaidFaults } from './say-faults.ts'
import type { HeaderPlace } from './sheet-shapes.ts'
import { runSheetJob } from './sheet-threads.ts'
import type { SheetFormat } from './sniff-upload.ts'

export interface CorrectOptions {
  /** What the file is; .xlsx unless told otherwise. */
  readonly format?: SheetFormat
  readonly limits?: Partial<SheetLimits>
  readonly signal?: AbortSignal
  /** Whose turn it is, and whose time: nobody's unless told. */
  readonly user?: string
}

/**
 * The uploaded file back as .xlsx, with its owner's cells as they were, a column of errors and the faulty cells coloured.
 * Headers stay as their owner wrote them. Of a file above 10 MB values and number formats come back, without looks and pictures, and its bytes
 * may be gone afterwards.
 * `headers` are those of ReadRows. The file must have passed readRows. Throws SheetRefused.
 */
export async function correctedWorkbook(
  bytes: Buffer,
  faults: readonly Fault[] | SaidFaults,
  headers: readonly HeaderPlace[],
  options: CorrectOptions = {},
): Promise<Buffer> {
  const isLarge = bytes.length > sheetLimits.fileBytes
  const usual = isLarge ? { ...largeLimits, milliseconds: largeCopyMs } : sheetLimits
  const limits = { ...usual, ...options.limits }
  const said = 'faults' in faults ? faults : plainFaults(faults)
  const job = { kind: 'correct', isLarge, format: options.format ?? 'xlsx', bytes, said, headers, limits } as const
  const workbook = await runSheetJob<'correct'>(job, options)
  return Buffer.from(workbook.buffer, workbook.byteOffset, workbook.byteLength)
}

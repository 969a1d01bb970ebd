import { sql } from 'kysely'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { inspectedPieces } from '../../shared/domain/qc-inspection-sheets.ts'
import { bilingualReason, refusalReasons } from '../../shared/domain/reasons.ts'
import { recordDownload } from '../downloads.ts'
import { type FileReply, type Handlers, said, type Work } from '../http/call.ts'
import { writeWorkbook } from '../sheets/write-workbook.ts'
import { refuseFaults } from '../vendor/refused-files.ts'
import { boxesToFillIn, rowsPerSku, takingSheetOfBox } from './box-sheets.ts'
import { judgeBox } from './judge-box.ts'
import { judgementOf, readInspection } from './read-inspection.ts'

type Input = Taken<Contract['chinaQc']['downloadPendingQcInspection']>

/** Boxes with pieces to inspect, as a workbook to fill in. */
export async function downloadPendingQcInspection(input: Input, work: Work): Promise<FileReply> {
  const ids = await boxesToFillIn(input, 'in_qc', work)
  await recordDownload(work, 'pending_qc_inspection.xlsx', { boxes: ids.length })
  const validation = { reason: refusalReasons.map(bilingualReason) }
  const rows = rowsPerSku(work, ids, ({ to_inspect, declared, excess, missing }) =>
    to_inspect > 0 ? { counted: declared + excess - missing, to_inspect } : null,
  )
  return { body: writeWorkbook(inspectedPieces, rows, { validation }) }
}

/** Passed, failed and held pieces of a box by sheet. Rows left empty are not touched; the same row again changes nothing. */
export const uploadQcInspectionQuantityFile: Handlers<Contract['chinaQc']>['uploadQcInspectionQuantityFile'] = async (
  input,
  work,
) =>
  takingSheetOfBox(work, input, inspectedPieces, async (tx, { box, lines, sheet }) => {
    const read = await readInspection(tx, work, box, { sheet, lines })
    const taken = read.rows.length
    refuseFaults(input.mode, read.faults, taken, sheet)
    if (taken > 0) {
      const id = await judgeBox(tx, work, box, lines, judgementOf(read.rows))
      await sql`UPDATE qc_inspection SET sheet_rows = ${read.rows.map((row) => row.key)}::text[]
        WHERE id = ${id}`.execute(tx)
    }
    return said(
      {
        rows_taken: taken,
        rows_refused: read.refused,
        rows_unchanged: sheet.rows.length - taken - read.refused,
      },
      taken > 0 ? 'Inspection saved.' : 'The inspection is unchanged.',
    )
  })

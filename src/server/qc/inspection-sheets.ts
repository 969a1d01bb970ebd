import { sql } from 'kysely'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { inspectedPieces } from '../../shared/domain/qc-inspection-sheets.ts'
import { bilingualReason, refusalReasons } from '../../shared/domain/reasons.ts'
import { recordDownload } from '../downloads.ts'
import { type FileReply, type Handlers, said, type Work } from '../http/call.ts'
import { readRows } from '../sheets/read-rows.ts'
import { type WorkbookRow, writeWorkbook } from '../sheets/write-workbook.ts'
import { refuseFaults, takingFile } from '../vendor/refused-files.ts'
import { judgeBox } from './judge-box.ts'
import { findQcBox, lockQcBox, qcBoxesById, qcBoxWire } from './qc-box-rows.ts'
import { qcBoxIdsInOrder } from './qc-boxes.ts'
import { qcLineFacts } from './qc-lines.ts'
import { judgementOf, readInspection } from './read-inspection.ts'

/** Most boxes in one workbook. */
const MOST_BOXES = 10_000
const AT_ONCE = 200

type Input = Taken<Contract['chinaQc']['downloadPendingQcInspection']>

/** Boxes with pieces to inspect, as a workbook to fill in. */
export async function downloadPendingQcInspection(input: Input, work: Work): Promise<FileReply> {
  const { box_id, ...filter } = input
  const ids = box_id
    ? [(await findQcBox(work.db, work.caller, box_id)).box_id]
    : await qcBoxIdsInOrder({ ...filter, tab: 'in_qc', sort: 'inwarded_at', descending: false }, work, MOST_BOXES)
  await recordDownload(work, 'pending_qc_inspection.xlsx', { boxes: ids.length })
  const validation = { reason: refusalReasons.map(bilingualReason) }
  return { body: writeWorkbook(inspectedPieces, rowsToInspect(work, ids), { validation }) }
}

async function* rowsToInspect({ db, caller, signal }: Work, ids: string[]): AsyncGenerator<WorkbookRow> {
  for (let at = 0; at < ids.length && !signal.aborted; at += AT_ONCE) {
    const boxes = await qcBoxesById(db, caller, ids.slice(at, at + AT_ONCE))
    const lines = Map.groupBy(await qcLineFacts(db, ids.slice(at, at + AT_ONCE)), (line) => line.box_id)
    for (const { box_id, sscc, box_no, shipment_id } of boxes)
      for (const line of lines.get(box_id) ?? [])
        if (line.to_inspect > 0)
          yield {
            box: sscc,
            box_no,
            shipment_id,
            nm_sku: line.nm_sku,
            style_id: line.style_id,
            colour: `${line.color} ${line.color_zh}`,
            size: line.size,
            to_inspect: line.to_inspect,
          }
  }
}

/** Passed, failed and held pieces of a box by sheet. Rows left empty are not touched; the same row again changes nothing. */
export const uploadQcInspectionQuantityFile: Handlers<Contract['chinaQc']>['uploadQcInspectionQuantityFile'] = async (
  input,
  work,
) =>
  takingFile(work, input.file, async () => {
    await findQcBox(work.db, work.caller, input.box_id)
    const sheet = await readRows(input.file, inspectedPieces, { accept: ['xlsx', 'csv'], signal: work.signal })
    return work.command(async (tx) => {
      const box = await lockQcBox(tx, work.caller, input.box_id)
      const lines = await qcLineFacts(tx, [box.box_id])
      const read = await readInspection(tx, work, box, { sheet, lines })
      const taken = read.rows.length
      refuseFaults(input.mode, read.faults, taken, sheet)
      if (taken > 0) {
        const id = await judgeBox(tx, work, box, lines, judgementOf(read.rows))
        await sql`UPDATE qc_inspection SET sheet_rows = ${read.rows.map((row) => row.key)}::text[]
          WHERE id = ${id}`.execute(tx)
      }
      const [after = box] = await qcBoxesById(tx, work.caller, [box.box_id])
      return said(
        {
          rows_taken: taken,
          rows_refused: read.refused,
          rows_unchanged: sheet.rows.length - taken - read.refused,
          box: qcBoxWire(after, work.caller),
        },
        taken > 0 ? 'Inspection saved.' : 'The inspection is unchanged.',
      )
    })
  })

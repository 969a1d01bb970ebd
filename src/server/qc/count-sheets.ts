import { sql } from 'kysely'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { quantityValidation } from '../../shared/domain/qc-count-sheets.ts'
import { recordDownload } from '../downloads.ts'
import { type FileReply, type Handlers, said, type Tx, type Work } from '../http/call.ts'
import { readRows } from '../sheets/read-rows.ts'
import { type WorkbookRow, writeWorkbook } from '../sheets/write-workbook.ts'
import { refuseFaults, takingFile } from '../vendor/refused-files.ts'
import { countPieces } from './count-box.ts'
import { guardQcAction } from './guard.ts'
import { findQcBox, lockQcBox, type QcBoxFacts, qcBoxesById, qcBoxWire } from './qc-box-rows.ts'
import { qcBoxIdsInOrder } from './qc-boxes.ts'
import { type QcLineFacts, qcLineFacts } from './qc-lines.ts'
import { type ReadCount, readCount } from './read-count.ts'

/** Most boxes in one workbook. */
const MOST_BOXES = 10_000
const AT_ONCE = 200
/** Rows below, for what lay in a box and was not declared. */
const SPARE_ROWS = 20

type Input = Taken<Contract['chinaQc']['downloadPendingQuantityValidation']>

/** Boxes that wait for their count as a workbook to fill in; blind, it does not say what should be there. */
export async function downloadPendingQuantityValidation(input: Input, work: Work): Promise<FileReply> {
  const { box_id, is_blind, ...filter } = input
  const ids = box_id
    ? [(await findQcBox(work.db, work.caller, box_id)).box_id]
    : await qcBoxIdsInOrder({ ...filter, tab: 'inwarded', sort: 'inwarded_at', descending: false }, work, MOST_BOXES)
  await recordDownload(work, 'pending_quantity_validation.xlsx', { boxes: ids.length, is_blind })
  return { body: writeWorkbook(quantityValidation, rowsToCount(work, ids, is_blind), { spareRows: SPARE_ROWS }) }
}

async function* rowsToCount(
  { db, caller, signal }: Work,
  ids: string[],
  isBlind: boolean,
): AsyncGenerator<WorkbookRow> {
  for (let at = 0; at < ids.length && !signal.aborted; at += AT_ONCE) {
    const boxes = await qcBoxesById(db, caller, ids.slice(at, at + AT_ONCE))
    const lines = Map.groupBy(await qcLineFacts(db, ids.slice(at, at + AT_ONCE)), (line) => line.box_id)
    for (const { box_id, sscc, box_no, shipment_id } of boxes)
      for (const line of lines.get(box_id) ?? [])
        if (line.uncounted > 0)
          yield {
            box: sscc,
            box_no,
            shipment_id,
            nm_sku: line.nm_sku,
            style_id: line.style_id,
            colour: `${line.color} ${line.color_zh}`,
            size: line.size,
            declared: isBlind ? null : line.uncounted,
          }
  }
}

/**
 * The count of a box by sheet. Every SKU that the packing list declares needs its row, with 0 where none was there: in either
 * mode a SKU without a sound row is not taken as missing, the file is refused. `good_rows` leaves out what is not of this box.
 */
export const uploadQuantityValidationFile: Handlers<Contract['chinaQc']>['uploadQuantityValidationFile'] = async (
  input,
  work,
) =>
  takingFile(work, input.file, async () => {
    await findQcBox(work.db, work.caller, input.box_id)
    const sheet = await readRows(input.file, quantityValidation, { accept: ['xlsx', 'csv'], signal: work.signal })
    return work.command(async (tx) => {
      const box = await lockQcBox(tx, work.caller, input.box_id)
      const lines = await qcLineFacts(tx, [box.box_id])
      const count = await readCount(tx, work.caller, box, { sheet, lines })
      const taken = count.isWhole ? count.rows : 0
      refuseFaults(input.mode, count.faults, taken, sheet)
      const isNew = !(await isCountedSo(tx, box, lines, count))
      if (isNew) {
        guardQcAction(box, 'count')
        await countPieces(tx, work, box, count)
      }
      const [after = box] = await qcBoxesById(tx, work.caller, [box.box_id])
      return said(
        {
          rows_taken: isNew ? taken : 0,
          rows_refused: sheet.rows.length - taken,
          rows_unchanged: isNew ? 0 : taken,
          box: qcBoxWire(after, work.caller),
        },
        isNew ? 'Count saved.' : 'The count is unchanged.',
      )
    })
  })

/** The box was counted, and came to the same: the file was sent before. */
async function isCountedSo(
  tx: Tx,
  box: QcBoxFacts,
  lines: readonly QcLineFacts[],
  { counted }: ReadCount,
): Promise<boolean> {
  if (box.uncounted > 0) return false
  const { rows } = await sql<{ sku_id: string; difference: number }>`
    SELECT sku_id, sum(CASE kind WHEN 'excess' THEN quantity ELSE -quantity END)::int AS difference
    FROM qc_case WHERE box_id = ${box.box_id} AND withdrawn_at IS NULL GROUP BY 1`.execute(tx)
  const differences = new Map(rows.map((row) => [row.sku_id, row.difference]))
  const skus = new Set([...lines.map((line) => line.sku_id), ...counted.keys()])
  const declared = new Map(lines.map((line) => [line.sku_id, line.declared]))
  return [...skus].every((sku) => (declared.get(sku) ?? 0) + (differences.get(sku) ?? 0) === (counted.get(sku) ?? 0))
}

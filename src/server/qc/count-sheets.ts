import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { quantityValidation } from '../../shared/domain/qc-count-sheets.ts'
import { col, rowsOf } from '../database/rows.ts'
import { recordDownload } from '../downloads.ts'
import { type FileReply, type Handlers, said, type Tx, type Work } from '../http/call.ts'
import { readSetting } from '../settings.ts'
import { writeWorkbook } from '../sheets/write-workbook.ts'
import { refuseFaults } from '../vendor/refused-files.ts'
import { boxesToFillIn, rowsPerSku, takingSheetOfBox } from './box-sheets.ts'
import { countPieces } from './count-box.ts'
import { guardQcAction } from './guard.ts'
import type { QcBoxFacts } from './qc-box-rows.ts'
import type { QcLineFacts } from './qc-lines.ts'
import { type ReadCount, readCount } from './read-count.ts'

/** Rows below, for what lay in a box and was not declared. */
const SPARE_ROWS = 20

type Input = Taken<Contract['chinaQc']['downloadPendingQuantityValidation']>

/** Boxes that wait for their count as a workbook to fill in; blind, it does not say what should be there. */
export async function downloadPendingQuantityValidation(input: Input, work: Work): Promise<FileReply> {
  const { is_blind: wished, ...asked } = input
  const isBlind = wished ?? (await readSetting(work.db, 'qc_blind_count'))
  const ids = await boxesToFillIn(asked, 'inwarded', work)
  await recordDownload(work, 'pending_quantity_validation.xlsx', { boxes: ids.length, is_blind: isBlind })
  const rows = rowsPerSku(work, ids, ({ uncounted }) =>
    uncounted > 0 ? { declared: isBlind ? null : uncounted } : null,
  )
  return { body: writeWorkbook(quantityValidation, rows, { spareRows: SPARE_ROWS }) }
}

/**
 * The count of a box by sheet. Every SKU that the packing list declares needs its row, with 0 where none was there: in either
 * mode a SKU without a sound row is not taken as missing, the file is refused. `good_rows` leaves out what is not of this box.
 */
export const uploadQuantityValidationFile: Handlers<Contract['chinaQc']>['uploadQuantityValidationFile'] = async (
  input,
  work,
) =>
  takingSheetOfBox(work, input, quantityValidation, async (tx, { box, lines, sheet }) => {
    const count = await readCount(tx, work.caller, box, { sheet, lines })
    const taken = count.isWhole ? count.rows : 0
    refuseFaults(input.mode, count.faults, taken, sheet)
    const isNew = !(await isCountedSo(tx, box, lines, count))
    if (isNew) {
      guardQcAction(box, 'count')
      await countPieces(tx, work, box, count)
    }
    return said(
      {
        rows_taken: isNew ? taken : 0,
        rows_refused: sheet.rows.length - taken,
        rows_unchanged: isNew ? 0 : taken,
      },
      isNew ? 'Count saved.' : 'The count is unchanged.',
    )
  })

/** The box was counted, and came to the same: the file was sent before. */
async function isCountedSo(
  tx: Tx,
  box: QcBoxFacts,
  lines: readonly QcLineFacts[],
  { counted }: ReadCount,
): Promise<boolean> {
  if (box.uncounted > 0) return false
  const { rows } = await rowsOf({ sku_id: col.text, difference: col.number })`
    SELECT sku_id, sum(CASE kind WHEN 'excess' THEN quantity ELSE -quantity END)::int AS difference
    FROM qc_case WHERE box_id = ${box.box_id} AND site_id = ${box.site_id} AND withdrawn_at IS NULL GROUP BY 1`.execute(
    tx,
  )
  const differences = new Map(rows.map((row) => [row.sku_id, row.difference]))
  const skus = new Set([...lines.map((line) => line.sku_id), ...counted.keys()])
  const declared = new Map(lines.map((line) => [line.sku_id, line.declared]))
  return [...skus].every((sku) => (declared.get(sku) ?? 0) + (differences.get(sku) ?? 0) === (counted.get(sku) ?? 0))
}

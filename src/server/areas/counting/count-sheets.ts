import { countExpectations, countMessages, quantityValidation } from '../../../shared/areas/counting/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { bilingual, type Fault, sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { type Caller, type FileReply, type Handlers, said, type Tx, type Work } from '../../http/call.ts'
import { faultAt, inSheetOrder, type ReadRows, type SheetRow, splitMisread, textAt } from '../../sheets/read-rows.ts'
import { refuseFaults } from '../../sheets/refused-files.ts'
import { writeWorkbook } from '../../sheets/write-workbook.ts'
import type { QcBoxFacts, QcLineFacts } from '../qc-boxes/box-rows.ts'
import { boxesToFillIn, otherBoxIn, rowsPerSku, takingSheetOfBox } from '../qc-boxes/box-sheets.ts'
import { guardQcAction } from '../qc-boxes/ledger.ts'
import { countPieces, MOST_COUNTED, skusByCode } from './count.ts'

/** Rows below, for what lay in a box and was not declared. */
const SPARE_ROWS = 20

type Input = Taken<Contract['counting']['downloadPendingQuantityValidation']>

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
export const uploadQuantityValidationFile: Handlers<Contract['counting']>['uploadQuantityValidationFile'] = async (
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

export interface ReadCount {
  /** By sku.id. */
  counted: Map<string, number>
  rows: number
  /** Every SKU that was declared has a sound row: only then the box is counted. A SKU without one was not seen to be missing. */
  isWhole: boolean
  faults: Fault[]
  /** The declared quantities were not in the sheet. */
  isBlind: boolean
}

/** What a sheet says of a box, with everything that is wrong in it. */
export async function readCount(
  tx: Tx,
  caller: Caller,
  box: QcBoxFacts,
  { sheet, lines }: { sheet: ReadRows; lines: readonly QcLineFacts[] },
): Promise<ReadCount> {
  const { readable: rows } = splitMisread(sheet)
  const isOfOther = await otherBoxIn(tx, caller, box, rows)
  const skus = await skusByCode(tx, rows.map(skuOf))
  const faults: Fault[] = [...sheet.faults]
  const counted = new Map<string, number>()
  const bad = new Set<string>()
  let pieces = 0
  for (const row of rows) {
    const sku = skus.get(skuOf(row))
    const quantity = Number(row.values.counted)
    const fault = (key: string, message: string, expected?: string) =>
      faults.push(faultAt(quantityValidation, row, key, message, expected))
    if (isOfOther(row)) fault('box', countMessages.otherBox, countExpectations.thisBox)
    else if (sku?.vendor_id !== box.vendor_id) fault('nm_sku', sheetMessages.invalidSku, countExpectations.vendorsSku)
    else if (counted.has(sku.id)) {
      bad.add(sku.id)
      fault('nm_sku', sheetMessages.multipleEntries)
    } else if (pieces + quantity > MOST_COUNTED) fault('counted', sheetMessages.wrongOrderQuantity)
    else {
      counted.set(sku.id, quantity)
      pieces += quantity
    }
  }
  for (const sku of bad) counted.delete(sku)
  const uncounted = lines.filter((line) => line.declared > 0 && !counted.has(line.sku_id))
  // Where a row could not be read, or stands twice, it is the reason.
  const absent = sheet.faults.length > 0 ? [] : uncounted.filter((line) => !bad.has(line.sku_id))
  return {
    counted,
    rows: counted.size,
    isWhole: uncounted.length === 0,
    faults: [...faults, ...absent.map((line) => absentFault(sheet, line))].sort(inSheetOrder),
    isBlind: rows.length > 0 && rows.every((row) => row.cells.declared !== '' && row.values.declared === null),
  }
}

const skuOf = (row: SheetRow) => textAt(row, 'nm_sku')

function absentFault(sheet: ReadRows, { nm_sku }: QcLineFacts): Fault {
  const column = quantityValidation.columns.find((each) => each.key === 'nm_sku')
  return {
    sheet: sheet.sheet,
    row: sheet.headerRow,
    column: column ? bilingual(column.header) : '',
    cell: '',
    value: nm_sku,
    message: countMessages.notCounted,
    expected: countExpectations.zero,
  }
}

import { countExpectations, countMessages, quantityValidation } from '../../../shared/areas/counting/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import type { CallContext, FileReply, Handlers, Tx } from '../../http/call.ts'
import type { SheetValues } from '../../sheets/take-sheet.ts'
import { writeWorkbook } from '../../sheets/write-workbook.ts'
import type { QcBoxFacts, QcLineFacts } from '../qc-boxes/box-rows.ts'
import { boxesToFillIn, otherBoxIn, rowsPerSku, type TakingOfBox, takeSheetOfBox } from '../qc-boxes/box-sheets.ts'
import { guardQcAction } from '../qc-boxes/ledger.ts'
import { countPieces, MOST_COUNTED, skusByCode } from './count.ts'

/** Rows below, for what lay in a box and was not declared. */
const SPARE_ROWS = 20

type Input = Taken<Contract['counting']['downloadPendingQuantityValidation']>

/** Boxes that wait for their count as a workbook to fill in; blind, it does not say what should be there. */
export async function downloadPendingQuantityValidation(input: Input, context: CallContext): Promise<FileReply> {
  const { is_blind: wished, ...asked } = input
  const mustBeBlind = await readSetting(context.db, 'qc_blind_count')
  // Who counts blind does not see in a file what the screen hides.
  const isBlind = mustBeBlind && !hasRight(context.caller, 'chinaQcLead') ? true : (wished ?? mustBeBlind)
  const ids = await boxesToFillIn(asked, 'inwarded', context)
  await recordDownload(context, 'pending_quantity_validation.xlsx', { boxes: ids.length, is_blind: isBlind })
  const rows = rowsPerSku(context, ids, ({ uncounted }) =>
    uncounted > 0 ? { declared: isBlind ? null : uncounted } : null,
  )
  return { body: writeWorkbook(quantityValidation, rows, { spareRows: SPARE_ROWS }) }
}

/**
 * The count of a box by sheet. Every SKU that the packing list declares needs its row, with 0 where none was there: in either
 * mode a SKU without a sound row is not taken as missing, the file is refused. `good_rows` leaves out what is not of this box.
 */
export const uploadQuantityValidationFile: Handlers<Contract['counting']>['uploadQuantityValidationFile'] =
  takeSheetOfBox(quantityValidation, {
    words: { taken: 'Count saved.', unchanged: 'The count is unchanged.' },
    check: readCount,
    async save({ tx, context, held: { box, lines } }, count) {
      if (await isCountedSo(tx, box, lines, count.counted)) return 0
      guardQcAction(box, 'count')
      await countPieces(tx, context, box, count)
      return count.good.length
    },
  })

/** The box was counted, and came to the same: the file was sent before. */
async function isCountedSo(
  tx: Tx,
  box: QcBoxFacts,
  lines: readonly QcLineFacts[],
  counted: ReadonlyMap<string, number>,
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

/**
 * What a sheet says of a box, with everything that is wrong in it. Good are its counted SKUs where every SKU that was declared has
 * a sound row, otherwise none: a SKU without one was not seen to be missing.
 */
async function readCount(taking: TakingOfBox<SheetValues<typeof quantityValidation>>) {
  const { tx, context, held, rows, read, refuse, refuseTwice } = taking
  const { box, lines } = held
  const isOfOther = await otherBoxIn(tx, context.caller, box, rows)
  const skus = await skusByCode(
    tx,
    rows.map((row) => row.values.nm_sku),
  )
  const counted = new Map<string, number>()
  const counts = new Map<string, (typeof rows)[number]>()
  const bad = new Set<string>()
  let pieces = 0
  for (const row of rows) {
    const sku = skus.get(row.values.nm_sku)
    const quantity = row.values.counted
    const before = sku && counts.get(sku.id)
    if (isOfOther(row)) refuse(row, 'box', countMessages.otherBox, countExpectations.thisBox)
    else if (sku?.vendor_id !== box.vendor_id)
      refuse(row, 'nm_sku', sheetMessages.invalidSku, countExpectations.vendorsSku)
    else if (before) {
      bad.add(sku.id)
      refuseTwice(row, 'nm_sku', before)
    } else if (pieces + quantity > MOST_COUNTED) refuse(row, 'counted', sheetMessages.wrongOrderQuantity)
    else {
      counted.set(sku.id, quantity)
      counts.set(sku.id, row)
      pieces += quantity
    }
  }
  for (const sku of bad) counted.delete(sku)
  const uncounted = lines.filter((line) => line.declared > 0 && !counted.has(line.sku_id))
  // Where a row could not be read, or stands twice, it is the reason.
  for (const { sku_id, nm_sku } of uncounted)
    if (rows.length === read.rows.length && !bad.has(sku_id))
      refuse(null, 'nm_sku', countMessages.notCounted, countExpectations.zero, { value: nm_sku })
  return {
    good: uncounted.length === 0 ? [...counted] : [],
    /** By sku.id. */
    counted,
    /** The declared quantities were not in the sheet. */
    isBlind: rows.length > 0 && rows.every((row) => row.cells.declared !== '' && row.values.declared === null),
  }
}

import type { Fault } from '../../shared/domain/faults.ts'
import { countExpectations, countMessages, quantityValidation } from '../../shared/domain/qc-count-sheets.ts'
import { sheetMessages } from '../../shared/domain/sheet-messages.ts'
import { bilingual } from '../../shared/domain/sheet-template.ts'
import type { Caller, Tx } from '../http/call.ts'
import { faultAt, type ReadRows, type SheetRow } from '../sheets/read-rows.ts'
import { inSheetOrder, splitMisread, textAt } from '../sheets/sheet-rows.ts'
import { otherBoxIn } from './box-sheets.ts'
import { MOST_COUNTED, skusByCode } from './counted-skus.ts'
import type { QcBoxFacts } from './qc-box-rows.ts'
import type { QcLineFacts } from './qc-lines.ts'

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

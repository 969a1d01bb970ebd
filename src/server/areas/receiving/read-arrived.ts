import { arrivedBoxes, arrivedParcels } from '../../../shared/areas/receiving/sheets.ts'
import type { Fault } from '../../../shared/kernel/sheet.ts'
import { expectations, refusalMessages, sheetMessages } from '../../../shared/kernel/sheet.ts'
import type { Upload } from '../../http/call.ts'
import { SheetRefused } from '../../sheets/limits.ts'
import { faultAt, type ReadRows, readRows, type SheetRow, splitMisread, textAt } from '../../sheets/read-rows.ts'

export interface ArrivedSheet {
  headers: ReadRows['headers']
  /** Cells that could not be read, and rows without a code. */
  faults: Fault[]
  /** Rows that name a box. */
  rows: readonly { row: SheetRow; sscc: string; tracking: string }[]
  /** The codes of all rows: first their SSCC columns, then their tracking ids; a dash where a cell is empty. */
  codes: string[]
  /** All filled rows, those with faults as well. */
  rowCount: number
}

/** Reads a sheet of boxes by SSCC, tracking id or both. Throws SheetRefused for one that has neither column. */
export async function readArrived(file: Upload, signal: AbortSignal): Promise<ArrivedSheet> {
  const sheet = await readEither(file, signal)
  const { readable } = splitMisread(sheet)
  const named = readable.map((row) => ({ row, sscc: textAt(row, 'sscc'), tracking: textAt(row, 'tracking_id') }))
  // A csv saved by a spreadsheet carries what it did to long numbers as text.
  const rounded = named.filter(({ sscc }) => /^\d(\.\d+)?E\+?\d+$/i.test(sscc))
  const rows = named.filter((each) => !rounded.includes(each))
  return {
    headers: sheet.headers,
    faults: [
      ...sheet.faults,
      ...rounded.map(({ row }) => faultAt(arrivedBoxes, row, 'sscc', sheetMessages.invalidBox, expectations.textId)),
    ],
    rows,
    codes: [...rows.map(({ sscc }) => sscc || NO_CODE), ...rows.map(({ tracking }) => tracking || NO_CODE)],
    rowCount: sheet.rows.length,
  }
}

/** Stands on no box. */
const NO_CODE = '-'

async function readEither(file: Upload, signal: AbortSignal): Promise<ReadRows> {
  const options = { accept: ['xlsx', 'csv'] as const, signal }
  try {
    return await readRows(file, arrivedBoxes, options)
  } catch (error) {
    if (!(error instanceof SheetRefused) || error.message !== refusalMessages.missingColumns) throw error
    // A carrier's list: no SSCC, but parcels.
    return readRows(file, arrivedParcels, options).catch((second: unknown) => {
      throw second instanceof SheetRefused && second.message === refusalMessages.missingColumns ? error : second
    })
  }
}

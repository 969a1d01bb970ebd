import { countExpectations, countMessages } from '../../../shared/areas/counting/sheets.ts'
import type { QcTab } from '../../../shared/areas/qc-boxes/status.ts'
import type { SheetTemplate } from '../../../shared/kernel/sheet.ts'
import type { Caller, Said, Tx, Upload, Work } from '../../http/call.ts'
import { faultAt, placeOf, type ReadRows, readRows, type SheetRow, textAt } from '../../sheets/read-rows.ts'
import { takingFile } from '../../sheets/refused-files.ts'
import type { WorkbookRow } from '../../sheets/write-workbook.ts'
import {
  findBoxIds,
  findQcBox,
  lockQcBox,
  type QcBoxFacts,
  type QcLineFacts,
  qcBoxesById,
  qcBoxWire,
  qcLineFacts,
} from './box-rows.ts'
import { type QcFilter, qcBoxIdsInOrder } from './boxes.ts'
import { inChina } from './sites.ts'

/** Most boxes in one workbook. */
const MOST_BOXES = 10_000
const AT_ONCE = 200

/** Boxes (box.id) for a workbook to fill in: the one that is named, or those of a tab, the longest waiting first. */
export async function boxesToFillIn(
  { box_id, ...filter }: QcFilter & { box_id?: string | undefined },
  tab: QcTab,
  work: Work,
): Promise<string[]> {
  if (box_id) return [(await findQcBox(work.db, inChina(work.caller), box_id)).box_id]
  return qcBoxIdsInOrder({ ...filter, tab, sort: 'inwarded_at', descending: false }, work, MOST_BOXES)
}

/** A row per SKU of each box, with what `ownCells` adds to it; null leaves the SKU out. */
export async function* rowsPerSku(
  { db, caller, signal }: Work,
  ids: readonly string[],
  ownCells: (line: QcLineFacts) => WorkbookRow | null,
): AsyncGenerator<WorkbookRow> {
  for (let at = 0; at < ids.length && !signal.aborted; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const boxes = await qcBoxesById(db, inChina(caller), some)
    const lines = Map.groupBy(await qcLineFacts(db, boxes), (line) => line.box_id)
    for (const { box_id, sscc, box_no, shipment_id } of boxes)
      for (const line of lines.get(box_id) ?? []) {
        const own = ownCells(line)
        if (own === null) continue
        const { nm_sku, style_id, size } = line
        const colour = `${line.color} ${line.color_zh}`
        yield { box: sscc, box_no, shipment_id, nm_sku, style_id, colour, size, ...own }
      }
  }
}

/** What a sheet is about, and its rows. */
interface SheetOfBox {
  box: QcBoxFacts
  lines: QcLineFacts[]
  sheet: ReadRows
}

interface RowsTaken {
  rows_taken: number
  rows_refused: number
  rows_unchanged: number
}

/**
 * Takes what a sheet says of one box, which is locked meanwhile; the answer has the box as it is then. Of a sheet for many boxes
 * the rows of the others are left for them.
 */
export function takingSheetOfBox(
  work: Work,
  input: { box_id: string; file: Upload },
  template: SheetTemplate,
  take: (tx: Tx, read: SheetOfBox) => Promise<Said<RowsTaken>>,
) {
  return takingFile(work, input.file, async () => {
    const at = inChina(work.caller)
    await findQcBox(work.db, at, input.box_id)
    const sheet = await readRows(input.file, template, { accept: ['xlsx', 'csv'], signal: work.signal })
    return work.command(async (tx) => {
      const box = await lockQcBox(tx, at, input.box_id)
      const own = await rowsOfBox(tx, work.caller, box, { sheet, template })
      const { data, message } = await take(tx, { box, lines: await qcLineFacts(tx, [box]), sheet: own })
      const [after = box] = await qcBoxesById(tx, at, [box.box_id])
      const rows_of_others = sheet.rows.length - own.rows.length
      return { data: { ...data, rows_of_others, box: qcBoxWire(after, work.caller) }, message }
    })
  })
}

/**
 * A sheet that has rows of this box by its code, without those of other boxes that there are, whatever stands in them. Where it
 * has such rows, one that names no box could be any box's, and is a fault. A sheet that never names this box is left whole: it was
 * meant for another.
 */
async function rowsOfBox(
  tx: Tx,
  caller: Caller,
  box: QcBoxFacts,
  { sheet, template }: { sheet: ReadRows; template: SheetTemplate },
): Promise<ReadRows> {
  const codes = [...new Set(sheet.rows.map(boxNamedIn).filter((code) => code !== ''))]
  const ids = await findBoxIds(tx, caller, codes)
  const boxOf = new Map(codes.map((code, at) => [code, ids[at] ?? null]))
  const isOfOther = (row: SheetRow) => ![null, undefined, box.box_id].includes(boxOf.get(boxNamedIn(row)))
  const others = new Set(sheet.rows.filter(isOfOther).map(placeOf))
  if (others.size === 0 || ![...boxOf.values()].includes(box.box_id)) return sheet
  const stays = (place: Parameters<typeof placeOf>[0]) => !others.has(placeOf(place))
  const misread = new Set(sheet.faults.map(placeOf))
  const unclear = sheet.rows.filter((row) => boxNamedIn(row) === '' && !misread.has(placeOf(row)))
  const { noBox } = countMessages
  const { anyBox } = countExpectations
  return {
    ...sheet,
    rows: sheet.rows.filter(stays),
    faults: [...sheet.faults.filter(stays), ...unclear.map((row) => faultAt(template, row, 'box', noBox, anyBox))],
  }
}

/** Tells the rows that name another box than the one they were uploaded for, or none that there is. */
export async function otherBoxIn(
  tx: Tx,
  caller: Caller,
  box: QcBoxFacts,
  rows: readonly SheetRow[],
): Promise<(row: SheetRow) => boolean> {
  const codes = [...new Set(rows.map(boxNamedIn).filter((code) => code !== ''))]
  const ids = await findBoxIds(tx, caller, codes)
  const others = new Set(codes.filter((_, at) => ids[at] !== box.box_id))
  return (row) => others.has(boxNamedIn(row))
}

const boxNamedIn = (row: SheetRow) => textAt(row, 'box')

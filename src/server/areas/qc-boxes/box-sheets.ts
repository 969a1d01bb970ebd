import { countExpectations, countMessages } from '../../../shared/areas/counting/sheets.ts'
import type { QcTab } from '../../../shared/areas/qc-boxes/status.ts'
import type { CellValue, Sheet } from '../../../shared/kernel/sheet.ts'
import type { CallContext, Caller, Tx } from '../../http/call.ts'
import { faultsOfRows } from '../../sheets/fault-list.ts'
import { mostFaults } from '../../sheets/limits.ts'
import { faultAt, placeOf, type ReadRows, type SheetRow } from '../../sheets/read-rows.ts'
import { type CheckedRows, type SheetInput, type SheetSteps, type Taking, takeSheet } from '../../sheets/take-sheet.ts'
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
import { type QcFilter, qcBoxQuery } from './boxes.ts'
import { inChina } from './sites.ts'

/** Most boxes in one workbook. */
const MOST_BOXES = 10_000
const AT_ONCE = 200

/** Boxes (box.id) for a workbook to fill in: the one that is named, or those of a tab, the longest waiting first. */
export async function boxesToFillIn(
  { box_id, ...filter }: QcFilter & { box_id?: string | undefined },
  tab: QcTab,
  context: CallContext,
): Promise<string[]> {
  if (box_id) return [(await findQcBox(context.db, inChina(context.caller), box_id)).box_id]
  return qcBoxQuery.idsInOrder({ ...filter, tab, sort: 'inwarded_at', descending: false }, context, MOST_BOXES)
}

/** A row per SKU of each box, with what `ownCells` adds to it; null leaves the SKU out. */
export async function* rowsPerSku(
  { db, caller, signal }: CallContext,
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

/** The box that a sheet is about, locked, and its lines. */
interface HeldBox {
  box: QcBoxFacts
  lines: QcLineFacts[]
}

type BoxInput = SheetInput & { box_id: string }
export type TakingOfBox<Values> = Taking<BoxInput, Values, HeldBox>

/**
 * Takes what a sheet says of one box; the answer has the box as it is then. Of a sheet for many boxes the rows of the others are
 * left for them.
 */
export function takeSheetOfBox<Values, Checked extends CheckedRows>(
  sheet: Sheet<Values>,
  steps: Pick<SheetSteps<BoxInput, Values, HeldBox, Checked, object>, 'words' | 'check'> & {
    save(taking: TakingOfBox<Values>, checked: Checked): Promise<number>
  },
) {
  return takeSheet(sheet, {
    words: steps.words,
    before: ({ box_id }: BoxInput, context) => findQcBox(context.db, inChina(context.caller), box_id),
    async lock({ tx, context, input, read }) {
      const box = await lockQcBox(tx, inChina(context.caller), input.box_id)
      return { box, lines: await qcLineFacts(tx, [box]), rowsInAll: read.rows.length }
    },
    narrow: ({ tx, context, held, read }) => rowsOfBox(tx, context.caller, held.box, { read, sheet }),
    check: (taking) => steps.check(taking),
    async save(taking, checked) {
      const { tx, context, held, read } = taking
      const changed = await steps.save(taking, checked)
      const [after = held.box] = await qcBoxesById(tx, inChina(context.caller), [held.box.box_id])
      return { changed, rows_of_others: held.rowsInAll - read.rows.length, box: qcBoxWire(after, context.caller) }
    },
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
  { read, sheet }: { read: ReadRows; sheet: Sheet<unknown> },
): Promise<ReadRows> {
  const codes = [...new Set(read.rows.map(boxNamedIn).filter((code) => code !== ''))]
  const ids = await findBoxIds(tx, caller, codes)
  const boxOf = new Map(codes.map((code, at) => [code, ids[at] ?? null]))
  const isOfOther = (row: SheetRow) => ![null, undefined, box.box_id].includes(boxOf.get(boxNamedIn(row)))
  const others = new Set(read.rows.filter(isOfOther).map(placeOf))
  if (others.size === 0 || ![...boxOf.values()].includes(box.box_id)) return read
  const stays = (place: Parameters<typeof placeOf>[0]) => !others.has(placeOf(place))
  const unclear = read.rows.filter((row) => boxNamedIn(row) === '' && !read.misread.has(placeOf(row)))
  const { noBox } = countMessages
  const { anyBox } = countExpectations
  const own = faultsOfRows(read, stays)
  return {
    ...read,
    rows: read.rows.filter(stays),
    faults: [...own.faults, ...unclear.map((row) => faultAt(sheet, row, 'box', noBox, anyBox))].slice(0, mostFaults),
    faultCount: own.faultCount + unclear.length,
    misread: new Set([...own.misread, ...unclear.map(placeOf)]),
  }
}

/** Tells the rows that name another box than the one they were uploaded for, or none that there is. */
export async function otherBoxIn(
  tx: Tx,
  caller: Caller,
  box: QcBoxFacts,
  rows: readonly NamesBox[],
): Promise<(row: NamesBox) => boolean> {
  const codes = [...new Set(rows.map(boxNamedIn).filter((code) => code !== ''))]
  const ids = await findBoxIds(tx, caller, codes)
  const others = new Set(codes.filter((_, at) => ids[at] !== box.box_id))
  return (row) => others.has(boxNamedIn(row))
}

/** A row of a sheet whose column `box` may be empty. */
type NamesBox = SheetRow<{ readonly box?: CellValue }>

const boxNamedIn = ({ values }: NamesBox) => String(values.box ?? '')

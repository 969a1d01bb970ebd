import { type DoorSays, doorSays } from '../../../shared/areas/receiving/rules.ts'
import { type arrivedBoxes, doorFaults } from '../../../shared/areas/receiving/sheets.ts'
import { expectations, sheetMessages } from '../../../shared/kernel/sheet.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import type { Caller, Db } from '../../http/call.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import type { OpenSheet, SheetValues } from '../../sheets/take-sheet.ts'
import { sharedWaybills } from '../qc-boxes/box-rows.ts'
import type { ArrivingBox, IsHere } from './at-door.ts'

type Values = SheetValues<typeof arrivedBoxes>

/** A row that names a box by its SSCC, its tracking id or both; '' where a cell is empty. */
export interface NamedRow {
  row: SheetRow<Values>
  sscc: string
  tracking: string
}

/** The rows that name a box; others are refused. */
export function namedRows({ rows, refuse }: Pick<OpenSheet<Values>, 'rows' | 'refuse'>): NamedRow[] {
  return rows.flatMap((row) => {
    const [sscc, tracking] = [row.values.sscc ?? '', row.values.tracking_id ?? '']
    // A csv saved by a spreadsheet carries what it did to long numbers as text.
    const isRounded = /^\d(\.\d+)?E\+?\d+$/i.test(sscc)
    if (isRounded) refuse(row, 'sscc', sheetMessages.invalidBox, expectations.textId)
    return isRounded ? [] : [{ row, sscc, tracking }]
  })
}

/** Stands on no box. */
const NO_CODE = '-'

/** Waybills in the sheet that several boxes have. */
export function waybillsOf(db: Db, caller: Caller, rows: readonly NamedRow[]) {
  return sharedWaybills(
    db,
    caller,
    rows.flatMap(({ sscc, tracking }) => (sscc === '' && tracking !== '' ? [tracking] : [])),
  )
}

/** The codes of all rows: first their SSCC columns, then their tracking ids; a dash where a cell is empty. */
export function codesOf(rows: readonly NamedRow[]): string[] {
  return [...rows.map(({ sscc }) => sscc || NO_CODE), ...rows.map(({ tracking }) => tracking || NO_CODE)]
}

/** What the door says to a row of a sheet. */
export interface JudgedRow {
  row: NamedRow['row']
  code: string
  word: DoorSays['word'] | 'repeated' | 'otherTracking'
  box: ArrivingBox | null
  isByTracking: boolean
  /** Of a box that is named twice: the row that named it first. */
  first: NamedRow['row'] | null
}

/** Row by row; `boxes` are those behind `codesOf(rows)`, `shared` the waybills of several. Of a box named twice the later row is at fault. */
export function judgeRows(
  rows: readonly NamedRow[],
  boxes: readonly (ArrivingBox | null)[],
  isHere: IsHere,
  shared: ReadonlyMap<string, unknown>,
): JudgedRow[] {
  const named = new Map<string, NamedRow['row']>()
  return rows.map(({ row, sscc, tracking }, at) => {
    const byTracking = boxes[at + rows.length] ?? null
    const box = sscc === '' ? byTracking : (boxes[at] ?? null)
    const word = wordOf()
    const first = (box && named.get(box.id)) ?? null
    if (box && first === null) named.set(box.id, row)
    return { row, code: sscc || tracking, word, box, isByTracking: sscc === '', first }

    function wordOf(): JudgedRow['word'] {
      if (box === null && sscc === '' && shared.has(tracking)) return 'shared_waybill'
      if (box === null) return readTraced(sscc).isMisread ? 'misread' : 'unknown'
      if (byTracking !== null && byTracking.id !== box.id) return 'otherTracking'
      return named.has(box.id) ? 'repeated' : doorSays(box, isHere(box)).word
    }
  })
}

/** Refuses the rows of boxes that may not come in, and gives back the others: those that may, and those that are in. */
export function withoutTurnedAway(
  judged: readonly JudgedRow[],
  { refuse, refuseTwice }: Pick<OpenSheet<Values>, 'refuse' | 'refuseTwice'>,
): JudgedRow[] {
  return judged.filter(({ row, word, isByTracking, first }) => {
    if (word === 'awaiting' || word === 'duplicate') return true
    const column = isByTracking || word === 'otherTracking' ? 'tracking_id' : 'sscc'
    if (word === 'repeated' && first) refuseTwice(row, column, first)
    else refuse(row, column, doorFaults[word], word === 'unknown' ? expectations.code : undefined)
    return false
  })
}

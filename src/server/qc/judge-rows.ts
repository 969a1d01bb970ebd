import type { Fault } from '../../shared/domain/faults.ts'
import { type DoorSays, doorSays } from '../../shared/domain/qc-door.ts'
import { arrivedBoxes, doorFaults } from '../../shared/domain/qc-door-sheets.ts'
import { expectations } from '../../shared/domain/sheet-messages.ts'
import { readTraced } from '../../shared/domain/trace.ts'
import { faultAt, type SheetRow } from '../sheets/read-rows.ts'
import type { ArrivingBox, IsHere } from './at-door.ts'
import type { ArrivedSheet } from './read-arrived.ts'

/** What the door says to a row of a sheet. */
export interface JudgedRow {
  row: SheetRow
  code: string
  word: DoorSays['word'] | 'repeated' | 'otherTracking'
  box: ArrivingBox | null
  /** Null for a box that may come in, and for one that is in. */
  fault: Fault | null
}

/** Row by row; `boxes` are those behind `sheet.codes`. Of a box named twice the later row is at fault. */
export function judgeRows(
  sheet: Pick<ArrivedSheet, 'rows'>,
  boxes: readonly (ArrivingBox | null)[],
  isHere: IsHere,
): JudgedRow[] {
  const named = new Set<string>()
  return sheet.rows.map(({ row, sscc, tracking }, at) => {
    const bySscc = boxes[at] ?? null
    const byTracking = boxes[at + sheet.rows.length] ?? null
    const box = sscc === '' ? byTracking : bySscc
    const word = wordOf()
    if (box) named.add(box.id)
    return { row, code: sscc || tracking, word, box, fault: faultOf(row, word, sscc === '') }

    function wordOf(): JudgedRow['word'] {
      if (box === null) return readTraced(sscc).isMisread ? 'misread' : 'unknown'
      if (byTracking !== null && byTracking.id !== box.id) return 'otherTracking'
      return named.has(box.id) ? 'repeated' : doorSays(box, isHere(box)).word
    }
  })
}

function faultOf(row: SheetRow, word: JudgedRow['word'], isByTracking: boolean): Fault | null {
  if (word === 'awaiting' || word === 'duplicate') return null
  const column = isByTracking || word === 'otherTracking' ? 'tracking_id' : 'sscc'
  return faultAt(arrivedBoxes, row, column, doorFaults[word], word === 'unknown' ? expectations.code : undefined)
}

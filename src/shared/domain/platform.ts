import type { MoveKind } from './moves.ts'
import type { Quantities } from './quantities.ts'
import { sheetMessages } from './sheet-messages.ts'

/** What a vendor says of one order line on the shipping platform. Both numbers are totals: saying them twice changes nothing. */
export interface ScheduleEntry {
  /** Pieces ready today and not yet in a shipment; null leaves them as they are. */
  ready_quantity: number | null
  /** Pieces out of stock in all; null leaves them as they are. */
  oos_quantity: number | null
}

export interface ScheduleFault {
  field: 'ready_quantity' | 'oos_quantity'
  message: string
  expected?: string
}

export type ScheduleMove = { kind: Extract<MoveKind, 'schedule' | 'unschedule' | 'mark_oos'>; quantity: number }

const { notPositive, negativeOos, wrongOrderQuantity: notCorrect } = sheetMessages

/** The moves that bring a line to what was said, or what is wrong with it. No moves: nothing changes. */
export function scheduleMoves(line: Quantities, entry: ScheduleEntry): { moves: ScheduleMove[] } | ScheduleFault {
  const { ready_quantity: ready, oos_quantity: oos } = entry
  if (oos !== null && oos < 0) return { field: 'oos_quantity', message: negativeOos, expected: '≥ 0' }
  if (ready !== null && ready < 0) return { field: 'ready_quantity', message: notPositive, expected: '≥ 0' }
  if ((ready ?? 0) === 0 && (oos ?? 0) === 0 && line.platform === 0 && line.oos === 0)
    return { field: 'ready_quantity', message: notPositive, expected: '≥ 1' }
  const moreReady = ready === null ? 0 : ready - line.platform
  const moreOos = oos === null ? 0 : oos - line.oos
  if (moreOos < 0) return { field: 'oos_quantity', message: notCorrect, expected: `≥ ${line.oos}` }
  // Pieces taken off the platform can be called out of stock in the same breath.
  if (moreReady + moreOos > line.awaiting)
    return moreReady > 0
      ? {
          field: 'ready_quantity',
          message: notCorrect,
          expected: `≤ ${Math.max(0, line.platform + line.awaiting - moreOos)}`,
        }
      : { field: 'oos_quantity', message: notCorrect, expected: `≤ ${line.oos + line.awaiting - moreReady}` }
  const moves: ScheduleMove[] = []
  if (moreReady < 0) moves.push({ kind: 'unschedule', quantity: -moreReady })
  if (moreReady > 0) moves.push({ kind: 'schedule', quantity: moreReady })
  if (moreOos > 0) moves.push({ kind: 'mark_oos', quantity: moreOos })
  return { moves }
}

import { daysBetween } from '../../kernel/days.ts'
import type { RefusalReason } from '../../kernel/reasons.ts'
import { sheetMessages } from '../../kernel/sheet.ts'
import type { MoveKind, Quantities } from './quantities.ts'
import type { VendorReason } from './vendor-reasons.ts'

/** A vendor's answer for one SKU of an order: together the three numbers are the pieces that await it. */
export interface LineAnswer {
  ready_quantity: number
  oos_quantity: number
  rejected_quantity: number
  reason?: RefusalReason | null | undefined
  /** One of the vendor's own, instead. */
  vendor_reason?: VendorReason | null | undefined
  remark?: string | null | undefined
}

export type LineDecision = 'NEW' | 'CONFIRMED' | 'REJECTED' | 'OUT_OF_STOCK'

export type AnswerMove = { kind: Extract<MoveKind, 'refuse' | 'mark_oos'>; quantity: number }

/** The moves that an answer asks for, or what is wrong with it (specification, section 5). */
export function answerMoves(line: Quantities, answer: LineAnswer): { moves: AnswerMove[] } | { message: string } {
  if (answer.oos_quantity < 0) return { message: sheetMessages.negativeOos }
  if (answer.ready_quantity < 0) return { message: sheetMessages.notPositive }
  if (answer.rejected_quantity < 0) return { message: sheetMessages.wrongOrderQuantity }
  const sum = answer.ready_quantity + answer.oos_quantity + answer.rejected_quantity
  if (sum !== line.awaiting) return { message: sheetMessages.wrongOrderQuantity }
  if (answer.rejected_quantity > 0 && ((!answer.reason && !answer.vendor_reason) || !answer.remark?.trim()))
    return { message: 'A refusal needs a reason and a remark.' }
  const moves: AnswerMove[] = []
  if (answer.rejected_quantity > 0) moves.push({ kind: 'refuse', quantity: answer.rejected_quantity })
  if (answer.oos_quantity > 0) moves.push({ kind: 'mark_oos', quantity: answer.oos_quantity })
  return { moves }
}

/** What a line counts as once it was answered; of one that was amended to nothing there is nothing to answer. */
export function lineDecision(line: Quantities): Exclude<LineDecision, 'NEW'> {
  if (line.ordered === 0) return 'CONFIRMED'
  if (line.rejected === line.ordered) return 'REJECTED'
  return line.rejected + line.oos === line.ordered ? 'OUT_OF_STOCK' : 'CONFIRMED'
}

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

/** Why ops should look twice before approving an order, in the order in which they are shown. */
export const exceptionKinds = ['price_jump', 'late', 'new_vendor', 'other_vendor', 'no_warehouse'] as const

export type ExceptionKind = (typeof exceptionKinds)[number]

/** Kinds of the sites that vendors' goods go to; an order to another kind, or to a site out of use, is an exception. */
export const vendorGoodsSites = ['china_qc', 'india_qc', 'warehouse'] as const

/**
 * A price jump: at least `percent` above or below the price of the style that was approved or bought last: a slipped decimal point goes
 * either way. A first order is compared with what its style's record says, if anything. Prices are minor units of one currency.
 */
export function isPriceJump(minor: number, previousMinor: number | null, percent: number): boolean {
  if (previousMinor === null || minor === previousMinor) return false
  return Math.abs(minor - previousMinor) * 100 >= previousMinor * percent
}

/** A vendor is new for its first `days` days, counted from the day it came on board to the day of the order. */
export function isNewVendor(onboardedOn: string, orderDate: string, days: number): boolean {
  return daysBetween(onboardedOn, orderDate) < days
}

export const orderExceptions = (holds: Readonly<Record<ExceptionKind, boolean>>): ExceptionKind[] =>
  exceptionKinds.filter((kind) => holds[kind])

/** One of each kind. */
export const eachException = <T>(of: (kind: ExceptionKind) => T) =>
  Object.fromEntries(exceptionKinds.map((kind) => [kind, of(kind)])) as Record<ExceptionKind, T>

/** What an exception is called on screen and in exports: English, and the key of its translation. */
export const exceptionWords: Readonly<Record<ExceptionKind, string>> = {
  price_jump: 'Price jump',
  late: 'Late',
  new_vendor: 'New vendor',
  other_vendor: 'Not the style’s vendor',
  no_warehouse: 'Destination is no warehouse',
}

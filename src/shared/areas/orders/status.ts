import { daysBetween } from '../../kernel/days.ts'
import { onPlatform, type Quantities } from './quantities.ts'

/** Order statuses of the specification, section 4. */
export const orderStatuses = [
  'Awaiting shipment',
  'Rejected',
  'Added to shipping platform',
  'Partially shipped',
  'Fully shipped',
  'Ship by today',
  'Shipment delayed',
  'Out of stock',
] as const

export type OrderStatus = (typeof orderStatuses)[number]

/**
 * The part of the status that no clock changes; the database keeps it as a generated column (`stage`) so that a list of a
 * million lines is filtered by an index. A test holds the two together.
 */
export const stages = {
  rejected: 0,
  outOfStock: 1,
  fullyShipped: 2,
  partlyShipped: 3,
  onPlatform: 4,
  awaiting: 5,
} as const

export type Stage = (typeof stages)[keyof typeof stages]

export function orderStage(line: Quantities): Stage {
  if (line.rejected === line.ordered) return stages.rejected
  if (line.rejected + line.oos === line.ordered) return stages.outOfStock
  if (openPieces(line) === 0) return stages.fullyShipped
  if (line.shipped > 0) return stages.partlyShipped
  return onPlatform(line) + line.packed > 0 ? stages.onPlatform : stages.awaiting
}

/** Pieces that still have to leave: open means not shipped, refused or out of stock. */
export function openPieces(line: Quantities): number {
  return line.awaiting + onPlatform(line) + line.packed
}

/** Days until the deadline as lists and files say them; null once nothing is open. */
export function daysLeft({ days_remaining, quantities: q }: LeftOf): number | null {
  return q.awaiting + q.on_platform + q.packed === 0 ? null : days_remaining
}

interface LeftOf {
  days_remaining: number
  quantities: { awaiting: number; on_platform: number; packed: number }
}

const timelessStatus: Record<Stage, OrderStatus> = {
  [stages.rejected]: 'Rejected',
  [stages.outOfStock]: 'Out of stock',
  [stages.fullyShipped]: 'Fully shipped',
  [stages.partlyShipped]: 'Partially shipped',
  [stages.onPlatform]: 'Added to shipping platform',
  [stages.awaiting]: 'Awaiting shipment',
}

/**
 * The status that users see: the first of the rules' list that holds (rules, section 1).
 * Dates are calendar days `yyyy-mm-dd` in the vendor's zone, which compare as text.
 */
export function orderStatus(line: Quantities, deadline: string, today: string): OrderStatus {
  return statusAt(orderStage(line), deadline, today)
}

export function statusAt(stage: Stage, deadline: string, today: string): OrderStatus {
  if (stage <= stages.fullyShipped) return timelessStatus[stage]
  if (deadline < today) return 'Shipment delayed'
  if (deadline === today) return 'Ship by today'
  return timelessStatus[stage]
}

/** Lateness is a flag of its own as well: a list can hold "late and partly shipped". */
export function isLate(stage: Stage, deadline: string, today: string): boolean {
  return stage > stages.fullyShipped && deadline < today
}

/** Stages in which pieces still have to leave. */
export const openStages: readonly Stage[] = [stages.partlyShipped, stages.onPlatform, stages.awaiting]

/** What a status means for a query: the stages it covers and where the deadline must lie. */
export function statusFilter(status: OrderStatus): { stages: Stage[]; deadline: 'any' | 'past' | 'today' | 'future' } {
  if (status === 'Shipment delayed') return { stages: [...openStages], deadline: 'past' }
  if (status === 'Ship by today') return { stages: [...openStages], deadline: 'today' }
  const stage = (Object.keys(timelessStatus).map(Number) as Stage[]).filter((s) => timelessStatus[s] === status)
  return { stages: stage, deadline: stage.every((s) => s <= stages.fullyShipped) ? 'any' : 'future' }
}

/** The pieces of a fully shipped order that never come: they were refused or out of stock. The mark "10 short" beside the status. */
export function shortPieces(of: { status: OrderStatus; quantities: Pick<Quantities, 'ordered' | 'shipped'> }): number {
  return of.status === timelessStatus[stages.fullyShipped] ? of.quantities.ordered - of.quantities.shipped : 0
}

/** Urgent: flagged by ops, or one day or less remains while pieces are open. */
export function isUrgent(order: { flagged: boolean; stage: Stage; deadline: string }, today: string): boolean {
  return order.flagged || (order.stage > stages.fullyShipped && daysBetween(today, order.deadline) <= 1)
}

/** Of an order that its vendor does not see, in a trace. */
export const hiddenStatuses = {
  pending: 'Waiting for approval',
  notApproved: 'Refused',
  cancelled: 'Cancelled',
} as const

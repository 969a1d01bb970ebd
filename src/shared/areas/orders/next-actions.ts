import { address, type NextAction } from '../../kernel/screens.ts'
import type { OrderDecision } from './amendments.ts'
import { pieces, type Quantities } from './quantities.ts'

/** What may be done next with an order, in the words of its button: English, and the key of its translation. */
export const orderActionLabels = {
  decide: 'Approve or refuse',
  withdraw: 'Take the decision back',
  withdrawRefusal: 'Take the refusal back',
  restore: 'Take the cancellation back',
  answer: 'Answer the order',
  schedule: 'Say what is ready',
  makeShipment: 'Make a shipment',
  recoverPieces: 'Bring pieces back',
  reopen: 'Take the answer back',
} as const

export type OrderAction = keyof typeof orderActionLabels

/** One line of an order, as far as its next actions hang on it. */
export type StandingLine = Quantities & { vendor_decision: 'NEW' | 'CONFIRMED' | 'REJECTED' | 'OUT_OF_STOCK' }

export interface StandingOrder {
  decision: OrderDecision
  vendor_decision: 'NEW' | 'ANSWERED'
  lines: readonly StandingLine[]
  /** It ended so long ago that nobody changes it. */
  is_closed: boolean
}

/** What the moves' guards allow with an order now, the usual first. Guards of its commands; whose rights is another question. */
export function allowedOrderActions({ decision, vendor_decision, lines, is_closed }: StandingOrder): OrderAction[] {
  if (is_closed) return []
  if (decision === 'NEW') return ['decide']
  if (decision === 'NOT_APPROVED') return ['withdrawRefusal']
  if (decision === 'CANCELLED') return ['restore']
  const answered = lines.filter((line) => line.vendor_decision !== 'NEW')
  const moves = new Set(lines.flatMap(pieces.allowed))
  const isUnderWay = lines.some((line) => line.platform + line.reserved + line.packed + line.shipped > 0)
  const isUntouched = lines.every((line) => line.awaiting === line.ordered)
  const holds: Partial<Record<OrderAction, boolean>> = {
    answer: vendor_decision === 'NEW',
    makeShipment: moves.has('reserve'),
    schedule: answered.some((line) => pieces.allowed(line).includes('schedule')),
    recoverPieces: moves.has('recover_refused') || moves.has('recover_oos'),
    reopen: !isUnderWay && answered.length > 0,
    withdraw: vendor_decision === 'NEW' && isUntouched,
  }
  return (Object.keys(holds) as OrderAction[]).filter((action) => holds[action])
}

/** Where an order's action is done: its own drawer, or the list of all that a code is in. */
export type OrderPlace = { order: string } | { search: string }

const orderPaths: Record<Exclude<OrderAction, 'makeShipment'>, readonly [path: string, tab: string]> = {
  decide: ['/ops/all-pending-orders', ''],
  withdraw: ['/ops/confirmed-orders', ''],
  withdrawRefusal: ['/ops/all-pending-orders', 'refused'],
  restore: ['/ops/all-pending-orders', 'cancelled'],
  answer: ['/supplier/my-orders', 'new'],
  schedule: ['/supplier/my-orders', 'confirmed'],
  recoverPieces: ['/supplier/my-orders', 'rejected_oos'],
  reopen: ['/supplier/my-orders', 'confirmed'],
}

/** The actions with their places. */
export function orderActions(allowed: readonly OrderAction[], place: OrderPlace): NextAction<OrderAction>[] {
  const code = 'order' in place ? place.order : place.search
  return allowed.map((action) => {
    if (action === 'makeShipment')
      return { action, path: address('/supplier/shipping-platform', { tab: 'on_platform', q: code }) }
    const [path, tab] = orderPaths[action]
    return { action, path: address(path, { tab, ...place }) }
  })
}

import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'
import type { ChaseKind } from './amendments.ts'

/** An order that its vendor has left unanswered for more than so many days is to be chased; the texts below say three. */
export const chaseAfterDays = 3

export const orderFigures = {
  ordersToAnswer: figure(
    'orders',
    key('Orders to answer'),
    key('Approved orders that their vendor has not answered, or that were opened again after its answer.'),
  ),
  /** The same orders, as those name them who wait for the vendor. */
  ordersUnanswered: figure(
    'orders',
    key('Orders that vendors have not answered'),
    key('Approved orders that their vendor has not answered, or that were opened again after its answer.'),
  ),
  ordersOverdue: figure(
    'orders',
    key('Orders unanswered for more than 3 days'),
    key(
      'Orders to answer that have waited for their vendor for more than 3 days. Counted from the approval or, where the order was opened again, from then; not from the order date.',
    ),
  ),
  ordersLate: figure(
    'orders',
    key('Late orders'),
    key('Approved orders whose deadline has passed while pieces are still to be shipped.'),
  ),
  ordersAnsweredShort: figure(
    'orders',
    key('Orders answered short'),
    key('Approved orders with pieces refused or out of stock, while others are still to be shipped.'),
  ),
  ordersShippedShort: figure(
    'orders',
    key('Orders shipped short'),
    key('Approved orders of which nothing is open any more and fewer pieces were shipped than ordered, but some were.'),
  ),
  ordersRefused: figure(
    'orders',
    key('Orders with pieces rejected or out of stock'),
    key('Approved orders of which the vendor refused pieces or has them out of stock, open or shipped.'),
  ),
  ordersWithExceptions: figure(
    'orders',
    key('New orders with exceptions'),
    key('Orders that wait for approval and want a second look: each says why.'),
  ),
  ordersClean: figure(
    'orders',
    key('Clean new orders to approve'),
    key('Orders that wait for approval and have no exception.'),
  ),
  ordersWithProposal: figure(
    'orders',
    key('Orders with an open proposal'),
    key('Approved orders for which their vendor proposes another date, price or quantity, not yet decided on.'),
  ),
  linesLate: figure(
    'lines',
    key('Late lines to ship'),
    key('Answered order lines with pieces awaiting or on the shipping platform whose deadline has passed.'),
  ),
  linesOnPlatform: figure(
    'lines',
    key('Lines ready for a shipment'),
    key('Answered order lines with pieces on the shipping platform that are in no shipment yet.'),
  ),
} as const

/** The figure of each kind of order to run after. */
export const chaseFigures = {
  unanswered: orderFigures.ordersUnanswered,
  overdue: orderFigures.ordersOverdue,
  late: orderFigures.ordersLate,
  short: orderFigures.ordersAnsweredShort,
  shipped_short: orderFigures.ordersShippedShort,
} as const satisfies Record<ChaseKind, unknown>

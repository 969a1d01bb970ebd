import type { Role } from '../../kernel/roles.ts'
import { key } from '../../kernel/words.ts'

/** Rows are counted so far; a screen says 999+ then. */
export const mostCounted = 1_000

/** Orders that a vendor has left unanswered for so many days are to be chased. */
export const chaseAfterDays = 3

export const urgencies = ['urgent', 'next', 'watch'] as const
export type Urgency = (typeof urgencies)[number]

const vendor: readonly Role[] = ['vendor', 'internal_team']
const ops: readonly Role[] = ['ops', 'admin', 'super_admin']
/** Of who checks what vendors answer: the leads of QC beside ops. */
const actionLeads: readonly Role[] = [...ops, 'ops_team']
const china: readonly Role[] = ['china_warehouse_team', 'ops_team']
/** Who answers what vendors say of QC results. */
const disputers: readonly Role[] = [...actionLeads, 'china_warehouse_team']
const indiaDoor: readonly Role[] = ['india_qc_inward_wh', 'india_qc_manager']
const indiaQc: readonly Role[] = ['india_qc_manager']

interface HomeLine {
  title: string
  urgency: Urgency
  roles: readonly Role[]
  /** The list that shows the very rows which are counted; {{day}} is the last one before a chase. */
  path: string
}

const line = (title: string, urgency: Urgency, roles: readonly Role[], path: string): HomeLine => ({
  ...{ title, urgency, roles, path },
})

/** What may wait for somebody, the most urgent first. The server says which rows each counts (`areas/home/counted.ts`). */
export const homeLines = {
  late: line(key('Late lines to ship'), 'urgent', vendor, '/supplier/shipping-platform?tab=all&late=1'),
  corrective: line(
    ...([key('Corrective actions to answer'), 'urgent', ['vendor'], '/supplier/corrective-actions'] as const),
  ),
  disputesAsked: line(
    ...([key('Disputes that QC asks you about'), 'urgent', ['vendor']] as const),
    '/supplier/disputes?tab=open&waits=vendor',
  ),
  orders: line(key('New orders to answer'), 'urgent', vendor, '/supplier/my-orders'),
  toPack: line(key('Shipments to pack and ship'), 'next', vendor, '/supplier/shipment-management?tab=packing'),
  toShip: line(key('Lines ready for a shipment'), 'next', vendor, '/supplier/shipping-platform?tab=on_platform'),
  different: line(
    ...([key('Boxes with pieces missing or too many'), 'next', vendor, '/supplier/qc-results?open=1'] as const),
  ),
  short: line(key('Orders rejected or out of stock'), 'watch', vendor, '/supplier/my-orders?tab=rejected_oos'),
  returned: line(key('Goods sent back to you'), 'watch', vendor, '/supplier/qc-results?tab=notes&state=SENT'),

  exceptions: line(
    ...([key('New orders with exceptions'), 'urgent', ops, '/ops/all-pending-orders?tab=exceptions'] as const),
  ),
  overdue: line(
    ...([
      key('Orders unanswered for days'),
      'urgent',
      ops,
      '/ops/confirmed-orders?chase=unanswered&to={{day}}',
    ] as const),
  ),
  lateOrders: line(key('Late orders'), 'urgent', ops, '/ops/confirmed-orders?chase=late'),
  clean: line(key('Clean new orders to approve'), 'next', ops, '/ops/all-pending-orders'),
  proposals: line(key('Proposals of vendors to decide on'), 'next', ops, '/ops/confirmed-orders?proposals=1'),
  disputes: line(key('Boxes in dispute at China QC'), 'next', ops, '/supplier/qc-platform?tab=all&open=1'),
  correctiveToCheck: line(
    ...([key('Answers to corrective actions to check'), 'next', actionLeads] as const),
    '/supplier/corrective-actions?tab=to_check',
  ),
  correctiveLate: line(
    ...([key('Corrective actions that vendors did not answer in time'), 'watch', actionLeads] as const),
    '/supplier/corrective-actions?tab=overdue',
  ),
  disputesLate: line(
    ...([key('Disputes of vendors that are overdue'), 'urgent', disputers, '/supplier/disputes?tab=overdue'] as const),
  ),
  disputesMine: line(
    ...([key('Disputes of vendors that are yours'), 'next', disputers, '/supplier/disputes?tab=mine'] as const),
  ),
  disputesToAnswer: line(
    ...([key('Disputes of vendors to answer'), 'next', disputers, '/supplier/disputes?tab=open&waits=house'] as const),
  ),
  unanswered: line(key('Orders not answered'), 'watch', ops, '/ops/confirmed-orders?chase=unanswered'),
  shortOrders: line(key('Orders answered short'), 'watch', ops, '/ops/confirmed-orders?chase=short'),

  mineToCount: line(
    ...([key('Boxes of yours to count'), 'urgent', china, '/supplier/qc-platform?inspector=mine'] as const),
  ),
  mineToInspect: line(
    ...([key('Boxes of yours to inspect'), 'urgent', china, '/supplier/qc-platform?tab=in_qc&inspector=mine'] as const),
  ),
  toCount: line(key('Boxes to count'), 'urgent', china, '/supplier/qc-platform'),
  toInspect: line(key('Boxes to inspect'), 'urgent', china, '/supplier/qc-platform?tab=in_qc'),
  toInward: line(key('Boxes to inward'), 'next', china, '/supplier/qc-platform?tab=awaiting'),
  openCases: line(
    ...([key('Boxes with differences to settle'), 'next', china, '/supplier/qc-platform?tab=all&open=1'] as const),
  ),
  failed: line(key('Boxes with failed pieces'), 'watch', china, '/supplier/qc-platform?tab=failed'),

  indiaMine: line(
    ...([key('Boxes of yours to inspect in India'), 'urgent', indiaQc] as const),
    '/supplier/qc-platform-india?inspector=mine',
  ),
  indiaMineGoOn: line(
    ...([key('Boxes of yours inspected in part'), 'urgent', indiaQc] as const),
    '/supplier/qc-platform-india?tab=in_part&inspector=mine',
  ),
  indiaInspect: line(key('Boxes to inspect in India'), 'urgent', indiaQc, '/supplier/qc-platform-india'),
  indiaGoOn: line(
    ...([key('Boxes inspected in part'), 'urgent', indiaQc, '/supplier/qc-platform-india?tab=in_part'] as const),
  ),
  indiaInward: line(
    ...([key('Boxes on their way to India'), 'next', indiaDoor, '/supplier/india-inward-platform?boxes=1'] as const),
  ),
  indiaCases: line(
    ...([key('Differences at receipt to settle'), 'next', indiaDoor] as const),
    '/supplier/india-inward-platform?tab=discrepancies',
  ),
  indiaRejected: line(
    ...([key('Boxes with rejected pieces'), 'watch', indiaQc, '/supplier/qc-platform-india?tab=rejected'] as const),
  ),
} as const satisfies Record<string, HomeLine>

export type HomeLineName = keyof typeof homeLines

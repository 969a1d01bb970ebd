import type { Figure } from '../../kernel/figure.ts'
import type { Role } from '../../kernel/roles.ts'
import { allocationFigures } from '../allocation/figures.ts'
import { reviewFigures } from '../buyer-reviews/figures.ts'
import { catalogueFigures } from '../catalogue/figures.ts'
import { actionFigures } from '../corrective-actions/figures.ts'
import { disputeFigures } from '../disputes/figures.ts'
import { facilityFigures } from '../facilities/figures.ts'
import { passFigures } from '../gate-passes/figures.ts'
import { indiaQcFigures } from '../india-qc/figures.ts'
import { indiaDoorFigures } from '../india-receiving/figures.ts'
import { orderFigures } from '../orders/figures.ts'
import { preStockFigures } from '../pre-stock/figures.ts'
import { negotiationFigures } from '../price-negotiations/figures.ts'
import { productionFigures } from '../production/figures.ts'
import { orderScreens } from '../production/lacking.ts'
import { qcFigures } from '../qc-boxes/figures.ts'
import { receivingFigures } from '../receiving/figures.ts'
import { rejectedSkuFigures } from '../rejected-skus/figures.ts'
import { returnFigures } from '../returns/figures.ts'
import { developmentFigures } from '../sample-development/figures.ts'
import { sampleFigures } from '../samples/figures.ts'
import { shipmentFigures } from '../shipments/figures.ts'
import { stockCountFigures } from '../stock-counts/figures.ts'
import { inventoryFigures } from '../vendor-inventory/figures.ts'

/** Rows are counted so far; a screen says 999+ then. */
export const mostCounted = 1_000

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
const buyers: readonly Role[] = ['bm_team', 'bm_admin']
const cataloguers: readonly Role[] = [...buyers, 'cataloging_team']
const warehouse: readonly Role[] = ['warehouse', 'admin', 'super_admin']
const retail: readonly Role[] = ['retail_admin', 'admin', 'super_admin']
const cad: readonly Role[] = ['cad']

interface HomeLine {
  figure: Figure
  urgency: Urgency
  roles: readonly Role[]
  /** The list that shows the very rows which are counted. */
  path: string
}

const line = (figure: Figure, urgency: Urgency, roles: readonly Role[], path: string): HomeLine => ({
  figure,
  urgency,
  roles,
  path,
})

const o = orderFigures
const p = productionFigures
const q = qcFigures
const s = developmentFigures
const confirmed = '/ops/confirmed-orders'
const actions = '/supplier/corrective-actions'
const disputes = '/supplier/disputes'
const qc = '/supplier/qc-platform'
const india = '/supplier/qc-platform-india'
const prices = '/supplier/price-negotiation'
const samples = '/supplier/sample-shipping-platform'

/** What may wait for somebody, the most urgent first. The server says which rows each counts (`areas/home/counted.ts`). */
export const homeLines = {
  facilityLate: line(
    facilityFigures.facilityOrdersLate,
    'urgent',
    ['vendor'],
    '/supply-management/production?tab=late',
  ),
  facilityOpen: line(facilityFigures.facilityOrdersOpen, 'next', ['vendor'], '/supply-management/production?tab=open'),
  late: line(o.linesLate, 'urgent', vendor, '/supplier/shipping-platform?tab=all&late=1'),
  corrective: line(actionFigures.actionsToAnswer, 'urgent', ['vendor'], `${actions}?tab=to_answer`),
  disputesAsked: line(disputeFigures.disputesAsked, 'urgent', ['vendor'], `${disputes}?tab=open&waits=vendor`),
  orders: line(o.ordersToAnswer, 'urgent', vendor, '/supplier/my-orders?tab=new'),
  toPack: line(shipmentFigures.shipmentsToPack, 'next', vendor, '/supplier/shipment-management?tab=packing'),
  toShip: line(o.linesOnPlatform, 'next', vendor, '/supplier/shipping-platform?tab=on_platform'),
  pricesOfVendor: line(negotiationFigures.pricesOfVendor, 'urgent', ['vendor'], `${prices}?tab=vendors`),
  samplesLate: line(sampleFigures.samplesOverdue, 'urgent', [...vendor, ...cataloguers], `${samples}?tab=overdue`),
  samplesToSend: line(sampleFigures.samplesToSend, 'next', vendor, `${samples}?tab=to_send`),
  toRestate: line(inventoryFigures.stylesToRestate, 'watch', ['vendor'], '/supplier/my-inventory?tab=update_pending'),
  different: line(q.boxesDiffering, 'next', vendor, '/supplier/qc-results?open=1'),
  short: line(o.ordersRefused, 'watch', vendor, '/supplier/my-orders?tab=rejected_oos'),
  claimed: line(rejectedSkuFigures.debitsOpen, 'next', ['vendor'], '/supplier/qc-results?tab=debit_notes&claim=OPEN'),
  indiaReturned: line(
    rejectedSkuFigures.indiaNotesSent,
    'watch',
    ['vendor'],
    '/supplier/qc-results?tab=india_notes&state=SENT',
  ),
  returned: line(returnFigures.notesSent, 'watch', vendor, '/supplier/qc-results?tab=notes&state=SENT'),

  exceptions: line(o.ordersWithExceptions, 'urgent', ops, '/ops/all-pending-orders?tab=exceptions'),
  overdue: line(o.ordersOverdue, 'urgent', ops, `${confirmed}?chase=overdue`),
  lateOrders: line(o.ordersLate, 'urgent', ops, `${confirmed}?chase=late`),
  clean: line(o.ordersClean, 'next', ops, '/ops/all-pending-orders?tab=clean'),
  proposals: line(o.ordersWithProposal, 'next', ops, `${confirmed}?proposals=1`),
  disputes: line(q.boxesDiffering, 'next', ops, `${qc}?tab=all&open=1`),
  correctiveToCheck: line(actionFigures.actionsToCheck, 'next', actionLeads, `${actions}?tab=to_check`),
  correctiveLate: line(actionFigures.actionsOverdue, 'watch', actionLeads, `${actions}?tab=overdue`),
  disputesLate: line(disputeFigures.disputesOverdue, 'urgent', disputers, `${disputes}?tab=overdue`),
  disputesMine: line(disputeFigures.disputesOwn, 'next', disputers, `${disputes}?tab=mine`),
  disputesToDo: line(disputeFigures.disputesToDo, 'next', disputers, `${disputes}?tab=to_do`),
  disputesToAnswer: line(disputeFigures.disputesToAnswer, 'next', disputers, `${disputes}?tab=open&waits=house`),
  samplesToMeasure: line(s.samplesToMeasure, 'next', ops, '/ops/final-measurements?tab=to_measure'),
  samplesToJudge: line(s.samplesToJudge, 'next', ops, '/ops/final-measurements?tab=to_judge'),
  samplesToCost: line(s.samplesToCost, 'watch', ops, '/ops/sample-costing?tab=to_cost'),
  unanswered: line(o.ordersUnanswered, 'watch', ops, `${confirmed}?chase=unanswered`),
  shortOrders: line(o.ordersAnsweredShort, 'watch', ops, `${confirmed}?chase=short`),

  inHouseStopped: line(p.inHouseStopped, 'urgent', ops, `${orderScreens.IN_HOUSE}?tab=PRODUCTION_ON_HOLD`),
  outsourcedStopped: line(p.outsourcedStopped, 'urgent', ops, `${orderScreens.OUTSOURCED}?tab=PRODUCTION_ON_HOLD`),
  inHouseToPrepare: line(p.inHouseToPrepare, 'next', ops, `${orderScreens.IN_HOUSE}?tab=ACTION_REQUIRED`),
  inHouseToAssign: line(p.inHouseToAssign, 'next', ops, `${orderScreens.IN_HOUSE}?tab=READY_FOR_ALLOCATION`),
  inHouseToSend: line(p.inHouseToSend, 'next', ops, `${orderScreens.IN_HOUSE}?tab=READY_FOR_PRODUCTION`),
  outsourcedToPrepare: line(p.outsourcedToPrepare, 'next', ops, `${orderScreens.OUTSOURCED}?tab=ACTION_REQUIRED`),
  outsourcedToAssign: line(p.outsourcedToAssign, 'next', ops, `${orderScreens.OUTSOURCED}?tab=READY_FOR_ALLOCATION`),
  outsourcedToSend: line(p.outsourcedToSend, 'next', ops, `${orderScreens.OUTSOURCED}?tab=READY_FOR_PRODUCTION`),

  pricesOfHouse: line(
    negotiationFigures.pricesOfHouse,
    'urgent',
    [...buyers, ...ops, 'internal_team'],
    `${prices}?tab=ours`,
  ),
  toReview: line(reviewFigures.stylesToReview, 'urgent', buyers, '/supplier/buyer-review?tab=mine'),
  reviewsToDecide: line(
    reviewFigures.reviewsToDecide,
    'next',
    [...buyers, ...ops],
    '/supplier/catalogue-review?tab=open&own=1',
  ),
  reviewsLate: line(reviewFigures.reviewsOverdue, 'urgent', cataloguers, '/supplier/catalogue-review?tab=overdue'),
  stylesNew: line(
    catalogueFigures.stylesNew,
    'next',
    cataloguers,
    `/supplier/catalogue-management?${new URLSearchParams({ tab: 'New Styles' })}`,
  ),
  stylesWithoutDetails: line(
    catalogueFigures.stylesWithoutDetails,
    'next',
    cataloguers,
    `/supplier/catalogue-management?${new URLSearchParams({ tab: 'Additional Details Pending' })}`,
  ),
  samplesComing: line(sampleFigures.samplesOnWay, 'watch', cataloguers, `${samples}?tab=sent`),
  overPromised: line(
    preStockFigures.listingsOverPromised,
    'urgent',
    ['vendor', ...cataloguers],
    '/supplier/pre-stock-listing?tab=over_promised',
  ),

  inHouseMarkers: line(p.inHouseMarkers, 'urgent', cad, `${orderScreens.IN_HOUSE}?tab=CAD`),
  outsourcedMarkers: line(p.outsourcedMarkers, 'urgent', cad, `${orderScreens.OUTSOURCED}?tab=CAD`),

  passesLate: line(passFigures.passesOverdue, 'urgent', warehouse, '/warehouse/source?tab=overdue'),
  passesToPack: line(passFigures.passesToPack, 'urgent', warehouse, '/warehouse/source?tab=packing'),
  passesToBegin: line(passFigures.passesToBegin, 'next', warehouse, '/warehouse/source?tab=draft'),
  passesToComplete: line(passFigures.passesToComplete, 'next', warehouse, '/warehouse/destination?tab=received'),
  passesComing: line(passFigures.passesComing, 'watch', warehouse, '/warehouse/destination?tab=on_way'),
  countsOpen: line(
    stockCountFigures.countsOpen,
    'watch',
    [...warehouse, ...indiaDoor, 'retail_admin'],
    '/warehouse/stock-counts?tab=open',
  ),
  storesToComplete: line(passFigures.storePassesToComplete, 'urgent', retail, '/retail/store-inwards?tab=received'),
  storesComing: line(passFigures.storePassesComing, 'next', retail, '/retail/store-inwards?tab=on_way'),
  allocationsOpen: line(allocationFigures.allocationsOpen, 'next', retail, '/retail/allocation-dashboard?tab=open'),
  replenishmentDrafts: line(allocationFigures.replenishmentDrafts, 'next', retail, '/retail/replenishment?tab=DRAFT'),

  mineToCount: line(q.ownBoxesToCount, 'urgent', china, `${qc}?inspector=mine`),
  mineToInspect: line(q.ownBoxesToInspect, 'urgent', china, `${qc}?tab=in_qc&inspector=mine`),
  toCount: line(q.boxesToCount, 'urgent', china, `${qc}?tab=inwarded`),
  toInspect: line(q.boxesToInspect, 'urgent', china, `${qc}?tab=in_qc`),
  toInward: line(receivingFigures.boxesToInward, 'next', china, `${qc}?tab=awaiting`),
  openCases: line(q.boxesDiffering, 'next', china, `${qc}?tab=all&open=1`),
  boxesHeld: line(q.boxesOnHold, 'next', [...china, ...ops], `${qc}?tab=all&held=1`),
  failed: line(q.boxesFailed, 'watch', china, `${qc}?tab=failed`),

  indiaMine: line(indiaQcFigures.indiaOwnToInspect, 'urgent', indiaQc, `${india}?inspector=mine`),
  indiaMineGoOn: line(indiaQcFigures.indiaOwnInPart, 'urgent', indiaQc, `${india}?tab=in_part&inspector=mine`),
  indiaInspect: line(indiaQcFigures.indiaToInspect, 'urgent', indiaQc, `${india}?tab=received`),
  indiaGoOn: line(indiaQcFigures.indiaInPart, 'urgent', indiaQc, `${india}?tab=in_part`),
  indiaUnfinished: line(
    indiaDoorFigures.indiaArrivalsBegun,
    'urgent',
    indiaDoor,
    '/supplier/india-inward-platform?begun=1',
  ),
  indiaInward: line(indiaDoorFigures.indiaBoxesOnWay, 'next', indiaDoor, '/supplier/india-inward-platform?boxes=1'),
  indiaCases: line(
    indiaDoorFigures.indiaDifferences,
    'next',
    indiaDoor,
    '/supplier/india-inward-platform?tab=discrepancies',
  ),
  indiaHeld: line(indiaQcFigures.indiaOnHold, 'next', [...indiaQc, ...ops], `${india}?tab=all&held=1`),
  indiaRejected: line(indiaQcFigures.indiaRejected, 'watch', indiaQc, `${india}?tab=rejected`),
} as const satisfies Record<string, HomeLine>

export type HomeLineName = keyof typeof homeLines

/** The figure that a tab's number is: Home counts the very rows of that tab, and its line leads there. */
export function figureOfTab(path: string, tab: string): Figure | undefined {
  return Object.values(homeLines).find((line) => line.path === `${path}?tab=${tab}`)?.figure
}

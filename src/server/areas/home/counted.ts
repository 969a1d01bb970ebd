import { type HomeLineName, mostCounted } from '../../../shared/areas/home/lines.ts'
import type { OrderState } from '../../../shared/areas/production/order-states.ts'
import type { CallContext } from '../../http/call.ts'
import { orderQuery as replenishmentQuery } from '../allocation/replenishment-orders.ts'
import { taskQuery } from '../allocation/tasks.ts'
import { countReviews } from '../buyer-reviews/reviews.ts'
import { catalogueQuery } from '../catalogue/styles.ts'
import { actionQuery } from '../corrective-actions/action-rows.ts'
import { disputeQuery } from '../disputes/dispute-rows.ts'
import { facilityOrderQuery } from '../facilities/orders.ts'
import { passQuery } from '../gate-passes/pass-list.ts'
import { discrepancyQuery } from '../india-receiving/box-discrepancies.ts'
import { awaitingInIndia, countBegun } from '../india-receiving/consignments.ts'
import { indiaBoxQuery } from '../india-receiving/received-boxes.ts'
import { answeredAt, askedAt, earliestOf } from '../orders/asked.ts'
import { decidedOrders, type OpsFilter } from '../orders/ops-orders.ts'
import { orderQuery } from '../orders/orders.ts'
import { platformQuery } from '../orders/platform.ts'
import { preStockQuery } from '../pre-stock/listings.ts'
import { negotiationQuery } from '../price-negotiations/negotiation-rows.ts'
import { orderQuery as productionQuery } from '../production/orders.ts'
import { qcBoxQuery } from '../qc-boxes/boxes.ts'
import { awaitingAt } from '../receiving/awaiting-boxes.ts'
import { debitQuery } from '../rejected-skus/debit-notes.ts'
import { noteQueryAt } from '../returns/return-notes.ts'
import { developmentQuery } from '../sample-development/list.ts'
import { sampleQuery } from '../samples/samples.ts'
import { shipmentQuery } from '../shipments/shipments.ts'
import { stockCountQuery } from '../stock-counts/count-rows.ts'
import { inventoryQuery } from '../vendor-inventory/inventory-rows.ts'

/** How much waits, and since when its oldest. */
export interface Counted {
  count: number
  since: string | null
}

/** A list's own query: rows are counted by it, so that a line never says another number than its list shows. */
interface Rows<F, R> {
  idsInOrder(filter: F, context: CallContext, most: number): Promise<string[]>
  byId(ids: readonly string[], context: CallContext): Promise<R[]>
}

/** null where the line is not the caller's. */
type Counter = (context: CallContext) => Promise<Counted | null>

/** `oldest` says where the oldest row stands in the order asked for, and `since` what of it tells its age. */
function counted<F, R>(
  list: Rows<F, R>,
  filter: F,
  since?: (row: R) => string | null,
  oldest: 'first' | 'last' = 'first',
): Counter {
  return async (context) => {
    const ids = await list.idsInOrder(filter, context, mostCounted)
    const id = oldest === 'first' ? ids[0] : ids.length < mostCounted ? ids.at(-1) : undefined
    const [row] = id === undefined || since === undefined ? [] : await list.byId([id], context)
    const at = row === undefined || since === undefined ? null : since(row)
    return { count: ids.length, since: at === null ? null : new Date(at).toISOString() }
  }
}

/** Orders, the oldest by when their vendor was asked, or by another time. */
function asked<F>(list: Pick<Rows<F, never>, 'idsInOrder'>, filter: F, at = askedAt): Counter {
  return async (context) => {
    const ids = await list.idsInOrder(filter, context, mostCounted)
    return { count: ids.length, since: (await earliestOf(context.db, ids, at))?.toISOString() ?? null }
  }
}

/** Production orders of a tab of a screen, what waits longest first. */
const producing = (path: 'IN_HOUSE' | 'OUTSOURCED', tab: OrderState): Counter =>
  counted(productionQuery, { path, tab }, (row) => row.since)

const byAge = { sort: 'order_date', descending: false } as const
/** Of the facilities that somebody of a vendor works at; other vendors have none. */
const atFacility =
  (tab: 'late' | 'open'): Counter =>
  async (context) =>
    context.caller.siteIds.length === 0 ? null : counted(facilityOrderQuery, { tab })(context)

const pending = decidedOrders<OpsFilter & typeof byAge>(() => 'NEW')
const approved = decidedOrders<OpsFilter & typeof byAge>(() => 'APPROVED')
const awaitingInChina = awaitingAt({ sites: 'china_qc' })
const arrivals = { sort: 'inwarded_at', descending: false } as const
const ordered = (row: { order_date: string }) => row.order_date
const came = (row: { inwarded_at: string }) => row.inwarded_at
const sent = (row: { shipped_at: string | null }) => row.shipped_at

/** Reviews have a list of their own, without pages. */
const reviews =
  (tab: Parameters<typeof countReviews>[2]): Counter =>
  async ({ db, caller }) => ({ count: Math.min(mostCounted, await countReviews(db, caller, tab)), since: null })

const oldestPasses = { sort: 'oldest' } as const
const submitted = (row: { submitted_at: string | null }) => row.submitted_at
const inChina = { supply_chain: 'china' } as const
const toShops = { receives_at_kind: 'shop' } as const

/** Which rows each line counts: as its path asks for them. Whose they are, and at which sites, the lists know themselves. */
export const counters: Readonly<Record<HomeLineName, Counter>> = {
  facilityLate: atFacility('late'),
  facilityOpen: atFacility('open'),

  orders: asked(orderQuery, { tab: 'new', ...byAge }),
  late: counted(platformQuery, { tab: 'all', late: true }),
  toPack: counted(shipmentQuery, { status: ['Awaiting packing'] }),
  toShip: counted(platformQuery, { tab: 'on_platform' }),
  short: asked(orderQuery, { tab: 'rejected_oos', ...byAge }, answeredAt),
  claimed: counted(debitQuery, { state: 'OPEN' }, (note) => note.created_at, 'last'),
  indiaReturned: counted(noteQueryAt('india_qc'), { state: 'SENT' }, (note) => note.created_at, 'last'),
  returned: counted(noteQueryAt('china_qc'), { state: 'SENT' }, (note) => note.created_at, 'last'),
  different: counted(qcBoxQuery, { open_case: true, ...arrivals }, came),

  pricesOfVendor: counted(negotiationQuery, { tab: 'vendors' }),
  pricesOfHouse: counted(negotiationQuery, { tab: 'ours' }),
  samplesLate: counted(sampleQuery, { tab: 'overdue' }),
  samplesToSend: counted(sampleQuery, { tab: 'to_send' }),
  samplesComing: counted(sampleQuery, { tab: 'sent' }),
  toRestate: async (context) => {
    await inventoryQuery.prepare({}, context)
    return counted(inventoryQuery, { tab: 'update_pending' })(context)
  },
  overPromised: counted(preStockQuery, { tab: 'over_promised' }),
  toReview: reviews('mine'),
  reviewsToDecide: reviews('to_decide'),
  reviewsLate: reviews('overdue'),
  stylesNew: counted(catalogueQuery, { tab: 'New Styles', ...inChina }),
  stylesWithoutDetails: counted(catalogueQuery, { tab: 'Additional Details Pending', ...inChina }),
  inHouseMarkers: producing('IN_HOUSE', 'CAD'),
  outsourcedMarkers: producing('OUTSOURCED', 'CAD'),
  passesLate: counted(passQuery, { tab: 'overdue', ...oldestPasses }, submitted),
  passesToPack: counted(passQuery, { tab: 'packing', ...oldestPasses }),
  passesToBegin: counted(passQuery, { tab: 'draft', ...oldestPasses }),
  passesToComplete: counted(passQuery, { tab: 'received', ...oldestPasses }, submitted),
  passesComing: counted(passQuery, { tab: 'on_way', ...oldestPasses }, submitted),
  storesToComplete: counted(passQuery, { tab: 'received', ...toShops, ...oldestPasses }, submitted),
  storesComing: counted(passQuery, { tab: 'on_way', ...toShops, ...oldestPasses }, submitted),
  countsOpen: counted(stockCountQuery, { tab: 'open' }, (row) => row.created_at, 'last'),
  allocationsOpen: counted(taskQuery, { tab: 'open' }),
  replenishmentDrafts: counted(replenishmentQuery, { tab: 'DRAFT' }),
  boxesHeld: counted(qcBoxQuery, { tab: 'all', on_hold: true, ...arrivals }, came),

  exceptions: counted(pending, { exception: 'any', ...byAge }, ordered),
  overdue: asked(approved, { chase: 'overdue', ...byAge }),
  lateOrders: counted(approved, { chase: 'late', ...byAge }, ordered),
  clean: counted(pending, { exception: 'none', ...byAge }, ordered),
  proposals: counted(approved, { open_proposal: true, ...byAge }, ordered),
  corrective: counted(actionQuery, { tab: 'to_answer' }),
  correctiveToCheck: counted(actionQuery, { tab: 'to_check' }),
  correctiveLate: counted(actionQuery, { tab: 'overdue' }),
  disputes: counted(qcBoxQuery, { tab: 'all', open_case: true, ...arrivals }, came),
  disputesAsked: counted(disputeQuery, { tab: 'open', waits: 'vendor' }),
  disputesLate: counted(disputeQuery, { tab: 'overdue' }),
  disputesMine: counted(disputeQuery, { tab: 'mine' }),
  disputesToDo: counted(disputeQuery, { tab: 'to_do' }, (row) => row.settled_at),
  disputesToAnswer: counted(disputeQuery, { tab: 'open', waits: 'house' }),
  samplesToMeasure: counted(developmentQuery, { tab: 'to_measure' }),
  samplesToJudge: counted(developmentQuery, { tab: 'to_judge' }),
  samplesToCost: counted(developmentQuery, { tab: 'to_cost' }),
  unanswered: asked(approved, { chase: 'unanswered', ...byAge }),
  shortOrders: asked(approved, { chase: 'short', ...byAge }, answeredAt),

  inHouseStopped: producing('IN_HOUSE', 'PRODUCTION_ON_HOLD'),
  inHouseToPrepare: producing('IN_HOUSE', 'ACTION_REQUIRED'),
  inHouseToAssign: producing('IN_HOUSE', 'READY_FOR_ALLOCATION'),
  inHouseToSend: producing('IN_HOUSE', 'READY_FOR_PRODUCTION'),
  outsourcedStopped: producing('OUTSOURCED', 'PRODUCTION_ON_HOLD'),
  outsourcedToPrepare: producing('OUTSOURCED', 'ACTION_REQUIRED'),
  outsourcedToAssign: producing('OUTSOURCED', 'READY_FOR_ALLOCATION'),
  outsourcedToSend: producing('OUTSOURCED', 'READY_FOR_PRODUCTION'),

  toInward: counted(awaitingInChina, {}, sent),
  mineToCount: counted(qcBoxQuery, { tab: 'inwarded', inspector: 'mine', ...arrivals }, came),
  mineToInspect: counted(qcBoxQuery, { tab: 'in_qc', inspector: 'mine', ...arrivals }, came),
  toCount: counted(qcBoxQuery, { tab: 'inwarded', ...arrivals }, came),
  toInspect: counted(qcBoxQuery, { tab: 'in_qc', ...arrivals }, came),
  openCases: counted(qcBoxQuery, { tab: 'all', open_case: true, ...arrivals }, came),
  failed: counted(qcBoxQuery, { tab: 'failed', ...arrivals }, came),

  indiaUnfinished: async (context) => ({ count: await countBegun(context), since: null }),
  indiaInward: counted(awaitingInIndia, {}, sent),
  indiaMine: counted(indiaBoxQuery, { tab: 'received', inspector: 'mine', ...arrivals }, came),
  indiaMineGoOn: counted(indiaBoxQuery, { tab: 'in_part', inspector: 'mine', ...arrivals }, came),
  indiaInspect: counted(indiaBoxQuery, { tab: 'received', ...arrivals }, came),
  indiaGoOn: counted(indiaBoxQuery, { tab: 'in_part', ...arrivals }, came),
  indiaHeld: counted(indiaBoxQuery, { tab: 'all', on_hold: true, ...arrivals }, came),
  indiaRejected: counted(indiaBoxQuery, { tab: 'rejected', ...arrivals }, came),
  indiaCases: counted(discrepancyQuery, { tab: 'open' }),
}

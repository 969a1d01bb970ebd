import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type HomeLineName, homeLines } from '../../src/shared/areas/home/lines.ts'
import type { OrderPath, OrderState } from '../../src/shared/areas/production/order-states.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Role } from '../../src/shared/kernel/roles.ts'
import { offered } from '../support/catalogue.ts'
import type { Client } from '../support/client.ts'
import { madeFacility, sentOrder } from '../support/facilities.ts'
import { madePass, passWorld, sentPass } from '../support/gate-passes.ts'
import { onWayToIndia, receive } from '../support/india.ts'
import { boughtInIndia, boxesInIndia } from '../support/india-boxes.ts'
import { count, type OneBox, oneBox } from '../support/one-qc-box.ts'
import { makeOrder } from '../support/orders.ts'
import { makeProduction } from '../support/production.ts'
import { done } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { openShipment } from '../support/shipments.ts'

const { orders, shipments, qcBoxes, returns, receiving, indiaReceiving } = contract
const { correctiveActions: actions, sampleDevelopment } = contract
const { getHome } = contract.home

let server: TestServer
let at: OneBox
let vendor: Client
beforeAll(async () => {
  server = await testServer()
  at = await oneBox(server)
  vendor = at.shipment.client
  const { vendor: own } = at.shipment.order
  for (const wish of [{}, { vendor: own }, { vendor: own }]) await makeOrder(server.db, { ...wish, answered: false })
  await openShipment(server, { vendor: own })
  await openShipment(server)
  await makeOrder(server.db, { vendor: own, decision: 'NEW' })
  await count(server, at, [12, 7])
  await boughtInIndia(server)
  const { number } = await makeProduction(server.db, [4])
  await sql`UPDATE production_order SET path = 'OUTSOURCED', state = 'PRODUCTION_ON_HOLD' WHERE number = ${number}`.execute(
    server.db,
  )
  // Of two boxes for India one came, and a piece of another waits on hold.
  const two = await onWayToIndia(server, [[3], [4]])
  await receive(two.receiver, two.ssccs.slice(0, 1))
  const held = await boxesInIndia(server, [[5]])
  for (const table of ['qc_line', 'qc_box'])
    await sql`UPDATE ${sql.table(table)} SET to_inspect = to_inspect - 1, on_hold = on_hold + 1
      WHERE site_id = ${held.site}::uuid AND box_id = ${held.boxes[0]?.box_id ?? null}::uuid`.execute(server.db)
  await makeProduction(server.db, [4])
  const marked = await makeProduction(server.db, [4])
  await sql`UPDATE production_order SET state = 'CAD' WHERE number = ${marked.number}`.execute(server.db)
  await offered(server, own.id)
  const world = await passWorld(server)
  await madePass(world, [3])
  await sentPass(world, [2])
})

interface Rows {
  rows: unknown[]
  next_cursor: string | null
}

/** All rows of a list by cursor. */
async function rowsOf(ask: (cursor: string | null) => Promise<{ body: { data: Rows } }>) {
  let all = 0
  let cursor: string | null = null
  do {
    const { data }: { data: Rows } = (await ask(cursor)).body
    all += data.rows.length
    cursor = data.next_cursor
  } while (cursor)
  return all
}

function ofSamples(who: Client, tab: 'to_measure' | 'to_judge' | 'to_cost') {
  return rowsOf((cursor) => who.call(sampleDevelopment.getSampleDevelopments, { tab, cursor }))
}

/** What the screen behind a line's address asks its list for: written down a second time, from the screens. */
const asked: Record<HomeLineName, (who: Client) => Promise<number>> = {
  facilityLate: (who) => ofFacility(who, 'late'),
  facilityOpen: (who) => ofFacility(who, 'open'),
  orders: (who) => rowsOf((cursor) => who.call(orders.getOrders, { tab: 'new', cursor })),
  late: (who) => rowsOf((cursor) => who.call(orders.getShippingItems, { tab: 'all', late: true, cursor })),
  toPack: (who) => rowsOf((cursor) => who.call(shipments.getShipments, { status: ['Awaiting packing'], cursor })),
  toShip: (who) => rowsOf((cursor) => who.call(orders.getShippingItems, { tab: 'on_platform', cursor })),
  short: (who) => rowsOf((cursor) => who.call(orders.getOrders, { tab: 'rejected_oos', cursor })),
  claimed: (who) => rowsOf((cursor) => who.call(contract.rejectedSkus.debitNotes, { state: 'OPEN', cursor })),
  indiaReturned: (who) =>
    rowsOf((cursor) => who.call(contract.rejectedSkus.indiaReturnNotes, { state: 'SENT', cursor })),
  returned: (who) => rowsOf((cursor) => who.call(returns.returnNotes, { state: 'SENT', cursor })),
  different: (who) => rowsOf((cursor) => who.call(qcBoxes.getInwardedBoxes, { open_case: true, cursor })),
  pricesOfVendor: (who) => ofPrices(who, 'vendors'),
  pricesOfHouse: (who) => ofPrices(who, 'ours'),
  samplesLate: (who) => ofSent(who, 'overdue'),
  samplesToSend: (who) => ofSent(who, 'to_send'),
  samplesComing: (who) => ofSent(who, 'sent'),
  toRestate: (who) =>
    rowsOf((cursor) => who.call(contract.vendorInventory.getInventoryDetails, { tab: 'update_pending', cursor })),
  overPromised: (who) =>
    rowsOf((cursor) => who.call(contract.preStock.getPreStockListing, { tab: 'over_promised', cursor })),
  toReview: (who) => ofReviews(who, 'mine'),
  reviewsToDecide: async (who) =>
    (await who.call(contract.buyerReviews.getBuyerReviews, { tab: 'open' })).body.data.rows.filter(
      ({ is_responsible }) => is_responsible,
    ).length,
  reviewsLate: (who) => ofReviews(who, 'overdue'),
  stylesNew: (who) => ofCatalogue(who, 'New Styles'),
  stylesWithoutDetails: (who) => ofCatalogue(who, 'Additional Details Pending'),
  inHouseMarkers: (who) => ofProduction(who, 'IN_HOUSE', 'CAD'),
  outsourcedMarkers: (who) => ofProduction(who, 'OUTSOURCED', 'CAD'),
  passesLate: (who) => ofPasses(who, { tab: 'overdue' }),
  passesToPack: (who) => ofPasses(who, { tab: 'packing' }),
  passesToBegin: (who) => ofPasses(who, { tab: 'draft' }),
  passesToComplete: (who) => ofPasses(who, { tab: 'received' }),
  passesComing: (who) => ofPasses(who, { tab: 'on_way' }),
  storesToComplete: (who) => ofPasses(who, { tab: 'received', receives_at_kind: 'shop' }),
  storesComing: (who) => ofPasses(who, { tab: 'on_way', receives_at_kind: 'shop' }),
  countsOpen: (who) => rowsOf((cursor) => who.call(contract.stockCounts.getStockCounts, { tab: 'open', cursor })),
  allocationsOpen: (who) => rowsOf((cursor) => who.call(contract.allocation.allocationTasks, { tab: 'open', cursor })),
  replenishmentDrafts: (who) =>
    rowsOf((cursor) => who.call(contract.allocation.replenishmentOrders, { tab: 'DRAFT', cursor })),
  boxesHeld: (who) => rowsOf((cursor) => who.call(qcBoxes.getInwardedBoxes, { tab: 'all', on_hold: true, cursor })),
  corrective: (who) => rowsOf((cursor) => who.call(actions.getCorrectiveActions, { tab: 'to_answer', cursor })),
  correctiveToCheck: (who) => rowsOf((cursor) => who.call(actions.getCorrectiveActions, { tab: 'to_check', cursor })),
  correctiveLate: (who) => rowsOf((cursor) => who.call(actions.getCorrectiveActions, { tab: 'overdue', cursor })),
  exceptions: (who) => total(who.call(orders.getPendingOrders, { page: 1, exception: 'any' })),
  overdue: (who) => total(who.call(orders.getConfirmedOrders, { page: 1, chase: 'overdue' })),
  lateOrders: (who) => total(who.call(orders.getConfirmedOrders, { page: 1, chase: 'late' })),
  clean: (who) => total(who.call(orders.getPendingOrders, { page: 1, exception: 'none' })),
  proposals: (who) => total(who.call(orders.getConfirmedOrders, { page: 1, open_proposal: true })),
  disputes: (who) => rowsOf((cursor) => who.call(qcBoxes.getInwardedBoxes, { tab: 'all', open_case: true, cursor })),
  disputesAsked: (who) => ofDisputes(who, { tab: 'open', waits: 'vendor' }),
  disputesLate: (who) => ofDisputes(who, { tab: 'overdue' }),
  disputesMine: (who) => ofDisputes(who, { tab: 'mine' }),
  disputesToDo: (who) => ofDisputes(who, { tab: 'to_do' }),
  disputesToAnswer: (who) => ofDisputes(who, { tab: 'open', waits: 'house' }),
  samplesToMeasure: (who) => ofSamples(who, 'to_measure'),
  samplesToJudge: (who) => ofSamples(who, 'to_judge'),
  samplesToCost: (who) => ofSamples(who, 'to_cost'),
  unanswered: (who) => total(who.call(orders.getConfirmedOrders, { page: 1, chase: 'unanswered' })),
  shortOrders: (who) => total(who.call(orders.getConfirmedOrders, { page: 1, chase: 'short' })),
  inHouseStopped: (who) => ofProduction(who, 'IN_HOUSE', 'PRODUCTION_ON_HOLD'),
  inHouseToPrepare: (who) => ofProduction(who, 'IN_HOUSE', 'ACTION_REQUIRED'),
  inHouseToAssign: (who) => ofProduction(who, 'IN_HOUSE', 'READY_FOR_ALLOCATION'),
  inHouseToSend: (who) => ofProduction(who, 'IN_HOUSE', 'READY_FOR_PRODUCTION'),
  outsourcedStopped: (who) => ofProduction(who, 'OUTSOURCED', 'PRODUCTION_ON_HOLD'),
  outsourcedToPrepare: (who) => ofProduction(who, 'OUTSOURCED', 'ACTION_REQUIRED'),
  outsourcedToAssign: (who) => ofProduction(who, 'OUTSOURCED', 'READY_FOR_ALLOCATION'),
  outsourcedToSend: (who) => ofProduction(who, 'OUTSOURCED', 'READY_FOR_PRODUCTION'),
  toInward: (who) => rowsOf((cursor) => who.call(receiving.getAwaitingInwardBoxes, { cursor }) as never),
  mineToCount: (who) => ofMine(who, 'inwarded'),
  mineToInspect: (who) => ofMine(who, 'in_qc'),
  toCount: (who) => rowsOf((cursor) => who.call(qcBoxes.getInwardedBoxes, { tab: 'inwarded', cursor })),
  toInspect: (who) => rowsOf((cursor) => who.call(qcBoxes.getInwardedBoxes, { tab: 'in_qc', cursor })),
  openCases: (who) => rowsOf((cursor) => who.call(qcBoxes.getInwardedBoxes, { tab: 'all', open_case: true, cursor })),
  failed: (who) => rowsOf((cursor) => who.call(qcBoxes.getInwardedBoxes, { tab: 'failed', cursor })),
  indiaUnfinished: async (who) => {
    const { body } = await who.call(indiaReceiving.getAwaitingInwardBoxes, { part: 'arrivals' })
    const { consignments = [] } = body.data
    return consignments.filter((one) => one.closed_at === null && one.scanned > 0 && one.scanned < one.expected).length
  },
  indiaInward: (who) => rowsOf((cursor) => who.call(indiaReceiving.getAwaitingInwardBoxes, { cursor }) as never),
  indiaMine: (who) => ofMineInIndia(who, 'received'),
  indiaMineGoOn: (who) => ofMineInIndia(who, 'in_part'),
  indiaInspect: (who) => rowsOf((cursor) => who.call(indiaReceiving.getReceivedBoxes, { tab: 'received', cursor })),
  indiaGoOn: (who) => rowsOf((cursor) => who.call(indiaReceiving.getReceivedBoxes, { tab: 'in_part', cursor })),
  indiaHeld: (who) =>
    rowsOf((cursor) => who.call(indiaReceiving.getReceivedBoxes, { tab: 'all', on_hold: true, cursor })),
  indiaRejected: (who) => rowsOf((cursor) => who.call(indiaReceiving.getReceivedBoxes, { tab: 'rejected', cursor })),
  indiaCases: (who) => rowsOf((cursor) => who.call(indiaReceiving.boxDiscrepancies, { tab: 'open', cursor })),
}

const ofFacility = (who: Client, tab: 'late' | 'open') =>
  rowsOf((cursor) => who.call(contract.facilities.getFacilityOrders, { tab, cursor }))
const ofPrices = (who: Client, tab: 'vendors' | 'ours') =>
  rowsOf((cursor) => who.call(contract.priceNegotiations.getPriceNegotiationDetails, { tab, cursor }))
const ofSent = (who: Client, tab: 'overdue' | 'to_send' | 'sent') =>
  rowsOf((cursor) => who.call(contract.samples.getSamples, { tab, cursor }))
const ofReviews = async (who: Client, tab: 'mine' | 'overdue') =>
  (await who.call(contract.buyerReviews.getBuyerReviews, { tab })).body.data.rows.length
const ofCatalogue = (who: Client, tab: 'New Styles' | 'Additional Details Pending') =>
  rowsOf((cursor) => who.call(contract.catalogue.getVendorCatalogues, { tab, supply_chain: 'china', cursor }))
const ofPasses = (
  who: Client,
  asked: { tab: 'overdue' | 'packing' | 'draft' | 'received' | 'on_way'; receives_at_kind?: 'shop' },
) => rowsOf((cursor) => who.call(contract.gatePasses.gatepasses, { ...asked, cursor }))

const ofDisputes = (who: Client, filter: { tab: 'open' | 'overdue' | 'mine' | 'to_do'; waits?: 'house' | 'vendor' }) =>
  rowsOf((cursor) => who.call(contract.disputes.getDisputes, { ...filter, cursor }))

const ofProduction = (who: Client, path: OrderPath, tab: OrderState) =>
  rowsOf((cursor) => who.call(contract.production.getOrders, { path, tab, cursor }))

const inspector = 'mine'
const ofMine = (who: Client, tab: 'inwarded' | 'in_qc') =>
  rowsOf((cursor) => who.call(qcBoxes.getInwardedBoxes, { tab, inspector, cursor }))
const ofMineInIndia = (who: Client, tab: 'received' | 'in_part') =>
  rowsOf((cursor) => who.call(indiaReceiving.getReceivedBoxes, { tab, inspector, cursor }))

async function total(reply: Promise<{ body: { data: { total: number } } }>) {
  return (await reply).body.data.total
}

const roles: readonly (Role | 'own')[] = [
  ...(['own', 'internal_team', 'ops', 'admin', 'super_admin', 'china_warehouse_team', 'ops_team'] as const),
  ...(['india_qc_manager', 'india_qc_inward_wh', 'bm_team', 'bm_admin', 'cataloging_team'] as const),
  ...(['warehouse', 'retail_admin', 'cad'] as const),
]

// Would catch: a line that counts others' rows, or by another rule than the list it leads to; one whose list its reader may not open.
it.each(roles)('tells %s as many as the list behind each line shows', async (role) => {
  const who = role === 'own' ? vendor : await server.as(role)
  const { status, body } = await who.call(getHome, {})
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data.lines.length).toBeGreaterThan(1)
  for (const { id, count: told } of body.data.lines)
    expect({ id, count: told }).toEqual({ id, count: await asked[id as HomeLineName](who) })
})

// Would catch: a facility whose board is full of work and whose Home says that nothing waits; a vendor without one who is told of orders to make.
it('tells a facility of its orders in work', async () => {
  const { worker } = await madeFacility(server, 'HOME1')
  await sentOrder(server, [4], ['HOME1'])
  const { lines } = (await worker.call(getHome, {})).body.data
  expect(lines.find(({ id }) => id === 'facilityOpen')).toMatchObject({ count: 1, urgency: 'next' })
  for (const { id, count: told } of lines)
    expect({ id, count: told }).toEqual({ id, count: await asked[id as HomeLineName](worker) })
  const others = (await vendor.call(getHome, {})).body.data.lines.map(({ id }) => id)
  expect(others).not.toContain('facilityOpen')
})

// Would catch: goods that India sent back or claims, of which a vendor's Home says nothing; a note that is credited and still waits.
it('tells a vendor of what India sent back and claims, until it is credited', async () => {
  const { reconcileRejectedSkus, debitNotes } = contract.rejectedSkus
  const inIndia = await boxesInIndia(server, [[6]])
  const { client: seller } = inIndia.shipment
  const [box] = inIndia.boxes
  const [box_id, nm_sku] = [box?.sscc ?? '', box?.items[0]?.nm_sku ?? '']
  await inIndia.judge(box_id, { [nm_sku]: 3 })
  const ops = await server.as('ops')
  const dispositions = [
    { kind: 'return' as const, quantity: 1 },
    { kind: 'credit' as const, quantity: 2 },
  ]
  const { rows } = await done(ops, reconcileRejectedSkus, { remark: 'oil', lines: [{ box_id, nm_sku, dispositions }] })
  const waits = async () => {
    const { lines } = (await seller.call(getHome, {})).body.data
    for (const { id, count: told } of lines)
      expect({ id, count: told }).toEqual({ id, count: await asked[id as HomeLineName](seller) })
    return Object.fromEntries(lines.map((one) => [one.id, one.count]))
  }
  expect(await waits()).toMatchObject({ claimed: 1, indiaReturned: 1, returned: 0 })
  const [one] = rows[0]?.dispositions.filter(({ kind }) => kind === 'credit') ?? []
  await done(ops, reconcileRejectedSkus, { action: 'credited', disposition_ids: [one?.disposition_id ?? ''] })
  expect(await waits()).toMatchObject({ claimed: 0, indiaReturned: 1 })
  expect((await done(seller, debitNotes, { state: 'DONE' })).rows).toMatchObject([{ state: 'DONE', pieces: 2 }])
})

// Would catch: numbers that are equal because all of them are zero.
it('has something to tell each', async () => {
  const waits = async (who: Client) => {
    const { lines } = (await who.call(getHome, {})).body.data
    return lines.filter((line) => line.count > 0).map(({ id }) => id)
  }
  expect(await waits(vendor)).toEqual(expect.arrayContaining(['orders', 'toPack', 'different']))
  expect(await waits(await server.as('ops'))).toEqual(
    expect.arrayContaining(['unanswered', 'disputes', 'inHouseToPrepare', 'outsourcedStopped']),
  )
  expect(await waits(await server.as('china_warehouse_team'))).toEqual(
    expect.arrayContaining(['toInspect', 'openCases']),
  )
  expect(await waits(await server.as('bm_team'))).toContain('stylesNew')
  expect(await waits(await server.as('warehouse'))).toEqual(expect.arrayContaining(['passesToBegin', 'passesComing']))
  expect(await waits(await server.as('retail_admin'))).toContain('storesComing')
  expect(await waits(await server.as('india_qc_inward_wh'))).toContain('indiaUnfinished')
  expect(await waits(await server.as('india_qc_manager'))).toContain('indiaHeld')
  expect(await waits(await server.as('cad'))).toEqual(['inHouseMarkers'])
  const told = (await vendor.call(getHome, {})).body.data.lines.find(({ id }) => id === 'orders')
  expect(told?.since).not.toBeNull()
})

// Would catch: an order of last month that was answered short today, told as waiting for a month.
it('tells since when orders are answered short by their answer', async () => {
  const order = await makeOrder(server.db, { pieces: [10], answered: false })
  const seller = await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor }))
  const lines = [{ nm_sku: order.lines[0]?.nm_sku ?? '', ready_quantity: 6, oos_quantity: 4 }]
  const asked = { order_id: order.order_id, version: 1, lines }
  expect((await seller.call(contract.retool.confirmOrder, asked)).status).toBe(200)
  const { at } = await server.db
    .selectFrom('audit_event')
    .select('at')
    .where('entity_id', '=', order.order_id)
    .where('event', '=', 'order.answered')
    .executeTakeFirstOrThrow()
  const short = (await seller.call(getHome, {})).body.data.lines.find(({ id }) => id === 'short')
  expect(short?.count).toBe(1)
  // The database's microseconds are cut by one reader and rounded by the other.
  expect(Math.abs(Date.parse(short?.since ?? '') - at.getTime())).toBeLessThanOrEqual(1)
})

// Would catch: an inspector bound to one site who is told of boxes at another.
it('keeps to sites', async () => {
  const user = await server.makeUser({ role: 'china_warehouse_team' })
  await server.db
    .updateTable('app_user')
    .set({ site_ids: [user.id] })
    .where('id', '=', user.id)
    .execute()
  const { lines } = (await (await server.as(user)).call(getHome, {})).body.data
  expect(lines.map(({ count: told }) => told)).toEqual(lines.map(() => 0))
  expect(Object.keys(homeLines).length).toBe(Object.keys(asked).length)
})

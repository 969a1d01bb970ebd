import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import { fanOut } from '../../src/server/notices/notify.ts'
import { clearanceSheet, stageSheet } from '../../src/shared/areas/facilities/sheets.ts'
import type { Stage } from '../../src/shared/areas/facilities/stage-ledger.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Call } from '../../src/shared/kernel/call.ts'
import { addDays, dayIn, indiaZone } from '../../src/shared/kernel/days.ts'
import { bilingual, type SheetTemplate } from '../../src/shared/kernel/sheet.ts'
import type { Client } from '../support/client.ts'
import {
  GSTIN_DL,
  type MadeFacility,
  madeFacility,
  must,
  type SentOrder,
  sentAtOnce,
  sentOrder,
} from '../support/facilities.ts'
import { stockInIndia } from '../support/india-boxes.ts'
import { judgeInIndia, openInIndia } from '../support/india-inspection.ts'
import { plainPhoto } from '../support/pictures.ts'
import { makeManyOrders } from '../support/production-worlds.ts'
import { passing } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { textOfWorkbook } from '../support/workbook-text.ts'

const { facilities: calls, production, indiaReceiving, purchaseOrders } = contract

let server: TestServer
let ops: Client
let india: Client
let noida: MadeFacility
let other: MadeFacility
let outside: MadeFacility

beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
  india = await server.as('india_qc_inward_wh')
  await sql`INSERT INTO site (id, code, kind, name, name_zh, country, address, time_zone, gstin)
    VALUES (gen_random_uuid(), 'INQC', 'india_qc', 'Delhi QC', '德里质检', 'IN', '7 Okhla Phase II, New Delhi 110020', 'Asia/Kolkata', ${GSTIN_DL})`.execute(
    server.db,
  )
  noida = await madeFacility(server, 'NOI1')
  other = await madeFacility(server, 'NOI2')
  outside = await madeFacility(server, 'JAI3', { isOwn: false, gstin: GSTIN_DL, pin: '110020' })
})

const into = (
  order: SentOrder,
  status: Stage,
  quantities: readonly number[],
  { by = noida.worker, ...more }: { by?: Client; from?: Stage; is_undo?: boolean; reason?: 'Stain' } = {},
) =>
  by.call(calls.updateProductionStatus, {
    order_action_id: order.number,
    status,
    lines: quantities.flatMap((quantity, at) => {
      const nm_sku = order.lines[at]?.nm_sku ?? ''
      return quantity > 0 ? [{ nm_sku, quantity }] : []
    }),
    ...more,
  })

const row = async (order: SentOrder, by = ops, facility?: string) => {
  const { rows } = must(
    await by.call(calls.getFacilityOrders, {
      tab: 'all',
      order_action_ids: [order.number],
      ...(facility !== undefined && { facility }),
    }),
  ).body.data
  return rows[0]
}

const balanced = async () => {
  for (const { ledger, found } of await checkLedgers(server.db)) expect([ledger, found]).toEqual([ledger, []])
}

const csv = (template: SheetTemplate, rows: readonly Record<string, string | number>[]) => ({
  name: 'sheet.csv',
  bytes: Buffer.from(
    [
      template.columns.map(({ header }) => bilingual(header)),
      ...rows.map((one) => template.columns.map(({ key }) => String(one[key] ?? ''))),
    ]
      .map((cells) => cells.join(','))
      .join('\n'),
  ),
})

/** Brings pieces of an order through every stage and packs them into one box. */
async function boxed(order: SentOrder, quantities: readonly number[], by = noida.worker) {
  for (const stage of ['cutting', 'stitching', 'finishing', 'checking', 'packed'] as const)
    must(await into(order, stage, quantities, { by }))
  const answer = must(
    await by.call(calls.createBox, {
      lines: order.lines.flatMap(({ nm_sku }, at) =>
        (quantities[at] ?? 0) > 0 ? [{ order_action_id: order.number, nm_sku, quantity: quantities[at] ?? 0 }] : [],
      ),
      weight_grams: 9_400,
    }),
  )
  return answer.body.data
}

const ship = async (boxes: string[], by = noida.worker, more = {}) =>
  by.call(calls.changeShipmentStatus, {
    status: 'DISPATCHED',
    boxes,
    destination: 'INQC',
    carrier: 'VRL',
    vehicle_no: 'DL01AB1234',
    lr_no: 'LR-77',
    distance_km: 24,
    ...more,
  })

describe('from the job card to India’s door', () => {
  // Would catch: a stage that gives more than it got, a box of pieces that are not packed, a paper that says other goods than the
  // boxes, a door that does not know what a facility sent.
  it('goes stage by stage into a box, a shipment with its paper, and is received in India', async () => {
    const order = await sentOrder(server, [20, 10], ['NOI1'])
    expect(await row(order, noida.worker)).toMatchObject({ allotted: 30, pending: 30, to_make: 30, days_late: 0 })
    const cut = must(await into(order, 'cutting', [20, 8]))
    expect(cut.body.data.facility_to_quantity_map.NOI1).toMatchObject({ cutting: 28 })
    const { order: known } = must(await ops.call(production.getOrderActionSummary, { order_action_id: order.number }))
      .body.data
    expect(known.cut).toBe(28)
    const few = await into(order, 'stitching', [21, 8])
    expect([few.status, few.body.details.values]).toEqual([
      409,
      expect.objectContaining({ available: 20, quantity: 21 }),
    ])
    for (const stage of ['stitching', 'finishing', 'checking'] as const) must(await into(order, stage, [20, 8]))
    must(await into(order, 'rework', [2, 0]))
    must(await into(order, 'checking', [1, 0], { from: 'rework' }))
    expect((await into(order, 'reject', [1, 0], { from: 'rework' })).status).toBe(400)
    must(await into(order, 'reject', [1, 0], { from: 'rework', reason: 'Stain' }))
    must(await into(order, 'packed', [19, 8]))
    const lines = order.lines.map(({ nm_sku }, at) => ({
      order_action_id: order.number,
      nm_sku,
      quantity: at === 0 ? 19 : 8,
    }))
    const { box_id, box, label_url } = must(await noida.worker.call(calls.createBox, { lines })).body.data
    expect([box?.pieces, label_url]).toEqual([27, expect.stringMatching(/^\/selvedge\/labels\//)])
    const more = await noida.worker.call(calls.createBox, { lines: [{ ...lines[0], quantity: 1 }] as typeof lines })
    expect([more.status, more.body.details.values]).toEqual([
      409,
      expect.objectContaining({ available: 0, quantity: 1 }),
    ])

    const { shipment } = must(await ship([box_id])).body.data
    expect(shipment).toMatchObject({ state: 'DISPATCHED', boxes: 1, pieces: 27, document_kind: 'tax_invoice' })
    expect(await row(order)).toMatchObject({ shipped: 27, reject: 1, pending: 2, to_make: 2 })
    const stn = await noida.worker.call(calls.getShipmentStn, { shipment_id: shipment.shipment_id, file_type: 'excel' })
    const text = await textOfWorkbook(stn.bytes)
    for (const said of [
      shipment.document ?? '',
      'TAX INVOICE',
      order.lines[0]?.nm_sku ?? '',
      '620442',
      GSTIN_DL,
      'IGST',
      // What the pages say as well: sums by HSN, and the amount in words.
      'By HSN',
      'Rupees',
    ])
      expect(text).toContain(said)
    const pdf = await noida.worker.call(calls.getShipmentStn, { shipment_id: shipment.shipment_id, file_type: 'pdf' })
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString('latin1')]).toEqual([200, '%PDF-'])
    const packing = await noida.worker.call(calls.getShipmentPackingFile, { shipment_id: shipment.shipment_id })
    expect(packing.bytes.toString()).toContain(`${box_id},${order.number},${order.lines[0]?.nm_sku}`)
    const whole = await noida.worker.call(calls.downloadShipment, { shipment_ids: [shipment.shipment_id] })
    expect(await textOfWorkbook(whole.bytes)).toContain(box_id)

    const bill = must(await noida.worker.call(calls.shipmentEwayBill, { shipment_id: shipment.shipment_id }))
    expect(JSON.parse(bill.bytes.toString())).toMatchObject({
      billLists: [{ docNo: shipment.document, vehicleNo: 'DL01AB1234', transDistance: 24, fromPincode: 201_301 }],
    })
    const invoice = must(await noida.worker.call(calls.shipmentEInvoice, { shipment_id: shipment.shipment_id }))
    expect(JSON.parse(invoice.bytes.toString())).toMatchObject([{ DocDtls: { No: shipment.document } }])

    const waiting = must(await india.call(indiaReceiving.getAwaitingInwardBoxes, { search: box_id })).body.data
    expect(waiting.rows[0]).toMatchObject({ sscc: box_id, origin: 'production', consignment: shipment.shipment_id })
    const received = must(await india.call(indiaReceiving.receiveBoxes, { boxes: [{ code: box_id }] })).body.data
    expect(received).toMatchObject({ inwarded: 1, refused: 0 })
    const after = must(await noida.worker.call(calls.getFacilityShipments, { shipment_ids: [shipment.shipment_id] }))
      .body.data
    expect(after.rows[0]).toMatchObject({ received_boxes: 1 })
    const { rows: qc } = await sql<{
      pieces: number
    }>`SELECT sum(l.declared)::int AS pieces FROM qc_line l JOIN box b ON b.id = l.box_id
      WHERE b.sscc = ${box_id}`.execute(server.db)
    expect(qc[0]?.pieces).toBe(27)
    const late = await noida.worker.call(calls.changeShipmentStatus, {
      shipment_id: shipment.shipment_id,
      version: shipment.version,
      status: 'PACKING',
      reason: 'Wrong truck',
    })
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('received in India already')])
    await balanced()
  })

  // Would catch: pieces of a facility that India accepted and nobody can take into stock, or at another worth than their paper says; a line
  // of what facilities make that judges the prices of vendors; pieces that are put on a shelf twice.
  it('is inspected, taken into stock at its paper’s worth and put on a shelf', async () => {
    const manager = await server.as('india_qc_manager')
    const warehouse = await server.as('warehouse')
    const order = await sentOrder(server, [6, 4], ['NOI1'])
    const { box_id } = await boxed(order, [6, 4])
    const { shipment } = must(await ship([box_id])).body.data
    must(await india.call(indiaReceiving.receiveBoxes, { boxes: [{ code: box_id }] }))
    const { box } = await openInIndia(manager, box_id)
    const [first, second] = order.lines.map(({ nm_sku }) => nm_sku)
    must(
      await judgeInIndia(manager, box_id, box.version, {
        verdict: 'passed',
        lines: [passing(first ?? '', 6), passing(second ?? '', 4)],
      }),
    )
    const offered = must(await manager.call(purchaseOrders.boxesToPurchase, { search: box_id })).body.data.rows
    expect(offered).toMatchObject([{ sscc: box_id, pieces: 10 }])
    const { purchase_order } = must(await manager.call(purchaseOrders.createPurchaseOrder, { box_ids: [box_id] })).body
      .data
    const bought = purchase_order.purchase_order
    const { lines } = must(await ops.call(purchaseOrders.purchaseOrderDetails, { purchase_order: bought })).body.data
    expect(lines).toMatchObject(
      order.lines.map(({ nm_sku, pieces: quantity }) => ({
        ...{ order_id: order.number, nm_sku, quantity, unit_price: { minor: 90_000, currency: 'INR' } },
      })),
    )
    await sql`INSERT INTO place (id, site_id, kind, code) SELECT gen_random_uuid(), id, 'shelf', 'A-01' FROM site WHERE code = 'INQC'`.execute(
      server.db,
    )
    const put = (scan_id: string) =>
      warehouse.call(contract.stock.putAway, { site: 'INQC', shelf: 'A-01', scans: [{ scan_id, code: box_id }] })
    const { results } = must(await put(v7())).body.data
    expect(results).toMatchObject([{ outcome: 'put_away', pieces: 10 }])
    expect(must(await put(v7())).body.data.results).toMatchObject([{ outcome: 'not_here' }])
    expect(await stockInIndia(server)).toEqual({ [`A-01 ${first} good`]: 6, [`A-01 ${second} good`]: 4 })
    const seen = must(await noida.worker.call(calls.getFacilityShipments, { shipment_ids: [shipment.shipment_id] }))
    expect(seen.body.data.rows).toMatchObject([{ boxes: 1, received_boxes: 1 }])
    const hits = async (by: Client, code: string) =>
      must(await by.call(contract.trace.findTraced, { text: code })).body.data.hits.map(({ kind, status }) => [
        kind,
        status,
      ])
    const word = shipment.shipment_id
    expect(await hits(noida.worker, word)).toEqual([['facility_shipment', 'Sent to India QC']])
    expect(await hits(other.worker, word)).toEqual([])
    expect(await hits(noida.worker, box_id)).toEqual([['facility_box', 'Received in India']])
    expect(await hits(ops, box_id)).toEqual([['box', expect.any(String)]])
    const life = must(await ops.call(contract.trace.traceLife, { kind: 'box', code: box_id })).body.data
    expect(life.events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['facility_box.packed', 'facility_shipment.dispatch', 'box.purchased']),
    )
    expect(life.related.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['facility_shipment', 'sku']))
    const own = must(await noida.worker.call(contract.trace.traceLife, { kind: 'facility_box', code: box_id })).body
      .data
    expect(own.related.map(({ kind }) => kind)).toEqual(['facility_shipment'])
    await balanced()
  })

  // Would catch: cutting beyond its tolerance, a skipped stage, pieces typed into a stage that boxes move, words without numbers.
  it('says with numbers at the cell what cannot be', async () => {
    const order = await sentOrder(server, [40, 40], ['NOI1'])
    const beyond = await into(order, 'cutting', [43, 40])
    expect([beyond.status, beyond.body.details]).toEqual([
      409,
      expect.objectContaining({
        values: expect.objectContaining({ allotted: 40, most: 42, left: 42, tolerance: 5 }),
        fields: [expect.objectContaining({ field: 'lines.0.quantity' })],
      }),
    ])
    must(await into(order, 'cutting', [42, 40]))
    expect(await row(order)).toMatchObject({ overcut: 2, pending: 0, cutting: 82 })
    const skipped = await into(order, 'finishing', [1], { from: 'cutting' })
    expect([skipped.status, skipped.body.message]).toEqual([409, expect.stringContaining('come into')])
    expect((await into(order, 'shipped', [1])).status).toBe(409)
    const stranger = await noida.worker.call(calls.updateProductionStatus, {
      order_action_id: order.number,
      status: 'stitching',
      lines: [{ nm_sku: 'NM-NONE', quantity: 1 }],
    })
    expect([stranger.status, stranger.body.details.values]).toEqual([
      404,
      expect.objectContaining({ known: expect.stringContaining(order.lines[0]?.nm_sku ?? '') }),
    ])
    must(await into(order, 'cutting', [42], { is_undo: true }))
    expect(await row(order)).toMatchObject({ overcut: 0, pending: 40, cutting: 40 })
    for (const stage of ['stitching', 'finishing', 'checking', 'packed'] as const)
      must(await into(order, stage, [0, 40]))
    await sql`UPDATE setting SET value = '30' WHERE name = 'facility_box_pieces'`.execute(server.db)
    const full = await noida.worker.call(calls.createBox, {
      lines: [{ order_action_id: order.number, nm_sku: order.lines[1]?.nm_sku ?? '', quantity: 31 }],
    })
    expect([full.status, full.body.details.values]).toEqual([400, { pieces: 31, most: 30 }])
    await sql`UPDATE setting SET value = '120' WHERE name = 'facility_box_pieces'`.execute(server.db)
    await balanced()
  })

  // Would catch: pieces that move while ops hold the order, a step back that leaves pieces with a facility, a second sending that counts twice.
  it('stands still while the order is held, and gives its pieces back with the order', async () => {
    const order = await sentOrder(server, [12, 6], ['NOI1', 'NOI2'])
    const seen = async () => ({
      order_action_id: order.number,
      version: (await ops.call(production.getOrderActionSummary, { order_action_id: order.number })).body.data.order
        .version,
    })
    must(
      await ops.call(production.moveOrder, {
        orders: [await seen()],
        destination: 'PRODUCTION_ON_HOLD',
        reason: 'Trims',
      }),
    )
    const held = await into(order, 'cutting', [12])
    expect([held.status, held.body.message]).toEqual([409, expect.stringContaining('once it is sent')])
    must(await ops.call(production.updateProductionOnHoldOrders, { orders: [await seen()], action: 'APPROVE' }))
    must(await into(order, 'cutting', [1]))
    const cutAlready = await ops.call(production.revertOrderAction, { orders: [await seen()] })
    expect(cutAlready.status).toBe(409)
    must(await into(order, 'cutting', [1], { is_undo: true }))
    must(await ops.call(production.revertOrderAction, { orders: [await seen()] }))
    expect(await row(order)).toBeUndefined()
    const stopped = await sentOrder(server, [9], ['NOI1'])
    const at = async () => ({
      order_action_id: stopped.number,
      version: (await ops.call(production.getOrderActionSummary, { order_action_id: stopped.number })).body.data.order
        .version,
    })
    must(
      await ops.call(production.moveOrder, { orders: [await at()], destination: 'PRODUCTION_ON_HOLD', reason: 'Late' }),
    )
    must(
      await ops.call(production.updateProductionOnHoldOrders, {
        orders: [await at()],
        action: 'REJECT',
        reason: 'Dropped',
      }),
    )
    expect(await row(stopped)).toBeUndefined()
    must(await ops.call(production.sendToProduction, { orders: [await seen()] }))
    expect(await row(order, ops, 'NOI1')).toMatchObject({ allotted: 12, pending: 12 })
    expect(await row(order, ops, 'NOI2')).toMatchObject({ allotted: 6, pending: 6 })
    await balanced()
  })

  // Would catch: boxes of an order on hold that leave the facility.
  it('sends no box of an order that is held', async () => {
    const order = await sentOrder(server, [5], ['NOI1'])
    const { box_id } = await boxed(order, [5])
    const { version } = must(await ops.call(production.getOrderActionSummary, { order_action_id: order.number })).body
      .data.order
    const orders = [{ order_action_id: order.number, version }]
    must(await ops.call(production.moveOrder, { orders, destination: 'PRODUCTION_ON_HOLD', reason: 'Shade' }))
    const shut = await ship([box_id])
    expect([shut.status, shut.body.message]).toEqual([409, expect.stringContaining(order.number)])
  })
})

// Would catch: a number that no vehicle has on an issued paper, refused only by the e-way bill's file.
it('refuses a vehicle number that the portal would not take, before the paper is issued', async () => {
  const { box_id } = await boxed(await sentOrder(server, [2], ['NOI1']), [2])
  const wrong = await ship([box_id], noida.worker, { vehicle_no: '???' })
  expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining('vehicle number')])
  must(await ship([box_id]))
})

describe('a box that was packed wrongly', () => {
  // Would catch: pieces that are lost in a box, a box of a shipment that changes under its paper, two people who both change it.
  it('is packed otherwise or unpacked while it is on no shipment', async () => {
    const order = await sentOrder(server, [9, 4], ['NOI1'])
    const { box_id } = await boxed(order, [6, 4])
    const line = (at: number, quantity: number) => ({
      order_action_id: order.number,
      nm_sku: order.lines[at]?.nm_sku ?? '',
      quantity,
    })
    const pack = (lines: ReturnType<typeof line>[], version: number, by = noida.worker) =>
      by.call(calls.createBox, { box_id, version, lines })
    const more = await pack([line(0, 7)], 1)
    expect([more.status, more.body.details.values]).toEqual([409, expect.objectContaining({ available: 6 })])
    expect((await pack([line(0, 2)], 1, other.worker)).status).toBe(404)
    const changed = must(await pack([line(0, 2)], 1)).body.data
    expect(changed.box).toMatchObject({ box_id, pieces: 2, version: 2, lines: [{ quantity: 2 }] })
    expect(await row(order)).toMatchObject({ packed: 8, shipment_pending: 2 })
    expect((await pack([line(0, 3)], 1)).status).toBe(409)
    const { box: none } = must(await pack([], 2)).body.data
    expect(none).toBeNull()
    expect(await row(order)).toMatchObject({ packed: 10, shipment_pending: 0 })
    expect((await ship([box_id])).status).toBe(404)
    const again = await boxed(await sentOrder(server, [3], ['NOI1']), [3])
    must(await ship([again.box_id]))
    const shut = await noida.worker.call(calls.createBox, { box_id: again.box_id, version: 1, lines: [] })
    expect([shut.status, shut.body.message]).toEqual([409, expect.stringContaining('on shipment')])
    await balanced()
  })
})

describe('shipments of a facility', () => {
  // Would catch: a box on two shipments, a paper whose number is used again, boxes that India still expects after they were called back.
  it('is called back before India has it, with its number kept, and sent again', async () => {
    const order = await sentOrder(server, [10], ['NOI1'])
    const { box_id } = await boxed(order, [10])
    const made = must(
      await noida.worker.call(calls.changeShipmentStatus, { status: 'PACKING', boxes: [box_id], destination: 'INQC' }),
    )
    const { shipment } = made.body.data
    const twice = await noida.worker.call(calls.changeShipmentStatus, {
      status: 'PACKING',
      boxes: [box_id],
      destination: 'INQC',
    })
    expect([twice.status, twice.body.details.values]).toEqual([409, { code: box_id, number: shipment.shipment_id }])
    const change = (status: 'PACKING' | 'DISPATCHED' | 'CANCELLED', version: number, reason = '') =>
      noida.worker.call(calls.changeShipmentStatus, { shipment_id: shipment.shipment_id, version, status, reason })
    expect((await change('DISPATCHED', 99)).body.code).toBe('stale')
    const sent = must(await change('DISPATCHED', shipment.version)).body.data.shipment
    expect((await change('CANCELLED', sent.version, 'x')).status).toBe(409)
    expect((await change('DISPATCHED', sent.version)).status).toBe(409)
    expect((await change('PACKING', sent.version)).status).toBe(400)
    const note = (eway_bill_no: string, version: number, more = {}) =>
      noida.worker.call(calls.changeShipmentStatus, {
        ...{ shipment_id: shipment.shipment_id, version, status: 'DISPATCHED', eway_bill_no },
        ...more,
      })
    const wrong = await note('12345', sent.version)
    expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining('12 digits')])
    expect((await note('331001234567', sent.version, { boxes: [box_id] })).status).toBe(409)
    const noted = must(await note('3310 0123 4567', sent.version, { vehicle_no: 'DL01AB1234' })).body.data.shipment
    expect(noted).toMatchObject({
      ...{ state: 'DISPATCHED', eway_bill_no: '331001234567', vehicle_no: 'DL01AB1234', document: sent.document },
    })
    const said = await noida.worker.call(calls.getShipmentStn, {
      shipment_id: shipment.shipment_id,
      file_type: 'excel',
    })
    expect(await textOfWorkbook(said.bytes)).toContain('331001234567')
    const back = must(await change('PACKING', noted.version, 'Wrong truck')).body.data.shipment
    expect(back).toMatchObject({ state: 'PACKING', document: null, eway_bill_no: '', reason: 'Wrong truck' })
    expect(await row(order)).toMatchObject({ shipped: 0, shipment_pending: 10 })
    const gone = must(await india.call(indiaReceiving.receiveBoxes, { boxes: [{ code: box_id }] })).body.data
    expect(gone).toMatchObject({ inwarded: 0 })
    const again = must(await change('DISPATCHED', back.version)).body.data.shipment
    expect(again.document).not.toBe(sent.document)
    must(await india.call(indiaReceiving.receiveBoxes, { boxes: [{ code: box_id }] }))
    const listed = must(await ops.call(contract.shipments.getShipments, { search: shipment.shipment_id })).body.data
    expect(listed.rows).toEqual([])
    await balanced()
  })

  // Would catch: a tax invoice within one GSTIN, a transfer note between two, an invoice without values.
  it('writes a transfer note within a GSTIN', async () => {
    const order = await sentOrder(server, [10], ['JAI3'], { rate: 60_000 })
    const { box_id } = await boxed(order, [10], outside.worker)
    const { shipment } = must(await ship([box_id], outside.worker)).body.data
    expect(shipment.document_kind).toBe('stock_transfer_note')
    expect(shipment.document).toMatch(/^STN\/\d\d-\d\d\/\d{6}$/)
    // Would catch: the company's name over, and its signature under, a paper of somebody else.
    const { rows } = await sql<{ company: string }>`SELECT content->>'company' AS company FROM facility_document
      WHERE number = ${shipment.document}`.execute(server.db)
    expect(rows).toEqual([{ company: '' }])
    const answer = await outside.worker.call(calls.shipmentEInvoice, { shipment_id: shipment.shipment_id })
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('no tax invoice')])
  })
})

describe('what comes to a facility', () => {
  // Would catch: a roll that is received twice or for another order, more than was sent, pieces back that never left.
  it('receives rolls once, and pieces that come back for rework', async () => {
    const order = await sentOrder(server, [10], ['NOI1'])
    const stranger = await sentOrder(server, [4], ['NOI2'])
    const receive = (input: object) =>
      noida.worker.call(calls.receiveOrder, { order_action_id: order.number, ...input })
    const [roll = ''] = order.rolls
    // Would catch: a scan that a facility's screen takes though the server refuses it.
    const awaited = async () => {
      const asked = { tab: 'all' as const, order_action_ids: [order.number], with_awaited: true }
      return must(await noida.worker.call(calls.getFacilityOrders, asked)).body.data.rows[0]?.awaited
    }
    expect((await row(order))?.awaited).toBeNull()
    expect(await awaited()).toEqual({ rolls: [{ roll, sent: 12, came_on: null }], on_road: [] })
    expect((await receive({})).status).toBe(400)
    const more = await receive({ rolls: [{ roll, quantity: 13 }] })
    expect([more.status, more.body.details.values]).toEqual([400, expect.objectContaining({ quantity: 13, sent: 12 })])
    const came = must(await receive({ rolls: [{ roll, quantity: 11.5 }] })).body.data
    expect(came.rolls).toEqual([{ roll, sent: 12, quantity: 11.5, missing: 0.5 }])
    expect((await receive({ rolls: [{ roll }] })).status).toBe(409)
    expect((await receive({ rolls: [{ roll: stranger.rolls[0] }] })).status).toBe(404)
    const nm_sku = order.lines[0]?.nm_sku ?? ''
    expect((await receive({ returned: [{ nm_sku, quantity: 1 }] })).status).toBe(409)
    const { box_id } = await boxed(order, [10])
    must(await ship([box_id]))
    expect(await awaited()).toEqual({
      rolls: [{ roll, sent: 12, came_on: dayIn(indiaZone, new Date()) }],
      on_road: [{ nm_sku, pieces: 10 }],
    })
    // Would catch: pieces that are in rework and in a sealed box on the road.
    const early = await receive({ returned: [{ nm_sku, quantity: 3 }] })
    expect([early.status, early.body.details.values]).toEqual([
      409,
      expect.objectContaining({ available: 0, on_road: 10 }),
    ])
    must(await india.call(indiaReceiving.receiveBoxes, { boxes: [{ code: box_id }] }))
    const back = must(await receive({ returned: [{ nm_sku, quantity: 3 }] })).body.data
    expect(back.facility_to_quantity_map.NOI1?.rework).toBeGreaterThanOrEqual(3)
    expect(await row(order)).toMatchObject({ shipped: 7, rework: 3 })
    await balanced()
  })
})

describe('stages by sheet', () => {
  // Would catch: half a sheet that is taken, a row of another facility's order, a quantity that the stage before does not hold.
  it('takes all rows or none, faults at their cells', async () => {
    const order = await sentOrder(server, [10, 5], ['NOI1'])
    const theirs = await sentOrder(server, [10], ['NOI2'])
    const [first, second] = order.lines
    const wrong = await noida.worker.call(calls.bulkUpdate, {
      status: 'cutting',
      file: csv(stageSheet, [
        { order: order.number, nm_sku: first?.nm_sku ?? '', quantity: 10 },
        { order: order.number, nm_sku: second?.nm_sku ?? '', quantity: 6 },
        { order: theirs.number, nm_sku: theirs.lines[0]?.nm_sku ?? '', quantity: 1 },
      ]),
    })
    const { details } = wrong.body as unknown as { details: { faults: { row: number; message: string }[] } }
    expect([wrong.status, details.faults.map(({ row: at }) => at)]).toEqual([422, [3, 4]])
    expect(await row(order)).toMatchObject({ cutting: 0 })
    const good = must(
      await noida.worker.call(calls.bulkUpdate, {
        status: 'cutting',
        component: 'Front panel',
        file: csv(stageSheet, [
          { order: order.number, nm_sku: first?.nm_sku ?? '', quantity: 10 },
          { order: order.number, nm_sku: second?.nm_sku ?? '', quantity: 0 },
        ]),
      }),
    ).body.data
    expect(good).toMatchObject({
      rows_taken: 1,
      rows_unchanged: 1,
      facility_to_quantity_map: { NOI1: expect.anything() },
    })
    expect(await row(order)).toMatchObject({ cutting: 10 })
    const template = await noida.worker.call(calls.downloadFacilityOrderFile, { status: 'stitching' })
    const text = await textOfWorkbook(template.bytes)
    expect([text.includes(order.number), text.includes(theirs.number)]).toEqual([true, false])
    await balanced()
  })
})

describe('a sheet of 5,000 rows', () => {
  // Would catch: a query for each row, a lock for each line.
  it('is taken in one go', async () => {
    await sql`INSERT INTO production_facility (id, code, name, name_zh) VALUES (gen_random_uuid(), 'BULK', 'Bulk', '批量')`.execute(
      server.db,
    )
    const numbers = await makeManyOrders(server.db, 1_250)
    await sentAtOnce(server.db, numbers, 'BULK')
    const rows = numbers.flatMap((order) =>
      ['S', 'M', 'L', 'XL'].map((size) => ({ order, nm_sku: `NM-MANY-${size}`, quantity: 3 })),
    )
    const began = performance.now()
    const taken = must(
      await ops.call(calls.bulkUpdate, { facility: 'BULK', status: 'cutting', file: csv(stageSheet, rows) }),
    ).body.data
    console.log(`5,000 rows by sheet: ${Math.round(performance.now() - began)} ms`)
    expect(taken).toMatchObject({
      rows_taken: 5_000,
      facility_to_quantity_map: { BULK: { cutting: 15_000, pending: 0 } },
    })
    await balanced()
  })
})

describe('a vendor clearance', () => {
  // Would catch: a trial that writes, cut pieces that are cleared, a new order with other quantities, a purchase order that still says all.
  it('is tried first, then cancels, orders anew and writes the purchase order anew', async () => {
    const order = await sentOrder(server, [20, 10, 6], ['JAI3'], { rate: 60_000 })
    const { lines } = order
    must(await into(order, 'cutting', [12], { by: outside.worker }))
    const sku = (at: number) => lines[at]?.nm_sku ?? ''
    const rows = [
      { order: order.number, nm_sku: sku(0), decision: 'Cancel', quantity: 5 },
      { order: order.number, nm_sku: sku(1), decision: 'New order' },
    ]
    const ask = (more: object, file = csv(clearanceSheet, rows)) =>
      ops.call(calls.moveFromShipmentPendingToCutting, { vendor_id: 'JAI3', file, ...more })
    expect(
      (
        await outside.worker.call(calls.moveFromShipmentPendingToCutting, {
          vendor_id: 'JAI3',
          file: csv(clearanceSheet, rows),
        })
      ).status,
    ).toBe(403)
    expect((await ask({})).status).toBe(422)
    const options = { create_new_production_order: 'true', create_po: 'true' } as const
    const tooMany = await ask(
      options,
      csv(clearanceSheet, [{ order: order.number, nm_sku: sku(0), decision: 'Cancel', quantity: 9 }]),
    )
    expect([tooMany.status, JSON.stringify(tooMany.body)]).toEqual([422, expect.stringContaining('"pending":"8"')])
    const trial = await ask(options)
    const tried = await textOfWorkbook(trial.bytes)
    const expected = /15-[0-9a-f]{12}/.exec(tried)?.[0] ?? ''
    expect([trial.status, tried.match(/Would be cleared/g)?.length]).toEqual([200, 2])
    expect(await row(order)).toMatchObject({ allotted: 36, pending: 24 })
    const real = { ...options, is_trial: 'false', expected } as const
    const fewer = await ask({ ...real, expected: expected.replace('15', '14') })
    expect([fewer.status, fewer.body.message]).toEqual([409, expect.stringContaining('15 pcs')])
    // Would catch: another file with as many pieces that passes for the one that was tried.
    const other = [
      { order: order.number, nm_sku: sku(0), decision: 'Cancel', quantity: 6 },
      { order: order.number, nm_sku: sku(1), decision: 'New order', quantity: 9 },
    ]
    const swapped = await ask(real, csv(clearanceSheet, other))
    expect([swapped.status, swapped.body.message]).toEqual([409, expect.stringContaining('of other SKUs')])
    // Would catch: pieces that are cleared without anybody having seen what it comes to.
    const untried = await ask({ ...options, is_trial: 'false' })
    expect([untried.status, untried.body.details.fields?.[0]?.field]).toEqual([400, 'expected'])
    expect(await row(order)).toMatchObject({ allotted: 36, pending: 24 })
    const done = await ask(real)
    const text = await textOfWorkbook(done.bytes)
    expect(done.status, text).toBe(200)
    const [, made] = text.match(/(PR-\d{6})\t(PPO-\d{6})\t[^\t]+\tCleared/) ?? []
    expect(await row(order)).toMatchObject({ allotted: 21, pending: 9, cutting: 12 })
    const fresh = must(await ops.call(production.getOrderActionSummary, { order_action_id: made ?? '' })).body.data
    expect(fresh.lines).toMatchObject([{ color: lines[1]?.color, size: lines[1]?.size, pieces: 10 }])
    const pos = must(await ops.call(production.getProductionPos, { tab: 'all', search: order.number })).body.data.rows
    expect(pos.map(({ state, pieces }) => [state, pieces]).toSorted()).toEqual([
      ['cancelled', 36],
      ['open', 21],
    ])
    // Would catch: pieces that stand in the old order and in the new one, cloth that is asked for twice.
    const cleared = must(await ops.call(production.getOrderActionSummary, { order_action_id: order.number })).body.data
    expect(cleared.order.pieces).toBe(21)
    const keep = csv(clearanceSheet, [{ order: order.number, nm_sku: sku(0), decision: 'Keep' }])
    const asked = { vendor_id: 'JAI3', clear_the_rest: 'true', create_po: 'true', file: keep } as const
    const looked = must(await ops.call(calls.lookAtClearance, asked)).body.data
    const all = { is_trial: 'false', clear_the_rest: 'true', expected: looked.expected } as const
    const shut = await ask(all, keep)
    expect([shut.status, JSON.stringify(shut.body)]).toEqual([409, expect.stringContaining('create_po')])
    // Would catch: a purchase order that is written anew with a due date that nobody could give one by hand.
    await sql`UPDATE production_po SET due_on = '2026-01-05' WHERE state = 'open'
      AND order_id = (SELECT id FROM production_order WHERE number = ${order.number})`.execute(server.db)
    const rest = await ask({ ...all, create_po: 'true' }, keep)
    expect(rest.status).toBe(200)
    expect(await textOfWorkbook(rest.bytes)).toContain('was due 2026-01-05')
    const late = must(await ops.call(production.getProductionPos, { tab: 'open', search: order.number })).body.data.rows
    const usual = addDays(dayIn(indiaZone, new Date()), 28)
    expect([late.map(({ due_on }) => due_on), (await row(order))?.due_on]).toEqual([[usual], usual])
    expect(await row(order)).toMatchObject({ allotted: 15, pending: 3, cutting: 12 })
    await balanced()
  })

  // Would catch: an order without pieces that stays in production for ever.
  it('of all pieces ends the order', async () => {
    const order = await sentOrder(server, [4, 3], ['JAI3'], { rate: 60_000 })
    const file = csv(clearanceSheet, [{ order: order.number, decision: 'Cancel' }])
    const asked = { vendor_id: 'JAI3', file, sheet_format: 'by_order', create_po: 'true' } as const
    const { expected } = must(await ops.call(calls.lookAtClearance, asked)).body.data
    expect(expected).toMatch(/^7-/)
    const done = await ops.call(calls.moveFromShipmentPendingToCutting, { ...asked, is_trial: 'false', expected })
    expect(done.status, await textOfWorkbook(done.bytes)).toBe(200)
    const { order: ended } = must(await ops.call(production.getOrderActionSummary, { order_action_id: order.number }))
      .body.data
    expect(ended).toMatchObject({ state: 'REJECTED', reason: 'Vendor clearance', pieces: 0 })
    await balanced()
  })

  // Would catch: a sheet to fill in that is not read, SKUs of a style that stay behind, a new order of a facility that was not asked.
  it('is filled in on its own sheet, and takes a style’s other SKUs along', async () => {
    const order = await sentOrder(server, [5, 4, 3], ['JAI3'], { rate: 60_000 })
    const [first, second, third] = order.lines
    must(await into(order, 'cutting', [0, 4], { by: outside.worker }))
    const sheet = await ops.call(calls.downloadFacilityOrderFile, {
      ...{ facility: 'JAI3', status: 'pending' },
      order_action_ids: [order.number],
    })
    const text = await textOfWorkbook(sheet.bytes)
    expect(text).toContain(`${order.number}\t${first?.nm_sku}`)
    expect(text).not.toContain(second?.nm_sku)
    const ask = (rows: object[], more: object) =>
      ops.call(calls.moveFromShipmentPendingToCutting, {
        ...{ vendor_id: 'JAI3', file: csv(clearanceSheet, rows as never), ...more },
      })
    const kept = await ops.call(calls.moveFromShipmentPendingToCutting, {
      ...{ vendor_id: 'JAI3', file: { name: 'as-it-came.xlsx', bytes: sheet.bytes } },
    } as never)
    expect([kept.status, (await textOfWorkbook(kept.bytes)).match(/Kept/g)?.length]).toEqual([200, 2])
    const faults = await ask([{ order: order.number, nm_sku: second?.nm_sku, decision: 'Cancel', quantity: 2 }], {})
    expect(faults.body.details.values).toMatchObject({ pending: '0', allotted: '4', working: '4' })
    const taking = [{ order: order.number, nm_sku: first?.nm_sku, decision: 'New order' }]
    const options = {
      create_new_production_order: 'true',
      move_remaining_sku_for_give_style: 'true',
      create_po: 'true',
    } as const
    const trial = await textOfWorkbook((await ask(taking, options)).bytes)
    const [expected] = /8-[0-9a-f]{12}/.exec(trial) ?? []
    const done = await ask(taking, { ...options, is_trial: 'false', expected })
    const [, made] = (await textOfWorkbook(done.bytes)).match(/New order[^\n]*(PR-\d{6})\t/) ?? []
    const fresh = must(await ops.call(production.getOrderActionSummary, { order_action_id: made ?? '' })).body.data
    expect(fresh.lines.map(({ color, size, pieces }) => ({ color, size, pieces }))).toEqual(
      expect.arrayContaining([
        { color: first?.color, size: first?.size, pieces: 5 },
        { color: third?.color, size: third?.size, pieces: 3 },
      ]),
    )
    expect(await row(order)).toMatchObject({ allotted: 4, pending: 0, cutting: 4 })
    await balanced()
  })
})

describe('a clearance beside orders on hold', () => {
  // Would catch: an order on hold that is missing without a word or cleared all the same, numbers on the screen that are not those of the clearance.
  it('names them with the reason, and says on the screen what it would come to', async () => {
    const going = await sentOrder(server, [8, 4], ['JAI3'], { rate: 60_000 })
    const held = await sentOrder(server, [5], ['JAI3'], { rate: 60_000 })
    const { order } = must(await ops.call(production.getOrderActionSummary, { order_action_id: held.number })).body.data
    const seen = { order_action_id: held.number, version: order.version }
    must(await ops.call(production.moveOrder, { orders: [seen], destination: 'PRODUCTION_ON_HOLD', reason: 'Shade' }))
    const numbers = { order_action_ids: [going.number, held.number] }
    const sheet = await ops.call(calls.downloadFacilityOrderFile, { facility: 'JAI3', status: 'pending', ...numbers })
    expect(await textOfWorkbook(sheet.bytes)).toMatch(new RegExp(`${held.number}\\t.*On hold`))
    const sku = going.lines[0]?.nm_sku ?? ''
    const cancelled = { order: going.number, nm_sku: sku, decision: 'Cancel', quantity: 3 }
    const asked = { vendor_id: 'JAI3', create_po: 'true', file: csv(clearanceSheet, [cancelled]) } as const
    const looked = must(await ops.call(calls.lookAtClearance, asked)).body.data.rows
    expect(looked.find(({ nm_sku }) => nm_sku === sku)).toMatchObject({ decision: 'cancel', cleared: 3, stays: 5 })
    expect(looked.filter(({ order_action_id }) => order_action_id === held.number)).toMatchObject([
      { decision: 'keep', cleared: 0, pending: 5, is_on_hold: true },
    ])
    const file = csv(clearanceSheet, [{ order: held.number, decision: 'Cancel' }])
    const refused = await ops.call(calls.lookAtClearance, { ...asked, sheet_format: 'by_order', file })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('is on hold')])
    const rest = { ...asked, clear_the_rest: 'true', is_trial: 'false' } as const
    const { expected } = must(await ops.call(calls.lookAtClearance, { ...asked, clear_the_rest: 'true' })).body.data
    const done = await ops.call(calls.moveFromShipmentPendingToCutting, { ...rest, expected })
    expect(await textOfWorkbook(done.bytes)).toMatch(new RegExp(`${held.number}\\t.*Kept.*is on hold`))
    expect(await row(held)).toMatchObject({ allotted: 5, pending: 5 })
    await balanced()
  })
})

describe('whoever looks at a facility', () => {
  // Would catch: a board that stays as it was while somebody else works, or one that tells of another facility.
  it('hears of every change there, and of no other facility', async () => {
    const order = await sentOrder(server, [6], ['NOI1'])
    const version = async (by: Client, id: string) =>
      (await by.call(contract.frame.watchRecord, { entity: 'facility', id })).body.data?.version
    const before = await version(noida.worker, 'NOI1')
    must(await into(order, 'cutting', [2]))
    expect(await version(noida.worker, 'NOI1')).toBeGreaterThan(before)
    const { box_id } = await boxed(order, [1])
    const sent = must(await ship([box_id])).body.data.shipment
    const { shipment_id, version: held } = sent
    const shipped = await version(noida.worker, 'NOI1')
    const lorry = { shipment_id, version: held, status: 'DISPATCHED', vehicle_no: 'UP16AB1234' } as const
    must(await noida.worker.call(calls.changeShipmentStatus, lorry))
    expect(await version(noida.worker, 'NOI1')).toBeGreaterThan(shipped ?? 0)
    expect(await version(noida.worker, '*')).toBe(await version(ops, 'NOI1'))
    const elsewhere = await other.worker.call(contract.frame.watchRecord, { entity: 'facility', id: 'NOI1' })
    expect(elsewhere.status).toBe(404)
  })
})

describe('facilities among themselves', () => {
  // Would catch: any call through which a facility's people see or change what another one makes, also one that is yet to be written.
  it('see and change nothing of each other', async () => {
    const order = await sentOrder(server, [10, 10], ['NOI1'])
    const { box_id } = await boxed(order, [5, 0])
    const { box_id: free, box } = await boxed(order, [0, 2])
    const { shipment } = must(await ship([box_id])).body.data
    const photo = { name: 'stain.jpg', bytes: await plainPhoto() }
    const { image_id } = must(await noida.worker.call(calls.uploadFacilityPhoto, { file: photo })).body.data
    const thread = { kind: 'facility_job', code: `${order.number}@NOI1` } as const
    must(await noida.worker.call(contract.talk.say, { ...thread, text: 'Stained', image_ids: [image_id] }))
    const nm_sku = order.lines[0]?.nm_sku ?? ''
    const thief = other.worker
    const order_action_id = order.number
    const { shipment_id, version } = shipment
    const facility = 'NOI1'
    const lines = [{ nm_sku, quantity: 1 }]
    const inBox = [{ order_action_id, nm_sku, quantity: 1 }]
    const sheet = csv(stageSheet, [{ order: order_action_id, nm_sku, quantity: 1 }])
    const clearance = csv(clearanceSheet, [{ order: order_action_id, nm_sku, decision: 'Cancel' }])
    const held = box?.version ?? 1
    /** How each call is tried on what is another facility's. */
    const attempts: Readonly<Record<keyof typeof calls, readonly object[]>> = {
      getFacilityOrders: [
        { tab: 'all', order_action_ids: [order_action_id], with_awaited: true },
        { tab: 'all', facility, with_awaited: true },
        { tab: 'all', search: nm_sku },
      ],
      updateProductionStatus: [{}, { facility }].map((at) => ({ ...at, order_action_id, status: 'cutting', lines })),
      createBox: [
        { lines: inBox },
        { facility, lines: inBox },
        { box_id: free, version: held, lines: [] },
        { facility, box_id: free, version: held, lines: [] },
      ],
      downloadFacilityOrderFile: [
        { facility },
        { order_action_ids: [order_action_id] },
        { status: 'pending', order_action_ids: [order_action_id] },
      ],
      bulkUpdate: [{}, { facility }].map((at) => ({ ...at, status: 'cutting', file: sheet })),
      downloadShipment: [{ shipment_ids: [shipment_id] }, { facility }],
      getSkuLabels: [{}, { facility }].map((at) => ({ ...at, items: [{ nm_sku, copies: 1 }] })),
      getSkuLabelsByStyleActionId: [{}, { facility }].map((at) => ({ ...at, style_action_id: order_action_id })),
      getFacilityShipments: [{ shipment_ids: [shipment_id] }, { facility }, { search: shipment_id }],
      getShipmentPackingFile: [{ shipment_id }],
      getShipmentStn: [
        { shipment_id, file_type: 'pdf' },
        { shipment_id, file_type: 'excel' },
      ],
      getFacilityBoxes: [
        { tab: 'all', search: box_id },
        { tab: 'all', shipment_id },
        { tab: 'all', facility },
      ],
      changeShipmentStatus: [
        { status: 'PACKING', boxes: [free] },
        { facility, status: 'PACKING', boxes: [free] },
        { shipment_id, version, status: 'PACKING', reason: 'mine' },
        { facility, shipment_id, version, status: 'PACKING', reason: 'mine' },
        { shipment_id, version, status: 'DISPATCHED', eway_bill_no: '331001234567' },
        { shipment_id, version, status: 'CANCELLED', reason: 'mine' },
      ],
      receiveOrder: [
        { order_action_id, returned: lines },
        { facility, order_action_id, returned: lines },
        { order_action_id, rolls: [{ roll: order.rolls[0] }] },
      ],
      moveFromShipmentPendingToCutting: [{ vendor_id: facility, file: clearance }],
      lookAtClearance: [{ vendor_id: facility, file: clearance }],
      facilityOutput: [{}, { facility }],
      facilityBoxLabels: [{ boxes: [box_id] }, { boxes: [free] }],
      // What is uploaded is the caller's own.
      uploadFacilityPhoto: [],
      facilityPhoto: [{ image_id }, { image_id, size: 'thumbnail' }],
      shipmentEwayBill: [{ shipment_id }],
      shipmentEInvoice: [{ shipment_id }],
    }
    const secrets = [order_action_id, shipment_id, box_id, free, ...order.rolls, 'NOI1']
    for (const [name, inputs] of Object.entries(attempts) as [keyof typeof calls, readonly object[]][])
      for (const input of inputs) {
        const call: Call = calls[name]
        const { status, bytes, headers } = await thief.call(call, input as never)
        const tried = `${name} ${JSON.stringify(input).slice(0, 120)}`
        // What is named and another's is not there, in a file as in a list of boxes.
        if (name === 'downloadShipment') expect([tried, status]).toEqual([tried, 404])
        if (status !== 200) {
          expect([tried, [400, 403, 404, 422].includes(status)]).toEqual([tried, true])
          continue
        }
        expect([tried, call.changes ?? false]).toEqual([tried, false])
        const isWorkbook = String(headers['content-type']).includes('spreadsheet')
        const text = isWorkbook ? await textOfWorkbook(bytes) : bytes.toString()
        expect([tried, secrets.filter((secret) => text.includes(secret))]).toEqual([tried, []])
      }
    // A vendor's people who are bound to no facility work at none.
    const vendor = await server.as(await server.makeUser({ role: 'vendor' }))
    expect(must(await vendor.call(calls.getFacilityOrders, { tab: 'all' })).body.data.rows).toEqual([])
    expect(
      (await vendor.call(calls.updateProductionStatus, { order_action_id, status: 'cutting', lines })).status,
    ).toBe(400)
    expect(await row(order)).toMatchObject({ shipped: 5, shipment_pending: 2, pending: 13 })
    const { rows: after } = must(await ops.call(calls.getFacilityShipments, { shipment_ids: [shipment_id] })).body.data
    expect(after[0]).toMatchObject({ state: 'DISPATCHED', version, eway_bill_no: '' })
    const { rows: boxesAfter } = must(await ops.call(calls.getFacilityBoxes, { tab: 'free', search: free })).body.data
    expect(boxesAfter).toMatchObject([{ box_id: free, pieces: 2, version: held }])
  })
})

describe('a facility’s people', () => {
  // Would catch: somebody bound to a production site who is no longer told what QC makes of their vendor's goods.
  it('are told of what is their vendor’s at sites of QC, too', async () => {
    const vendor = await server.makeVendor()
    const user = await server.makeUser({ role: 'vendor', vendor, sites: [noida.site] })
    const { rows: sites } = await sql<{ id: string }>`SELECT id FROM site WHERE code = 'INQC'`.execute(server.db)
    await sql`INSERT INTO notice_outbox (id, kind, roles, vendor_id, group_key, things, details, site_ids)
      VALUES (${v7()}::uuid, 'dispute_answered', '{vendor}', ${vendor.id}::uuid, '', '{QD-1}', '{}', ${[sites[0]?.id]}::uuid[])`.execute(
      server.db,
    )
    await fanOut(server.db)
    const { rows } = await sql<{ kind: string }>`SELECT kind FROM notice WHERE user_id = ${user.id}::uuid`.execute(
      server.db,
    )
    expect(rows).toEqual([{ kind: 'dispute_answered' }])
  })
})

describe('labels', () => {
  // Would catch: labels printed half, labels of another facility's goods, a label for a rejected piece.
  it('are made whole, with what is missing listed first', async () => {
    const order = await sentOrder(server, [3, 2], ['NOI1'])
    const ask = () => noida.worker.call(calls.getSkuLabelsByStyleActionId, { style_action_id: order.number })
    const missing = await ask()
    expect(missing.status).toBe(400)
    expect(JSON.stringify(missing.body.details)).toContain('site.company_name')
    // Would catch: a refusal that names neither the site nor where and by whom it is set.
    expect(missing.body.message).toMatch(/site SNOI1 .*admin set it under SKU dimensions, Settings/)
    await sql`INSERT INTO label_facts (site_id, company_name, company_address, consumer_care, net_quantity, changed_by)
      VALUES (${noida.site}::uuid, 'Selvedge Apparel', 'A-12 Sector 63, Noida 201301', 'care@selvedge.test', '1 N', (SELECT id FROM app_user LIMIT 1))`.execute(
      server.db,
    )
    await sql`UPDATE style SET mrp_minor = 249900 WHERE id IN (SELECT style_id FROM sku WHERE nm_sku = ANY(${order.lines.map(({ nm_sku }) => nm_sku)}::text[]))`.execute(
      server.db,
    )
    // Would catch: a piece made in Noida that is sold as imported, since its style was bought in China before.
    await sql`INSERT INTO style_customs (style_id, origin) SELECT DISTINCT style_id, 'CN' FROM sku
      WHERE nm_sku = ANY(${order.lines.map(({ nm_sku }) => nm_sku)}::text[]) ON CONFLICT (style_id) DO UPDATE SET origin = 'CN'`.execute(
      server.db,
    )
    const { label_url } = must(await ask()).body.data
    const { rows: kept } = await sql<{ labels: { isMade: boolean; origin: string }[] }>`
      SELECT labels FROM label_file WHERE id = ${label_url.split('/').at(-1)}::uuid`.execute(server.db)
    expect(kept[0]?.labels[0]).toMatchObject({ isMade: true, origin: 'India' })
    const file = await noida.worker.call(contract.labels.getLabelFile, { label_id: label_url.split('/').at(-1) ?? '' })
    expect([file.status, file.bytes.subarray(0, 5).toString('latin1')]).toEqual([200, '%PDF-'])
    must(await noida.worker.call(calls.getSkuLabels, { items: [{ nm_sku: order.lines[0]?.nm_sku ?? '', copies: 2 }] }))
  })
})

describe('many stations at once', () => {
  // Would catch: pieces that two stations take out of one stage, a box packed twice of the same pieces, a shipment sent twice.
  it('moves each piece once', async () => {
    const order = await sentOrder(server, [30, 30], ['NOI1'])
    must(await into(order, 'cutting', [30, 30]))
    const stitched = await Promise.all(Array.from({ length: 8 }, () => into(order, 'stitching', [7, 7])))
    expect(stitched.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(stitched.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true)
    for (const stage of ['finishing', 'checking', 'packed'] as const) must(await into(order, stage, [28, 28]))
    const boxes = await Promise.all(
      Array.from({ length: 6 }, () =>
        noida.worker.call(calls.createBox, {
          lines: order.lines.map(({ nm_sku }) => ({ order_action_id: order.number, nm_sku, quantity: 9 })),
        }),
      ),
    )
    const made = boxes.filter(({ status }) => status === 200).map(({ body }) => body.data.box_id)
    expect(made).toHaveLength(3)
    const sent = await Promise.all(Array.from({ length: 4 }, () => ship(made)))
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await row(order)).toMatchObject({ shipped: 54, packed: 2, stitching: 0, cutting: 4 })
    await balanced()
  })
})

describe('the output of a day', () => {
  // Would catch: output that counts what was taken back, what only came back from rework, or what another facility made.
  it('gives the output of the day of its own facility, less what was taken back', async () => {
    const today = async (client = noida.worker) =>
      must(await client.call(calls.facilityOutput, {})).body.data.days.at(-1) ?? ({} as Record<string, number>)
    const before = await today()
    const order = await sentOrder(server, [20, 10], ['NOI1'])
    must(await into(order, 'cutting', [21, 10]))
    must(await into(order, 'cutting', [2, 0], { is_undo: true }))
    const after = await today()
    expect(Number(after.cutting) - Number(before.cutting)).toBe(29)
    expect(after.packed).toBe(before.packed)
    const { facilities } = must(await noida.worker.call(calls.facilityOutput, {})).body.data
    expect(facilities.map(({ facility }) => facility)).toEqual(['NOI1'])
  })
})

// Would catch: a facility that is judged by what it never checked, rework that counts as good, an order that is late and counts for nobody.
it('judges a facility by the moves of its pieces, when the next order is assigned', async () => {
  const unit = await madeFacility(server, 'HIST1')
  const order = await sentOrder(server, [10], ['HIST1'])
  const judged = async () => {
    const { facilities } = must(await ops.call(production.getVendorAllocations, { id: order.number })).body.data
    const { pass_rate, on_time } = facilities.find(({ facility }) => facility === 'HIST1') ?? {}
    return [pass_rate, on_time]
  }
  expect(await judged()).toEqual([null, null])
  for (const stage of ['cutting', 'stitching', 'finishing', 'checking'] as const)
    must(await into(order, stage, [10], { by: unit.worker }))
  expect(await judged()).toEqual([1, null])
  must(await into(order, 'rework', [2], { by: unit.worker }))
  expect(await judged()).toEqual([0.8, null])
  await sql`UPDATE production_vendor_allocation SET starts_on = current_date - 9, due_on = current_date - 3
    WHERE order_id = (SELECT id FROM production_order WHERE number = ${order.number})`.execute(server.db)
  expect(await judged()).toEqual([0.8, 0])
})

describe('pictures of what a facility makes', () => {
  // Would catch: a facility's people who see the pictures of every style, or a vendor without a facility who sees those of any.
  it('are seen by its own people and by no other facility', async () => {
    const own = await sentOrder(server, [4], ['NOI1'])
    const theirs = await sentOrder(server, [4], ['NOI2'])
    const pictureOf = async ({ lines }: SentOrder) => {
      const { rows } = await sql<{ code: string }>`SELECT s.code FROM style s JOIN sku k ON k.style_id = s.id
        WHERE k.nm_sku = ${lines[0]?.nm_sku ?? ''}`.execute(server.db)
      const file = { name: 'front.jpg', bytes: await plainPhoto() }
      return must(await ops.call(contract.pictures.upload, { style_id: rows[0]?.code ?? '', file })).body.data
        .picture_id
    }
    const ids = [await pictureOf(own), await pictureOf(theirs)]
    const stranger = await server.as(await server.makeUser({ role: 'vendor' }))
    const seen = async (by: Client) =>
      Promise.all(ids.map(async (picture_id) => (await by.call(contract.pictures.picture, { picture_id })).status))
    expect(await seen(noida.worker)).toEqual([200, 404])
    expect(await seen(other.worker)).toEqual([404, 200])
    expect(await seen(stranger)).toEqual([404, 404])
  })
})

describe('a sheet with a fault', () => {
  // Would catch: blanks of a fault that stay unfilled in the refusal or in the corrected workbook.
  it('says its numbers', async () => {
    const order = await sentOrder(server, [10], ['NOI1'])
    const file = csv(stageSheet, [{ order: order.number, nm_sku: order.lines[0]?.nm_sku ?? '', quantity: 30 }])
    const { status, body } = await noida.worker.call(calls.bulkUpdate, { status: 'cutting', file })
    const { message, details } = body as unknown as { message: string; details: { values: object; upload_id: string } }
    expect([status, message.includes('{{')]).toEqual([422, false])
    expect(details.values).toMatchObject({ quantity: '30', allotted: '10' })
    const corrected = await noida.worker.call(contract.frame.getCorrectedWorkbook, { upload_id: details.upload_id })
    expect(await textOfWorkbook(corrected.bytes)).toContain('30 pcs more would make 30 cut of 10 ordered')
  })
})

describe('talk about what a facility makes', () => {
  const { talk } = contract
  // Would catch: a message or photograph that another facility of the same order reads, one of the company alone that a facility gets,
  // operations that hear nothing of a trouble, a photograph that goes with any message.
  it('is between its people and the company, with photographs', async () => {
    const order = await sentOrder(server, [6, 6], ['NOI1', 'NOI2'])
    const thread = { kind: 'facility_job', code: `${order.number}@NOI1` } as const
    const file = { name: 'hole.jpg', bytes: await plainPhoto() }
    const { image_id } = must(await noida.worker.call(calls.uploadFacilityPhoto, { file })).body.data
    const said = { ...thread, text: 'The needle makes holes', image_ids: [image_id] }
    expect(must(await noida.worker.call(talk.say, said)).body.data.message.image_ids).toEqual([image_id])
    must(await ops.call(talk.say, { ...thread, text: 'Between us', house_only: true }))
    const read = async (by: Client) => {
      const { status, body } = await by.call(talk.getThread, thread)
      return status === 200 ? body.data.messages.map(({ text }) => text) : status
    }
    expect(await read(ops)).toEqual(['The needle makes holes', 'Between us'])
    expect(await read(noida.worker)).toEqual(['The needle makes holes'])
    expect(await read(other.worker)).toBe(404)
    const sees = async (by: Client) => (await by.call(calls.facilityPhoto, { image_id })).status
    expect(await Promise.all([ops, noida.worker, other.worker].map(sees))).toEqual([200, 200, 404])
    expect((await other.worker.call(talk.say, { ...thread, text: 'Me too' })).status).toBe(404)
    expect(
      (await other.worker.call(talk.say, { ...thread, code: `${order.number}@NOI2`, image_ids: [image_id], text: 'x' }))
        .status,
    ).toBe(400)
    const aside = { kind: 'production_order' as const, code: order.number, text: 'x', image_ids: [image_id] }
    expect((await ops.call(talk.say, aside)).status).toBe(400)
    await fanOut(server.db)
    const { rows } = await sql<{
      role: string
    }>`SELECT DISTINCT u.role FROM notice n JOIN app_user u ON u.id = n.user_id
      WHERE n.kind = 'talk_facility_job'`.execute(server.db)
    expect(rows.map(({ role }) => role)).toEqual(['ops'])
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Call } from '../../src/shared/kernel/call.ts'
import { versionNow } from '../support/as-it-stands.ts'
import type { Client } from '../support/client.ts'
import { someParties } from '../support/invoices.ts'
import { qcDisagreements, shippedBoxes } from '../support/qc.ts'
import { versionOf } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { sumsShown } from '../support/ship-to-india.ts'

const {
  receiving: receivingCalls,
  qcBoxes: qcBoxesCalls,
  counting: countingCalls,
  inspection: inspectionCalls,
  invoices: invoicesCalls,
  returns: returnsCalls,
  photos: photosCalls,
} = contract

let server: TestServer
let lead: Client
beforeAll(async () => {
  server = await testServer()
  await someParties(server)
  lead = await server.as('ops_team')
})

let keys = 0

/** Everything that a command leaves behind: told events, moved pieces, papers, photographs, notices. */
async function traces(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    SELECT (SELECT count(*) FROM audit_event)::int AS events, (SELECT count(*) FROM qc_move)::int AS moves,
      (SELECT count(*) FROM qc_inspection)::int AS inspections, (SELECT count(*) FROM invoice)::int AS invoices,
      (SELECT count(*) FROM return_note)::int AS notes, (SELECT count(*) FROM qc_image)::int AS images,
      (SELECT sum(version) FROM qc_box)::int AS versions`.execute(server.db)
  return rows[0] ?? {}
}

/** Sends a call twice under one key, as a client does whose first answer was lost. */
async function twice<C extends Call>(call: C, input: Parameters<typeof lead.call<C>>[1]) {
  keys += 1
  const key = { 'idempotency-key': `twice-${keys}` }
  const before = await traces()
  const asked = { ...(await versionNow(server, call, input)), ...input }
  const first = await lead.call(call, asked, key)
  expect(first.status, `${call.path} ${JSON.stringify(first.body)}`).toBe(200)
  const after = await traces()
  expect(after, `${call.path} left nothing`).not.toEqual(before)
  const again = await lead.call(call, asked, key)
  expect([again.status, again.body, again.headers['idempotent-replay']], call.path).toEqual([200, first.body, 'true'])
  expect(await traces(), call.path).toEqual(after)
  return first.body.data
}

const csv = (name: string, rows: (string | number)[][]) => ({
  file: { name, bytes: rows.map((row) => row.join(',')).join('\n') },
})

// Would catch: a call that counts, judges, moves, invoices or tells twice since its first answer was lost on the way.
it('every changing call of QC, uploads too, is done once under one key, and answers the same again', async () => {
  const { boxes } = await shippedBoxes(server, [[4], [3], [5]])
  const [a, b, c] = boxes
  if (!a || !b || !c) throw new Error('no boxes')
  const sku = a.items[0]?.nm_sku ?? ''
  const version = (box: { sscc: string }) => versionOf(lead, box.sscc)

  await twice(receivingCalls.inwardBoxes, { boxes: [{ code: a.sscc }] })
  await twice(receivingCalls.inwardBoxes, { action: 'undo', boxes: [{ code: a.sscc }] })
  await twice(receivingCalls.uploadAwaitingInwardFile, csv('in.csv', [['SSCC'], [a.sscc], [b.sscc], [c.sscc]]))
  const lines = [{ nm_sku: sku, counted: 4 }]
  await twice(countingCalls.verifyQuantity, { box_id: a.sscc, version: await version(a), lines })
  await twice(countingCalls.verifyQuantity, { box_id: a.sscc, version: await version(a), action: 'recount' })
  const counted = csv('count.csv', [
    ['NM SKU', 'Counted quantity'],
    [sku, 4],
  ])
  await twice(countingCalls.uploadQuantityValidationFile, { box_id: a.sscc, ...counted })
  await twice(countingCalls.verifyQuantity, {
    box_id: b.sscc,
    version: await version(b),
    lines: [{ nm_sku: sku, counted: 2 }],
  })
  const [missing] = (await lead.call(qcBoxesCalls.getQcModal, { box_id: b.sscc })).body.data.cases
  await twice(countingCalls.verifyQuantity, {
    ...{ box_id: b.sscc, version: await version(b), action: 'settle' as const },
    outcomes: [{ case_id: missing?.case_id ?? '', outcome: 'claim', quantity: 1 }],
  })
  const why = { reason: 'Known maker', remark: 'seen last week' }
  await twice(qcBoxesCalls.skipQcInspection, { box_id: b.sscc, version: await version(b), ...why })
  const picture = readFileSync(join(import.meta.dirname, '../support/pictures/defect.jpg'))
  const photo = await twice(photosCalls.uploadReviewImage, { file: { name: 'defect.jpg', bytes: picture } })
  await twice(inspectionCalls.verifyQcInspection, {
    box_id: a.sscc,
    version: await version(a),
    lines: [{ nm_sku: sku, passed: 3, failed: 1, sampled: 4 }],
    defects: [
      { nm_sku: sku, reason: 'Stain', severity: 'minor', units: 1, remark: 'oil', image_ids: [photo.image_id] },
    ],
    verdict: 'mixed',
  })
  const note = await twice(returnsCalls.confirmReturnToVendor, { box_ids: [a.sscc], reason: 'Stain', remark: 'oil' })
  await twice(returnsCalls.confirmReturnToVendor, {
    action: 'cancel',
    return_note: note.return_note.return_note,
    remark: 'Wrong box',
  })
  await twice(qcBoxesCalls.inwardBoxToShelf, { box_ids: [b.sscc], shelf: 'A-1' })
  await twice(qcBoxesCalls.inwardBoxToShelf, { box_ids: [b.sscc], action: 'take' })
  await twice(qcBoxesCalls.revertBoxToQc, { box_ids: [a.sscc], ...why })
  await twice(invoicesCalls.createReadyForInvoice, { box_ids: [b.sscc] })
  await twice(invoicesCalls.createReadyForInvoice, { box_ids: [b.sscc], action: 'undo' })
  await twice(invoicesCalls.uploadBoxesForInvoiceCreation, csv('ready.csv', [['SSCC'], [b.sscc]]))
  const { invoice } = await twice(invoicesCalls.createInvoice, { box_ids: [b.sscc] })
  const { invoice_number } = invoice
  await twice(invoicesCalls.uploadInvoice, {
    po_number: invoice_number,
    ...csv('customs.csv', [
      ['Style', 'HS code', 'Description', 'Country of origin', 'Net weight per piece (g)'],
      [(await styleOf(invoice_number)) ?? '', '610910', 'T-shirts', 'CN', 100],
    ]),
  })
  const terms = { invoice_number, port_of_loading: 'CNCAN', port_of_discharge: 'INNSA', gross_weight_grams: 9_000 }
  const stale = await lead.call(invoicesCalls.createExportOrder, { ...terms, version: invoice.version })
  expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
  await twice(invoicesCalls.createExportOrder, terms)
  const expected = await sumsShown(lead, [invoice_number])
  await twice(invoicesCalls.confirmShipToIndia, { invoice_numbers: [invoice_number], expected })
  await twice(invoicesCalls.confirmShipToIndia, {
    action: 'undo',
    invoice_numbers: [invoice_number],
    expected,
    reason: 'Missed flight',
  })
  await twice(invoicesCalls.createExportOrder, { action: 'cancel', invoice_number, reason: 'Other port' })
  await twice(invoicesCalls.createInvoice, { action: 'void', invoice_number, reason: 'Wrong consignee' })
  const { settings, version: seen } = (await lead.call(inspectionCalls.qcSettings, {})).body.data
  await twice(inspectionCalls.saveQcSettings, { settings: { ...settings, level: 'III' }, version: seen })
  await twice(invoicesCalls.saveTradeParty, {
    code: 'NEW1',
    kind: 'consignee',
    name: 'New',
    address: 'Delhi',
    country: 'IN',
  })
  expect(await qcDisagreements(server)).toEqual([])
})

async function styleOf(invoice_number: string): Promise<string | undefined> {
  const { body } = await lead.call(invoicesCalls.invoiceDetails, { invoice_number })
  return body.data.styles[0]?.style_id
}

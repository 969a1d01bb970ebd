import { beforeAll, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import type { Client } from '../support/client.ts'
import { boxesAtQc } from '../support/qc.ts'
import { done, type QcWorld, qcWorld, versionOf } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'

const {
  qcBoxes: qcBoxesCalls,
  counting: countingCalls,
  inspection: inspectionCalls,
  invoices: invoicesCalls,
  trace: traceCalls,
} = contract

let server: TestServer
let world: QcWorld
let lead: Client

beforeAll(async () => {
  server = await testServer()
  world = await qcWorld(server)
  lead = asItStands(server, await server.as('ops_team'))
  await done(lead, invoicesCalls.createInvoice, {
    action: 'void',
    invoice_number: world.invoice_number,
    reason: 'secret-void: 45.50 beside Rival Ltd',
  })
})

const secrets = (reply: { bytes: Buffer }) => [...new Set(reply.bytes.toString().match(/secret-\w+/g) ?? [])].sort()

it('what the house writes for itself about a box never reaches its vendor', async () => {
  // Would catch: why an invoice of several vendors is void, why a box went back to QC or passed
  // unseen, or how a difference ended, read by a vendor.
  const own = await boxesAtQc(server, [[6, 4]])
  const { sscc, items } = own.boxes[0] as (typeof own.boxes)[number]
  const version = () => versionOf(lead, sscc)
  await done(own.client, countingCalls.verifyQuantity, {
    box_id: sscc,
    version: await version(),
    lines: items.map(({ nm_sku, quantity }, at) => ({ nm_sku, counted: quantity - (at === 0 ? 1 : 0) })),
    remark: 'secret-case',
  })
  const [difference] = (await done(lead, qcBoxesCalls.getQcModal, { box_id: sscc })).cases
  await done(lead, countingCalls.verifyQuantity, {
    action: 'settle',
    box_id: sscc,
    version: await version(),
    outcomes: [{ case_id: difference?.case_id ?? '', outcome: 'write_off', quantity: 1, remark: 'secret-settle' }],
  })
  await done(lead, inspectionCalls.verifyQcInspection, {
    box_id: sscc,
    version: await version(),
    lines: items.map(({ nm_sku, quantity }, at) => ({ nm_sku, passed: quantity - (at === 0 ? 1 : 0) })),
    verdict: 'passed',
    override_reason: 'secret-override',
  })
  await done(lead, qcBoxesCalls.revertBoxToQc, { box_ids: [sscc], reason: 'secret-revert', remark: 'secret-why' })
  await done(lead, qcBoxesCalls.skipQcInspection, {
    box_id: sscc,
    version: await version(),
    reason: 'secret-skip',
    remark: 'secret-trust',
  })

  const shown = await own.shipment.client.call(qcBoxesCalls.getQcModal, { box_id: sscc })
  expect(secrets(shown)).toEqual([])
  const [told] = shown.body.data.cases
  expect(told).toMatchObject({ owner: '', owner_id: '', outcomes: [{ outcome: 'write_off', remark: null }] })
  expect(shown.body.data.history.map(({ event }) => event)).toContain('box.reverted')
  expect(secrets(await own.shipment.client.call(traceCalls.traceLife, { kind: 'box', code: sscc }))).toEqual([])
  // Those who work on it read all of it.
  expect(secrets(await own.client.call(qcBoxesCalls.getQcModal, { box_id: sscc }))).toEqual([
    'secret-case',
    'secret-override',
    'secret-revert',
    'secret-settle',
    'secret-skip',
    'secret-trust',
    'secret-why',
  ])
})

it('why an invoice is void is read by people who see prices, in the house', async () => {
  // Would catch: "45.50, not 54.50" in a list, a timeline or a trace of the warehouse, of India's roles, or of a vendor.
  const box = world.invoiced
  const { invoice_number } = world
  const asks = [
    (client: Client) => client.call(qcBoxesCalls.getQcModal, { box_id: box }),
    (client: Client) => client.call(traceCalls.traceLife, { kind: 'box', code: box }),
    (client: Client) => client.call(traceCalls.traceLife, { kind: 'invoice', code: invoice_number }),
    (client: Client) => client.call(invoicesCalls.getInvoices, {}),
    (client: Client) => client.call(invoicesCalls.invoiceDetails, { invoice_number }),
  ]
  const blind = [
    world.shipment.client,
    await server.as('china_warehouse_team'),
    await server.as('india_qc_manager'),
    await server.as('warehouse'),
  ]
  for (const [at, ask] of asks.entries()) {
    for (const client of blind) expect([at, secrets(await ask(client))]).toEqual([at, []])
    expect([at, secrets(await ask(lead))]).toEqual([at, ['secret-void']])
  }
})

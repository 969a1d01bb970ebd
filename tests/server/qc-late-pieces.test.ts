import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import { fillCustoms, someParties } from '../support/invoices.ts'
import { boxNow, count, movePieces, type OneBox, oneBox, settleDiscrepancies } from '../support/one-qc-box.ts'
import { qcDisagreements } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { shipToIndia } from '../support/ship-to-india.ts'

const { invoices: invoicesCalls } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await someParties(server)
})

afterEach(async () => {
  expect(await qcDisagreements(server)).toEqual([])
})

/** Of 20 pieces 18 passed and are on an invoice; nobody has said what becomes of the 2 that were missing. */
async function invoicedWithMissing() {
  const at = await oneBox(server)
  await fillCustoms(server)
  await count(server, at, [12, 6])
  await movePieces(server, at, [
    [0, 'pass', 12],
    [1, 'pass', 6],
  ])
  const lead = asItStands(server, await server.as('ops_team'))
  const box_ids = [at.box.sscc]
  expect((await lead.call(invoicesCalls.createReadyForInvoice, { box_ids })).status).toBe(200)
  const made = await lead.call(invoicesCalls.createInvoice, { box_ids })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return { at, lead, ...made.body.data.invoice }
}

const missing = (at: OneBox) => ({ sku: at.skus[1] ?? '', kind: 'missing' }) as const

describe('missing pieces of a box that is on paper', () => {
  it('are found only when its invoice is void, and then go on the next one', async () => {
    // Would catch: pieces found beside a box that can go on no other invoice: passed, they would lie there for good.
    const { at, lead, invoice_number, version } = await invoicedWithMissing()
    const early = await settleDiscrepancies(server, at, [{ ...missing(at), outcome: 'found', quantity: 2 }])
    expect([early.status, early.body.code]).toEqual([409, 'move_not_allowed'])
    expect(early.body.message).toContain('void the invoice first')
    await lead.call(invoicesCalls.createInvoice, {
      action: 'void',
      invoice_number,
      version,
      reason: 'Pieces were found',
    })
    const late = await settleDiscrepancies(server, at, [{ ...missing(at), outcome: 'found', quantity: 2 }])
    expect(late.status, JSON.stringify(late.body)).toBe(200)
    await movePieces(server, at, [[1, 'pass', 2]])
    const box_ids = [at.box.sscc]
    expect((await lead.call(invoicesCalls.createReadyForInvoice, { box_ids })).status).toBe(200)
    const again = await lead.call(invoicesCalls.createInvoice, { box_ids })
    expect(again.body.data.invoice).toMatchObject({ pieces: 20 })
  })

  it('are claimed or written off when it is on its way to India, and not found', async () => {
    // Would catch: pieces that wait for inspection in a box that has gone.
    const { at, lead, invoice_number } = await invoicedWithMissing()
    const terms = { incoterm: 'FOB', port_of_loading: 'CNCAN', port_of_discharge: 'INNSA' } as const
    const ordered = await lead.call(invoicesCalls.createExportOrder, {
      ...{ invoice_number, ...terms },
      transport: 'sea',
      gross_weight_grams: 9_000,
    })
    expect(ordered.status, JSON.stringify(ordered.body)).toBe(200)
    const shipped = await shipToIndia(lead, { invoice_numbers: [invoice_number] })
    expect(shipped.status, JSON.stringify(shipped.body)).toBe(200)
    const found = await settleDiscrepancies(server, at, [{ ...missing(at), outcome: 'found', quantity: 1 }])
    expect([found.status, found.body.code]).toEqual([409, 'move_not_allowed'])
    expect(found.body.message).toContain('claim or write them off')
    const ended = await settleDiscrepancies(server, at, [
      { ...missing(at), outcome: 'claim', quantity: 1 },
      { ...missing(at), outcome: 'write_off', quantity: 1 },
    ])
    expect(ended.status, JSON.stringify(ended.body)).toBe(200)
    expect(await boxNow(server, at.box.box_id)).toMatchObject({
      shipped: 18,
      missing: 2,
      open_missing: 0,
      to_inspect: 0,
    })
  })
})

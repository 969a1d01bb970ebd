import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { type InvoiceWorld, invoicedBoxes, moveAll, passedBoxes, readyBoxes } from '../support/invoices.ts'
import { boxesAtQc, qcDisagreements } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { qcBoxes: qcBoxesCalls, invoices: invoicesCalls } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.stop())

async function standing(boxIds: readonly string[]) {
  const { rows } = await sql<Record<string, number>>`
    SELECT q.passed, q.shelved, q.ready, q.invoiced, q.shipped FROM unnest(${boxIds}::uuid[]) WITH ORDINALITY n (id, at)
    JOIN qc_box q ON q.box_id = n.id ORDER BY n.at`.execute(server.db)
  return rows
}

describe('boxes become ready for an invoice', () => {
  it('takes passed and shelved pieces, leaves boxes out with the reason, and takes them back', async () => {
    // Would catch: shelved pieces left behind, a box with open pieces made ready, an unknown code passed over in silence.
    const world = await passedBoxes(server, [[12, 8], [5]])
    const open = await boxesAtQc(server, [[4]])
    await moveAll(server, world.user.id, [world.box_ids[1] ?? ''], [{ kind: 'shelve', quantity: 2 }])
    const ready = await world.client.call(invoicesCalls.createReadyForInvoice, {
      box_ids: [...world.boxes.map((box) => box.sscc), open.boxes[0]?.sscc ?? '', 'NOBODYS'],
    })
    expect(ready.status).toBe(200)
    expect(ready.body.data.boxes.map((box) => box.quantities.ready)).toEqual([20, 5])
    expect(ready.body.data.left_out.map((one) => one.message).sort()).toEqual([
      'Pieces of this box wait to be counted.',
      'This box is not at QC.',
    ])
    expect(await standing(world.box_ids)).toMatchObject([{ ready: 20 }, { ready: 5, shelved: 0, passed: 0 }])
    const again = await world.client.call(invoicesCalls.createReadyForInvoice, { box_ids: world.box_ids })
    expect(again.status).toBe(409)
    expect(again.body.message).toMatch(/^Boxe?s? SH-\d+ \/ 1.*: This box is ready already\.$/)
    expect(again.body.details.fields).toHaveLength(2)
    const undone = await world.client.call(invoicesCalls.createReadyForInvoice, {
      box_ids: world.box_ids,
      action: 'undo',
    })
    expect(undone.body.data.boxes.map((box) => box.quantities.passed)).toEqual([20, 5])
    expect(await qcDisagreements(server)).toEqual([])
  })

  it('lists them with their worth for those who see prices, and without for the warehouse', async () => {
    // Would catch: a value summed over the wrong pieces, a price shown to the warehouse team.
    const world = await readyBoxes(server, [[12, 8], [3]])
    const asked = { box_ids: world.box_ids }
    const shown = await world.lead.call(invoicesCalls.getBoxesForInvoice, asked)
    expect(shown.body.data.rows.map((row) => row.value)).toEqual([
      { minor: 20 * 4_550, currency: 'CNY' },
      { minor: 3 * 4_550, currency: 'CNY' },
    ])
    expect(shown.body.data.rows[0]).toMatchObject({
      currencies: ['CNY'],
      order_ids: [world.shipment.order.order_id],
    })
    const blind = await world.client.call(invoicesCalls.getBoxesForInvoice, asked)
    expect(blind.body.data.rows.map((row) => row.value)).toEqual([null, null])
    const counted = await world.client.call(invoicesCalls.getBoxesForInvoice, { ...asked, part: 'counts' })
    expect(counted.body.data.counts).toEqual({ boxes: 2, pieces: 23 })
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof first>> = await first(world, cursor)
      paged.push(...page.rows.map((row) => row.box_id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(paged.sort()).toEqual([...world.box_ids].sort())
  })

  async function first(world: InvoiceWorld, cursor: string | null) {
    const { body } = await world.lead.call(invoicesCalls.getBoxesForInvoice, {
      supplier_id: world.shipment.order.vendor.code,
      page_size: 1,
      cursor,
    })
    return body.data
  }

  it('finds them by whatever people look for', async () => {
    // Would catch: a search that misses the order, the SKU or the code on the box.
    const world = await readyBoxes(server, [[6]])
    const [box] = world.boxes
    for (const search of [
      box?.sscc,
      `(00)${box?.sscc}`,
      box?.tracking_id,
      `]C0${box?.tracking_id}`,
      world.shipment_id,
      world.shipment.order.order_id,
      box?.items[0]?.nm_sku,
    ]) {
      const found = await world.lead.call(invoicesCalls.getBoxesForInvoice, { search: search ?? '' })
      expect(found.body.data.rows.map((row) => row.box_id)).toEqual(world.box_ids)
    }
    const none = await world.lead.call(invoicesCalls.getBoxesForInvoice, { search: '%' })
    expect(none.body.data.rows).toEqual([])
  })
})

describe('an invoice', () => {
  it('takes all ready pieces of its boxes with the orders’ prices and the parties as they are', async () => {
    // Would catch: pieces or money lost on the way to the paper, a party that changes on paper when it moves house.
    const world = await readyBoxes(server, [[12, 8], [3]])
    const made = await world.lead.call(invoicesCalls.createInvoice, { box_ids: world.box_ids, remark: 'First lot' })
    expect(made.status).toBe(200)
    const { invoice } = made.body.data
    expect(invoice).toMatchObject({
      state: 'LIVE',
      boxes: 2,
      pieces: 23,
      total: { minor: 23 * 4_550, currency: 'CNY' },
      consignee: 'CON1',
      remark: 'First lot',
      allowed_actions: ['export', 'void'],
      export_order: null,
    })
    expect(invoice.invoice_number).toMatch(/^CI-\d{4}-\d{6}$/)
    expect(await standing(world.box_ids)).toMatchObject([{ invoiced: 20 }, { invoiced: 3 }])
    const parties = await world.lead.call(invoicesCalls.tradeParties, {})
    const consignee = parties.body.data.parties.find((one) => one.code === 'CON1')
    if (!consignee) throw new Error('no consignee')
    const moved = await world.lead.call(invoicesCalls.saveTradeParty, { ...consignee, name: 'Another name' })
    expect(moved.status).toBe(200)
    const listed = await world.lead.call(invoicesCalls.getInvoices, { invoice_numbers: [invoice.invoice_number] })
    expect(listed.body.data.rows[0]?.consignee_name).toBe(consignee.name)
    await world.lead.call(invoicesCalls.saveTradeParty, { ...consignee, version: consignee.version + 1 })
    expect(await qcDisagreements(server)).toEqual([])
  })

  it('is refused whole when one box cannot go on it, naming the box', async () => {
    // Would catch: a box left out of an invoice in silence, a box invoiced twice, a number spent on a refusal.
    const world = await readyBoxes(server, [[2], [3]])
    const other = await passedBoxes(server, [[4]])
    const before = await numbers()
    const mixed = await world.lead.call(invoicesCalls.createInvoice, { box_ids: [...world.box_ids, ...other.box_ids] })
    expect(mixed.status).toBe(409)
    // Would catch: "This box is not ready" of sixty, and nobody knows which.
    expect(mixed.body.message).toMatch(/^Box SH-\d+ \/ 1: This box is not ready for an invoice\.$/)
    expect(mixed.body.details.fields).toEqual([
      { field: other.boxes[0]?.sscc, message: 'This box is not ready for an invoice.', values: { box: '1' } },
    ])
    expect(await numbers()).toEqual(before)
    const made = await world.lead.call(invoicesCalls.createInvoice, { box_ids: world.box_ids })
    expect(made.status).toBe(200)
    const twice = await world.lead.call(invoicesCalls.createInvoice, { box_ids: world.box_ids })
    expect(twice.body.message).toMatch(/: This box is on an invoice\.$/)
  })

  it('is refused for two currencies, naming the boxes of each', async () => {
    // Would catch: yuan and dollars added up.
    const one = await readyBoxes(server, [[2]])
    const two = await readyBoxes(server, [[3]])
    await sql`UPDATE vendor_order SET currency = 'USD' WHERE id = ${two.shipment.order.id}`.execute(server.db)
    const mixed = await one.lead.call(invoicesCalls.createInvoice, { box_ids: [...one.box_ids, ...two.box_ids] })
    expect(mixed.status).toBe(409)
    expect(mixed.body.details.message_key).toBe('One invoice has one currency: {{boxes}}.')
    expect(mixed.body.message).toContain(`CNY (${one.shipment_id} / 1)`)
    expect(mixed.body.message).toContain(`USD (${two.shipment_id} / 1)`)
  })

  it('cannot leave passed pieces of a box behind', async () => {
    // Would catch: pieces that passed after the box was made ready, which could never go on another invoice.
    const world = await readyBoxes(server, [[6]])
    await moveAll(server, world.user.id, world.box_ids, [{ kind: 'exceed', quantity: 1 }, 'pass'])
    const made = await world.lead.call(invoicesCalls.createInvoice, { box_ids: world.box_ids })
    expect(made.body.message).toMatch(/: Some passed pieces of this box are not ready\.$/)
    await world.client.call(invoicesCalls.createReadyForInvoice, { box_ids: world.box_ids })
    const whole = await world.lead.call(invoicesCalls.createInvoice, { box_ids: world.box_ids })
    // What nobody declared is excess of the order that the box was packed for.
    expect(whole.body.data.invoice).toMatchObject({ pieces: 7, total: { minor: 7 * 4_550 } })
  })

  it('asks for a consignee where there are several, and takes no exporter for one', async () => {
    // Would catch: goods consigned to whoever stands first in a table.
    const world = await readyBoxes(server, [[2]])
    const added = await world.lead.call(invoicesCalls.saveTradeParty, {
      code: 'con2',
      kind: 'consignee',
      name: 'Second Consignee',
      address: 'Mumbai',
      country: 'IN',
    })
    expect(added.body.data.parties.map((one) => one.code)).toContain('CON2')
    const nowhere = await world.lead.call(invoicesCalls.saveTradeParty, {
      code: 'CON3',
      kind: 'consignee',
      name: 'Third',
      address: 'Nowhere',
      country: 'ZZ',
    })
    expect([nowhere.status, nowhere.body.message]).toEqual([400, 'This is no country code of two letters.'])
    const box_ids = world.box_ids
    const open = await world.lead.call(invoicesCalls.createInvoice, { box_ids })
    expect([open.status, open.body.message]).toEqual([400, 'Please choose a consignee.'])
    const wrong = await world.lead.call(invoicesCalls.createInvoice, { box_ids, consignee: 'EXP1' })
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Please choose a consignee.'])
    const right = await world.lead.call(invoicesCalls.createInvoice, { box_ids, consignee: 'CON2' })
    expect(right.body.data.invoice.consignee_name).toBe('Second Consignee')
    const retired = { code: 'CON2', kind: 'consignee' as const, name: 'Second', address: 'Mumbai', country: 'IN' }
    const stale = await world.lead.call(invoicesCalls.saveTradeParty, { ...retired, is_active: false, version: 9 })
    expect(stale.status).toBe(409)
    const done = await world.lead.call(invoicesCalls.saveTradeParty, { ...retired, is_active: false, version: 1 })
    expect(done.status).toBe(200)
  })

  it('says how its exporter is paid as it was when it was issued, which nobody wipes by changing an address', async () => {
    // Would catch: a bank account that is lost with the next change of the exporter, or changed on invoices that are out.
    const world = await readyBoxes(server, [[2]])
    const exporter = async () => {
      const { parties } = (await world.lead.call(invoicesCalls.tradeParties, {})).body.data
      const found = parties.find((one) => one.kind === 'exporter' && one.is_active)
      if (!found) throw new Error('no exporter')
      return found
    }
    const paid = { payment_terms: 'T/T 30 days', bank: 'Bank of China, SWIFT BKCHCNBJ' }
    expect((await world.lead.call(invoicesCalls.saveTradeParty, { ...(await exporter()), ...paid })).status).toBe(200)
    const { code, kind, name, country, version } = await exporter()
    const moved = { code, kind, name, country, version, address: 'Elsewhere 2' }
    expect((await world.lead.call(invoicesCalls.saveTradeParty, moved)).status).toBe(200)
    expect(await exporter()).toMatchObject({ ...paid, address: 'Elsewhere 2' })
    const made = await world.lead.call(invoicesCalls.createInvoice, { box_ids: world.box_ids, consignee: 'CON1' })
    const { invoice_number } = made.body.data.invoice
    await world.lead.call(invoicesCalls.saveTradeParty, { ...(await exporter()), bank: 'Another bank' })
    const details = (await world.lead.call(invoicesCalls.invoiceDetails, { invoice_number })).body.data
    expect(details.exporter).toMatchObject(paid)
  })

  it('is voided with a reason: the boxes are ready again, the number stays used', async () => {
    // Would catch: a voided invoice that keeps its boxes, is deleted, or hands its number to the next.
    const world = await invoicedBoxes(server, [[12, 8]])
    const { invoice_number, version } = world.invoice
    const bare = await world.lead.call(invoicesCalls.createInvoice, { action: 'void', invoice_number })
    expect([bare.status, bare.body.message]).toEqual([400, 'Please give a reason.'])
    const stale = await world.lead.call(invoicesCalls.createInvoice, {
      action: 'void',
      invoice_number,
      reason: 'Wrong consignee',
      version: version + 1,
    })
    expect(stale.body.code).toBe('stale')
    const asked = { action: 'void' as const, invoice_number, reason: 'Wrong consignee', version }
    const voided = await world.lead.call(invoicesCalls.createInvoice, asked)
    expect(voided.body.data.invoice).toMatchObject({
      state: 'VOID',
      void_reason: 'Wrong consignee',
      allowed_actions: [],
    })
    expect(await standing(world.box_ids)).toMatchObject([{ ready: 20, invoiced: 0 }])
    const again = await world.lead.call(invoicesCalls.createInvoice, { ...asked, version: version + 1 })
    expect([again.status, again.body.message]).toEqual([409, `Invoice ${invoice_number} is void.`])
    const next = await world.lead.call(invoicesCalls.createInvoice, { box_ids: world.box_ids })
    expect(serialOf(next.body.data.invoice.invoice_number)).toBe(serialOf(invoice_number) + 1)
    expect(await qcDisagreements(server)).toEqual([])
  })

  it('is made by those who may see prices only', async () => {
    // Would catch: an invoice in the hands of the warehouse team.
    const world = await readyBoxes(server, [[2]])
    const made = await world.client.call(invoicesCalls.createInvoice, { box_ids: world.box_ids })
    expect(made.status).toBe(403)
    const file = await world.client.call(invoicesCalls.downloadInvoice, { invoice_number: 'CI-2026-000001' })
    expect(file.status).toBe(403)
    const { body } = await world.client.call(invoicesCalls.getInvoices, {})
    expect(body.data.rows.every((row) => row.total === null && row.allowed_actions.length === 0)).toBe(true)
  })
})

const serialOf = (number: string) => Number(number.split('-').at(-1))

async function numbers(): Promise<string[]> {
  const rows = await server.db.selectFrom('invoice').select('number').orderBy('serial').execute()
  return rows.map((row) => row.number)
}

describe('eight workers at once', () => {
  it('leave no gap in the numbers and no box on two invoices, though some fail half-way', async () => {
    // Would catch: a number lost with a failed invoice or given twice, two invoices that take one box.
    const worlds: InvoiceWorld[] = []
    for (let at = 0; at < 10; at++) worlds.push(await readyBoxes(server, [[2], [3], [4], [5]]))
    const [lead] = worlds.map((world) => world.lead)
    if (!lead) throw new Error('nobody makes invoices')
    const boxes = worlds.flatMap((world) => world.box_ids)
    // After the number is taken and the paper half written. What a sequence gives is never taken back.
    await sql`CREATE SEQUENCE fail_turn`.execute(server.db)
    await sql`GRANT USAGE ON SEQUENCE fail_turn TO PUBLIC`.execute(server.db)
    await sql`CREATE FUNCTION fail_half_way() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF new.kind = 'invoice' AND nextval('fail_turn') % 3 = 0 THEN RAISE EXCEPTION 'half-way'; END IF; RETURN new; END $$`.execute(
      server.db,
    )
    await sql`CREATE TRIGGER fail_half_way BEFORE INSERT ON qc_move FOR EACH ROW EXECUTE FUNCTION fail_half_way()`.execute(
      server.db,
    )
    let failed = 0
    const made: string[] = []
    const worker = async (at: number) => {
      // Every box is asked for by two workers.
      for (let turn = at; turn < boxes.length * 2; turn += 8) {
        const box = boxes[turn % boxes.length] ?? ''
        for (let attempt = 0; attempt < 20; attempt++) {
          const reply = await lead.call(invoicesCalls.createInvoice, { box_ids: [box] })
          if (reply.status === 200) made.push(reply.body.data.invoice.invoice_number)
          else if (reply.status >= 500) failed += 1
          if (reply.status < 500) break
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, at) => worker(at)))
    await sql`DROP TRIGGER fail_half_way ON qc_move`.execute(server.db)
    expect(failed).toBeGreaterThan(0)
    expect(made).toHaveLength(boxes.length)
    expect(new Set(made).size).toBe(boxes.length)
    const serials = (await numbers()).map(serialOf)
    expect(serials).toEqual(serials.map((_, at) => at + 1))
    const { rows } = await sql<{ box_id: string }>`
      SELECT box_id FROM invoice_box WHERE is_live AND box_id = ANY(${boxes}::uuid[])`.execute(server.db)
    expect(rows.map((row) => row.box_id).sort()).toEqual([...boxes].sort())
    expect(await qcDisagreements(server)).toEqual([])
  })
})

describe('an invoice beside other work on its boxes', () => {
  it('and a revert at the same moment: one of them happens, never both', async () => {
    // Would catch: pieces that go back to be judged while they stand on an invoice.
    const worlds: InvoiceWorld[] = []
    for (let at = 0; at < 8; at++) worlds.push(await readyBoxes(server, [[3], [4]]))
    const outcomes = await Promise.all(
      worlds.map(async ({ lead, client, box_ids }) => {
        const [first = ''] = box_ids
        const [made, reverted, undone] = await Promise.all([
          lead.call(invoicesCalls.createInvoice, { box_ids }),
          client.call(qcBoxesCalls.revertBoxToQc, { box_ids: [first], reason: 'Seen again' }),
          client.call(invoicesCalls.createReadyForInvoice, { box_ids, action: 'undo' }),
        ])
        return { made: made.status, others: [reverted.status, undone.status], box_ids }
      }),
    )
    for (const { made, others, box_ids } of outcomes) {
      expect([200, 409]).toContain(made)
      const after = await standing(box_ids)
      const invoiced = after.reduce((sum, box) => sum + (box.invoiced ?? 0), 0)
      expect(invoiced).toBe(made === 200 ? 7 : 0)
      if (made === 200) expect(others).toEqual([409, 409])
    }
    expect(await qcDisagreements(server)).toEqual([])
  })

  it('cannot be reverted until it is void', async () => {
    // Would catch: a revert that goes round the paper.
    const world = await invoicedBoxes(server, [[3]])
    const revert = () => world.client.call(qcBoxesCalls.revertBoxToQc, { box_ids: world.box_ids, reason: 'Seen again' })
    expect((await revert()).status).toBe(409)
    const { invoice_number } = world.invoice
    await world.lead.call(invoicesCalls.createInvoice, { action: 'void', invoice_number, reason: 'Wrong pieces' })
    expect((await revert()).status).toBe(200)
    expect(await standing(world.box_ids)).toMatchObject([{ ready: 0, invoiced: 0 }])
    expect(await qcDisagreements(server)).toEqual([])
  })
})

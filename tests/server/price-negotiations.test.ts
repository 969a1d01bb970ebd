import fc from 'fast-check'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { tellDeadlines } from '../../src/server/areas/price-negotiations/deadlines.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { allowedMoves, moveNames } from '../../src/shared/areas/price-negotiations/rules.ts'
import { contract } from '../../src/shared/areas.ts'
import { addDays, dayIn, vendorZone } from '../../src/shared/kernel/days.ts'
import type { Client } from '../support/client.ts'
import { freshDatabase } from '../support/database.ts'
import { readCalls } from '../support/reading-calls.ts'
import { type TestServer, testServer } from '../support/server.ts'

const calls = contract.priceNegotiations

let server: TestServer
let vendor: Client
let other: Client
let buyer: Client
let ops: Client
let styles: string[]

beforeAll(async () => {
  const { db } = await freshDatabase()
  await seedDemo(db)
  server = await testServer({ db })
  vendor = await server.as('vendor@demo.selvedge')
  other = await server.as('vendor2@demo.selvedge')
  buyer = await server.as('buyer@demo.selvedge')
  ops = await server.as('ops@demo.selvedge')
  const { rows } = await sql<{ code: string }>`SELECT s.code FROM style s JOIN app_user u ON u.vendor_id = s.vendor_id
    WHERE u.email = 'vendor@demo.selvedge' AND EXISTS (SELECT 1 FROM vendor_order o WHERE o.style_id = s.id AND o.decision = 'APPROVED')
    ORDER BY s.code`.execute(db)
  styles = rows.map(({ code }) => code)
  await sql`DELETE FROM price_offer`.execute(db)
  await sql`DELETE FROM price_negotiation`.execute(db)
})

const yuan = (minor: number) => ({ minor, currency: 'CNY' as const })
type Items = Parameters<typeof vendor.call<typeof calls.updatePriceNegotiationDetails>>[1]['items']

/** Each as it stands now, where no version is named. */
async function move(by: Client, ...items: Items) {
  const { rows } = await sql<{
    number: string
    version: number
  }>`SELECT number, version FROM price_negotiation`.execute(server.db)
  const now = new Map(rows.map(({ number, version }) => [number, version]))
  const seen = items.map((item) => ({ version: now.get(item.negotiation ?? ''), ...item }))
  return by.call(calls.updatePriceNegotiationDetails, { items: seen })
}

async function asked(by: Client, style: string, minor: number): Promise<string> {
  const { status, body } = await move(by, { style_id: style, move: 'ask', price: yuan(minor) })
  expect(status, body.message).toBe(200)
  return body.data.rows[0]?.negotiation ?? ''
}

/** The open negotiation of a style as it stands. */
async function openOf(code: string) {
  const { rows } = await sql<{ negotiation: string; version: number }>`SELECT n.number AS negotiation, n.version
    FROM price_negotiation n JOIN style s ON s.id = n.style_id WHERE s.code = ${code} AND n.state = 'OPEN'`.execute(
    server.db,
  )
  return rows[0] ?? null
}

const style = (at: number) => styles[at] ?? ''

describe('a negotiation', () => {
  // Would catch: a side that agrees to its own price, a price that is not the one agreed to, orders that keep the old one.
  it('goes to and fro until one side agrees, and its orders take the price', async () => {
    const number = await asked(vendor, style(0), 8800)
    expect((await move(vendor, { negotiation: number, move: 'agree' })).status).toBe(409)
    expect((await move(buyer, { negotiation: number, move: 'counter', price: yuan(8800) })).status).toBe(400)
    expect(
      (await move(buyer, { negotiation: number, move: 'counter', price: yuan(8123), reason: 'as last year' })).status,
    ).toBe(200)
    const found = await vendor.call(calls.priceNegotiation, { negotiation: number })
    expect(found.body.data.row).toMatchObject({ status: 'Waits for you', last_price: yuan(8123), rounds: 2 })
    const { row, jump_percent } = (await ops.call(calls.priceNegotiation, { negotiation: number })).body.data
    expect([row.status, jump_percent]).toEqual(['Waits for vendor', 10])
    expect((await move(vendor, { negotiation: number, move: 'agree' })).status).toBe(200)
    const { orders } = (await ops.call(calls.priceNegotiation, { negotiation: number })).body.data
    expect(orders.length).toBeGreaterThan(0)
    for (const order of orders) expect(order.unit_price).toEqual(yuan(8123))
    expect((await move(buyer, { negotiation: number, move: 'counter', price: yuan(1) })).status).toBe(409)
    expect((await move(ops, { negotiation: number, move: 'reopen', reason: 'fabric' })).status).toBe(200)
  })

  // Would catch: 88.88 seen and 7,777.00 agreed to, since a vendor raised its own price meanwhile; a key of the API that names no version.
  it('is agreed to, countered and ended as it was seen, and refused when the price changed since', async () => {
    const number = await asked(vendor, style(7), 8_888)
    const { version } = (await buyer.call(calls.priceNegotiation, { negotiation: number })).body.data.row
    expect((await move(vendor, { negotiation: number, move: 'counter', price: yuan(777_700) })).status).toBe(200)
    for (const name of ['agree', 'abandon', 'counter'] as const) {
      const item = { negotiation: number, move: name, ...(name === 'counter' && { price: yuan(8_000) }) }
      const late = await move(buyer, { ...item, version })
      expect([late.status, late.body.code]).toEqual([409, 'stale'])
      const unseen = await buyer.call(calls.updatePriceNegotiationDetails, { items: [item] })
      expect([unseen.status, unseen.body.message]).toEqual([
        400,
        'Please give the version of the negotiation that was seen.',
      ])
    }
    const { row } = (await buyer.call(calls.priceNegotiation, { negotiation: number })).body.data
    expect(row).toMatchObject({ state: 'OPEN', last_price: yuan(777_700), agreed_price: null })
  })

  // Would catch: two open negotiations of a style when both sides ask at once.
  it('is one a style, however many ask at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        move(at % 2 === 0 ? vendor : buyer, { style_id: style(1), move: 'ask', price: yuan(5000 + at) }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  // Would catch: an order or a piece that was invoiced repriced, or its invoice changed with it.
  it('leaves alone what is on an invoice', async () => {
    const invoices = () => sql`SELECT id, unit_price_minor FROM invoice_line ORDER BY id`.execute(server.db)
    const before = (await invoices()).rows
    const { rows } = await sql<{
      code: string
    }>`SELECT DISTINCT s.code FROM invoice_line il JOIN order_line l ON l.id = il.order_line_id
      JOIN vendor_order o ON o.id = l.order_id JOIN style s ON s.id = o.style_id ORDER BY 1 LIMIT 3`.execute(server.db)
    expect(rows.length).toBeGreaterThan(0)
    for (const { code } of rows) {
      const { status, body } = await ops.call(calls.manualPriceNegotiationEntry, {
        ...{ style_id: code, price: yuan(777), proof: 'fair in Guangzhou', ends: await openOf(code) },
      })
      expect(status, body.message).toBe(200)
    }
    expect((await invoices()).rows).toEqual(before)
  })

  // Would catch: an agreement that is taken back and leaves orders or inventory at its price, or takes away a price that came after it.
  it('is taken back by who agreed, for a while, and while nothing was made of its price', async () => {
    const code = style(4)
    const prices = async () =>
      (
        await sql<{ of: string; minor: number | null }>`
          SELECT o.order_id AS of, o.unit_price_minor::int AS minor FROM vendor_order o JOIN style s ON s.id = o.style_id WHERE s.code = ${code}
          UNION ALL SELECT k.nm_sku, v.price_minor::int FROM vendor_inventory v JOIN sku k ON k.id = v.sku_id JOIN style s ON s.id = k.style_id
          WHERE s.code = ${code} ORDER BY 1`.execute(server.db)
      ).rows.filter(({ minor }) => minor !== null)
    const before = await prices()
    const number = await asked(vendor, code, 7211)
    expect((await move(buyer, { negotiation: number, move: 'agree' })).status).toBe(200)
    expect(await prices()).not.toEqual(before)
    expect((await move(vendor, { negotiation: number, move: 'take_back' })).status).toBe(409)
    const back = await move(buyer, { negotiation: number, move: 'take_back' })
    expect(back.status, back.body.message).toBe(200)
    expect(back.body.data.rows[0]).toMatchObject({ state: 'OPEN', may: expect.arrayContaining(['agree']) })
    expect(await prices()).toEqual(before)

    await move(buyer, { negotiation: number, move: 'agree' })
    const repriced = sql`UPDATE vendor_order o SET unit_price_minor = unit_price_minor + 1 FROM style s
      WHERE s.id = o.style_id AND s.code = ${code} AND o.unit_price_minor = 7211`
    expect(Number((await repriced.execute(server.db)).numAffectedRows)).toBeGreaterThan(0)
    const kept = await move(buyer, { negotiation: number, move: 'take_back' })
    expect([kept.status, kept.body.message]).toEqual([409, expect.stringContaining('priced anew')])
    await sql`UPDATE price_negotiation SET agreed_at = agreed_at - interval '16 minutes' WHERE number = ${number}`.execute(
      server.db,
    )
    expect((await buyer.call(calls.priceNegotiation, { negotiation: number })).body.data.row.may).toEqual([])
    expect((await move(buyer, { negotiation: number, move: 'take_back' })).body.message).toContain('does not allow')
  })

  // Would catch: a move that the table forbids and the server takes, over random days of both sides.
  it('allows what its table says and nothing else', async () => {
    const number = await asked(vendor, style(2), 9000)
    const step = fc.record({ by: fc.constantFrom('vendor', 'house', 'ops'), name: fc.constantFrom(...moveNames) })
    let minor = 9000
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
        for (const { by, name } of steps) {
          const client = { vendor, house: buyer, ops }[by]
          const { row } = (await client.call(calls.priceNegotiation, { negotiation: number })).body.data
          const may = allowedMoves(row, by === 'vendor' ? 'vendor' : 'house', by === 'ops')
          expect([...row.may].toSorted()).toEqual([...may].toSorted())
          minor += 1
          const reply = await move(client, {
            ...{ negotiation: number, move: name, version: row.version },
            ...(name === 'counter' && { price: yuan(minor) }),
          })
          expect(reply.status, `${by} ${name} of ${row.status}`).toBe(may.includes(name) ? 200 : 409)
        }
      }),
      { numRuns: 12 },
    )
  })
})

describe('what is the company’s alone', () => {
  // Would catch: a target, a floor or a last price that reaches a vendor by any call, notice, history or feed.
  it('is in nothing that a vendor can read', async () => {
    const number = await asked(buyer, style(3), 6100)
    const { row } = (await ops.call(calls.priceNegotiation, { negotiation: number })).body.data
    const secret = { target: yuan(4_271_913), floor: yuan(3_918_274) }
    const saved = await ops.call(calls.savePriceGuides, { negotiation: number, version: row.version, ...secret })
    expect(saved.body.data.rows[0]).toMatchObject(secret)
    const { version = 0 } = saved.body.data.rows[0] ?? {}
    await ops.call(calls.updatePriceNegotiationPocDetails, {
      ...{ negotiations: [{ negotiation: number, version }], poc_email: 'buyer@demo.selvedge', reason: 'WORDOFHOUSE' },
    })
    for (const client of [vendor, other])
      for (const text of await readCalls(client, { negotiation: number, style: style(3) }))
        expect(text).not.toMatch(/4271913|42719\.13|3918274|39182\.74|WORDOFHOUSE/)
    const rows = async (client: Client) =>
      (await client.call(calls.getPriceNegotiationDetails, { negotiations: [number] })).body.data.rows
    expect((await rows(buyer))[0]?.poc).toBeTypeOf('string')
    for (const row of [
      ...(await rows(vendor)),
      (await vendor.call(calls.priceNegotiation, { negotiation: number })).body.data.row,
    ])
      expect(row.poc).toBe(null)
    expect((await vendor.call(calls.savePriceGuides, { negotiation: number, version: 1, ...secret })).status).toBe(403)
    expect((await other.call(calls.priceNegotiation, { negotiation: number })).status).toBe(404)
    expect((await move(other, { negotiation: number, move: 'agree' })).status).toBe(404)
  })

  // Would catch: a hidden floor that the order of a vendor's list, or what a filter leaves, gives away.
  it('cannot be inferred by sorting and filtering', async () => {
    const all = async () => {
      const seen: unknown[] = []
      for (const sort of ['newest', 'answer_by', 'style'] as const)
        for (const tab of ['ours', 'vendors', 'all'] as const) {
          const { body } = await vendor.call(calls.getPriceNegotiationDetails, { sort, tab, page_size: 500 })
          const { body: counted } = await vendor.call(calls.getPriceNegotiationDetails, { sort, tab, part: 'counts' })
          seen.push(
            body.data.rows.map(({ version: _, updated_at: __, ...row }) => row),
            counted.data.counts,
          )
        }
      return seen
    }
    await asked(vendor, style(4), 7100)
    const before = await all()
    // Written straight: a save would also move the time of the last change, which everybody may see.
    await sql`UPDATE price_negotiation SET target_minor = 1 + (random() * 1e6)::int, floor_minor = 1 + (random() * 1e6)::int`.execute(
      server.db,
    )
    expect(await all()).toEqual(before)
  })
})

describe('what the style cost before', () => {
  // Would catch: "last paid" that becomes the agreed price at once; a style's inventory that keeps another price than was agreed, or has none where it had none.
  it('is paid where it was invoiced or bought, else ordered, and stays when a price is agreed', async () => {
    const { rows: found } = await sql<{ code: string; ordered: number }>`
      SELECT s.code, (array_agg(o.unit_price_minor ORDER BY o.approved_at DESC NULLS LAST, o.order_date DESC, o.id DESC))[1]::float8 AS ordered
      FROM style s JOIN vendor_order o ON o.style_id = s.id AND o.decision = 'APPROVED' JOIN app_user u ON u.vendor_id = s.vendor_id
      WHERE u.email = 'vendor@demo.selvedge'
        AND NOT EXISTS (SELECT 1 FROM invoice_line il JOIN order_line l ON l.id = il.order_line_id JOIN vendor_order v ON v.id = l.order_id
          WHERE v.style_id = s.id)
        AND NOT EXISTS (SELECT 1 FROM purchase_order_line pl JOIN sku k ON k.id = pl.sku_id WHERE k.style_id = s.id)
        AND NOT EXISTS (SELECT 1 FROM price_negotiation n WHERE n.style_id = s.id)
      GROUP BY s.code ORDER BY s.code LIMIT 1`.execute(server.db)
    const [never] = found
    if (!never) throw new Error('no style that was never paid')
    const price = Math.round(never.ordered * 1.1)
    const number = await asked(vendor, never.code, price)
    const row = async () => (await buyer.call(calls.priceNegotiation, { negotiation: number })).body.data.row
    const before = { last_paid: null, last_ordered: yuan(never.ordered), over_last_paid: expect.any(Number) }
    expect(await row()).toMatchObject(before)
    // Of its first SKU the vendor said something already, of the others nothing.
    await sql`DELETE FROM vendor_inventory WHERE sku_id IN (SELECT k.id FROM sku k JOIN style s ON s.id = k.style_id WHERE s.code = ${never.code})`.execute(
      server.db,
    )
    await sql`INSERT INTO vendor_inventory (sku_id, available, shipped_before) SELECT k.id, 5, 0 FROM sku k JOIN style s ON s.id = k.style_id
      WHERE s.code = ${never.code} ORDER BY k.id LIMIT 1`.execute(server.db)
    const stocked = () =>
      sql<{ minor: number | null; said: boolean }>`
      SELECT i.price_minor::float8 AS minor, bool_or(i.said_at IS NOT NULL) AS said
      FROM sku k JOIN style s ON s.id = k.style_id LEFT JOIN vendor_inventory i ON i.sku_id = k.id
      WHERE s.code = ${never.code} AND k.retired_at IS NULL GROUP BY 1`.execute(server.db)
    const { over_last_paid, version } = await row()
    const agreed = await move(buyer, { negotiation: number, move: 'agree', version })
    expect(agreed.status, agreed.body.message).toBe(200)
    expect(await row()).toMatchObject({ ...before, over_last_paid, agreed_price: yuan(price) })
    expect((await stocked()).rows).toEqual([{ minor: price, said: false }])
  })
})

describe('accepting many', () => {
  // Would catch: a price above the percentage, or one with nothing to compare with, swept along; a summary that is not what happens.
  it('agrees to what asks little more, and changes what it said it would', async () => {
    await sql`UPDATE price_negotiation SET state = 'ABANDONED', agreed_minor = NULL`.execute(server.db)
    const { rows } = await sql<{
      code: string
      paid: number
    }>`SELECT s.code, max(o.unit_price_minor)::float8 AS paid FROM style s
      JOIN vendor_order o ON o.style_id = s.id JOIN app_user u ON u.vendor_id = s.vendor_id
      WHERE u.email = 'vendor@demo.selvedge' AND o.shipped > 0 GROUP BY s.code HAVING min(o.unit_price_minor) = max(o.unit_price_minor)
      AND NOT EXISTS (SELECT 1 FROM invoice_line il JOIN order_line l ON l.id = il.order_line_id JOIN vendor_order v ON v.id = l.order_id
        JOIN style t ON t.id = v.style_id WHERE t.code = s.code) ORDER BY s.code LIMIT 4`.execute(server.db)
    const [near, far] = rows
    if (!near || !far) throw new Error('no styles that were shipped')
    const cheap = await asked(vendor, near.code, Math.round(near.paid * 1.01))
    const dear = await asked(vendor, far.code, Math.round(far.paid * 1.4))
    const { body } = await buyer.call(calls.planPriceAcceptance, { percent: 2 })
    expect(body.data.rows.map(({ negotiation }) => negotiation)).toEqual([cheap])
    expect(body.data.above).toBe(1)
    const open = (await ops.call(calls.priceNegotiation, { negotiation: cheap })).body.data.orders
    const expected = open.reduce(
      (sum, order) => sum + order.open * (Math.round(near.paid * 1.01) - (order.unit_price?.minor ?? 0)),
      0,
    )
    expect(body.data.difference?.minor).toBe(expected)
    expect(body.data.orders).toBe(open.length)
    const [row] = body.data.rows
    await move(buyer, { negotiation: cheap, move: 'agree', version: row?.version ?? 0 })
    const after = (await ops.call(calls.getPriceNegotiationDetails, { negotiations: [cheap, dear] })).body.data.rows
    expect(after.map(({ state }) => state).toSorted()).toEqual(['AGREED', 'OPEN'])
  })
})

describe('an agreement that was made elsewhere', () => {
  // Would catch: 64.00 entered over a price that the vendor named after the dialog was opened: its offer ended unseen.
  it('ends the negotiation that was seen, and no other', async () => {
    const code = style(8)
    const enter = (ends: Awaited<ReturnType<typeof openOf>>) =>
      ops.call(calls.manualPriceNegotiationEntry, { style_id: code, price: yuan(6400), proof: 'at the fair', ends })
    const none = await openOf(code)
    expect(none).toBeNull()
    const number = await asked(vendor, code, 5_000)
    const unseen = await enter(null)
    expect([unseen.status, unseen.body.message]).toEqual([
      409,
      `Style ${code} is being negotiated by now: ${number}. Please look again.`,
    ])
    const seen = await openOf(code)
    const countered = { negotiation: number, version: seen?.version ?? 0, move: 'counter' as const, price: yuan(5_500) }
    expect((await move(buyer, countered)).status).toBe(200)
    const older = await enter(seen)
    expect([older.status, older.body.code]).toEqual([409, 'stale'])
    const now = await openOf(code)
    expect((await enter(now)).body.data.rows[0]).toMatchObject({ negotiation: number, state: 'AGREED' })
    expect((await enter(now)).body.message).toBe(`Negotiation ${number} is not open any more. Please look again.`)
    expect((await enter(null)).status).toBe(200)
  })

  // Would catch: a buyer put in charge of a negotiation that another took over a moment ago.
  it('and a buyer in charge are of the version that was seen', async () => {
    const negotiation = await asked(vendor, style(9), 6_000)
    const take = (version: number, poc_email: string) =>
      ops.call(calls.updatePriceNegotiationPocDetails, {
        ...{ negotiations: [{ negotiation, version }], poc_email, reason: 'Holiday' },
      })
    expect((await take(1, 'buyer@demo.selvedge')).status).toBe(200)
    const late = await take(1, 'buyer-admin@demo.selvedge')
    expect([late.status, late.body.code]).toEqual([409, 'stale'])
  })
})

describe('a proof', () => {
  // Would catch: a file that is no proof kept; one that a vendor, or nobody who may see targets, can read; a picture kept with where it was taken.
  it('is a picture or a PDF that the company alone reads', async () => {
    const entered = await ops.call(calls.manualPriceNegotiationEntry, {
      ...{ style_id: style(4), price: yuan(6400), proof: 'at the fair', ends: await openOf(style(4)) },
    })
    const number = entered.body.data.rows[0]?.negotiation ?? ''
    const attach = (by: Client, name: string, bytes: Buffer, negotiation = number) =>
      by.call(calls.attachPriceProof, { negotiation, file: { name, bytes } })
    const pdf = Buffer.from('%PDF-1.4\nsigned')
    const kept = await attach(buyer, 'contract 合同.pdf', pdf)
    expect(kept.status, kept.body.message).toBe(200)
    const photo = await attach(ops, 'chat.png', await sharp({ create: aRed }).png().toBuffer())
    expect(photo.body.data).toMatchObject({ name: 'chat.png', type: 'image/jpeg' })
    expect((await attach(ops, 'chat.png', pdf.subarray(1))).status).toBe(400)
    expect((await attach(ops, 'list.csv', pdf)).status).toBe(400)
    expect((await attach(vendor, 'x.pdf', pdf)).status).toBe(403)
    expect((await attach(ops, 'x.pdf', pdf, 'PN-999999')).status).toBe(404)
    const { proofs } = (await buyer.call(calls.priceNegotiation, { negotiation: number })).body.data
    expect(proofs.map(({ name }) => name)).toEqual(['contract 合同.pdf', 'chat.png'])
    const read = (by: Client, proof_id: string) => by.call(calls.priceProof, { proof_id })
    expect((await read(ops, kept.body.data.proof_id)).bytes).toEqual(pdf)
    expect((await read(ops, photo.body.data.proof_id)).headers['content-type']).toBe('image/jpeg')
    expect((await read(vendor, kept.body.data.proof_id)).status).toBe(403)
    const seen = (await vendor.call(calls.priceNegotiation, { negotiation: number })).body.data
    expect(seen.proofs).toEqual([])
  })
})

const aRed = { width: 40, height: 30, channels: 3 as const, background: '#ff0000' }

describe('an answer that is due', () => {
  const told = async () => {
    const { rows } = await sql<{ kind: string; vendor_id: string | null; things: string[] }>`
      SELECT kind, vendor_id, things FROM notice_outbox WHERE kind LIKE 'price_due%' ORDER BY id`.execute(server.db)
    return rows
  }

  // Would catch: nobody reminded of a deadline, the wrong side, or the same side every hour; a setting that nothing goes by.
  it('is reminded of, to whoever is to give it, once a day', async () => {
    const { version } = (await ops.call(calls.negotiationSettings, {})).body.data
    const saved = await ops.call(calls.saveNegotiationSettings, { settings: { answer_days: 3 }, version })
    expect(saved.body.data.settings).toEqual({ answer_days: 3 })
    expect((await buyer.call(calls.saveNegotiationSettings, { settings: { answer_days: 1 }, version })).status).toBe(
      403,
    )
    await sql`UPDATE price_negotiation SET answer_by = NULL`.execute(server.db)
    const ours = await asked(vendor, style(5), 7000)
    const theirs = await asked(buyer, style(6), 7100)
    const { row } = (await ops.call(calls.priceNegotiation, { negotiation: theirs })).body.data
    const due = Date.parse(`${row.answer_by}T02:00:00Z`)
    const day = 86_400_000
    expect(row.answer_by).toBe(addDays(dayIn(vendorZone, new Date()), 3))
    expect(await tellDeadlines(server.db, new Date(due - 2 * day))).toBe(0)
    expect(await tellDeadlines(server.db, new Date(due - day))).toBe(2)
    expect(await tellDeadlines(server.db, new Date(due - day + 3_600_000))).toBe(0)
    const rows = await told()
    expect(rows.map(({ kind, things }) => [kind, things]).toSorted()).toEqual([
      ['price_due', [theirs]],
      ['price_due_to_us', [ours]],
    ])
    expect(rows.every(({ kind, vendor_id }) => (kind === 'price_due') === (vendor_id !== null))).toBe(true)
    expect(await tellDeadlines(server.db, new Date(due))).toBe(2)
    expect(await tellDeadlines(server.db, new Date(due + 2 * day))).toBe(0)
    expect((await ops.call(calls.priceNegotiation, { negotiation: theirs })).body.data.row.version).toBe(row.version)
  })
})

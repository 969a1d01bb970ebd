import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { monthsUpTo } from '../../src/server/areas/scorecards/cards.ts'
import { behindCount, behindKinds, cardFigures } from '../../src/shared/areas/scorecards/figures.ts'
import { contract } from '../../src/shared/areas.ts'
import { addDays, dayIn, vendorZone } from '../../src/shared/kernel/days.ts'
import type { Client } from '../support/client.ts'
import { count, oneBox } from '../support/one-qc-box.ts'
import { decideOn } from '../support/order-decisions.ts'
import { dayFromNow, makeOrder, siteId } from '../support/orders.ts'
import type { MadeVendor } from '../support/people.ts'
import { countedBoxes, stain } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { getScorecards, getScorecard, scorecardBehind } = contract.scorecards

let server: TestServer
let ops: Client
beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
})

/** What an order came to, drawn at random: days are counted from today. */
interface Drawn {
  vendor: number
  shipBy: number
  pieces: number[]
  /** Of each line, in percent; what is left is refused, or still open. */
  shipped: number
  isOpen: boolean
  /** When its shipments left. */
  left: number[]
  approved: number | null
  answerHours: number | null
}

const drawn = fc.record<Drawn>({
  vendor: fc.nat(2),
  shipBy: fc.integer({ min: -100, max: 5 }),
  pieces: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 }),
  shipped: fc.constantFrom(0, 50, 100, 100),
  isOpen: fc.boolean(),
  left: fc.array(fc.integer({ min: -110, max: -1 }), { minLength: 1, maxLength: 3 }),
  approved: fc.option(fc.integer({ min: -110, max: 0 }), { freq: 5 }),
  answerHours: fc.option(fc.integer({ min: 0, max: 90 }), { freq: 4 }),
})

const shippedOf = ({ shipped }: Drawn, pieces: number) => Math.floor((pieces * shipped) / 100)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
/** Noon in China: no zone of whoever runs this moves it to another day. */
const noon = (days: number) => new Date(`${dayFromNow(days)}T04:00:00Z`)

async function write(one: Drawn, vendor: MadeVendor, userId: string): Promise<void> {
  const order = await makeOrder(server.db, { vendor, pieces: one.pieces, shipInDays: one.shipBy })
  const approved = one.approved === null ? null : noon(one.approved)
  const answered = approved && one.answerHours !== null ? new Date(+approved + one.answerHours * 3_600_000) : null
  for (const line of order.lines) {
    const shipped = shippedOf(one, line.ordered)
    const rest = line.ordered - shipped
    await sql`UPDATE order_line SET shipped = ${shipped}::int, awaiting = ${one.isOpen ? rest : 0}::int, oos = ${one.isOpen ? 0 : rest}::int
      WHERE id = ${line.id}::uuid`.execute(server.db)
  }
  await sql`UPDATE vendor_order o SET shipped = s.shipped, awaiting = s.awaiting, oos = s.oos, approved_at = ${approved}, answered_at = ${answered}
    FROM (SELECT sum(shipped) AS shipped, sum(awaiting) AS awaiting, sum(oos) AS oos FROM order_line WHERE order_id = ${order.id}::uuid) s
    WHERE o.id = ${order.id}::uuid`.execute(server.db)
  for (const day of one.left) {
    const id = v7()
    await sql`INSERT INTO shipment (id, shipment_id, vendor_id, destination_id, state, shipped_at, carrier, created_by, updated_by)
      VALUES (${id}::uuid, ${`SH-${id.slice(-10)}`}, ${vendor.id}::uuid, ${await siteId(server.db)}::uuid, 'PACKED_AND_SHIPPED',
        ${noon(day)}, 'SF', ${userId}::uuid, ${userId}::uuid)`.execute(server.db)
    await sql`INSERT INTO shipment_line (id, shipment_id, order_line_id, quantity)
      VALUES (${v7()}::uuid, ${id}::uuid, ${order.lines[0]?.id}::uuid, 1)`.execute(server.db)
  }
}

/** The figures once more, from the definitions in words (docs/scorecards.md), row by row. */
function reference(all: readonly Drawn[], vendor: number, from: string, to: string) {
  const own = all.filter((one) => one.vendor === vendor)
  const within = (day: string) => day >= from && day <= to
  const due = own.filter((one) => within(dayFromNow(one.shipBy)) && one.shipBy < 0)
  const shipped = (one: Drawn) => sum(one.pieces.map((each) => shippedOf(one, each)))
  const isOpen = (one: Drawn) => one.isOpen && shipped(one) < sum(one.pieces)
  const closed = due.filter((one) => !isOpen(one))
  const inTime = closed.filter((one) => shipped(one) > 0 && Math.max(...one.left) <= one.shipBy)
  const came = own.filter((one) => one.approved !== null && within(dayFromNow(one.approved)))
  const hours = came.flatMap(({ answerHours }) => answerHours ?? []).toSorted((a, b) => a - b)
  const middle = (hours.length - 1) / 2
  const median = ((hours[Math.floor(middle)] ?? 0) + (hours[Math.ceil(middle)] ?? 0)) / 2
  return {
    ...{ due: due.length, on_time: inTime.length, came: came.length, answered: hours.length },
    closed_pieces: sum(closed.flatMap(({ pieces }) => pieces)),
    short_pieces: sum(closed.map((one) => sum(one.pieces) - shipped(one))),
    answer_hours: hours.length === 0 ? null : median,
  }
}

describe('the figures', () => {
  let vendors: MadeVendor[]
  let all: Drawn[]
  beforeAll(async () => {
    vendors = [await server.makeVendor(), await server.makeVendor(), await server.makeVendor()]
    all = fc.sample(drawn, 60)
    const { id } = await server.makeUser()
    for (const one of all) await write(one, vendors[one.vendor] ?? (vendors[0] as MadeVendor), id)
  })

  // Would catch: a figure that goes by another definition than its words: a deadline that is today, an open order told as short, the first
  // shipment for the last, hours of orders that nobody answered; a list behind it that says another number.
  it('are those of the definitions, over any days, and so many rows stand behind each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -115, max: 0 }), fc.nat(60), async (first, length) => {
        const [from, to] = [dayFromNow(first), dayFromNow(Math.min(0, first + length))]
        const { rows } = (await ops.call(getScorecards, { from, to, page_size: 500 })).body.data
        for (const [at, vendor] of vendors.entries()) {
          const expected = reference(all, at, from, to)
          const row = rows.find(({ supplier_id }) => supplier_id === vendor.code)
          if (row === undefined) {
            expect(expected.due + expected.came).toBe(0)
            continue
          }
          expect(row, JSON.stringify({ from, to })).toMatchObject(expected)
          for (const of of behindKinds) {
            const asked = await ops.call(scorecardBehind, { from, to, of, supplier_id: vendor.code })
            expect(asked.status, of + JSON.stringify(asked.body)).toBe(200)
            const behind = asked.body.data
            const told = of === 'short' ? sum(behind.rows.map(({ pieces }) => pieces ?? 0)) : behind.total
            expect({ of, told }).toEqual({ of, told: behindCount[of](row) })
          }
        }
      }),
      { numRuns: 12 },
    )
  })

  // Would catch: a month that takes its neighbour's days, or one that is left out; figures of a card that differ from the list's.
  it('are the same on the card, and its months add up', async () => {
    const [vendor] = vendors
    const to = dayFromNow(0)
    const from = monthsUpTo(to)[0]?.from ?? to
    const { card, months } = (await ops.call(getScorecard, { from, to, supplier_id: vendor?.code ?? '' })).body.data
    expect(card).toMatchObject(reference(all, 0, from, to))
    for (const name of ['due', 'on_time', 'short_pieces', 'came', 'answered'] as const)
      expect([name, sum(months.map(({ figures }) => figures[name]))]).toEqual([name, card[name]])
    expect(months).toHaveLength(12)
    for (const [at, { from: first }] of months.entries())
      if (at > 0) expect(addDays(months[at - 1]?.to ?? '', 1)).toBe(first)
  })

  // Would catch: an order by a figure's text or by the worst without a figure first, a page that repeats or loses a vendor, a file in another order.
  it('put vendors in order, page by page and in the file', async () => {
    const [from, to] = [dayFromNow(-115), dayFromNow(0)]
    for (const sort of ['on_time', 'answer', 'supplier'] as const)
      for (const descending of [false, true]) {
        const pages: string[] = []
        let cursor: string | null = null
        do {
          const asked = { from, to, sort, descending, page_size: 2, cursor }
          const { data } = (await ops.call(getScorecards, asked)).body as {
            data: { rows: { supplier_id: string }[]; next_cursor: string | null }
          }
          pages.push(...data.rows.map(({ supplier_id }) => supplier_id))
          cursor = data.next_cursor
        } while (cursor)
        const whole = (await ops.call(getScorecards, { from, to, sort, descending, page_size: 500 })).body.data.rows
        expect(pages).toEqual(whole.map(({ supplier_id }) => supplier_id))
        if (sort !== 'supplier') {
          const values = whole.map((row) => cardFigures[sort].of(row)).filter((value) => value !== null)
          expect(values).toEqual(values.toSorted((a, b) => (descending ? b - a : a - b)))
        }
        const file = await ops.call(contract.frame.exportScorecards, {
          ...{ from, to, sort, descending },
          columns: [{ id: 'supplier_id', header: 'Supplier ID' }],
        })
        const lines = file.bytes
          .toString('utf8')
          .replace(/^\uFEFF/, '')
          .trim()
          .split(/\r?\n/)
        expect(lines.slice(1)).toEqual(pages)
      }
  })
})

// Would catch: boxes or discrepancies of another vendor, one that a second count withdrew, a lot that was rejected and is not told.
it('tells discrepancies and rejected lots of QC', async () => {
  const at = await oneBox(server)
  await count(server, at, [10, 8])
  const { code } = at.shipment.order.vendor
  const card = async (supplier_id: string) => (await ops.call(getScorecard, { supplier_id })).body.data.card
  expect(await card(code)).toMatchObject({ boxes: 1, discrepancies: 1 })
  await sql`UPDATE qc_case SET withdrawn_at = now() WHERE box_id = ${at.box.box_id}::uuid`.execute(server.db)
  expect(await card(code)).toMatchObject({ boxes: 1, discrepancies: 0 })
  const made = await countedBoxes(server, [[10]])
  const [sku = ''] = made.skus
  const failed = await made.judge({
    ...{ lines: [{ nm_sku: sku, failed: 10, sampled: 5 }], defects: [stain(sku, 4)], verdict: 'failed' },
  })
  expect(failed.status, JSON.stringify(failed.body)).toBe(200)
  const supplier_id = made.shipment.order.vendor.code
  expect(await card(supplier_id)).toMatchObject({ lots_rejected: 1, major: 4, looked_at: 5 })
  const { rows } = (await ops.call(scorecardBehind, { supplier_id, of: 'lots' })).body.data
  expect(rows).toMatchObject([{ code: made.box.sscc, pieces: 10 }])
})

// Would catch: an answer's time counted from the order's date, or from a second answer; one that outlives a decision taken back.
it('counts an answer from the approval to the first whole answer', async () => {
  const order = await makeOrder(server.db, { decision: 'NEW', answered: false })
  const vendor = await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor }))
  const approve = (decision: 'approve' | 'withdraw') => decideOn(server, ops, order.order_id, { decision })
  const times = () =>
    server.db
      .selectFrom('vendor_order')
      .where('id', '=', order.id)
      .select(['approved_at', 'answered_at'])
      .executeTakeFirstOrThrow()
  expect((await approve('approve')).status).toBe(200)
  const first = await times()
  expect([first.approved_at !== null, first.answered_at]).toEqual([true, null])
  expect((await approve('withdraw')).status).toBe(200)
  expect((await times()).approved_at).toBeNull()
  await approve('approve')
  const answer = () =>
    vendor.call(contract.orders.updateOrders, {
      action: 'answer',
      orders: [
        {
          order_id: order.order_id,
          version: 4,
          lines: order.lines.map(({ nm_sku, ordered }) => ({ nm_sku, ready_quantity: ordered, oos_quantity: 0 })),
        },
      ],
    })
  const said = await answer()
  expect(said.status, JSON.stringify(said.body)).toBe(200)
  const { approved_at, answered_at } = await times()
  expect(answered_at && approved_at && answered_at >= approved_at).toBe(true)
  const { version } = await server.db
    .selectFrom('vendor_order')
    .where('id', '=', order.id)
    .select('version')
    .executeTakeFirstOrThrow()
  const reopened = { action: 'reopen' as const, orders: [{ order_id: order.order_id, version, lines: [] }] }
  expect((await vendor.call(contract.orders.updateOrders, reopened)).status).toBe(200)
  expect((await times()).answered_at).toBeNull()
})

// Would catch: a vendor that reads another's card, a list that it may open, or days that no report covers.
it('shows a vendor its own card alone', async () => {
  const own = await server.makeVendor()
  const other = await server.makeVendor()
  const vendor = await server.as(await server.makeUser({ role: 'vendor', vendor: own }))
  expect((await vendor.call(getScorecard, {})).body.data.card.supplier_id).toBe(own.code)
  expect((await vendor.call(getScorecard, { supplier_id: other.code })).status).toBe(404)
  expect((await vendor.call(scorecardBehind, { supplier_id: other.code, of: 'late' })).status).toBe(404)
  expect((await vendor.call(getScorecards, {})).status).toBe(403)
  expect((await ops.call(getScorecard, {})).status).toBe(404)
  const today = dayIn(vendorZone, new Date())
  expect((await ops.call(getScorecards, { from: addDays(today, -366), to: today })).status).toBe(400)
  expect((await ops.call(getScorecards, { from: today, to: addDays(today, -1) })).status).toBe(400)
})

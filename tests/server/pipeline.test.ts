import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { tellAlerts } from '../../src/server/areas/pipeline/alerts.ts'
import { foldPipeline } from '../../src/server/areas/pipeline/fold.ts'
import { foreseen } from '../../src/server/areas/pipeline/goods.ts'
import { pipelineDifferences, rebuildPipeline, recountStages } from '../../src/server/areas/pipeline/recount.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { type Alert, alertsPreference } from '../../src/shared/areas/pipeline/alerts.ts'
import { type PipelineStage, stageNames, stageOf, vendorStages } from '../../src/shared/areas/pipeline/stages.ts'
import { contract } from '../../src/shared/areas.ts'
import { addDays, dayIn, indiaZone, vendorZone } from '../../src/shared/kernel/days.ts'
import type { Client } from '../support/client.ts'
import { fannedOut } from '../support/fan-out.ts'
import { readCalendar } from '../support/read-calendar.ts'
import { resources, type TestServer, testServer } from '../support/server.ts'

const { getPipeline, getPipelineAges, getPipelineRows, getLate, getArrivals, setArrivalsFeed, arrivalsCalendar } =
  contract.pipeline

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await seedDemo(server.db)
}, 240_000)

const sum = (counts: Iterable<number>) => [...counts].reduce((total, each) => total + each, 0)

describe('the demo, told by the company’s own commands', () => {
  // Would catch: a bucket that stands in two stages or in none.
  test('has each piece of an order in one stage: ordered + in excess = the sum of the way', async () => {
    const stages = await recountStages(server.db)
    const of = (names: readonly PipelineStage[]) => sum(names.map((name) => stages.get(name) ?? 0))
    const orders = stageNames.filter((name) =>
      stageOf(name).parts.some(({ of }) => ['order', 'china', 'india'].includes(of)),
    )
    const { rows } = await sql<{ ordered: number; excess: number; dispatched: number }>`
      SELECT (SELECT sum(ordered) FROM vendor_order)::int AS ordered,
        (SELECT sum(excess) FROM qc_line)::int AS excess,
        (SELECT coalesce(sum(l.declared), 0) FROM qc_line l JOIN box b ON b.id = l.box_id JOIN shipment h ON h.id = b.shipment_id
          WHERE h.is_production)::int AS dispatched`.execute(server.db)
    const [{ ordered, excess, dispatched } = { ordered: 0, excess: 0, dispatched: 0 }] = rows
    expect(of(orders)).toBe(ordered + excess + dispatched)
    expect(ordered).toBeGreaterThan(10_000)
  })

  test('is counted alike by the figures, and by the figures counted anew', async () => {
    expect(await pipelineDifferences(server.db, 10)).toEqual({ found: [], total: 0 })
    await rebuildPipeline(server.db)
    expect(await pipelineDifferences(server.db, 10)).toEqual({ found: [], total: 0 })
  })

  // Would catch: a change that the page shows twice, or not, while it is folded or before.
  test('is shown alike before and after the changes are folded into the sums', async () => {
    const ops = await server.as('ops')
    const shown = async () => {
      const { status, body } = await ops.call(getPipeline, {})
      expect(status, body.message).toBe(200)
      return body.data.stages
    }
    const left = () => server.db.selectFrom('pipeline_delta').select('id').execute()
    const recounted = await recountStages(server.db)
    for (const { stage, pieces } of await shown()) expect([stage, pieces]).toEqual([stage, recounted.get(stage) ?? 0])
    await sql`UPDATE vendor_order SET unit_price_minor = unit_price_minor + 1, decision = 'CANCELLED', cancelled_from = 'NEW' WHERE decision = 'NEW'`.execute(
      server.db,
    )
    expect(await left()).not.toEqual([])
    const before = await shown()
    expect(before.find(({ stage }) => stage === 'to_approve')).toMatchObject({ pieces: 0, value: { minor: 0 } })
    const agesBefore = (await ops.call(getPipelineAges, {})).body.data
    await Promise.all([foldPipeline(server.db, 0), foldPipeline(server.db, 0), foldPipeline(server.db, 0)])
    expect(await left()).toEqual([])
    expect(await shown()).toEqual(before)
    expect((await ops.call(getPipelineAges, {})).body.data).toEqual(agesBefore)
    expect(await pipelineDifferences(server.db, 10)).toEqual({ found: [], total: 0 })
  })

  // Would catch: a value that keeps the price of before, or that is rounded away on the way from order to box.
  test('is worth what the orders say, to the yuan', async () => {
    const { rows } = await sql<{ kept: number; should: number }>`
      SELECT (SELECT round(sum(value)) FROM (SELECT value FROM pipeline_sum UNION ALL SELECT value FROM pipeline_delta) f)::float8 AS kept,
        (SELECT round(sum(value)) FROM pipeline_now)::float8 AS should`.execute(server.db)
    expect(rows[0]?.kept).toBe(rows[0]?.should)
  })

  // Would catch: stock that is worth nothing, or that is valued for who may not see prices.
  test('values stock at what its styles cost', async () => {
    const shown = (await (await server.as('ops')).call(getPipeline, { group: 'style' })).body.data
    const { rows } = await sql<{
      value: number
    }>`SELECT coalesce(sum(s.on_hand::numeric * y.price_minor), 0)::float8 AS value
      FROM stock s JOIN sku k ON k.id = s.sku_id JOIN style y ON y.id = k.style_id WHERE y.price_currency = 'CNY'`.execute(
      server.db,
    )
    const stock = shown.stages.filter(({ stage }) => stageOf(stage).group === 'stock')
    expect(rows[0]?.value).toBeGreaterThan(0)
    expect(sum(stock.map(({ value }) => value?.minor ?? 0))).toBe(rows[0]?.value)
    expect(sum(shown.rows.map(({ stock_value }) => stock_value?.minor ?? 0))).toBe(rows[0]?.value)
  })

  // Would catch: a number that opens other records than it counts.
  test('opens what each number counts, whole and of one vendor', async () => {
    const ops = await server.as('ops')
    for (const asked of [{}, { supplier_id: 'GZ01' }, { category: 'Dresses' }]) {
      const { stages } = (await ops.call(getPipeline, asked)).body.data
      for (const { stage, pieces } of stages) {
        const { status, body } = await ops.call(getPipelineRows, { ...asked, stage })
        expect(status, body.message).toBe(200)
        expect([stage, body.data.pieces]).toEqual([stage, pieces])
        expect(body.data.rows.length > 0, stage).toBe(pieces > 0)
      }
    }
  })

  // Would catch: pieces that are the same on the page and in the forecast, but not the same number; failed, missing or bought ones promised again.
  test('promises what stands on the way, less what failed', async () => {
    const ops = await server.as('ops')
    const { rows } = (await ops.call(getLate, { tab: 'open', page_size: 500 })).body.data
    const late = (...legs: string[]) => sum(rows.flatMap(({ leg, pieces }) => (legs.includes(leg) ? [pieces] : [])))
    const stages = await recountStages(server.db)
    const of = (...names: PipelineStage[]) => sum(names.map((name) => stages.get(name) ?? 0))
    // Failed pieces go back; of an SKU that nobody ordered, and of what facilities shipped, nothing was promised.
    const left = await sql<{ china: number; india: number; way: number }>`
      SELECT coalesce(sum(l.failed) FILTER (WHERE x.kind = 'china_qc'), 0)::int AS china, coalesce(sum(l.failed) FILTER (WHERE x.kind <> 'china_qc'), 0)::int AS india,
        0 AS way FROM qc_line l JOIN site x ON x.id = l.site_id`.execute(server.db)
    const strange = await sql<{ china: number; way: number; india: number }>`
      SELECT coalesce(sum(l.uncounted + l.to_inspect + l.on_hold + l.passed + l.shelved + l.ready + l.purchased + l.invoiced) FILTER (WHERE x.kind = 'china_qc'), 0)::int AS china,
        coalesce(sum(l.shipped) FILTER (WHERE x.kind = 'china_qc' AND NOT EXISTS (SELECT FROM qc_box i WHERE i.box_id = l.box_id AND i.site_kind = 'india_qc')), 0)::int AS way,
        coalesce(sum(l.uncounted + l.to_inspect + l.on_hold + l.passed + l.shelved + l.ready + l.invoiced + l.shipped) FILTER (WHERE x.kind <> 'china_qc'), 0)::int AS india
      FROM qc_line l JOIN site x ON x.id = l.site_id WHERE NOT EXISTS (SELECT FROM box_line bl JOIN order_line ol ON ol.id = bl.order_line_id
        WHERE bl.box_id = l.box_id AND ol.sku_id = l.sku_id)`.execute(server.db)
    const [failed, other] = [left.rows[0], strange.rows[0]]
    expect(late('prepare')).toBe(of('made_to_prepare', 'made_on_hold', 'made_to_allocate', 'made_cad', 'made_ready'))
    expect(late('cut')).toBe(of('made_pending', 'made_cutting'))
    expect(late('sew')).toBe(of('made_stitching', 'made_finishing', 'made_checking'))
    expect(late('send')).toBe(of('made_packed'))
    expect(late('vendor')).toBe(of('approved', 'answered', 'on_platform', 'packed'))
    expect(late('to_china', 'direct')).toBe(of('shipped'))
    expect(late('china') + (failed?.china ?? 0) + (other?.china ?? 0)).toBe(of('china_qc', 'invoiced'))
    expect(late('to_india') + (other?.way ?? 0)).toBe(of('on_the_way'))
    expect(late('india') + (failed?.india ?? 0) + (other?.india ?? 0)).toBe(of('india_received', 'india_qc'))
  })

  // Would catch: rows that are said to stand long and do not, a cut that leaves pieces out, another stage's moves counted.
  test('tells since when the records behind a number stand there', async () => {
    const ops = await server.as('ops')
    for (const stage of [
      'approved',
      'answered',
      'on_platform',
      'packed',
      'china_qc',
      'india_qc',
      'made_cutting',
    ] as const) {
      const all = (await ops.call(getPipelineRows, { stage })).body.data
      const pieces = async (over: number) => (await ops.call(getPipelineRows, { stage, over })).body.data.pieces
      const counts = [await pieces(0), await pieces(3), await pieces(10), await pieces(400)]
      expect(counts, stage).toEqual(counts.toSorted((a, b) => b - a))
      expect(counts[0], stage).toBeLessThanOrEqual(all.pieces)
      const { rows } = (await ops.call(getPipelineRows, { stage, over: 3 })).body.data
      for (const row of rows) expect(row.since === null || row.since < dayIn(indiaZone, new Date())).toBe(true)
    }
  })

  // Would catch: a cell of the table that opens other rows, as of a facility, which is no vendor.
  test('opens what each cell of the table counts', async () => {
    const ops = await server.as('ops')
    const { rows } = (await ops.call(getPipeline, { group: 'vendor' })).body.data
    for (const { code, pieces } of rows.filter((row) => row.code !== ''))
      for (const [stage, counted] of Object.entries(pieces)) {
        const { body } = await ops.call(getPipelineRows, { supplier_id: code, stage: stage as PipelineStage })
        expect([code, stage, body.data.pieces]).toEqual([code, stage, counted])
      }
  }, 120_000)

  test('groups add up to the stages', async () => {
    const ops = await server.as('ops')
    for (const group of ['vendor', 'category', 'destination', 'style'] as const) {
      const { stages, rows, total } = (await ops.call(getPipeline, { group })).body.data
      expect(rows.length).toBe(total)
      for (const { stage, pieces } of stages)
        expect([group, stage, sum(rows.map((row) => row.pieces[stage] ?? 0))]).toEqual([group, stage, pieces])
    }
  })

  // Would catch: the company's stages, or another vendor's pieces, told to a vendor.
  test('shows a vendor its own, and nothing of the company’s', async () => {
    const vendor = await server.db.selectFrom('vendor').where('code', '=', 'GZ01').selectAll().executeTakeFirstOrThrow()
    const own = await server.as(await server.makeUser({ role: 'vendor', vendor }))
    const ops = await server.as('ops')
    const { stages, rows } = (await own.call(getPipeline, { supplier_id: 'SZ02', group: 'category' })).body.data
    expect(stages.every(({ pieces }) => pieces === 0)).toBe(true)
    expect(rows).toEqual([])
    const mine = (await own.call(getPipeline, { group: 'category' })).body.data
    const theirs = (await ops.call(getPipeline, { supplier_id: 'GZ01' })).body.data
    expect(mine.stages.map(({ stage }) => stage)).toEqual(vendorStages)
    for (const { stage, pieces } of mine.stages)
      expect(pieces).toBe(theirs.stages.find((each) => each.stage === stage)?.pieces)
    for (const stage of ['to_approve', 'invoiced', 'india_qc', 'on_shelf'] as const)
      expect((await own.call(getPipelineRows, { stage })).status).toBe(403)
    const ages = (await own.call(getPipelineAges, {})).body.data.ages
    expect(ages.every(({ stage }) => vendorStages.includes(stage))).toBe(true)
    for (const call of [getLate, getArrivals]) expect((await own.call(call as typeof getLate, {})).status).toBe(403)
  })
})

describe('the forecast of the demo', () => {
  test('says of every open piece when it is promised and expected, and of the past how many spans held', async () => {
    const ops = await server.as('ops')
    const { rows } = (await ops.call(getLate, { tab: 'open', page_size: 500 })).body.data
    expect(rows.length).toBeGreaterThan(50)
    for (const row of rows) {
      expect(row.low_on <= row.expected_on && row.expected_on <= row.high_on, JSON.stringify(row)).toBe(true)
      expect(row.expected_on >= row.ship_by || row.will_days < 0, JSON.stringify(row)).toBe(true)
    }
    expect(rows.map(({ will_days }) => will_days)).toEqual(
      rows.map(({ will_days }) => will_days).toSorted((a, b) => b - a),
    )
    const { counts, legs } = (await ops.call(getLate, { part: 'counts' })).body.data
    expect(counts?.open).toBe(rows.length)
    expect(legs?.find(({ leg }) => leg === 'to_china')?.own).toBeGreaterThan(5)
    const { weeks } = (await ops.call(getArrivals, {})).body.data
    const coming = rows.filter(({ leg, kind }) => leg !== 'india' && kind === 'order')
    expect(sum(weeks.map(({ pieces, unpacked }) => pieces + unpacked))).toBe(sum(coming.map(({ pieces }) => pieces)))
    const boxes = await sql<{ n: number }>`SELECT count(*)::int AS n FROM box b JOIN shipment h ON h.id = b.shipment_id
      WHERE b.removed_at IS NULL AND h.state = 'PACKED_AND_SHIPPED' AND NOT h.is_production
        AND NOT EXISTS (SELECT FROM qc_box q WHERE q.box_id = b.id)`.execute(server.db)
    expect(sum(weeks.map(({ boxes: each }) => each))).toBeGreaterThanOrEqual(boxes.rows[0]?.n ?? 0)
  })
})

describe('arrivals', () => {
  // Would catch: a week that opens other goods than it counts.
  test('open the goods that each number counts', async () => {
    const ops = await server.as('ops')
    const { weeks } = (await ops.call(getArrivals, {})).body.data
    expect(weeks.length).toBeGreaterThan(1)
    for (const { site, week, pieces, unpacked } of weeks)
      for (const [packed, counted] of [
        [true, pieces],
        [false, unpacked],
      ] as const) {
        const asked = { tab: 'open', site: site?.code ?? 'none', week, packed, page_size: 500 } as const
        const { rows } = (await ops.call(getLate, asked)).body.data
        expect([week, packed, sum(rows.map((row) => row.pieces))]).toEqual([week, packed, counted])
      }
  })

  // Would catch: an address that is good after its end, a second one that leaves the first alive, a calendar that no program reads, a price in it.
  test('are a calendar behind an address that can be ended', async () => {
    const ops = await server.as('ops')
    const make = async () => (await ops.call(setArrivalsFeed, { make: true })).body.data.key ?? ''
    const read = (key: string, language: 'en' | 'zh' = 'en') => server.anyone.call(arrivalsCalendar, { key, language })
    const first = await make()
    const answer = await read(first)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/calendar'])
    const calendar = readCalendar(String(answer.bytes))
    const { weeks, feed } = (await ops.call(getArrivals, {})).body.data
    expect(feed?.last_read_at).not.toBeNull()
    expect(calendar.events.map(({ DTSTART }) => DTSTART)).toEqual(weeks.map(({ week }) => week.replaceAll('-', '')))
    expect(new Set(calendar.events.map(({ UID }) => UID)).size).toBe(weeks.length)
    expect(calendar.events[0]?.DESCRIPTION).toContain(
      'By the expected day of the forecast; the day itself may be missed by its span.',
    )
    expect(String(answer.bytes)).not.toMatch(/CNY|¥|INR/)
    expect(readCalendar(String((await read(first, 'zh')).bytes)).events[0]?.DESCRIPTION).toContain('箱内件数')
    const second = await make()
    expect((await read(first)).status).toBe(404)
    expect((await read(second)).status).toBe(200)
    await ops.call(setArrivalsFeed, { make: false })
    expect((await read(second)).status).toBe(404)
    expect((await read('x')).status).toBe(404)
  })
})

describe('alerts', () => {
  const morning = () => new Date(`${dayIn(indiaZone, new Date())}T06:00:00Z`)
  const set = (who: Client, alerts: Alert[], by_mail = true) =>
    who.call(contract.frame.setPreference, {
      name: alertsPreference,
      value: { alerts, by_mail, address: 'https://selvedge.test' },
    })
  const look = async (at = morning()) => {
    await tellAlerts(server.db, resources, at)
    await fannedOut(server)
  }
  const noticesOf = async (who: Client) =>
    (await who.call(contract.notices.getNotices, {})).body.data.rows.filter(({ kind }) =>
      ['stage_too_long', 'answers_too_few', 'style_runs_out'].includes(kind),
    )
  const mailsTo = (email: string) =>
    server.db.selectFrom('mail_outbox').select('body').where('to_address', '=', email).execute()
  const stageAlert = (id: string, days: number): Alert => ({
    id,
    kind: 'stage',
    stage: 'answered',
    days,
    supplier_id: '',
  })

  // Would catch: the same order told twice, a notice that stays when all is over, a second mail on the same day.
  test('tell each thing once, with its list, and take it back when it is over', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const person = await server.as(user)
    const id = '0192c1a0-0000-7000-8000-000000000001'
    await set(person, [stageAlert(id, 1)])
    await look()
    const behind = (await person.call(getPipelineRows, { stage: 'answered', over: 1 })).body.data
    const [told] = await noticesOf(person)
    expect(told).toMatchObject({ count: behind.total, path: '/ops/pipeline?stage=answered&over=1&supplier=' })
    const mails = await mailsTo(user.email)
    expect(mails.length).toBe(1)
    expect(mails[0]?.body).toContain('https://selvedge.test/ops/pipeline?stage=answered&over=1')
    expect(mails[0]?.body).toContain('已确认')
    await look()
    expect((await noticesOf(person)).map(({ count }) => count)).toEqual([behind.total])
    expect((await mailsTo(user.email)).length).toBe(1)
    const [first] = behind.rows
    await server.db
      .updateTable('vendor_order')
      .set({ answered_at: new Date() })
      .where('order_id', '=', first?.code ?? '')
      .execute()
    await look()
    expect((await noticesOf(person)).map(({ count }) => count)).toEqual([behind.total - 1])
    await set(person, [])
    await look()
    expect(await noticesOf(person)).toEqual([])
  })

  // Would catch: a vendor that is told of another vendor's orders, or of what is the company's.
  test('tell a vendor of its own orders alone', async () => {
    const vendor = await server.db.selectFrom('vendor').where('code', '=', 'GZ01').selectAll().executeTakeFirstOrThrow()
    const person = await server.as(await server.makeUser({ role: 'vendor', vendor }))
    const id = (n: number) => `0192c1a0-0000-7000-8000-00000000010${n}`
    await set(person, [
      stageAlert(id(1), 1),
      { id: id(2), kind: 'stage', stage: 'india_qc', days: 1, supplier_id: '' },
      { id: id(3), kind: 'answers', percent: 100, supplier_id: '' },
      { id: id(4), kind: 'runs_out', style: 'LG5005' },
      { ...stageAlert(id(5), 1), supplier_id: 'SZ02' } as Alert,
    ])
    await look()
    const own = (await person.call(getPipelineRows, { stage: 'answered', over: 1 })).body.data
    expect((await noticesOf(person)).map(({ count, kind }) => [kind, count])).toEqual(
      own.total === 0 ? [] : [['stage_too_long', own.total]],
    )
  })

  // Would catch: a rate that is not the scorecard's, a style that sells nothing told as running out.
  test('tell of answer rates and of styles that run out', async () => {
    const person = await server.as(await server.makeUser({ role: 'ops' }))
    const id = (n: number) => `0192c1a0-0000-7000-8000-00000000020${n}`
    const { rows: styles } = await sql<{ code: string; sold: number }>`
      SELECT y.code, coalesce(sum(d.sold), 0)::int AS sold FROM style y LEFT JOIN sku k ON k.style_id = y.id LEFT JOIN sale_day d ON d.sku_id = k.id
      GROUP BY y.id ORDER BY 2 DESC`.execute(server.db)
    const { goods } = await foreseen(server.db, sql`true`)
    const comesToday = new Set(
      goods.flatMap((one) => (one.expected <= dayIn(indiaZone, new Date()) ? [one.style] : [])),
    )
    const best = styles.find(({ code }) => !comesToday.has(code))?.code ?? ''
    await sql`UPDATE sale_day SET sold = 100000 WHERE sku_id IN (SELECT k.id FROM sku k JOIN style y ON y.id = k.style_id WHERE y.code = ${best})`.execute(
      server.db,
    )
    const idle = styles.at(-1)
    await set(person, [
      { id: id(1), kind: 'answers', percent: 100, supplier_id: '' },
      { id: id(2), kind: 'runs_out', style: best },
      ...(idle?.sold === 0 ? [{ id: id(3), kind: 'runs_out' as const, style: idle.code }] : []),
    ])
    await look()
    const told = await noticesOf(person)
    expect(told.filter(({ kind }) => kind === 'style_runs_out').map(({ values }) => values.style)).toEqual([best])
    // Would catch: a day within a text within a message, read before it is filled.
    expect(told.map(({ message }) => message).join()).not.toContain('{{')
    const rates = (await person.call(contract.scorecards.getScorecards, { ...lastDays(30), page_size: 100 })).body.data
      .rows
    const low = rates.filter(({ came, answered }) => came >= 5 && answered < came)
    expect(told.filter(({ kind }) => kind === 'answers_too_few').map(({ count }) => count)).toEqual(
      low.length === 0 ? [] : [low.length],
    )
  })
})

function lastDays(days: number) {
  const to = dayIn(vendorZone, new Date())
  return { from: addDays(to, 1 - days), to }
}

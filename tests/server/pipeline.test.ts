import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { foldPipeline } from '../../src/server/areas/pipeline/fold.ts'
import { pipelineDifferences, rebuildPipeline, recountStages } from '../../src/server/areas/pipeline/recount.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { type PipelineStage, stageNames, stageOf, vendorStages } from '../../src/shared/areas/pipeline/stages.ts'
import { contract } from '../../src/shared/areas.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { getPipeline, getPipelineAges, getPipelineRows, getLate, getArrivals } = contract.pipeline

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
    console.info(JSON.stringify(counts), JSON.stringify(legs))
    expect(legs?.find(({ leg }) => leg === 'to_china')?.own).toBeGreaterThan(5)
    const { weeks } = (await ops.call(getArrivals, {})).body.data
    const coming = rows.filter(({ leg }) => leg !== 'india')
    expect(sum(weeks.map(({ pieces, unpacked }) => pieces + unpacked))).toBe(sum(coming.map(({ pieces }) => pieces)))
    const boxes = await sql<{ n: number }>`SELECT count(*)::int AS n FROM box b JOIN shipment h ON h.id = b.shipment_id
      WHERE b.removed_at IS NULL AND h.state = 'PACKED_AND_SHIPPED' AND NOT h.is_production
        AND NOT EXISTS (SELECT FROM qc_box q WHERE q.box_id = b.id)`.execute(server.db)
    expect(sum(weeks.map(({ boxes: each }) => each))).toBeGreaterThanOrEqual(boxes.rows[0]?.n ?? 0)
  })
})

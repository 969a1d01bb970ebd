import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { pipelineDifferences, rebuildPipeline, recountStages } from '../../src/server/areas/pipeline/recount.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { type PipelineStage, stageNames, stageOf } from '../../src/shared/areas/pipeline/stages.ts'
import { contract } from '../../src/shared/areas.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { getPipeline, getPipelineAges } = contract.pipeline

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

  test('shows its stages', async () => {
    const ops = await server.as('ops')
    const { status, body } = await ops.call(getPipeline, {})
    expect(status, body.message).toBe(200)
    const recounted = await recountStages(server.db)
    for (const { stage, pieces } of body.data.stages)
      expect([stage, pieces]).toEqual([stage, recounted.get(stage) ?? 0])
    console.log(JSON.stringify(body.data.stages), JSON.stringify(body.data.rows.slice(0, 3)), body.data.total)
    const ages = await ops.call(getPipelineAges, {})
    console.log(JSON.stringify(ages.body.data.ages))
  })
})

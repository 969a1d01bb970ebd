import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { inQcTab, qcStatus, qcStatuses } from '../../src/shared/areas/qc-boxes/status.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { boxesAtQc, qcDisagreements } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

let server: TestServer
let demo: TestDatabase
beforeAll(async () => {
  server = await testServer()
  demo = await freshDatabase()
  await seedDemo(demo.db)
})

it('a box that comes in has every declared piece waiting for its count, in the ledger too', async () => {
  // Would catch: a SKU of two orders told once, pieces lost between packing list and QC.
  const { boxes } = await boxesAtQc(server, [[12, 8], [3]])
  const rows = await server.db.selectFrom('qc_box').select(['box_id', 'declared', 'uncounted', 'stage']).execute()
  const of = (at: number) => rows.find((row) => row.box_id === boxes[at]?.box_id)
  expect(of(0)).toMatchObject({ declared: 20, uncounted: 20, stage: 0 })
  expect(of(1)).toMatchObject({ declared: 3, uncounted: 3, stage: 0 })
  expect(await qcDisagreements(server)).toEqual([])
})

it('the demo data has boxes in every state of QC, with books that agree', async () => {
  // Would catch: demo screens with an empty tab, rows that no ledger explains, papers of pieces that are not there.
  const { rows } = await sql<
    Record<string, number>
  >`SELECT stage, count(*)::int AS boxes FROM qc_box GROUP BY 1`.execute(demo.db)
  expect(rows.map((row) => row.stage).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(await qcDisagreements(demo)).toEqual([])
  const boxes = await demo.db.selectFrom('qc_box').selectAll().execute()
  for (const box of boxes) expect(qcStatuses.indexOf(qcStatus(box)), box.box_id).toBe(box.stage)
  for (const [tab, holds] of Object.entries(inQcTab)) expect(boxes.filter(holds).length, tab).toBeGreaterThan(0)
})

it('pieces stand at QC in the order of the packing list', async () => {
  // Would catch: SKUs of a box on the invoice in another order than on the list in the box.
  const { boxes } = await boxesAtQc(server, [Array.from({ length: 24 }, (_, at) => at + 1)])
  const rows = await server.db
    .selectFrom('qc_line')
    .innerJoin('sku', 'sku.id', 'qc_line.sku_id')
    .where('box_id', '=', boxes[0]?.box_id ?? '')
    .orderBy('position')
    .select(['nm_sku', 'position'])
    .execute()
  expect(rows.map((row) => row.nm_sku)).toEqual(boxes[0]?.items.map((item) => item.nm_sku))
  expect(rows.map((row) => row.position)).toEqual(rows.map((_, at) => at + 1))
})

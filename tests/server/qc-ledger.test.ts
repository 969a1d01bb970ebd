import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxesAtQc, qcDisagreements } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.stop())

it('a box that comes in has every declared piece waiting for its count, in the ledger too', async () => {
  // Would catch: a SKU of two orders told once, pieces lost between packing list and QC.
  const { boxes } = await boxesAtQc(server, [[12, 8], [3]])
  const rows = await server.db.selectFrom('qc_box').select(['box_id', 'declared', 'uncounted', 'stage']).execute()
  const of = (at: number) => rows.find((row) => row.box_id === boxes[at]?.box_id)
  expect(of(0)).toMatchObject({ declared: 20, uncounted: 20, stage: 0 })
  expect(of(1)).toMatchObject({ declared: 3, uncounted: 3, stage: 0 })
  expect(await qcDisagreements(server)).toEqual([])
})

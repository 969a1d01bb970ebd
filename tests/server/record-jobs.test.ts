import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import type { KindName } from '../../src/shared/areas/data/kinds.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { jobOf, quick, until, untilState } from '../support/jobs.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { data, frame } = contract

afterAll(stopSheetThreads)

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await testServer({ jobs: { times: quick } })
  await server.app.ready()
  admin = await server.as('admin')
  await bring('vendors', ['Vendor,Name,City', 'GZ01,Yihe,Guangzhou'])
  await bring('styles', ['Style,Name,Category,Vendor', 'DR1,Dress,Dresses,GZ01'])
})

async function bring(kind: KindName, lines: string[], mode: 'all' | 'check' | 'good_rows' = 'all') {
  const file = { name: `${kind}.csv`, bytes: lines.join('\n') }
  const reply = await admin.call(data.importRecords, { kind, mode, file })
  expect(reply.status, reply.body.message).toBe(200)
  return reply.body.data.import
}

const readImport = async (id: string) => (await admin.call(data.getImports, { id })).body.data.rows[0]
async function ended(id: string) {
  await until(async () => (await readImport(id))?.state !== 'running', 60_000)
  const row = await readImport(id)
  if (!row) throw new Error('the import is gone')
  return row
}
const skus = (count: number, extra: string[] = []) => [
  'NM SKU,Style,Colour,Size',
  ...Array.from({ length: count }, (_, at) => `DR1-${at},DR1,Colour ${at},M`),
  ...extra,
]
const countSkus = async () => (await server.db.selectFrom('sku').select('id').execute()).length

describe('a large file of records', () => {
  // Would catch: a file that holds its sender up, that is taken in halves, or whose faults nobody sees.
  it('is a job that takes all of it or nothing, and tells its faults', async () => {
    const faulty = await bring('skus', skus(20_000, ['DR1-X,NOPE,Red,M']))
    expect(faulty).toMatchObject({ state: 'running', job_id: expect.any(String) })
    expect(await ended(faulty.id)).toMatchObject({
      ...{ state: 'refused', fault_count: 1, kinds: { skus: { new: 20_000, refused: 1 } } },
      faults: [{ cell: 'B20002', value: 'NOPE', message: 'There is no such record.' }],
    })
    expect(await countSkus()).toBe(0)
    await untilState(server.db, faulty.job_id ?? '', 'failed')
    const good = await bring('skus', skus(20_000, ['DR1-X,NOPE,Red,M']), 'good_rows')
    expect(await ended(good.id)).toMatchObject({ state: 'taken', kinds: { skus: { new: 20_000, refused: 1 } } })
    expect(await countSkus()).toBe(20_000)
    expect((await ended((await bring('skus', skus(20_000))).id)).kinds).toMatchObject({
      skus: { new: 0, unchanged: 20_000 },
    })
  })

  // Would catch: a cancel that only hides the job, or leaves what was written before it.
  it('is cancelled for good: nothing of it stands', async () => {
    const before = await countSkus()
    const file = [
      'NM SKU,Style,Colour,Size',
      ...Array.from({ length: 60_000 }, (_, at) => `DR2-${at},DR1,Colour ${at},M`),
    ]
    const { id, job_id } = await bring('skus', file)
    const job = job_id ?? ''
    await until(async () => (await jobOf(server.db, job)).state === 'running')
    await sleep(100)
    expect((await admin.call(frame.cancelJob, { job_id: job })).status).toBe(200)
    // Would catch: a cancelled import that never ended, as its drawer reads.
    expect(await ended(id)).toMatchObject({ state: 'cancelled', ended_at: expect.any(String) })
    expect(await countSkus()).toBe(before)
    // Nothing holds the kind any longer.
    expect(await bring('skus', skus(1))).toMatchObject({ state: 'taken' })
  })

  // Would catch: a file whose rows fill the machine's memory before anybody counts them.
  it('of more rows than its kind may have is refused, saying how many it may', async () => {
    const { id } = await bring('vendors', [
      'Vendor,Name,City',
      ...Array.from({ length: 300_000 }, (_, at) => `V${at},N,C`),
    ])
    expect(await ended(id)).toMatchObject({
      ...{
        state: 'refused',
        problem: 'The sheet has too many rows: at most {{rows}} are read at once.',
        problem_values: { rows: 20_000 },
      },
    })
    expect((await server.db.selectFrom('vendor').select('id').execute()).length).toBe(1)
  })

  // Would catch: two imports of a kind at once that see each other half-way, or one that waits for ever.
  it('keeps another of its kind out while it runs', async () => {
    const [first, second] = await Promise.all([bring('skus', skus(20_000)), bring('skus', skus(15_000))])
    const both = await Promise.all([ended(first.id), ended(second.id)])
    expect(both.map(({ state }) => state).toSorted()).toEqual(['taken', 'taken'])
  })
})

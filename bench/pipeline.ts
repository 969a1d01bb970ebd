import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { rebuildPipeline } from '../src/server/areas/pipeline/recount.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { seedVolume } from '../src/server/demo/seed-volume.ts'
import { makeUser } from '../tests/support/people.ts'
import { openCluster } from './database.ts'
import { type Asked, type Length, loadByTurns } from './load.ts'
import { sessionOf, startOurs } from './programs.ts'
import type { BenchRow } from './row.ts'
import { type Options, type Size, sizeAsked, sized } from './run-options.ts'

const MOST_TIMES = 1.5

interface Turn {
  lines: number
  turns: { rounds: number; length: Length }
}

const sizes: Record<Size, Turn> = {
  whole: { lines: 300_000, turns: { rounds: 3, length: { seconds: 3 } } },
  quick: { lines: 50_000, turns: { rounds: 1, length: { seconds: 2 } } },
  smoke: { lines: 1_000, turns: { rounds: 1, length: { amount: 20 } } },
}

/** What the pipeline's page asks for, beside the first page of the order list on the same server. */
export async function benchPipeline(options: Options): Promise<BenchRow[]> {
  const { lines, turns } = sized(options, sizes)
  const cluster = await openCluster()
  try {
    let userId = ''
    const url = await cluster.database('pipeline', async ({ db }) => {
      await seedDemo(db)
      await seedVolume(db, { lines })
      await rebuildPipeline(db)
      await sql`VACUUM ANALYZE`.execute(db)
      userId = (await makeUser(db, { role: 'ops' })).id
    })
    const ours = await startOurs(url)
    try {
      const headers = { authorization: `Bearer ${await sessionOf(url, userId)}` }
      const ask = (path: string, body: object): Asked => ({ url: ours.url, path, headers, bodies: [body] })
      const found = await loadByTurns(
        {
          orders: ask('/v1/erp/vendor/get-orders', {}),
          page: ask('/selvedge/pipeline', {}),
          styles: ask('/selvedge/pipeline', { group: 'style' }),
          ages: ask('/selvedge/pipeline/ages', {}),
          late: ask('/selvedge/pipeline/late', { tab: 'will' }),
        },
        turns,
      )
      const row = (name: string, { p50 }: { p50: number }, most: number): BenchRow => ({
        name: `pipeline, ${lines.toLocaleString('en')} more lines, ${name}: p50 beside the order list's first page`,
        ...{ ours: p50, peer: found.orders.p50, unit: 'ms', ratio: found.orders.p50 / p50 },
        ...{ aim: `<= ${most} x`, ok: p50 <= most * found.orders.p50 },
      })
      return [
        row('page', found.page, MOST_TIMES),
        row('by style', found.styles, 5),
        row('ages', found.ages, MOST_TIMES),
        row('will be late', found.late, 50),
      ]
    } finally {
      await ours.stop()
    }
  } finally {
    await cluster.stop()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchPipeline({ size: sizeAsked() }))

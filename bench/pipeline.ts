import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { rebuildPipeline } from '../src/server/areas/pipeline/recount.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { seedVolume } from '../src/server/demo/seed-volume.ts'
import { makeUser } from '../tests/support/people.ts'
import { openCluster } from './database.ts'
import { median } from './measure.ts'
import { sessionOf, startOurs } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, type Size, sizeAsked, sized } from './run-options.ts'

const MOST_TIMES = 1.5
/** Of what looks at every style, or at every open order. */
const MOST_OF_ALL = 20

const sizes: Record<Size, { lines: number; rounds: number }> = {
  whole: { lines: 1_000_000, rounds: 15 },
  quick: { lines: 50_000, rounds: 7 },
  smoke: { lines: 1_000, rounds: 2 },
}

const asked = {
  orders: ['/v1/erp/vendor/get-orders', {}],
  page: ['/selvedge/pipeline', {}],
  styles: ['/selvedge/pipeline', { group: 'style' }],
  ages: ['/selvedge/pipeline/ages', {}],
  late: ['/selvedge/pipeline/late', { tab: 'will' }],
} as const

/** What the pipeline's page asks for, beside the first page of the order list on the same server. */
export async function benchPipeline(options: Options): Promise<BenchRow[]> {
  const { lines, rounds } = sized(options, sizes)
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
      const headers = { authorization: `Bearer ${await sessionOf(url, userId)}`, 'content-type': 'application/json' }
      const ask = async (path: string, body: object): Promise<number> => {
        const begun = performance.now()
        const reply = await fetch(new URL(path, ours.url), { method: 'POST', headers, body: JSON.stringify(body) })
        const text = await reply.text()
        if (!reply.ok) throw new Error(`${path}: ${text}`)
        return performance.now() - begun
      }
      // One after the other, as a person opens them: what many ask for at once is the order list's own bench.
      const times = new Map<string, number[]>()
      for (let round = 0; round <= rounds; round++)
        for (const [name, [path, body]] of Object.entries(asked)) {
          const took = await ask(path, body)
          if (round > 0) times.set(name, [...(times.get(name) ?? []), took])
        }
      const of = (name: keyof typeof asked) => median(times.get(name) ?? [])
      const row = (name: string, asks: keyof typeof asked, most: number): BenchRow =>
        timeRow(
          `pipeline, ${lines.toLocaleString('en')} more lines, ${name}: beside the order list's first page`,
          { ours: of(asks), peer: of('orders') },
          `<= ${most} x`,
          of(asks) <= most * of('orders'),
        )
      return [
        row('page', 'page', MOST_TIMES),
        row('by style', 'styles', MOST_OF_ALL),
        row('ages', 'ages', MOST_TIMES),
        row('will be late', 'late', MOST_OF_ALL),
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

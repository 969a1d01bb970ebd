import { pathToFileURL } from 'node:url'
import type { Database } from '../src/server/database/open-database.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { seedVolume } from '../src/server/demo/seed-volume.ts'
import { stages } from '../src/shared/areas/orders/status.ts'
import { addDays, dayIn, vendorZone } from '../src/shared/kernel/days.ts'
import { makeUser } from '../tests/support/people.ts'
import { type BenchCluster, openCluster, withDatabase } from './database.ts'
import { type Asked, type Length, loadByTurns } from './load.ts'
import { type Program, sessionOf, startOurs, startProgram } from './programs.ts'
import type { BenchRow } from './row.ts'
import { type Options, type Size, sizeAsked, sized } from './run-options.ts'

const LEAST_OF_BARE = 0.6
const MOST_GROWTH = 1.5
const VENDOR = 'V025'

interface Turn {
  rounds: number
  length: Length
}

const sizes: Record<Size, { lines: [number, number]; turns: Turn }> = {
  whole: { lines: [100_000, 1_000_000], turns: { rounds: 4, length: { seconds: 2 } } },
  quick: { lines: [20_000, 100_000], turns: { rounds: 1, length: { seconds: 2 } } },
  smoke: { lines: [1_000, 2_000], turns: { rounds: 1, length: { amount: 40 } } },
}

/** The order list as a vendor and as ops see it, at two sizes, beside bare Fastify and pg on the same databases. */
export async function benchOrderList({
  databases,
  ...options
}: Options & { databases?: [string, string] }): Promise<BenchRow[]> {
  const { lines, turns } = sized(options, sizes)
  const cluster = databases ? null : await openCluster()
  try {
    const [small, large] = databases ?? (await makeDatabases(cluster as BenchCluster, lines))
    return await compare(small, large, turns)
  } finally {
    await cluster?.stop()
  }
}

async function makeDatabases(cluster: BenchCluster, [few, many]: [number, number]): Promise<[string, string]> {
  const fill = (lines: number) => async (database: Database) => {
    await seedDemo(database.db)
    await seedVolume(database.db, { lines })
  }
  return [await cluster.database('orders_small', fill(few)), await cluster.database('orders_large', fill(many))]
}

/** One database with both servers on it. */
interface Stage {
  lines: number
  ours: Program
  bare: Program
  vendorId: string
  tokens: Record<Who, string>
}

type Who = 'vendor' | 'ops'

async function compare(smallUrl: string, largeUrl: string, turns: Turn): Promise<BenchRow[]> {
  const small = await openStage(smallUrl)
  const large = await openStage(largeUrl)
  const rows: BenchRow[] = []
  try {
    for (const who of ['vendor', 'ops'] as const)
      for (const scenario of scenarios) rows.push(...(await compareOne(scenario, who, small, large, turns)))
  } finally {
    for (const { ours, bare } of [small, large]) await Promise.all([ours.stop(), bare.stop()])
  }
  return rows
}

async function openStage(databaseUrl: string): Promise<Stage> {
  const { vendorId, users, lines } = await withDatabase({ databaseUrl }, async ({ db, pool }) => {
    const vendor = await db
      .selectFrom('vendor')
      .where('code', '=', VENDOR)
      .select(['id', 'code', 'name'])
      .executeTakeFirstOrThrow()
    const { rows } = await pool.query<{ lines: number }>('SELECT count(*)::int AS lines FROM order_line')
    const unique = `${process.pid}.${databaseUrl.split('/').at(-1)}@bench.test`
    const users = {
      vendor: (await makeUser(db, { role: 'vendor', vendor, email: `vendor.${unique}` })).id,
      ops: (await makeUser(db, { role: 'ops', email: `ops.${unique}` })).id,
    }
    return { vendorId: vendor.id, users, lines: rows[0]?.lines ?? 0 }
  })
  return {
    lines,
    vendorId,
    ours: await startOurs(databaseUrl),
    bare: await startProgram([new URL('bare-server.ts', import.meta.url).pathname], { DATABASE_URL: databaseUrl }),
    tokens: { vendor: await sessionOf(databaseUrl, users.vendor), ops: await sessionOf(databaseUrl, users.ops) },
  }
}

const today = dayIn(vendorZone, new Date())
const days = Array.from({ length: 20 }, (_, at) => addDays(today, -10 * at))

/** What both servers are asked, each in its own words; the bodies are sent in turn. */
interface Scenario {
  name: string
  ours: object[]
  bare: object[]
}

const cursor = (value: string, id: string) => Buffer.from(JSON.stringify([value, id])).toString('base64url')
const searches = Array.from({ length: 20 }, (_, at) => `VO0000${String(100 + at * 37).padStart(4, '0')}`)

const scenarios: Scenario[] = [
  { name: 'first page', ours: [{}], bare: [{ sort: 'ship_by' }] },
  {
    name: 'a page far down',
    ours: days.map((day) => ({ cursor: cursor(day, 'VO00005000') })),
    bare: days.map((day) => ({ sort: 'ship_by', after: [day, 'VO00005000'] })),
  },
  {
    name: 'one status',
    ours: [{ status: ['Partially shipped'] }],
    bare: [{ sort: 'ship_by', stage: stages.partlyShipped, today }],
  },
  {
    name: 'search by order id',
    ours: searches.map((search) => ({ search })),
    bare: searches.map((search) => ({ sort: 'ship_by', search })),
  },
  {
    name: 'newest first',
    ours: [{ sort: 'order_date', descending: true }],
    bare: [{ sort: 'order_date', descending: true }],
  },
]

async function compareOne(scenario: Scenario, who: Who, small: Stage, large: Stage, turns: Turn): Promise<BenchRow[]> {
  const found = await loadByTurns(
    {
      oursSmall: askOurs(small, scenario, who),
      oursLarge: askOurs(large, scenario, who),
      bareLarge: askBare(large, scenario, who),
    },
    turns,
  )
  const name = `order list, ${large.lines} lines, ${who}, ${scenario.name}`
  const [ours, peer] = [found.oursLarge, found.bareLarge]
  const share = ours.perSecond / peer.perSecond
  const growth = found.oursLarge.p99 / found.oursSmall.p99
  return [
    {
      name: `${name} (p50 ${ours.p50}/${peer.p50} ms, p99 ${ours.p99}/${peer.p99} ms)`,
      ours: ours.perSecond,
      peer: peer.perSecond,
      unit: 'pages/s',
      ratio: share,
      aim: `>= ${LEAST_OF_BARE * 100} % of bare Fastify + pg`,
      ok: share >= LEAST_OF_BARE,
    },
    {
      name: `${name}: p99 beside ${small.lines} lines`,
      ours: found.oursLarge.p99,
      peer: found.oursSmall.p99,
      unit: 'ms',
      ratio: 1 / growth,
      aim: `<= ${MOST_GROWTH} x the smaller's`,
      ok: growth <= MOST_GROWTH,
    },
  ]
}

function askOurs({ ours, tokens }: Stage, scenario: Scenario, who: Who): Asked {
  const headers = { authorization: `Bearer ${tokens[who]}` }
  return { url: ours.url, path: '/v1/erp/vendor/get-orders', headers, bodies: scenario.ours }
}

function askBare({ bare, vendorId }: Stage, scenario: Scenario, who: Who): Asked {
  const bodies = scenario.bare.map((body) => ({ ...body, vendor_id: who === 'vendor' ? vendorId : null }))
  return { url: bare.url, path: '/orders', headers: {}, bodies }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const given = process.argv.slice(2).filter((word) => word.startsWith('postgres:'))
  const [small, large] = given
  const databases = small && large ? { databases: [small, large] as [string, string] } : {}
  console.table(await benchOrderList({ size: sizeAsked(), ...databases }))
}

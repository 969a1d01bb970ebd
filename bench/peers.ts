import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { seedVolume } from '../src/server/demo/seed-volume.ts'
import { freePort } from '../tests/chaos/programs.ts'
import { makeUser } from '../tests/support/people.ts'
import { openCluster, withDatabase } from './database.ts'
import { type Asked, type Length, loadByTurns } from './load.ts'
import { type Program, sessionOf, startOurs, startProgram } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, type Size, sized } from './run-options.ts'

/**
 * The order list as ops see it beside Directus on the very same database: a data platform of the kind that teams build such screens with.
 * Directus is no dependency of ours; `DIRECTUS` names a folder where `npm install directus@12.4.0` was done, and `DIRECTUS_NODE` the Node
 * that its native parts were built for, where that is another than ours.
 */
const sizes: Record<Size, { lines: number; rounds: number; length: Length }> = {
  whole: { lines: 100_000, rounds: 3, length: { seconds: 4 } },
  quick: { lines: 20_000, rounds: 1, length: { seconds: 2 } },
  smoke: { lines: 1_000, rounds: 1, length: { amount: 40 } },
}

export const noPeers = 'DIRECTUS names no folder with Directus in it (npm install directus@12.4.0)'

export async function benchPeers(options: Options): Promise<BenchRow[]> {
  const folder = process.env.DIRECTUS
  if (folder === undefined) throw new Error(noPeers)
  const { lines, ...turns } = sized(options, sizes)
  const cluster = await openCluster()
  try {
    const url = await cluster.database('peers', async ({ db }) => {
      await seedDemo(db)
      await seedVolume(db, { lines })
    })
    return await compare(url, folder, lines, turns)
  } finally {
    await cluster.stop()
  }
}

async function compare(
  url: string,
  folder: string,
  lines: number,
  turns: { rounds: number; length: Length },
): Promise<BenchRow[]> {
  const ops = await withDatabase({ databaseUrl: url }, ({ db }) =>
    makeUser(db, { role: 'ops', email: 'ops@peers.example.com' }),
  )
  const token = await sessionOf(url, ops.id)
  const [ours, directus] = [await startOurs(url), await startDirectus(url, folder)]
  const rows: BenchRow[] = []
  try {
    for (const { name, own, filter } of asked) {
      const found = await loadByTurns(
        { ours: askOurs(ours, token, own), directus: askDirectus(directus, filter) },
        turns,
      )
      const [mine, peer] = [found.ours, found.directus]
      const about = `order list, ${lines} lines, ops, ${name}, beside Directus`
      const ratio = mine.perSecond / peer.perSecond
      rows.push(
        {
          name: about,
          ours: mine.perSecond,
          peer: peer.perSecond,
          unit: 'pages/s',
          ratio,
          aim: '≥ 1.0',
          ok: ratio >= 1,
        },
        timeRow(`${about}, p99`, { ours: mine.p99, peer: peer.p99 }, '≥ 1.0', mine.p99 <= peer.p99),
      )
    }
  } finally {
    await Promise.all([ours.stop(), directus.stop()])
  }
  return rows
}

const numbers = Array.from({ length: 20 }, (_, at) => `VO0000${String(100 + at * 37).padStart(4, '0')}`)
const approved = { decision: { _eq: 'APPROVED' } }

const asked = [
  { name: 'first page', own: [{}], filter: [approved] },
  {
    name: 'one status',
    own: [{ status: ['Fully shipped'] }],
    filter: [{ _and: [approved, { stage: { _eq: 2 } }] }],
  },
  {
    name: 'search by number',
    own: numbers.map((search) => ({ search })),
    filter: numbers.map((number) => ({ _and: [approved, { order_id: { _contains: number } }] })),
  },
]

function askOurs({ url }: Program, token: string, bodies: object[]): Asked {
  return {
    url,
    path: '/retool/erp/vendor/get-orders',
    headers: { authorization: `Bearer ${token}` },
    bodies: bodies.map((body) => ({ page_size: 50, part: 'rows', ...body })),
  }
}

/** The same columns, with the names of vendor, style and destination. */
function askDirectus({ url }: Program, filters: object[]): Asked {
  const fields = ['*', 'vendor_id.code', 'vendor_id.name', 'style_id.code', 'style_id.name', 'destination_id.name']
  return {
    url,
    path: '/items/vendor_order',
    headers: { authorization: `Bearer ${TOKEN}` },
    bodies: [],
    queries: filters.map((filter) =>
      new URLSearchParams({
        ...{ fields: fields.join(), filter: JSON.stringify(filter), sort: 'ship_by,order_id', limit: '51' },
      }).toString(),
    ),
  }
}

const TOKEN = 'peers-static-token'
const STARTED_MS = 60_000

async function startDirectus(databaseUrl: string, folder: string): Promise<Program> {
  const cli = join(folder, 'node_modules/directus/cli.js')
  if (!existsSync(cli)) throw new Error(`${cli} is not there`)
  const port = await freePort()
  const env = {
    ...{ DB_CLIENT: 'pg', DB_CONNECTION_STRING: databaseUrl, HOST: '127.0.0.1', PORT: String(port) },
    ...{ SECRET: 'peers', ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'peers-peers', ADMIN_TOKEN: TOKEN },
    ...{ LOG_LEVEL: 'info', LOG_STYLE: 'raw', TELEMETRY: 'false', PUBLIC_URL: `http://127.0.0.1:${port}` },
  }
  const node = process.env.DIRECTUS_NODE ?? process.execPath
  await promisify(execFile)(node, [cli, 'bootstrap'], { cwd: folder, env: { ...process.env, ...env } })
  // Its lines are a log's: what it says of its address is not it alone, nor the first.
  const program = { ...(await startProgram([cli, 'start'], env, node)), url: env.PUBLIC_URL }
  const until = performance.now() + STARTED_MS
  // Refused while it does not listen yet.
  const answers = () =>
    fetch(`${program.url}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) {
    if (performance.now() > until) throw new Error(`Directus did not answer within ${STARTED_MS / 1_000} s`)
    await sleep(200)
  }
  return program
}

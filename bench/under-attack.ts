import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { endWithChildren } from '../scripts/ending.ts'
import { makeBulkShipment } from '../tests/support/bulk-shipment.ts'
import { makeUser } from '../tests/support/people.ts'
import type { Sizes, Target } from './attack/recipes.ts'
import { openCluster } from './database.ts'
import { type Program, sessionOf, startProgram } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, sizeAsked, sized } from './run-options.ts'

const AIM_MS = 300
const ATTACKER = '127.0.0.66'
/** Of list and save together: what one busy person does. */
const EVERY_MS = 100

interface Size extends Sizes {
  seconds: number
  /** Orders that the list is of. */
  rows: number
}

const audit = { signIns: 40, unfinished: 1_000, bombs: 6, wrongSheets: 8, wrongRows: 50_000 }
const sizes = {
  whole: { ...audit, seconds: 30, rows: 2_000 },
  quick: { ...audit, seconds: 10, rows: 2_000 },
  smoke: { signIns: 4, unfinished: 50, bombs: 1, wrongSheets: 1, wrongRows: 2_000, seconds: 2, rows: 20 },
}

/**
 * How long a list and a save of one user take (p99) while somebody at another address sends huge sign-ins, bodies without an end,
 * workbooks that cost a reader seconds, and workbooks of nothing but faults, all at once; beside the same without.
 */
export async function benchUnderAttack(options: Options): Promise<BenchRow[]> {
  const size = sized<Size>(options, sizes)
  const cluster = await openCluster()
  try {
    const users = { honest: '', attacker: '' }
    let shipmentId = ''
    const url = await cluster.database('under_attack', async ({ db }) => {
      const [honest, attacker] = [await makeUser(db, { role: 'vendor' }), await makeUser(db, { role: 'vendor' })]
      await makeBulkShipment(db, honest, size.rows)
      shipmentId = (await makeBulkShipment(db, attacker, 20)).shipment_id
      users.honest = honest.id
      users.attacker = attacker.id
    })
    const serve = join(import.meta.dirname, '../src/server/serve.ts')
    const limited = { DATABASE_URL: url, SELVEDGE_CALLS_PER_MINUTE: '6000', SELVEDGE_LIMITS: '' }
    const server = await startProgram([serve, '--port', '0'], limited)
    try {
      const token = await sessionOf(url, users.honest)
      const port = Number(new URL(server.url).port)
      const target = { port, localAddress: ATTACKER, token: await sessionOf(url, users.attacker), shipmentId }
      return await measure(server, token, target, size)
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.stop()
  }
}

async function measure(server: Program, token: string, target: Target, size: Size): Promise<BenchRow[]> {
  await work(server, token, 1)
  const quiet = await work(server, token, size.seconds)
  const attacker = await startAttacker(target, size)
  await sleep(Math.min(2_000, size.seconds * 500))
  const attacked = await work(server, token, size.seconds)
  console.error(`the attacker heard ${await attacker.stop()}`)
  return (['list', 'save'] as const).map((what) =>
    timeRow(
      `p99 of a ${what} while under attack from another address, beside without`,
      { ours: p99(attacked[what]), peer: p99(quiet[what]) },
      `<= ${AIM_MS} ms`,
      p99(attacked[what]) <= AIM_MS,
    ),
  )
}

interface Times {
  list: number[]
  save: number[]
}

/** A list and a save by turns, each when it is due whether or not the one before is through: a stall counts for all that fall into it. */
async function work({ url }: Program, token: string, seconds: number): Promise<Times> {
  const times: Times = { list: [], save: [] }
  const calls: Promise<void>[] = []
  const start = performance.now()
  for (let at = 0; at * EVERY_MS < seconds * 1_000; at += 1) {
    await sleep(Math.max(0, start + at * EVERY_MS - performance.now()))
    const what = at % 2 === 0 ? 'list' : 'save'
    const due = performance.now()
    const done = () => void times[what].push(performance.now() - due)
    calls.push((what === 'list' ? list(url, token) : save(url, token, at)).then(done))
  }
  await Promise.all(calls)
  return times
}

function list(url: string, token: string): Promise<void> {
  return call(`${url}/v1/erp/vendor/get-orders`, token, {})
}

function save(url: string, token: string, at: number): Promise<void> {
  return call(`${url}/selvedge/profile/save`, token, { name: `Saved ${at}` })
}

async function call(address: string, token: string, body: object): Promise<void> {
  const reply = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`${address} answered ${reply.status} to an honest user`)
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
}

async function startAttacker(target: Target, sizes: Sizes): Promise<{ stop(): Promise<string> }> {
  const program = join(import.meta.dirname, 'attack/attacker.ts')
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify({ target, sizes })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const release = endWithChildren(async () => void child.kill('SIGKILL'))
  if (!child.stdout) throw new Error('the attacker says nothing')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  await lines.next()
  return {
    async stop() {
      child.kill('SIGTERM')
      const { value } = await lines.next()
      release()
      return value ?? 'nothing'
    },
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchUnderAttack({ size: sizeAsked() }))

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../tests/chaos/programs.ts'
import { benchFolder } from './database.ts'

/** Starts Tryton, an ERP with purchases and incoming shipments, from Debian's packages, and speaks its JSON-RPC as its client does. */

const needed = ['/usr/bin/trytond-admin', '/usr/bin/uwsgi_python3']
const modules = '/usr/lib/python3/dist-packages/trytond/modules/purchase'

/** Says why Tryton cannot be measured here; null where it can. */
export function whyNoTryton(): string | null {
  const absent = [...needed, modules].filter((path) => !existsSync(path))
  if (absent.length === 0) return null
  return `Tryton is not installed (apt-get install tryton-modules-purchase uwsgi-plugin-python3): no ${absent.join(', ')}`
}

const DATABASE = 'tryton'
const PASSWORD = 'bench-of-peers'

export interface Tryton {
  url: string
  /** Of a call with a session. */
  path: string
  headers: Record<string, string>
  version: string
  /** Calls a method with parameters and the user's context. Throws with Tryton's words where it refuses. */
  call(method: string, ...params: unknown[]): Promise<unknown>
  /** Gives the body of such a call. */
  body(method: string, ...params: unknown[]): object
  stop(): Promise<void>
}

/** Makes a database of its own beside the one of `databaseUrl`, with the purchase module and what that needs. Gives its address. */
export async function makeTrytonDatabase(databaseUrl: string): Promise<string> {
  const admin = new pg.Client(databaseUrl)
  await admin.connect()
  await admin.query(`CREATE DATABASE ${DATABASE}`)
  await admin.end()
  const passwordFile = join(await benchFolder(), 'password')
  await writeFile(passwordFile, PASSWORD)
  await promisify(execFile)(
    '/usr/bin/trytond-admin',
    ['-d', DATABASE, '-u', 'purchase', '--activate-dependencies', '--email', 'admin@example.com', '-p'],
    { env: { ...environment(databaseUrl), TRYTONPASSFILE: passwordFile } },
  )
  const url = new URL(databaseUrl)
  url.pathname = `/${DATABASE}`
  return url.href
}

function environment(databaseUrl: string): NodeJS.ProcessEnv {
  const { username, password, host } = new URL(databaseUrl)
  return {
    ...process.env,
    TRYTOND_DATABASE_URI: `postgresql://${username}:${password}@${host}/`,
    PYTHONOPTIMIZE: '1',
  }
}

/**
 * Starts it under uWSGI, as Debian's tryton-server-uwsgi does, with so many processes of one thread each: measured, these give more pages
 * a second than that package's one process of four threads, which wait for each other. A process serves one connection at a time.
 */
export async function startTryton(
  databaseUrl: string,
  { company, processes = 1 }: { company?: number; processes?: number } = {},
): Promise<Tryton> {
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    '/usr/bin/uwsgi_python3',
    [
      ...['--http11-socket', address, '--wsgi', 'trytond.application:app', '--disable-logging'],
      ...['--master', '--die-on-term', '--lazy-apps', '--buffer-size', '16384', '--processes', String(processes)],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...environment(databaseUrl), TRYTOND_DATABASE_NAMES: DATABASE } },
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await allReady(child, processes)
  const url = `http://${address}`
  const version = await ask(`${url}/`, {}, 'common.server.version', [])
  const login = ['admin', { password: PASSWORD }, 'en']
  const session = (await ask(`${url}/${DATABASE}/`, {}, 'common.db.login', login)) as unknown[]
  const headers = { authorization: `Session ${Buffer.from(['admin', ...session].join(':')).toString('base64')}` }
  const context = { language: 'en', company }
  return {
    url,
    path: `/${DATABASE}/`,
    headers,
    version: String(version),
    call: (method, ...params) => ask(`${url}/${DATABASE}/`, headers, method, [...params, context]),
    body: (method, ...params) => ({ id: 1, method, params: [...params, context] }),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Waits until each process says that it has loaded Tryton. Throws where uWSGI ends before. */
function allReady(child: ChildProcess, processes: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  if (!child.stderr) throw new Error('uWSGI has no output')
  let ready = 0
  let last = ''
  // Read to its end: a full pipe would hold it up.
  createInterface({ input: child.stderr }).on('line', (line) => {
    last = line
    if (/^WSGI app 0 .* ready in /.test(line) && ++ready === processes) resolve()
  })
  child.once('error', reject)
  child.once('close', () => reject(new Error(`uWSGI ended before it was ready: ${last}`)))
  return promise
}

async function ask(
  url: string,
  headers: Record<string, string>,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const reply = await fetch(url, {
    method: 'POST',
    // Left open, it would keep a process of Tryton from others.
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: JSON.stringify({ id: 1, method, params }),
  })
  if (!reply.ok) throw new Error(`Tryton answered ${method} with ${reply.status}`)
  const { result, error } = (await reply.json()) as { result?: unknown; error?: unknown }
  if (error !== undefined) throw new Error(`Tryton refused ${method}: ${JSON.stringify(error)}`)
  return result
}

export const decimal = (value: string) => ({ __class__: 'Decimal', decimal: value })

/** What both imports and orders stand on. */
export interface TrytonBasics {
  company: number
  suppliers: number[]
  skus: string[]
}

const SUPPLIERS = 50
const PRODUCTS_A_CALL = 500

/** Makes a company, 50 suppliers and so many products, by its own calls. */
export async function fillTryton(databaseUrl: string, products: number): Promise<TrytonBasics> {
  const tryton = await startTryton(databaseUrl)
  try {
    const create = (model: string, records: object[]) =>
      tryton.call(`model.${model}.create`, records) as Promise<number[]>
    const party = (name: string) => ({ name, addresses: [['create', [{ street: '1 Mill Road' }]]] })
    const [currency] = await create('currency.currency', [
      { name: 'Renminbi', code: 'CNY', symbol: '¥', numeric_code: '156', rounding: decimal('0.01'), digits: 2 },
    ])
    const [house] = await create('party.party', [party('Bench')])
    const [company = 0] = await create('company.company', [{ party: house, currency }])
    const [user] = (await tryton.call('model.res.user.search', [['login', '=', 'admin']], 0, 1, null)) as number[]
    await tryton.call('model.res.user.write', [user], { companies: [['add', [company]]], company })
    const suppliers = await create(
      'party.party',
      Array.from({ length: SUPPLIERS }, (_, at) => party(`Bulk Vendor ${at + 1}`)),
    )
    const [unit] = (await tryton.call('model.product.uom.search', [['symbol', '=', 'u']], 0, 1, null)) as number[]
    const skus = Array.from({ length: products }, (_, at) => `NM-BENCH-${String(at + 1).padStart(6, '0')}`)
    for (let from = 0; from < products; from += PRODUCTS_A_CALL)
      await create(
        'product.template',
        skus.slice(from, from + PRODUCTS_A_CALL).map((sku) => ({
          name: `Garment ${sku}`,
          type: 'goods',
          default_uom: unit,
          cost_price_method: 'fixed',
          purchasable: true,
          purchase_uom: unit,
          products: [['create', [{ suffix_code: sku }]]],
        })),
      )
    return { company, suppliers, skus }
  } finally {
    await tryton.stop()
  }
}

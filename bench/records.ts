import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded } from '../scripts/build-if-needed.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { benchFolder, openCluster, withDatabase } from './database.ts'
import { timed } from './measure.ts'
import { startProgram } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, sizeAsked, sized } from './run-options.ts'

/** Times the floor. */
const AIM = 6
const AIM_MB = 400

const styles = 500
const shops = ['SDEL', 'SMUM', 'SBLR', 'SHYD', 'SPUN', 'SCCU', 'SMAA']

interface Work {
  kind: 'skus' | 'sales'
  csv: string
  rows: number
}

/**
 * Files of records, from the upload to the end of their job, beside COPY of the same rows into a bare table with the same keys; and the
 * memory that the server takes meanwhile.
 */
export async function benchRecords(options: Options): Promise<BenchRow[]> {
  const { skus, sales } = sized(options, {
    whole: { skus: 100_000, sales: 1_000_000 },
    quick: { skus: 20_000, sales: 200_000 },
    smoke: { skus: 300, sales: 2_000 },
  })
  await buildIfNeeded()
  const folder = await benchFolder()
  await chmod(folder, 0o755)
  const cluster = await openCluster()
  try {
    const url = await cluster.database('records', ({ owner }) => seedDemo(owner))
    const serve = join(import.meta.dirname, '../out/main/serve.js')
    const app = await startProgram([serve, '--port', '0'], { DATABASE_URL: url })
    try {
      const bring = await importer(app.url)
      await bring({ kind: 'styles' as 'skus', csv: styleFile(), rows: styles })
      const idle = await memoryOf(app.pid)
      const rows: BenchRow[] = []
      for (const work of [skuWork(skus), saleWork(skus, sales)]) {
        let most = 0
        const watch = setInterval(async () => {
          most = Math.max(most, await memoryOf(app.pid))
        }, 100)
        const ours = await timed(() => bring(work))
        clearInterval(watch)
        const peer = await floorOf(url, folder, work)
        const said = `${work.rows.toLocaleString('en')} ${work.kind} brought in, beside COPY into a bare table`
        rows.push(timeRow(said, { ours, peer }, `<= ${AIM} × COPY`, ours <= AIM * peer))
        const megabytes = Math.max(0, most - idle) / 1024 / 1024
        rows.push({
          name: `memory above idle meanwhile`,
          ours: megabytes,
          peer: AIM_MB,
          unit: 'MB',
          ratio: AIM_MB / megabytes,
          aim: `<= ${AIM_MB} MB`,
          ok: megabytes <= AIM_MB,
        })
      }
      return rows
    } finally {
      await app.stop()
    }
  } finally {
    await cluster.stop()
  }
}

function styleFile(): string {
  const lines = Array.from({ length: styles }, (_, at) => `BN${1000 + at},Bench style ${at},Dresses,GZ01`)
  return ['Style,Name,Category,Vendor', ...lines].join('\n')
}

const skuCode = (at: number) =>
  `BN${1000 + (at % styles)}-C${Math.floor(at / styles / 5)}-${['XS', 'S', 'M', 'L', 'XL'][Math.floor(at / styles) % 5]}`

function skuWork(count: number): Work {
  const lines = Array.from({ length: count }, (_, at) => {
    const code = skuCode(at)
    const [style, colour, size] = code.split('-')
    return `${code},${style},Colour ${colour},颜色${colour},${size}`
  })
  return { kind: 'skus', csv: ['NM SKU,Style,Colour,Colour (Chinese),Size', ...lines].join('\n'), rows: count }
}

function saleWork(skus: number, count: number): Work {
  const lines: string[] = ['Shop,NM SKU,Day,Units sold,Units returned,Value,In stock']
  for (let at = 0; at < count; at++) {
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(at / (skus * shops.length)))).toISOString().slice(0, 10)
    const sold = at % 7
    lines.push(
      `${shops[Math.floor(at / skus) % shops.length]},${skuCode(at % skus)},${day},${sold},${at % 31 === 0 ? 1 : 0},${sold * 899}.00 INR,yes`,
    )
  }
  return { kind: 'sales', csv: lines.join('\n'), rows: count }
}

/** Uploads a file and waits until it is taken. */
async function importer(url: string) {
  const login = await fetch(`${url}/retool/erp/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'super-admin@demo.selvedge', password: 'selvedge-demo' }),
  })
  const { token } = ((await login.json()) as { data: { token: string } }).data
  const headers = { authorization: `Bearer ${token}` }
  return async ({ kind, csv, rows }: Work): Promise<void> => {
    const form = new FormData()
    form.set('mode', 'all')
    form.set('file', new Blob([csv]), `${kind}.csv`)
    const reply = await fetch(`${url}/selvedge/data/${kind}/import`, { method: 'POST', headers, body: form })
    const first = (await reply.json()) as {
      message: string
      data: { import: { id: string; state: string; kinds: unknown } }
    }
    if (!reply.ok) throw new Error(first.message)
    let row = first.data.import
    while (row.state === 'running') {
      await sleep(50)
      const asked = await fetch(`${url}/selvedge/data/imports`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ id: row.id }),
      })
      row = ((await asked.json()) as { data: { rows: (typeof row)[] } }).data.rows[0] ?? row
    }
    const taken = (row.kinds as Record<string, { new: number }>)[kind]
    if (row.state !== 'taken' || taken?.new !== rows)
      throw new Error(`the import came to ${JSON.stringify(row).slice(0, 500)}`)
  }
}

/** COPY of the very rows, ids and all, into a table of the same columns and keys: what no import can be faster than. */
async function floorOf(databaseUrl: string, folder: string, { kind }: Work): Promise<number> {
  const table = kind === 'skus' ? 'sku' : 'sale_day'
  const file = join(folder, `${table}.copy`)
  return withDatabase({ databaseUrl }, async ({ pool }) => {
    await writeFile(file, '')
    await chmod(file, 0o666)
    await pool.query(`COPY (SELECT * FROM ${table}) TO '${file}'`)
    await pool.query(`CREATE TABLE bare (LIKE ${table} INCLUDING ALL)`)
    if (table === 'sku') await pool.query('ALTER TABLE bare ADD FOREIGN KEY (style_id) REFERENCES style (id)')
    await pool.query('CHECKPOINT')
    const time = await timed(() => pool.query(`COPY bare FROM '${file}'`))
    await pool.query('DROP TABLE bare')
    return time
  })
}

async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) * 1024
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchRecords({ size: sizeAsked() }))

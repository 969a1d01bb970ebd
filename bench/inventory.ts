import { pathToFileURL } from 'node:url'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../src/server/database/open-database.ts'
import { makeUser } from '../tests/support/people.ts'
import { insertBare, makeBareTables } from './bare-rows.ts'
import { type BenchCluster, openCluster, withDatabase } from './database.ts'
import { type Length, loadByTurns } from './load.ts'
import { byTurns, timed } from './measure.ts'
import { type Program, sessionOf, startOurs } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, type Size, sizeAsked, sized } from './run-options.ts'

const MOST_GROWTH = 1.5
const MOST_TIMES = 5
const SKUS_A_STYLE = 10
const VENDORS = 20
const SHOPS = 4
const DAYS = 30

interface Turn {
  skus: [number, number]
  length: Length
  rounds: number
  fileRounds: number
  /** Scenarios, from the first. */
  pages: number
}

const sizes: Record<Size, Turn> = {
  whole: { skus: [5_000, 50_000], length: { seconds: 3 }, rounds: 3, fileRounds: 3, pages: 9 },
  quick: { skus: [1_000, 10_000], length: { seconds: 2 }, rounds: 1, fileRounds: 2, pages: 9 },
  smoke: { skus: [100, 400], length: { amount: 40 }, rounds: 1, fileRounds: 1, pages: 1 },
}

/**
 * The list of inventory with rates and strips of sizes, beside itself with a tenth of the SKUs; and a file of what there is of every SKU,
 * beside the bare update of the same rows.
 */
export async function benchInventory(options: Options): Promise<BenchRow[]> {
  const { skus, length, rounds, fileRounds, pages: most } = sized(options, sizes)
  const cluster = await openCluster()
  try {
    const [small, large] = [await openStage(cluster, skus[0]), await openStage(cluster, skus[1])]
    try {
      const pages = await comparePages(small, large, most, { rounds, length })
      return [...pages, await compareFile(large, fileRounds)]
    } finally {
      await Promise.all([small.ours.stop(), large.ours.stop()])
    }
  } finally {
    await cluster.stop()
  }
}

interface Stage {
  skus: number
  url: string
  ours: Program
  token: string
}

async function openStage(cluster: BenchCluster, skus: number): Promise<Stage> {
  let userId = ''
  const url = await cluster.database(`inventory_${skus}`, async (database) => {
    userId = (await makeUser(database.db, { role: 'ops' })).id
    await fill(database, skus)
  })
  return { skus, url, ours: await startOurs(url), token: await sessionOf(url, userId) }
}

/** Styles of ten SKUs with their stock, their sales in some shops and their open orders. */
async function fill({ db }: Database, skus: number): Promise<void> {
  await sql`INSERT INTO vendor (id, code, name, name_zh, city, onboarded_on)
    SELECT gen_random_uuid(), 'BV' || g, 'Bench vendor ' || g, '供应商' || g, 'Guangzhou', DATE '2020-01-01'
    FROM generate_series(1, ${VENDORS}) g`.execute(db)
  await sql`INSERT INTO size_set (id, code, size, position, is_core)
    SELECT gen_random_uuid(), 'BENCH', size, at, at BETWEEN 2 AND 4 FROM unnest(ARRAY['XS', 'S', 'M', 'L', 'XL']) WITH ORDINALITY AS z (size, at)`.execute(
    db,
  )
  await sql`INSERT INTO style (id, code, vendor_id, name, name_zh, category, size_set)
    SELECT gen_random_uuid(), 'BN' || lpad(g::text, 6, '0'), v.id, 'Bench style ' || g, '款式' || g, 'Category ' || g % 12, 'BENCH'
    FROM generate_series(1, ${skus / SKUS_A_STYLE}) g JOIN vendor v ON v.code = 'BV' || (1 + g % ${VENDORS})`.execute(
    db,
  )
  await sql`INSERT INTO sku (id, nm_sku, style_id, color, color_zh, size, size_rank)
    SELECT gen_random_uuid(), s.code || '-' || c || '-' || z.size, s.id, 'Colour ' || c, '颜色' || c, z.size, z.position
    FROM style s JOIN size_set z ON z.code = s.size_set, generate_series(1, 2) c`.execute(db)
  await sql`INSERT INTO vendor_inventory (sku_id, available, in_production, said_at)
    SELECT id, (random() * 60)::int, (random() * 20)::int, now() - random() * interval '12 days' FROM sku`.execute(db)
  await sql`INSERT INTO site (id, code, name, name_zh, kind, country, address, time_zone)
    SELECT gen_random_uuid(), 'BS' || g, 'Bench shop ' || g, '店' || g, 'shop', 'IN', 'Delhi', 'Asia/Kolkata' FROM generate_series(1, ${SHOPS}) g`.execute(
    db,
  )
  await sql`INSERT INTO sale_day (shop_id, sku_id, day, sold, returned, was_in_stock)
    SELECT h.id, k.id, current_date - d, (random() * 3)::int, 0, random() < 0.9
    FROM site h, sku k, generate_series(0, ${DAYS - 1}, 3) d WHERE h.kind = 'shop'`.execute(db)
  await sql`INSERT INTO vendor_order (id, order_id, vendor_id, style_id, destination_id, order_date, ship_by, unit_price_minor, currency,
      decision, vendor_decision, ordered, awaiting)
    SELECT gen_random_uuid(), 'BO' || s.code, s.vendor_id, s.id, (SELECT id FROM site LIMIT 1), current_date - 5, current_date + 9, 5000,
      'CNY', 'APPROVED', 'ANSWERED', 40, 40 FROM style s`.execute(db)
  await sql`INSERT INTO order_line (id, order_id, sku_id, vendor_decision, opened, ordered, awaiting)
    SELECT gen_random_uuid(), o.id, k.id, 'CONFIRMED', 4, 4, 4 FROM vendor_order o JOIN sku k ON k.style_id = o.style_id`.execute(
    db,
  )
  await sql`VACUUM ANALYZE`.execute(db)
}

const scenarios = [
  { name: 'first page', bodies: [{}] },
  { name: 'first page of rows alone', bodies: [{ part: 'rows' }] },
  { name: 'low', bodies: [{ tab: 'low' }] },
  { name: 'ten styles of a vendor', bodies: [{ supplier_id: 'BV3', page_size: 10 }] },
  {
    name: 'by style, far down',
    bodies: [{ sort: 'style', cursor: Buffer.from('["BN000300"]').toString('base64url') }],
  },
]

async function comparePages(
  small: Stage,
  large: Stage,
  most: number,
  turns: { rounds: number; length: Length },
): Promise<BenchRow[]> {
  // Rates and styles are reckoned when somebody looks first.
  for (const stage of [small, large]) await settled(stage)
  const rows: BenchRow[] = []
  for (const { name, bodies } of scenarios.slice(0, most)) {
    const ask = ({ ours, token }: Stage) => ({
      ...{ url: ours.url, path: '/v1/erp/vendor/inventory/get-inventory-details', bodies },
      headers: { authorization: `Bearer ${token}` },
    })
    const found = await loadByTurns({ large: ask(large), small: ask(small) }, turns)
    const growth = found.large.p99 / found.small.p99
    rows.push({
      name: `inventory of ${large.skus.toLocaleString('en')} SKUs, ${name} (p50 ${found.large.p50}/${found.small.p50} ms): p99 beside ${small.skus.toLocaleString('en')}`,
      ...{ ours: found.large.p99, peer: found.small.p99, unit: 'ms', ratio: 1 / growth },
      ...{ aim: `<= ${MOST_GROWTH} x the smaller's`, ok: growth <= MOST_GROWTH },
    })
  }
  return rows
}

async function settled({ url, ours, token }: Stage): Promise<void> {
  await withDatabase({ databaseUrl: url }, async ({ db }) => {
    for (let at = 0; at < 200; at++) {
      await ask(ours, token, 'get-inventory-details', '{}')
      const { rows } = await sql<{
        left: boolean
      }>`SELECT cardinality(to_reckon) > 0 OR EXISTS (SELECT FROM sku_rate_mark) AS left
        FROM sku_rate_state`.execute(db)
      if (!rows[0]?.left) break
    }
    await sql`VACUUM ANALYZE sku_rate, style_stock, style_stock_mark, sku_rate_mark`.execute(db)
  })
}

const bareUpdate = sql`
  UPDATE bare_vendor_inventory SET available = available + 1, said_at = now(), version = version + 1`

/** Stock of every SKU by a sheet, which marks its styles; the update alone says the same of rows with the same keys and checks. */
async function compareFile(stage: Stage, rounds: number): Promise<BenchRow> {
  return withDatabase({ databaseUrl: stage.url }, async ({ db }) => {
    await makeBareTables(db, ['vendor_inventory', 'audit_event'])
    await sql`INSERT INTO bare_vendor_inventory SELECT * FROM vendor_inventory`.execute(db)
    const { rows } = await sql<{ nm_sku: string }>`SELECT nm_sku FROM sku ORDER BY nm_sku`.execute(db)
    const fileOf = (round: number) =>
      ['NM SKU,Stock available', ...rows.map(({ nm_sku }, at) => `${nm_sku},${100 + round * 7 + (at % 50)}`)].join('\n')
    let before = 0
    const turns = await byTurns(rounds, {
      ours: async (round) => {
        const { rows: last } = await sql<{
          seq: number
        }>`SELECT coalesce(max(seq), 0)::float8 AS seq FROM audit_event`.execute(db)
        before = last[0]?.seq ?? 0
        return timed(() => upload(stage, fileOf(round)))
      },
      peer: async () => {
        const history = await insertBare(db, {
          audit_event: sql<SqlBool>`t.seq > ${before} AND t.event = 'inventory.said'`,
        })
        return history + (await timed(() => bareUpdate.execute(db)))
      },
    })
    const name = `stock of ${stage.skus.toLocaleString('en')} SKUs by a file, beside the bare update and its history`
    return timeRow(name, turns, `at most ${MOST_TIMES} × the update`, turns.ours <= MOST_TIMES * turns.peer)
  })
}

async function upload({ ours, token, skus }: Stage, csv: string): Promise<void> {
  const form = new FormData()
  form.set('mode', 'all')
  form.set('file', new Blob([csv]), 'stock.csv')
  const data = await ask(ours, token, 'upload-inventory-file/stock', form)
  if (data.rows_taken !== skus) throw new Error(`the file was not taken: ${JSON.stringify(data)}`)
}

async function ask(
  ours: Program,
  token: string,
  call: string,
  body: string | FormData,
): Promise<{ rows_taken?: number }> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  }
  const reply = await fetch(`${ours.url}/v1/erp/vendor/inventory/${call}`, { method: 'POST', headers, body })
  const { message, data } = (await reply.json()) as { message: string; data: { rows_taken?: number } }
  if (!reply.ok) throw new Error(`${call}: ${message}`)
  return data
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchInventory({ size: sizeAsked() }))

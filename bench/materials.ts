import { type Kysely, sql } from 'kysely'
import type { Tables } from '../src/server/database/types.gen.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { makeUser } from '../tests/support/people.ts'
import { makeBareTables } from './bare-rows.ts'
import { openCluster, withDatabase } from './database.ts'
import { type Length, loadByTurns } from './load.ts'
import { timed } from './measure.ts'
import { sessionOf, startOurs } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, sized } from './run-options.ts'

const MOST_OF_ORDERS = 2
const MOST_OF_BARE = 5
const MOST_RESERVING_MS = 2_000

interface Volume {
  rolls: number
  /** Of the fabric that orders are reserved from. */
  offered: number
  mappings: number
  orders: number
  turns: { rounds: number; length: Length }
}

const volumes: Record<'whole' | 'quick' | 'smoke', Volume> = {
  whole: { rolls: 50_000, offered: 5_000, mappings: 20_000, orders: 500, turns: { rounds: 2, length: { seconds: 3 } } },
  quick: { rolls: 10_000, offered: 1_000, mappings: 4_000, orders: 100, turns: { rounds: 1, length: { seconds: 2 } } },
  smoke: { rolls: 200, offered: 40, mappings: 50, orders: 5, turns: { rounds: 1, length: { amount: 40 } } },
}

/** The list of rolls beside the order list, mappings by sheet beside a bare upsert, and reservations of many orders at once. */
export async function benchMaterials(options: Options): Promise<BenchRow[]> {
  const volume = sized(options, volumes)
  const cluster = await openCluster()
  try {
    const url = await cluster.database('materials', async ({ db }) => {
      await seedDemo(db)
      await fill(db, volume)
    })
    const userId = await withDatabase({ databaseUrl: url }, async ({ db }) => {
      await makeBareTables(db, ['sku_material'])
      return (await makeUser(db, { role: 'ops', email: `materials.${process.pid}@bench.test` })).id
    })
    const ours = await startOurs(url)
    try {
      const headers = { authorization: `Bearer ${await sessionOf(url, userId)}` }
      const told = { url: ours.url, headers, databaseUrl: url }
      return [await lists(told, volume), ...(await sheet(told, volume)), await reservations(told, volume)]
    } finally {
      await ours.stop()
    }
  } finally {
    await cluster.stop()
  }
}

/** Ten fabrics, of which the first is offered; rolls of 60 m in lots of forty and two shades; SKUs; and orders that take 1.5 m a piece. */
async function fill(db: Kysely<Tables>, { rolls, offered, mappings, orders }: Volume): Promise<void> {
  await sql`INSERT INTO material (id, code, kind, name, unit)
    SELECT gen_random_uuid(), 'BF' || n, 'product_fabric', 'Bench poplin', 'metre' FROM generate_series(0, 9) n`.execute(
    db,
  )
  await sql`INSERT INTO fabric_lot (id, material_id, lot, shade, first_received_on)
    SELECT gen_random_uuid(), m.id, 'L' || g.n, s.shade, '2026-01-01' FROM material m
    CROSS JOIN generate_series(0, ${sql.lit(Math.ceil(rolls / 40))}) AS g (n) CROSS JOIN (VALUES ('A'), ('B')) AS s (shade)
    WHERE m.code LIKE 'BF%'`.execute(db)
  await sql`INSERT INTO fabric_roll (id, number, material_id, lot_id, place_id, state, width_mm, opened, received, free, received_on)
    SELECT gen_random_uuid(), 'BR' || lpad(g.n::text, 7, '0'), m.id, l.id, (SELECT id FROM place WHERE kind = 'floor' ORDER BY id LIMIT 1),
      CASE WHEN g.n % 9 = 0 AND g.n > ${sql.lit(offered)} THEN 'to_inspect' ELSE 'accepted' END, 1480, 6000, 6000, 6000,
      '2026-01-01'::date + (g.n % 300)
    FROM generate_series(1, ${sql.lit(rolls)}) AS g (n)
    JOIN material m ON m.code = 'BF' || CASE WHEN g.n <= ${sql.lit(offered)} THEN 0 ELSE 1 + g.n % 9 END
    JOIN fabric_lot l ON l.material_id = m.id AND l.lot = 'L' || g.n / 40 AND l.shade = CASE WHEN g.n % 2 = 0 THEN 'A' ELSE 'B' END`.execute(
    db,
  )
  await sql`UPDATE fabric_lot l SET received = r.cm, free = r.cm
    FROM (SELECT lot_id, sum(free)::int AS cm FROM fabric_roll WHERE number LIKE 'BR%' GROUP BY 1) r WHERE r.lot_id = l.id`.execute(
    db,
  )
  await sql`INSERT INTO style (id, code, name, name_zh, vendor_id, category)
    SELECT gen_random_uuid(), 'BS' || lpad(n::text, 6, '0'), 'Bench dress', '连衣裙', (SELECT id FROM vendor ORDER BY code LIMIT 1), 'Dresses'
    FROM generate_series(0, ${sql.lit(Math.ceil(mappings / 10))}) n`.execute(db)
  await sql`INSERT INTO sku (id, style_id, nm_sku, color, color_zh, size, size_rank)
    SELECT gen_random_uuid(), t.id, 'BN' || lpad(n::text, 6, '0'), 'Black', '黑色', 'M', 3 FROM generate_series(0, ${sql.lit(mappings - 1)}) n
    JOIN style t ON t.code = 'BS' || lpad((n / 10)::text, 6, '0')`.execute(db)
  await sql`INSERT INTO production_order (id, number, style_id, source, pieces, due_on, made_by)
    SELECT gen_random_uuid(), 'PR-B' || n, t.id, 'records', 200, '2026-02-01'::date + n % 60, (SELECT id FROM app_user ORDER BY id LIMIT 1)
    FROM generate_series(0, ${sql.lit(orders - 1)}) n JOIN style t ON t.code = 'BS' || lpad(n::text, 6, '0')`.execute(
    db,
  )
  await sql`INSERT INTO production_order_line (order_id, color, size, sku_id, pieces)
    SELECT o.id, k.color, k.nm_sku, k.id, 20 FROM production_order o JOIN sku k ON k.style_id = o.style_id WHERE o.number LIKE 'PR-B%'`.execute(
    db,
  )
  await sql`VACUUM ANALYZE`.execute(db)
}

interface Told {
  url: string
  headers: Record<string, string>
  databaseUrl: string
}

async function lists({ url, headers }: Told, { rolls, turns }: Volume): Promise<BenchRow> {
  const found = await loadByTurns(
    {
      orders: { url, headers, path: '/v1/erp/vendor/get-orders', bodies: [{ page_size: 100 }] },
      rolls: { url, headers, path: '/selvedge/materials/rolls', bodies: [{ tab: 'free', page_size: 100 }] },
    },
    turns,
  )
  const [ours, peer] = [found.rolls.p99, found.orders.p99]
  const said = `${rolls.toLocaleString('en')} rolls, a page, p99 beside the order list`
  return timeRow(said, { ours, peer }, `<= ${MOST_OF_ORDERS} x`, ours <= MOST_OF_ORDERS * peer)
}

/** A sheet of new mappings, then the same with other figures, each beside an upsert of the same rows into a bare table. */
async function sheet({ url, headers, databaseUrl }: Told, { mappings }: Volume): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const [name, wastage] of [
    ['new', 3],
    ['changed', 4],
  ] as const) {
    const lines = Array.from(
      { length: mappings },
      (_, at) => `BN${String(at).padStart(6, '0')},BF0,Shell,1.5,${wastage}`,
    )
    const file = new Blob([['NM SKU,Material,Placement,Consumption a piece,Wastage (%)', ...lines].join('\n')])
    const ours = await timed(async () => {
      const form = new FormData()
      form.set('mode', 'all')
      form.set('file', file, 'mapping.csv')
      const path = '/v1/erp/india-supply/update-sku-material-mapping/product_fabric'
      const answer = await fetch(url + path, { method: 'POST', headers, body: form })
      if (!answer.ok) throw new Error(await answer.text())
    })
    const peer = await withDatabase({ databaseUrl }, ({ db }) =>
      timed(() =>
        sql`INSERT INTO bare_sku_material AS b (id, sku_id, material_id, placement, consumption, wastage_tenths)
          SELECT s.id, s.sku_id, s.material_id, s.placement, s.consumption, s.wastage_tenths FROM sku_material s JOIN material m
            ON m.id = s.material_id AND m.code = 'BF0'
          ON CONFLICT (sku_id, material_id, placement) DO UPDATE SET consumption = excluded.consumption,
            wastage_tenths = excluded.wastage_tenths, version = b.version + 1`.execute(db),
      ),
    )
    const said = `${mappings.toLocaleString('en')} mappings by sheet, ${name}, beside a bare upsert`
    rows.push(timeRow(said, { ours, peer }, `<= ${MOST_OF_BARE} x`, ours <= MOST_OF_BARE * peer))
  }
  return rows
}

async function reservations({ url, headers }: Told, { orders, offered }: Volume): Promise<BenchRow> {
  const order_ids = Array.from({ length: orders }, (_, at) => `PR-B${at}`)
  const ours = await timed(async () => {
    const body = JSON.stringify({ order_ids })
    const answer = await fetch(`${url}/selvedge/materials/reserve`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    if (!answer.ok) throw new Error(await answer.text())
  })
  const said = `${orders} orders reserved from ${offered.toLocaleString('en')} rolls, beside the aim`
  return timeRow(said, { ours, peer: MOST_RESERVING_MS }, `<= ${MOST_RESERVING_MS} ms`, ours <= MOST_RESERVING_MS)
}

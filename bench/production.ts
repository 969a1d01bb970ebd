import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { reportPages } from '../src/server/areas/inspection/report-layout.ts'
import { keptCard } from '../src/server/areas/production/job-card.ts'
import { cardPapers } from '../src/server/areas/production/job-card-paper.ts'
import type { Tables } from '../src/server/database/types.gen.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { seedVolume } from '../src/server/demo/seed-volume.ts'
import { fontFile } from '../src/server/documents/font-file.ts'
import type { LabelDrawing } from '../src/server/documents/label-model.ts'
import { openTypeface } from '../src/server/documents/typeface.ts'
import { makeUser } from '../tests/support/people.ts'
import { makeFacilities, makeManyOrders } from '../tests/support/production-worlds.ts'
import { openCluster, withDatabase } from './database.ts'
import { usualPdfkit } from './label-peers.ts'
import { type Length, loadByTurns } from './load.ts'
import { timed } from './measure.ts'
import { sessionOf, startOurs } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, sizeAsked, sized } from './run-options.ts'

const MOST_OF_ORDERS = 2
const MOST_CARDS_MS = 5_000

interface Volume {
  orders: number
  /** Lines of vendors' orders beside them. */
  lines: number
  cards: number
  turns: { rounds: number; length: Length }
}

const volumes: Record<'whole' | 'quick' | 'smoke', Volume> = {
  whole: { orders: 200_000, lines: 200_000, cards: 200, turns: { rounds: 2, length: { seconds: 3 } } },
  quick: { orders: 20_000, lines: 20_000, cards: 50, turns: { rounds: 1, length: { seconds: 2 } } },
  smoke: { orders: 500, lines: 1_000, cards: 5, turns: { rounds: 1, length: { amount: 40 } } },
}

/** The list of production orders beside that of vendors' orders, and job cards beside the usual way of drawing them. */
export async function benchProduction(options: Options): Promise<BenchRow[]> {
  const volume = sized(options, volumes)
  const cluster = await openCluster()
  try {
    const url = await cluster.database('production', async ({ db }) => {
      await seedDemo(db)
      await seedVolume(db, { lines: volume.lines })
      await fill(db, volume)
    })
    const userId = await withDatabase({ databaseUrl: url }, async ({ db }) => {
      return (await makeUser(db, { role: 'ops', email: `production.${process.pid}@bench.test` })).id
    })
    const ours = await startOurs(url)
    try {
      const headers = { authorization: `Bearer ${await sessionOf(url, userId)}` }
      const told = { url: ours.url, headers, databaseUrl: url }
      return [await list(told, volume), await cards(told, volume)]
    } finally {
      await ours.stop()
    }
  } finally {
    await cluster.stop()
  }
}

/** Orders spread over the tabs; the first are ready to be sent, with a facility, a marker and cloth. */
async function fill(db: Kysely<Tables>, { orders, cards: ready }: Volume): Promise<void> {
  await makeFacilities(db)
  await makeManyOrders(db, orders)
  const isReady = sql`o.number = ANY(ARRAY(SELECT 'PR-B' || n FROM generate_series(0, ${sql.lit(ready - 1)}) n))`
  await sql`UPDATE production_order o SET state_since = now() - (random() * interval '60 days'), state = CASE WHEN ${isReady}
      THEN 'READY_FOR_PRODUCTION' ELSE (ARRAY['ACTION_REQUIRED', 'READY_FOR_ALLOCATION', 'CAD', 'SENT_FOR_PRODUCTION'])[1 + ascii(right(o.number, 1)) % 4] END
    WHERE o.number LIKE 'PR-B%'`.execute(db)
  await sql`UPDATE production_order SET waits_since = state_since WHERE number LIKE 'PR-B%'`.execute(db)
  await sql`INSERT INTO production_vendor_allocation (order_id, facility_id, starts_on, due_on, pieces)
    SELECT o.id, f.id, '2026-12-01', '2026-12-20', o.pieces FROM production_order o JOIN production_facility f ON f.code = 'T1'
    WHERE o.number LIKE 'PR-B%' AND o.state NOT IN ('ACTION_REQUIRED', 'READY_FOR_ALLOCATION')`.execute(db)
  await sql`INSERT INTO production_allocation_line (order_id, facility_id, color, size, pieces)
    SELECT a.order_id, a.facility_id, l.color, l.size, l.pieces FROM production_vendor_allocation a
    JOIN production_order o ON o.id = a.order_id AND o.number LIKE 'PR-B%' JOIN production_order_line l ON l.order_id = o.id`.execute(
    db,
  )
  await sql`INSERT INTO production_marker (order_id, number, grid_version, width_mm, length_mm, efficiency_tenths, consumption, made_by)
    SELECT o.id, 1, o.grid_version, 1400, 6200, 846, '[{"size": "S", "metres": 1.2}, {"size": "M", "metres": 1.2}]', o.made_by
    FROM production_order o WHERE o.number LIKE 'PR-B%' AND o.state IN ('READY_FOR_PRODUCTION', 'SENT_FOR_PRODUCTION')`.execute(
    db,
  )
  await sql`INSERT INTO fabric_lot (id, material_id, lot, shade, first_received_on)
    SELECT gen_random_uuid(), m.id, 'L1', 'A', '2026-01-01' FROM material m WHERE m.code = 'FAB-MANY'`.execute(db)
  await sql`INSERT INTO fabric_roll (id, number, material_id, lot_id, place_id, state, width_mm, opened, received, free, received_on)
    SELECT gen_random_uuid(), 'BR' || lpad(n::text, 7, '0'), l.material_id, l.id, (SELECT id FROM place WHERE kind = 'floor' ORDER BY id LIMIT 1),
      'accepted', 1480, 6000, 6000, 6000, '2026-01-01' FROM fabric_lot l JOIN material m ON m.id = l.material_id AND m.code = 'FAB-MANY'
    CROSS JOIN generate_series(1, ${sql.lit(Math.ceil(ready / 3))}) n`.execute(db)
  await sql`UPDATE fabric_lot l SET received = r.cm, free = r.cm
    FROM (SELECT lot_id, sum(free)::int AS cm FROM fabric_roll WHERE number LIKE 'BR%' GROUP BY 1) r WHERE r.lot_id = l.id`.execute(
    db,
  )
  await sql`VACUUM ANALYZE`.execute(db)
}

interface Told {
  url: string
  headers: Record<string, string>
  databaseUrl: string
}

async function list({ url, headers }: Told, { orders, turns }: Volume): Promise<BenchRow> {
  const tabs = ['ACTION_REQUIRED', 'CAD', 'SENT_FOR_PRODUCTION'] as const
  const found = await loadByTurns(
    {
      orders: { url, headers, path: '/v1/erp/vendor/get-orders', bodies: [{ page_size: 100 }] },
      production: {
        url,
        headers,
        path: '/v1/erp/india-supply/get-orders',
        bodies: tabs.map((tab) => ({ tab, path: 'IN_HOUSE', page_size: 100, part: 'rows' })),
      },
    },
    turns,
  )
  const [ours, peer] = [found.production.p99, found.orders.p99]
  const said = `${orders.toLocaleString('en')} production orders, a page, p99 beside the order list`
  return timeRow(said, { ours, peer }, `<= ${MOST_OF_ORDERS} x`, ours <= MOST_OF_ORDERS * peer)
}

/** Sends orders and prints their cards in one call; the usual way is given the finished layout of the same cards, so it pays for drawing alone. */
async function cards({ url, headers, databaseUrl }: Told, { cards: count }: Volume): Promise<BenchRow> {
  const numbers = Array.from({ length: count }, (_, at) => `PR-B${at}`)
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error((await answer.text()).slice(0, 500))
    return (await answer.arrayBuffer()).byteLength
  }
  await post('/selvedge/materials/reserve', { order_ids: numbers })
  const orders = numbers.map((order_action_id) => ({ order_action_id, version: 1 }))
  const ours = await timed(() => post('/v1/erp/india-supply/send-to-production', { orders }))
  const peer = await withDatabase({ databaseUrl }, async ({ db }) => {
    const { rows } = await sql<{ id: string }>`
      SELECT o.id FROM production_order o WHERE o.number = ANY(${numbers}::text[]) AND o.state = 'SENT_FOR_PRODUCTION'`.execute(
      db,
    )
    if (rows.length !== count) throw new Error(`${rows.length} of ${count} orders were sent`)
    const kept = await Promise.all(rows.map(({ id }) => keptCard(db, id, 1)))
    const typeface = openTypeface()
    const papers = await cardPapers(
      kept.filter((card) => card !== null),
      'en',
      { db, files: undefined as never, resources: 'resources' },
    )
    const drawings = papers
      .flatMap((paper) => reportPages(paper, typeface))
      .map(({ marks }): LabelDrawing => ({ widthMm: 210, heightMm: 297, furniture: [], marks }))
    const fonts = { medium: readFileSync(fontFile('medium')), bold: readFileSync(fontFile('bold')) }
    return timed(() => usualPdfkit(drawings, fonts))
  })
  const said = `${count} orders sent with their job cards, beside the usual pdfkit drawing alone`
  return timeRow(said, { ours, peer }, `<= ${MOST_CARDS_MS} ms`, ours <= MOST_CARDS_MS)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchProduction({ size: sizeAsked() }))

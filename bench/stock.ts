import { type Kysely, sql } from 'kysely'
import { moveStock, type StockMove } from '../src/server/areas/stock/move-stock.ts'
import { recordEvent } from '../src/server/audit/audit.ts'
import { inTransaction } from '../src/server/database/database-errors.ts'
import type { Tables } from '../src/server/database/types.gen.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { makeUser } from '../tests/support/people.ts'
import { openCluster, withDatabase } from './database.ts'
import { type Asked, type Length, loadByTurns } from './load.ts'
import { median } from './measure.ts'
import { sessionOf, startOurs } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, sized } from './run-options.ts'

const MOST_OF_ORDERS = 2
/** Each of its rows is the sum of some three hundred balances. */
const MOST_OF_STYLES = 5
const MOST_OF_BARE = 5

interface Volume {
  skus: number
  balances: number
  moves: number
  lines: number
  turns: { rounds: number; length: Length }
}

const volumes: Record<'whole' | 'quick' | 'smoke', Volume> = {
  whole: {
    skus: 10_000,
    balances: 300_000,
    moves: 2_000_000,
    lines: 5_000,
    turns: { rounds: 2, length: { seconds: 3 } },
  },
  quick: { skus: 3_000, balances: 60_000, moves: 200_000, lines: 5_000, turns: { rounds: 1, length: { seconds: 2 } } },
  smoke: { skus: 50, balances: 300, moves: 1_000, lines: 100, turns: { rounds: 1, length: { amount: 40 } } },
}

/** The stock list at many moves and balances beside the order list of the same database, and a receipt of many lines beside bare inserts. */
export async function benchStock(options: Options): Promise<BenchRow[]> {
  const volume = sized(options, volumes)
  const cluster = await openCluster()
  try {
    const rows: BenchRow[] = []
    const url = await cluster.database('stock', async ({ db }) => {
      await seedDemo(db)
      await fill(db, volume)
      rows.push(await receipts(db, volume.lines))
    })
    return [...(await lists(url, volume)), ...rows]
  } finally {
    await cluster.stop()
  }
}

/** Of each SKU, in one statement. */
const MOVES_AT_ONCE = 5
const SKUS_OF_STYLE = 10

/** Balances spread over SKUs and places, and moves that they are the sum of as far as a list needs it. */
async function fill(db: Kysely<Tables>, { skus, balances, moves }: Volume): Promise<void> {
  const styles = Math.ceil(skus / SKUS_OF_STYLE)
  await sql`INSERT INTO style (id, code, name, name_zh, vendor_id, category)
    SELECT gen_random_uuid(), 'BS' || lpad(g.n::text, 5, '0'), 'Bench dress', '连衣裙', (SELECT id FROM vendor ORDER BY code LIMIT 1), 'Dresses'
    FROM generate_series(0, ${sql.lit(styles - 1)}) AS g (n)`.execute(db)
  await sql`INSERT INTO sku (id, style_id, nm_sku, color, color_zh, size, size_rank)
    SELECT gen_random_uuid(), t.id, 'BN' || lpad(g.n::text, 6, '0'), 'Black', '黑色', 'M', 3
    FROM generate_series(1, ${sql.lit(skus)}) AS g (n) JOIN style t ON t.code = 'BS' || lpad((g.n % ${sql.lit(styles)})::text, 5, '0')`.execute(
    db,
  )
  const numbered = sql`(SELECT id, row_number() OVER (ORDER BY nm_sku) - 1 AS at FROM sku WHERE nm_sku LIKE 'BN%')`
  const places = sql`(SELECT id, row_number() OVER (ORDER BY site_id, code) - 1 AS at, count(*) OVER () AS total FROM place WHERE kind <> 'in_transit')`
  const each = Math.max(1, Math.round(balances / skus))
  await sql`INSERT INTO stock (sku_id, place_id, condition, on_hand)
    SELECT k.id, p.id, CASE WHEN (k.at + g.n) % 50 = 0 THEN 'damaged' ELSE 'good' END, 1 + (k.at + g.n) % 40
    FROM ${numbered} k CROSS JOIN generate_series(0, ${sql.lit(each - 1)}) AS g (n) JOIN ${places} p ON p.at = (k.at * 7 + g.n) % p.total
    ON CONFLICT DO NOTHING`.execute(db)
  // In parts: no statement may last as long as all of them together.
  const all = Math.ceil(moves / skus)
  for (let from = 1; from <= all; from += MOVES_AT_ONCE)
    await sql`INSERT INTO stock_move (id, sku_id, quantity, to_place, to_condition, kind, document_type, document_id)
      SELECT gen_random_uuid(), k.id, 1 + g.n % 9, p.id, 'good', 'receive', 'opening_balance', 'bench'
      FROM ${numbered} k CROSS JOIN generate_series(${sql.lit(from)}, ${sql.lit(Math.min(all, from + MOVES_AT_ONCE - 1))}) AS g (n)
      JOIN ${places} p ON p.at = (k.at + g.n) % p.total`.execute(db)
  await sql`VACUUM ANALYZE`.execute(db)
}

async function lists(databaseUrl: string, { balances, moves, turns }: Volume): Promise<BenchRow[]> {
  const userId = await withDatabase({ databaseUrl }, async ({ db }) => {
    const email = `stock.${process.pid}@bench.test`
    return (await makeUser(db, { role: 'ops', email })).id
  })
  const ours = await startOurs(databaseUrl)
  try {
    const headers = { authorization: `Bearer ${await sessionOf(databaseUrl, userId)}` }
    const ask = (path: string, bodies: object[]): Asked => ({ url: ours.url, path, headers, bodies })
    const list = '/selvedge/stock/on-hand'
    const far = Buffer.from(JSON.stringify(['BN000900', '00000000-0000-0000-0000-000000000000', 'good'])).toString(
      'base64url',
    )
    const behindDemo = Buffer.from(JSON.stringify(['BS'])).toString('base64url')
    const found = await loadByTurns(
      {
        // As many rows as the lists beside it.
        orders: ask('/v1/erp/vendor/get-orders', [{ page_size: 100 }]),
        first: ask(list, [{ tab: 'good', page_size: 100 }]),
        far: ask(list, [{ tab: 'good', page_size: 100, cursor: far }]),
        site: ask(list, [{ site: 'WDEL', page_size: 100 }]),
        search: ask(
          list,
          Array.from({ length: 20 }, (_, at) => ({ search: `BN0000${10 + at}` })),
        ),
        styles: ask('/selvedge/stock/styles', [{ cursor: behindDemo }]),
      },
      turns,
    )
    const of = `${moves.toLocaleString('en')} moves, ${balances.toLocaleString('en')} balances`
    return (['first', 'far', 'site', 'search', 'styles'] as const).map((name) => {
      const [mine, peer] = [found[name].p99, found.orders.p99]
      const most = name === 'styles' ? MOST_OF_STYLES : MOST_OF_ORDERS
      return timeRow(
        `stock list, ${name}, p99 beside the order list: ${of}`,
        { ours: mine, peer },
        `<= ${most} x`,
        mine <= most * peer,
      )
    })
  } finally {
    await ours.stop()
  }
}

/** A receipt of so many lines by the one function that moves stock, beside inserts of the same rows by one statement each. */
async function receipts(db: Kysely<Tables>, lines: number): Promise<BenchRow> {
  const { rows } = await sql<{ sku: string; place: string }>`
    SELECT k.id::text AS sku, (SELECT p.id::text FROM place p JOIN site s ON s.id = p.site_id
      WHERE p.kind = 'floor' AND s.kind = 'warehouse' ORDER BY s.code LIMIT 1) AS place
    FROM sku k ORDER BY k.id LIMIT ${lines}`.execute(db)
  const userId = (await makeUser(db, { role: 'ops', email: `receipt.${process.pid}@bench.test` })).id
  const auditor = { caller: { userId }, requestId: 'bench', source: 'api' } as const
  const moves = rows.map(
    ({ sku, place }, at): StockMove => ({
      ...{ kind: 'receive', skuId: sku, quantity: 1 + (at % 5), from: null, to: { placeId: place, condition: 'good' } },
      document: { type: 'purchase_order', id: 'BENCH', line: String(at) },
    }),
  )
  const ours = await timed(5, () =>
    inTransaction(db, async (tx) => {
      const event = await recordEvent(tx, auditor, { entity: 'record', entityId: 'bench', event: 'stock.opened' })
      await moveStock(tx, moves, event)
    }),
  )
  const peer = await timed(5, () =>
    inTransaction(db, async (tx) => {
      const [skus, places] = [moves.map(({ skuId }) => skuId), moves.map(({ to }) => to?.placeId ?? null)]
      await sql`UPDATE stock s SET on_hand = s.on_hand + 1 FROM unnest(${skus}::uuid[], ${places}::uuid[]) AS n (sku_id, place_id)
        WHERE s.sku_id = n.sku_id AND s.place_id = n.place_id AND s.condition = 'good'`.execute(tx)
      await sql`INSERT INTO stock_move (id, sku_id, quantity, to_place, to_condition, kind, document_type, document_id)
        SELECT gen_random_uuid(), sku_id, 1, place_id, 'good', 'receive', 'purchase_order', 'BARE'
        FROM unnest(${skus}::uuid[], ${places}::uuid[]) AS n (sku_id, place_id)`.execute(tx)
    }),
  )
  const aim = `<= ${MOST_OF_BARE} x`
  return timeRow(
    `a receipt of ${lines} lines, beside bare statements`,
    { ours, peer },
    aim,
    ours <= MOST_OF_BARE * peer,
  )
}

/** The median of so many runs, ms; the first only warms up. */
async function timed(runs: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run <= runs; run++) {
    const begun = performance.now()
    await work()
    if (run > 0) times.push(performance.now() - begun)
  }
  return median(times)
}

import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import { dayIn, vendorZone } from '../../shared/kernel/days.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tables } from '../database/types.gen.ts'
import type { Tx } from '../http/call.ts'

const VENDORS = 50
const STYLES_A_VENDOR = 20
const COLORS = 3
const SIZES = 4
/** Orders have 8 to 12 lines: never more than a style has SKUs. */
export const LINES_AN_ORDER = 10
const ORDERS_A_TURN = 5_000

interface VolumeOptions {
  lines: number
  /** Spreads the orders over so many years, whose old ones are done, and writes their ledger and its events. Without it there are none. */
  years?: number
  now?: Date
  log?: (words: string) => void
}

/**
 * Adds at least `lines` synthetic order lines, in orders over 50 vendors and all statuses, beside what is there; needs a
 * site. Each turn of 5,000 orders is a transaction of its own, told to `log`. Gives how many orders and lines were added.
 */
export async function seedVolume(
  db: Kysely<Tables>,
  options: VolumeOptions,
): Promise<{ orders: number; lines: number }> {
  await addVendors(db)
  await addStyles(db)
  const today = dayIn(vendorZone, options.now ?? new Date())
  const first = await ordersBefore(db)
  const added = { orders: 0, lines: 0 }
  while (added.lines < options.lines) {
    const wanted = Math.ceil((options.lines - added.lines) / LINES_AN_ORDER)
    const count = Math.min(ORDERS_A_TURN, wanted)
    const from = first + added.orders + 1
    added.lines += await addOrders(db, { today, from, to: from + count - 1, years: options.years })
    added.orders += count
    options.log?.(`${added.lines.toLocaleString('en')} of ${options.lines.toLocaleString('en')} lines`)
  }
  // Without it the planner would go by the sizes of before, and index-only scans would read the heap.
  await sql`VACUUM ANALYZE vendor_order, order_line, line_move, audit_event, sku, style, vendor`.execute(db)
  return added
}

/** A uuid in v7's shape from a number: ids of one kind sort as their numbers do, and index pages fill in order. */
function numberedId(kind: number, number: RawBuilder<unknown>, part: RawBuilder<unknown> = sql`0`): RawBuilder<string> {
  return sql`('018f' || lpad(to_hex((${number})::bigint), 8, '0') || '7' || lpad(to_hex(${sql.lit(kind)}::int), 3, '0')
    || 'b' || lpad(to_hex((${part})::int), 15, '0'))::uuid`
}

const kinds = { vendor: 1, style: 2, sku: 3, order: 4, line: 5, event: 6, move: 7 }

/** A whole number from 0 to `below - 1`, drawn from the `at`-th seven digits of an md5: the same for the same text, always. */
function drawn(digits: string, at: 0 | 1 | 2 | 3, below: number): RawBuilder<number> {
  const from = sql.lit(1 + at * 7)
  return sql`(('x' || substr(${sql.ref(digits)}, ${from}, 7))::bit(28)::int % ${sql.lit(below)})`
}

async function addVendors(db: Kysely<Tables>): Promise<void> {
  await sql`
    INSERT INTO vendor (id, code, name, name_zh, city, onboarded_on)
    SELECT ${numberedId(kinds.vendor, sql`g`)}, 'V' || lpad(g::text, 3, '0'), 'Bulk Vendor ' || g, '批量供应商' || g, 'Guangzhou',
      DATE '2020-01-01'
    FROM generate_series((SELECT count(*) FROM vendor) + 1, ${VENDORS}) g
    ON CONFLICT DO NOTHING`.execute(db)
}

async function addStyles(db: Kysely<Tables>): Promise<void> {
  await sql`
    INSERT INTO style (id, code, vendor_id, name, name_zh, category)
    SELECT ${numberedId(kinds.style, sql`n`)}, 'VS' || lpad(n::text, 4, '0'), v.id, 'Bulk Style ' || n, '批量款式' || n, 'Tops'
    FROM (SELECT id, row_number() OVER (ORDER BY code) AS at FROM vendor ORDER BY code LIMIT ${VENDORS}) v,
      LATERAL (SELECT (v.at - 1) * ${STYLES_A_VENDOR} + s AS n FROM generate_series(1, ${STYLES_A_VENDOR}) s) numbered
    ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    INSERT INTO sku (id, nm_sku, style_id, color, color_zh, size, size_rank)
    SELECT ${numberedId(kinds.sku, sql`substr(s.code, 3)::int`, sql`(c - 1) * ${SIZES} + z`)},
      'NM' || s.code || '-' || c || '-' || z, s.id, 'Colour ' || c, '颜色' || c, (ARRAY['S', 'M', 'L', 'XL'])[z], z
    FROM style s, generate_series(1, ${COLORS}) c, generate_series(1, ${SIZES}) z
    WHERE s.code LIKE 'VS%'
    ON CONFLICT DO NOTHING`.execute(db)
}

async function ordersBefore(db: Kysely<Tables>): Promise<number> {
  const found = await rowsOf({ count: col.number })`
    SELECT count(*)::int AS count FROM vendor_order WHERE order_id LIKE 'VO%'`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** How far an order is, by a draw of 0 to 99; `q` are the pieces of a line. */
const quantity = {
  awaiting: sql`CASE WHEN far < 32 THEN q WHEN far < 48 THEN q / 2 WHEN far >= 98 THEN q - q / 3 ELSE 0 END`,
  platform: sql`CASE WHEN far BETWEEN 32 AND 39 THEN q - q / 2 ELSE 0 END`,
  shipped: sql`CASE WHEN far BETWEEN 40 AND 47 THEN q - q / 2 WHEN far BETWEEN 48 AND 91 THEN q ELSE 0 END`,
  rejected: sql`CASE WHEN far BETWEEN 92 AND 94 THEN q ELSE 0 END`,
  oos: sql`CASE WHEN far BETWEEN 95 AND 97 THEN q WHEN far >= 98 THEN q / 3 ELSE 0 END`,
}

const decision = sql`CASE WHEN far < 4 THEN 'NEW' WHEN far < 6 THEN 'NOT_APPROVED' ELSE 'APPROVED' END`

const lineDecision = sql`CASE WHEN far < 14 THEN 'NEW' WHEN far BETWEEN 92 AND 94 THEN 'REJECTED'
  WHEN far BETWEEN 95 AND 97 THEN 'OUT_OF_STOCK' ELSE 'CONFIRMED' END`

/** Orders older than so many days have come to an end, where volume is spread over years. */
const OPEN_DAYS = 120

/** How far an order is, by two draws of its own: by chance alone, or as its age has it. */
function agedFar(years: number | undefined): { age: RawBuilder<unknown>; far: RawBuilder<unknown> } {
  const far = drawn('digits', 1, 100)
  if (years === undefined)
    return {
      age: sql`CASE WHEN ${far} < 48 THEN 1 + ${drawn('digits', 2, 35)} ELSE 20 + ${drawn('digits', 2, 400)} END`,
      far,
    }
  const age = sql`1 + ${drawn('digits', 2, 365 * years)}`
  return { age, far: sql`CASE WHEN ${age} > ${sql.lit(OPEN_DAYS)} THEN 48 + ${drawn('digits', 1, 50)} ELSE ${far} END` }
}

interface Turn {
  today: string
  from: number
  to: number
  years: number | undefined
}

/** One statement: the lines are drawn once, then written as lines and summed into their orders. Gives the lines' number. */
async function addOrders(db: Kysely<Tables>, { today, from, to, years }: Turn): Promise<number> {
  const { age, far } = agedFar(years)
  const written = await rowsOf({ lines: col.number })`
    WITH draw AS (
      SELECT g, digits, ${drawn('digits', 0, VENDORS * STYLES_A_VENDOR)} + 1 AS style, ${far} AS far, ${age} AS age
      FROM (SELECT g, md5('order ' || g) AS digits FROM generate_series(${from}::int, ${to}::int) g) seeds
    ), planned AS MATERIALIZED (
      SELECT d.*, s.id AS style_id, s.vendor_id, ${today}::date - d.age AS order_date
      FROM draw d JOIN style s ON s.id = ${numberedId(kinds.style, sql`d.style`)}
    ), line AS MATERIALIZED (
      SELECT *, ${quantity.awaiting} AS awaiting, ${quantity.platform} AS platform, ${quantity.shipped} AS shipped,
        ${quantity.rejected} AS rejected, ${quantity.oos} AS oos
      FROM (SELECT g, n, style, far, order_date, 1 + ${drawn('line_digits', 0, 60)} AS q
        FROM (SELECT g, style, far, order_date, n, md5('line ' || g || ' ' || n) AS line_digits
          FROM planned, LATERAL generate_series(1, 8 + g % 5) n) each_line) each_quantity
    ), sums AS (
      SELECT g, sum(q) AS ordered, sum(awaiting) AS awaiting, sum(platform) AS platform, sum(shipped) AS shipped,
        sum(rejected) AS rejected, sum(oos) AS oos
      FROM line GROUP BY g
    ), placed AS (
      INSERT INTO vendor_order (id, order_id, vendor_id, style_id, destination_id, order_date, ship_by, unit_price_minor,
        currency, previous_unit_price_minor, decision, vendor_decision,
        ordered, awaiting, platform, shipped, rejected, oos)
      SELECT ${numberedId(kinds.order, sql`p.g`)}, 'VO' || lpad(p.g::text, 8, '0'), p.vendor_id, p.style_id,
        (SELECT id FROM site ORDER BY code LIMIT 1), p.order_date, p.order_date + 14 + ${drawn('digits', 3, 25)},
        5000 + ${drawn('digits', 3, 9000)}, 'CNY',
        CASE WHEN p.far IN (0, 6, 30) THEN 4000 ELSE 5000 + ${drawn('digits', 3, 9000)} END, ${decision},
        CASE WHEN far < 14 THEN 'NEW' ELSE 'ANSWERED' END,
        s.ordered, s.awaiting, s.platform, s.shipped, s.rejected, s.oos
      FROM planned p JOIN sums s ON s.g = p.g
    ), lined AS (
      INSERT INTO order_line (id, order_id, sku_id, vendor_decision, opened, ordered, awaiting, platform, shipped, rejected, oos)
      SELECT ${numberedId(kinds.line, sql`g`, sql`n`)}, ${numberedId(kinds.order, sql`g`)},
        ${numberedId(kinds.sku, sql`style`, sql`n`)}, ${lineDecision}, q, q, awaiting, platform, shipped, rejected, oos
      FROM line
    )${years === undefined ? sql`` : history}
    SELECT count(*) AS lines FROM line`.execute(db)
  return written.rows[0]?.lines ?? 0
}

/** The moves that make the lines what they are, each step of an order one event, some days after the one before. */
const history = sql`, moved AS MATERIALIZED (
      SELECT l.g, l.n, m.*, l.order_date + interval '8 hours' + m.days * interval '1 day' AS at
      FROM line l CROSS JOIN LATERAL (VALUES (1, 2, 'schedule', 'order.scheduled', platform + shipped),
        (2, 2, 'refuse', 'order.answered', rejected), (3, 2, 'mark_oos', 'order.answered', oos),
        (4, 5, 'reserve', 'shipment.created', shipped), (5, 7, 'pack', 'shipment.packed', shipped),
        (6, 8, 'ship', 'shipment.shipped', shipped)) m (step, days, kind, event, quantity)
      WHERE m.quantity > 0
    ), told AS (
      INSERT INTO audit_event (id, at, entity, entity_id, event, source, request_id)
      SELECT DISTINCT ON (g, step) ${numberedId(kinds.event, sql`g`, sql`step`)}, at, 'order', 'VO' || lpad(g::text, 8, '0'), event,
        'bulk', 'volume'
      FROM moved ORDER BY g, step
    ), kept AS (
      INSERT INTO line_move (id, order_line_id, audit_id, at, quantity, kind)
      SELECT ${numberedId(kinds.move, sql`g`, sql`n * 10 + step`)}, ${numberedId(kinds.line, sql`g`, sql`n`)},
        ${numberedId(kinds.event, sql`g`, sql`step`)}, at, quantity, kind
      FROM moved ORDER BY g, step, n
    )`

/** In the order of their ids, which tell when they happened: rows of histories are numbered as they are written. */
export const inTime = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/**
 * Inserts many rows in one statement, as one JSON parameter: no limit of parameters and nothing compiled per row. All rows
 * have the keys of the first; columns left out get their default.
 */
export async function insertRows<T extends keyof Tables & string>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  const name = sql.table(table)
  // The row's type through a subquery: written as a cast, the table `box` would mean the geometric type.
  await sql`
    INSERT INTO ${name} (${columns})
    SELECT ${columns}
    FROM jsonb_populate_recordset((SELECT r FROM ${name} r LIMIT 0), ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}

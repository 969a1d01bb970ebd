import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { LINES_AN_ORDER, seedVolume } from '../src/server/demo/seed-volume.ts'
import { makeBulkShipment } from '../tests/support/bulk-shipment.ts'
import { makeUser } from '../tests/support/people.ts'
import { openCluster, withDatabase } from './database.ts'
import { type Asked, type Length, loadByTurns } from './load.ts'
import { byTurns, timed } from './measure.ts'
import { asExcelWrites, type Prepared, upload } from './packing-list.ts'
import { type Program, sessionOf, startOurs } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, type Size, sizeAsked, sized } from './run-options.ts'
import { fillTryton, makeTrytonDatabase, startTryton, type Tryton, type TrytonBasics, whyNoTryton } from './tryton.ts'

/**
 * Order list and import of a shipment beside Tryton, an ERP, on the same PostgreSQL: both with as many orders of as many lines. What they do
 * is not the same; docs/testing.md says in what they differ.
 */
interface ErpSizes {
  orders: number
  turns: { rounds: number; length: Length }
  callers: number[]
  /** Rows of a file, and rounds. */
  imports: [number, number][]
}

const sizes: Record<Size, ErpSizes> = {
  whole: {
    orders: 20_000,
    turns: { rounds: 2, length: { seconds: 3 } },
    callers: [1, 8],
    imports: [
      [1_000, 4],
      [5_000, 2],
    ],
  },
  quick: { orders: 2_000, turns: { rounds: 1, length: { seconds: 2 } }, callers: [1, 8], imports: [[1_000, 1]] },
  smoke: { orders: 100, turns: { rounds: 1, length: { amount: 20 } }, callers: [1], imports: [[100, 1]] },
}

/** One for each caller, and spare ones for connections that are not closed yet. */
const PROCESSES = 12

/** Says why this is left out where it was not asked for by name; null where it runs. */
export function whyNoErp(size: Size): string | null {
  return (
    whyNoTryton() ?? (size === 'smoke' ? 'making a database of Tryton takes minutes: peer-erp by name tries it' : null)
  )
}

/** Both servers on their databases, which hold the same number of orders. */
interface Pair {
  databaseUrl: string
  ours: Program
  tryton: Tryton
  basics: TrytonBasics
  orders: number
}

export async function benchPeerErp(options: Options): Promise<BenchRow[]> {
  const absent = whyNoTryton()
  if (absent !== null) throw new Error(absent)
  const { orders, turns, callers, imports } = sized(options, sizes)
  const cluster = await openCluster()
  try {
    const databaseUrl = await cluster.database('beside_erp', async ({ db }) => {
      await seedDemo(db)
      await seedVolume(db, { lines: orders * LINES_AN_ORDER })
    })
    const trytonUrl = await makeTrytonDatabase(databaseUrl)
    const basics = await fillTryton(trytonUrl, Math.max(...imports.map(([rows]) => rows / 2)))
    await addPurchases(trytonUrl, basics, orders)
    const ours = await startOurs(databaseUrl)
    const tryton = await startTryton(trytonUrl, { company: basics.company, processes: PROCESSES })
    const pair = { databaseUrl, ours, tryton, basics, orders }
    try {
      const rows = await compareLists(pair, turns, callers)
      for (const [count, rounds] of imports) rows.push(await compareImports(pair, count, rounds))
      return rows
    } finally {
      await Promise.all([ours.stop(), tryton.stop()])
    }
  } finally {
    await cluster.stop()
  }
}

/** Orders of 8 to 12 lines, numbered, dated and as far as ours are; those beyond a quotation with their amounts stored, as Tryton does. */
async function addPurchases(databaseUrl: string, { company, suppliers }: TrytonBasics, orders: number): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(
      `INSERT INTO purchase_purchase (create_date, create_uid, company, currency, party, invoice_address, warehouse, number,
        purchase_date, delivery_date, state, invoice_method, invoice_state, shipment_state)
      SELECT now(), 1, c.id, c.currency, a.party, a.id, (SELECT id FROM stock_location WHERE type = 'warehouse'),
        'VO' || lpad(g::text, 8, '0'), day, day + 14 + g % 25,
        CASE WHEN far < 4 THEN 'draft' WHEN far < 6 THEN 'quotation' WHEN far < 14 THEN 'confirmed' WHEN far < 48 THEN 'processing'
          WHEN far < 92 THEN 'done' ELSE 'cancelled' END,
        'order', 'none', CASE WHEN far BETWEEN 48 AND 91 THEN 'received' WHEN far BETWEEN 14 AND 47 THEN 'waiting' ELSE 'none' END
      FROM (SELECT g, far, current_date - CASE WHEN far < 48 THEN 1 + draw % 35 ELSE 20 + draw % 400 END AS day
        FROM (SELECT g, abs(hashint4(g)) % 100 AS far, abs(hashint4(-g)) AS draw FROM generate_series(1, $2::int) g) draws) planned
      JOIN company_company c ON c.id = $3
      JOIN party_address a ON a.party = ($1::int[])[1 + g % array_length($1::int[], 1)]`,
      [suppliers, orders, company],
    )
    await client.query(
      `INSERT INTO purchase_line (create_date, create_uid, purchase, type, sequence, product, unit, quantity, unit_price)
      SELECT now(), 1, p.id, 'line', n, product.id, t.default_uom, 1 + (p.id * n) % 60, 45.5
      FROM purchase_purchase p, LATERAL generate_series(1, 8 + p.id % 5) n
      JOIN LATERAL (SELECT id, template FROM product_product
        WHERE id = 1 + (p.id * 12 + n) % (SELECT max(id) FROM product_product)) product ON true
      JOIN product_template t ON t.id = product.template`,
    )
    await client.query(
      `UPDATE purchase_purchase SET untaxed_amount_cache = s.amount, tax_amount_cache = 0, total_amount_cache = s.amount
      FROM (SELECT purchase, sum(quantity * unit_price)::numeric(16, 2) AS amount FROM purchase_line GROUP BY purchase) s
      WHERE s.purchase = purchase_purchase.id AND state NOT IN ('draft', 'quotation')`,
    )
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

async function compareLists(pair: Pair, turns: ErpSizes['turns'], callers: readonly number[]): Promise<BenchRow[]> {
  const ops = await withDatabase({ databaseUrl: pair.databaseUrl }, ({ db }) =>
    makeUser(db, { role: 'ops', email: 'ops@erp.example.com' }),
  )
  const token = await sessionOf(pair.databaseUrl, ops.id)
  const rows: BenchRow[] = []
  for (const { name, own, domains, fields = columns } of scenarios(pair.orders)) {
    const asked = { ours: askOurs(pair.ours, token, own), tryton: askTryton(pair.tryton, domains, fields) }
    await expectRows(asked.ours, (reply) => (reply as { data: { rows: unknown[] } }).data.rows)
    // Its errors come with status 200.
    await expectRows(asked.tryton, (reply) => (reply as { result?: unknown[] }).result ?? [])
    for (const many of callers) {
      const { ours, tryton } = await loadByTurns(asked, { ...turns, callers: many })
      const about = `order list, ${pair.orders} orders, ${name}, ${many} at once, beside Tryton ${pair.tryton.version}`
      const ratio = ours.perSecond / tryton.perSecond
      rows.push(
        {
          name: `${about} (p50 ${ours.p50}/${tryton.p50} ms)`,
          ours: ours.perSecond,
          peer: tryton.perSecond,
          unit: 'pages/s',
          ratio,
          aim: '≥ 1.0',
          ok: ratio >= 1,
        },
        timeRow(`${about}, p99`, { ours: ours.p99, peer: tryton.p99 }, '≥ 1.0', ours.p99 <= tryton.p99),
      )
    }
  }
  return rows
}

/** Ours lists what was approved. */
const placed = ['state', 'not in', ['draft', 'quotation']]

/** Of its own list, without the amount, and with the day of delivery. */
const columns = [
  'number',
  'reference',
  'purchase_date',
  'delivery_date',
  'party.rec_name',
  'warehouse.rec_name',
  'state',
  'invoice_state',
  'shipment_state',
  'description',
]

interface Scenario {
  name: string
  own: object[]
  domains: unknown[][]
  fields?: string[]
}

/** What both are asked, each in its own words; Tryton's in those of its client's search box. */
function scenarios(orders: number): Scenario[] {
  const numbers = Array.from(
    { length: 20 },
    (_, at) => `VO${String(1 + Math.floor((at * orders) / 20)).padStart(8, '0')}`,
  )
  return [
    { name: 'first page', own: [{}], domains: [[placed]] },
    // Summed from the lines while an order is in process, stored afterwards.
    { name: 'first page with amounts', own: [{}], domains: [[placed]], fields: [...columns, 'untaxed_amount'] },
    { name: 'one status', own: [{ status: ['Fully shipped'] }], domains: [[['state', '=', 'done']]] },
    {
      name: 'search by number',
      own: numbers.map((search) => ({ search })),
      domains: numbers.map((number) => [placed, ['rec_name', 'ilike', `%${number}%`]]),
    },
  ]
}

function askOurs({ url }: Program, token: string, bodies: readonly object[]): Asked {
  return {
    url,
    path: '/v1/erp/vendor/get-orders',
    headers: { authorization: `Bearer ${token}` },
    bodies: bodies.map((body) => ({ page_size: 50, part: 'rows', ...body })),
  }
}

function askTryton({ url, path, headers, body }: Tryton, domains: readonly unknown[][], fields: string[]): Asked {
  const bodies = domains.map((domain) => body('model.purchase.purchase.search_read', domain, 0, 50, null, fields))
  return { url, path, headers, bodies }
}

/** Throws unless the first and last thing asked give rows. */
async function expectRows({ url, path, headers, bodies }: Asked, rowsIn: (reply: unknown) => unknown[]): Promise<void> {
  for (const body of [bodies[0], bodies.at(-1)]) {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close', ...headers },
      body: JSON.stringify(body),
    })
    const text = await reply.text()
    if (!reply.ok || rowsIn(JSON.parse(text)).length === 0)
      throw new Error(`${url}${path} gives no rows for ${JSON.stringify(body)}: ${text.slice(0, 500)}`)
  }
}

/** Our packing list of so many rows beside Tryton's import of a shipment with so many moves. */
async function compareImports(pair: Pair, count: number, rounds: number): Promise<BenchRow> {
  const prepared: Prepared[] = []
  const vendor = await withDatabase({ databaseUrl: pair.databaseUrl }, async ({ db }) => {
    const user = await makeUser(db, { role: 'vendor' })
    for (let round = 0; round <= rounds; round++) {
      const { shipment_id, list } = await makeBulkShipment(db, user, count)
      prepared.push({ shipment_id, bytes: await asExcelWrites(list) })
    }
    return user
  })
  const token = await sessionOf(pair.databaseUrl, vendor.id)
  const of = (round: number) => prepared[round] ?? { shipment_id: '', bytes: Buffer.alloc(0) }
  const turns = await byTurns(rounds, {
    ours: (round) => uploadList(pair, token, of(round), count),
    peer: (round) => importShipment(pair, count, round),
  })
  const name = `packing list, ${count} rows: validated and committed, beside Tryton ${pair.tryton.version} importing a shipment`
  return timeRow(name, turns, '≥ 1.0', turns.ours <= turns.peer)
}

/** Gives the milliseconds of the call. Throws unless the boxes then hold as many lines. */
async function uploadList({ databaseUrl, ours }: Pair, token: string, list: Prepared, count: number): Promise<number> {
  const took = await timed(() => upload(ours, token, list, count))
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ lines: number }>(
    `SELECT count(*)::int AS lines FROM box_line l JOIN box b ON b.id = l.box_id JOIN shipment s ON s.id = b.shipment_id
    WHERE s.shipment_id = $1 AND b.removed_at IS NULL`,
    [list.shipment_id],
  )
  await client.end()
  if (rows[0]?.lines !== count) throw new Error(`we have ${rows[0]?.lines} lines in boxes of ${count} rows`)
  return took
}

const moveColumns = ['product', 'quantity', 'uom', 'from_location', 'to_location', 'unit_price', 'currency']

/** Gives the milliseconds of one call, as its client sends a CSV file: cells as text, the shipment's own in the first row. */
async function importShipment({ tryton, basics }: Pair, count: number, round: number): Promise<number> {
  const reference = `bench ${count} ${round}`
  const fields = ['supplier', 'reference', ...moveColumns.map((column) => `incoming_moves/${column}`)]
  // As in our list, each product twice.
  const rows = Array.from({ length: count }, (_, at) => [
    at === 0 ? 'Bulk Vendor 1' : '',
    at === 0 ? reference : '',
    basics.skus[at % (count / 2)],
    '6',
    'Unit',
    'Supplier',
    'Input Zone',
    '45.50',
    'Renminbi',
  ])
  const took = await timed(() => tryton.call('model.stock.shipment.in.import_data', fields, rows))
  const found = await tryton.call('model.stock.move.search_count', [
    ['shipment.reference', '=', reference, 'stock.shipment.in'],
  ])
  if (found !== count) throw new Error(`Tryton has ${found} moves of ${count} rows`)
  return took
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchPeerErp({ size: sizeAsked() }))

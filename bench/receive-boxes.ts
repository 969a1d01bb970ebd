import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { v7 } from 'uuid'
import type { Tables } from '../src/server/database/types.gen.ts'
import { makeSscc } from '../src/shared/kernel/sscc.ts'
import { makeBulkShipment } from '../tests/support/bulk-shipment.ts'
import { indiaSite } from '../tests/support/india.ts'
import { makeUser } from '../tests/support/people.ts'
import { openCluster, withDatabase } from './database.ts'
import { byTurns, timed } from './measure.ts'
import { type Program, sessionOf, startOurs } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, sizeAsked, sized } from './run-options.ts'

const MOST_TIMES = 5
const SKUS_A_BOX = 10

/** What receiving a box writes. */
const tables = ['qc_box', 'qc_line', 'qc_move', 'audit_event'] as const

/** Boxes of ten SKUs received in India by a file, beside bare inserts of the rows that this writes into tables with the same indexes. */
export async function benchReceiveBoxes(options: Options): Promise<BenchRow[]> {
  const { count, rounds } = sized(options, {
    whole: { count: 2_000, rounds: 4 },
    quick: { count: 500, rounds: 2 },
    smoke: { count: 20, rounds: 1 },
  })
  const cluster = await openCluster()
  try {
    let userId = ''
    const lots: string[][] = []
    const url = await cluster.database('receive_boxes', async ({ db }) => {
      const vendor = await makeUser(db, { role: 'vendor' })
      userId = (await makeUser(db, { role: 'india_qc_inward_wh', team: 'india' })).id
      const site = await indiaSite({ db })
      for (let round = 0; round <= rounds; round++) {
        const { shipment_id } = await makeBulkShipment(db, vendor, count * SKUS_A_BOX)
        lots.push(await sendBoxes(db, { shipment_id, site, count, from: round * count }))
      }
      for (const table of tables)
        await sql`CREATE TABLE ${sql.table(`bare_${table}`)} (LIKE ${sql.table(table)} INCLUDING ALL)`.execute(db)
    })
    const server = await startOurs(url)
    try {
      const token = await sessionOf(url, userId)
      const turns = await withDatabase({ databaseUrl: url }, ({ db }) =>
        byTurns(rounds, {
          ours: (round) => timed(() => upload(server, token, lots[round] ?? [])),
          peer: async (round) => insertBare(db, lots[round] ?? []),
        }),
      )
      const name = `${count.toLocaleString('en')} boxes received by file, beside bare inserts of the same rows`
      return [timeRow(name, turns, `at most ${MOST_TIMES} × the inserts`, turns.ours <= MOST_TIMES * turns.peer)]
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.stop()
  }
}

interface Sent {
  shipment_id: string
  /** site.id */
  site: string
  count: number
  /** Serial of the first box. */
  from: number
}

/** Packs the shipment's lines into boxes and sends them to India. Gives their SSCCs. */
async function sendBoxes(db: Kysely<Tables>, { shipment_id, site, count, from }: Sent): Promise<string[]> {
  const ids = Array.from({ length: count }, () => v7())
  const ssccs = ids.map((_, at) => makeSscc(0, '6901234', from + at + 1))
  await sql`INSERT INTO box (id, shipment_id, box_no, sscc, position)
    SELECT n.id, h.id, n.at::text, n.sscc, n.at FROM shipment h,
      unnest(${ids}::uuid[], ${ssccs}::text[]) WITH ORDINALITY AS n (id, sscc, at) WHERE h.shipment_id = ${shipment_id}`.execute(
    db,
  )
  // Each line lies in two boxes, ten lines in each.
  await sql`
    WITH lines AS (SELECT l.order_line_id, row_number() OVER (ORDER BY l.order_line_id) - 1 AS at FROM shipment_line l
      JOIN shipment h ON h.id = l.shipment_id WHERE h.shipment_id = ${shipment_id})
    INSERT INTO box_line (box_id, order_line_id, quantity, position)
    SELECT (${ids}::uuid[])[1 + (l.at / ${SKUS_A_BOX} + half * ${count / 2})::int], l.order_line_id, 6, 1 + (l.at % ${SKUS_A_BOX})::int
    FROM lines l, unnest(ARRAY[0, 1]) AS half`.execute(db)
  await sql`UPDATE shipment SET state = 'PACKED_AND_SHIPPED', shipped_at = now(), destination_id = ${site}
    WHERE shipment_id = ${shipment_id}`.execute(db)
  return ssccs
}

async function upload(server: Program, token: string, ssccs: readonly string[]): Promise<void> {
  const form = new FormData()
  form.set('mode', 'all')
  form.set('file', new Blob([['SSCC', ...ssccs].join('\n')]), 'boxes.csv')
  const reply = await fetch(`${server.url}/selvedge/india/receive-boxes-file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': `bench-${ssccs[0]}` },
    body: form,
  })
  const { message, data } = (await reply.json()) as { message: string; data?: { rows_taken: number } }
  if (data?.rows_taken !== ssccs.length) throw new Error(`the boxes were not received: ${message}`)
}

/** Writes what was written for these boxes once more, a statement a table in one transaction. Gives its milliseconds. */
async function insertBare(db: Kysely<Tables>, ssccs: readonly string[]): Promise<number> {
  const rows = new Map<string, { json: string; columns: string[] }>()
  for (const table of tables)
    rows.set(table, { json: await rowsFor(db, table, ssccs), columns: await columnsOf(db, table) })
  return timed(() =>
    db.transaction().execute(async (tx) => {
      for (const [table, { json, columns }] of rows) {
        const named = sql.join(columns.map((column) => sql.ref(column)))
        await sql`INSERT INTO ${sql.table(`bare_${table}`)} (${named})
          SELECT ${named} FROM json_populate_recordset(NULL::${sql.table(table)}, ${json}::json)`.execute(tx)
      }
    }),
  )
}

/** All but those that the database computes. */
async function columnsOf(db: Kysely<Tables>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER' ORDER BY ordinal_position`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

async function rowsFor(db: Kysely<Tables>, table: (typeof tables)[number], ssccs: readonly string[]): Promise<string> {
  const isOf =
    table === 'audit_event'
      ? sql`t.entity = 'box_in_india' AND t.entity_id = ANY(${ssccs}::text[])`
      : sql`t.box_id IN (SELECT id FROM box WHERE sscc = ANY(${ssccs}::bpchar[]))`
  const { rows } = await sql<{ json: string }>`
    SELECT json_agg(t)::text AS json FROM ${sql.table(table)} t WHERE ${isOf}`.execute(db)
  return rows[0]?.json ?? '[]'
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchReceiveBoxes({ size: sizeAsked() }))

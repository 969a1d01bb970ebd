import { pathToFileURL } from 'node:url'
import { v7 } from 'uuid'
import { newIds } from '../src/server/database/new-ids.ts'
import type { Database } from '../src/server/database/open-database.ts'
import { makeUser } from '../tests/support/people.ts'
import { aMove, at, type MadeSite, type MadeSku, makeSite, makeSkus, moved } from '../tests/support/stock.ts'
import { openCluster, withDatabase } from './database.ts'
import { byTurns, timed } from './measure.ts'
import { type Program, sessionOf, startOurs } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, type Size, sizeAsked, sized } from './run-options.ts'

const MOST_TIMES = 5
const AIM = `20,000 pieces in 400 boxes: at most ${MOST_TIMES} × the bare inserts`
const PIECES = 5
const SKUS_IN_A_BOX = 10

/** Boxes, and rounds. */
const sizes: Record<Size, [number, number]> = { whole: [400, 5], quick: [400, 2], smoke: [8, 1] }

/** A gate pass by sheet, planned and packed, beside bare inserts of the same rows in one transaction. */
export async function benchGatePass(options: Options): Promise<BenchRow[]> {
  const [boxes, rounds] = sized(options, sizes)
  const cluster = await openCluster()
  try {
    let userId = ''
    let source: MadeSite | undefined
    let skus: MadeSku[] = []
    const url = await cluster.database('gate_pass', async ({ db }) => {
      userId = (await makeUser(db, { role: 'warehouse' })).id
      source = await makeSite(db)
      await makeSite(db, 'shop')
      skus = await makeSkus(db, 100)
      const quantity = boxes * SKUS_IN_A_BOX * PIECES * (rounds + 2)
      await moved(db, ...skus.map((sku) => aMove({ sku, kind: 'receive', quantity, to: at(source?.floor ?? '') })))
    })
    const rows = Array.from({ length: boxes * SKUS_IN_A_BOX }, (_, place) => ({
      sku: skus[place % skus.length] ?? { id: '', nm_sku: '' },
      box: Math.floor(place / SKUS_IN_A_BOX) + 1,
    }))
    const sheet = ['NM SKU,Quantity,Box No', ...rows.map(({ sku, box }) => `${sku.nm_sku},${PIECES},${box}`)].join('\n')
    const server = await startOurs(url)
    try {
      const token = await sessionOf(url, userId)
      const turns = await withDatabase({ databaseUrl: url }, (database) =>
        byTurns(rounds, {
          ours: async () => {
            const number = await madePass(server, token, source?.code ?? '')
            return timed(() => upload(server, token, number, sheet, rows.length))
          },
          peer: () => timed(() => insertBare(database, source, userId, rows)),
        }),
      )
      const name = `gate pass by sheet, ${rows.length * PIECES} pieces in ${boxes} boxes, beside the bare inserts`
      return [timeRow(name, turns, AIM, turns.ours <= MOST_TIMES * turns.peer)]
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.stop()
  }
}

async function madePass(server: Program, token: string, from: string): Promise<string> {
  const reply = await fetch(`${server.url}/bulk-inventory-movement/gatepass/update`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
    body: JSON.stringify({ type: 'consumption', from_site: from, party: 'Bench', purpose: 'Bench' }),
  })
  const { data } = (await reply.json()) as { data: { gate_pass: { gate_pass: string } } }
  return data.gate_pass.gate_pass
}

async function upload(server: Program, token: string, gatePass: string, sheet: string, count: number): Promise<void> {
  const form = new FormData()
  form.set('gate_pass', gatePass)
  form.set('file', new Blob([sheet]), 'pass.csv')
  const reply = await fetch(`${server.url}/selvedge/gate-passes/take-sheet`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${token}`, 'idempotency-key': gatePass }, body: form },
  })
  const { message, data } = (await reply.json()) as { message: string; data?: { rows_taken: number } }
  if (data?.rows_taken !== count) throw new Error(`the sheet was not taken: ${message}`)
}

/** The rows that a pass comes to, and nothing else: items, boxes, contents, moves and balances. */
async function insertBare(
  { pool }: Database,
  source: MadeSite | undefined,
  userId: string,
  rows: readonly { sku: MadeSku; box: number }[],
): Promise<void> {
  const passId = v7()
  const own = [...new Map(rows.map(({ sku }) => [sku.id, sku])).keys()]
  const items = new Map(newIds(own.length).map((id, place) => [own[place] ?? '', id]))
  const boxes = [...new Set(rows.map(({ box }) => box))]
  const boxIds = new Map(newIds(boxes.length).map((id, place) => [boxes[place] ?? 0, id]))
  const [floor, packing] = [source?.floor, source?.packing]
  const client = await pool.connect()
  const skuIds = rows.map(({ sku }) => sku.id)
  const inBoxes = rows.map(({ box }) => boxIds.get(box))
  try {
    await client.query('BEGIN')
    await client.query(
      `INSERT INTO gate_pass (id, number, type, state, from_site_id, is_blind, created_by, updated_by)
       VALUES ($1, $2, 'consumption', 'PACKING', $3, false, $4, $4)`,
      [passId, passId, source?.id, userId],
    )
    await client.query(
      `INSERT INTO gate_pass_item (id, pass_id, sku_id, condition, planned, packed)
       SELECT i, $1, s, 'good', 1, 1 FROM unnest($2::uuid[], $3::uuid[]) AS n (i, s)`,
      [passId, [...items.values()], [...items.keys()]],
    )
    await client.query(
      `INSERT INTO gate_pass_box (id, pass_id, box_no, code, opened_by) SELECT i, $1, n, i::text, $2 FROM unnest($3::uuid[], $4::int[]) AS b (i, n)`,
      [passId, userId, [...boxIds.values()], [...boxIds.keys()]],
    )
    await client.query(
      `INSERT INTO gate_pass_content (box_id, item_id, place_id, quantity) SELECT b, i, $1, $2 FROM unnest($3::uuid[], $4::uuid[]) AS n (b, i)`,
      [floor, PIECES, inBoxes, skuIds.map((id) => items.get(id))],
    )
    await client.query(
      `INSERT INTO stock_move (id, sku_id, quantity, from_place, from_condition, to_place, to_condition, kind, document_type, document_id)
       SELECT m, s, $1, $2, 'good', $3, 'good', 'pack', 'gate_pass', $4 FROM unnest($5::uuid[], $6::uuid[]) AS n (m, s)`,
      [PIECES, floor, packing, passId, newIds(rows.length), skuIds],
    )
    await client.query(
      `UPDATE stock s SET on_hand = s.on_hand - n.q FROM (SELECT s, count(*)::int * $1::int AS q FROM unnest($2::uuid[]) AS u (s) GROUP BY 1) n
       WHERE s.place_id = $3 AND s.sku_id = n.s AND s.condition = 'good'`,
      [PIECES, skuIds, floor],
    )
    await client.query(
      `INSERT INTO stock AS s (sku_id, place_id, condition, on_hand)
       SELECT n.s, $3, 'good', n.q FROM (SELECT s, count(*)::int * $1::int AS q FROM unnest($2::uuid[]) AS u (s) GROUP BY 1) n
       ON CONFLICT (place_id, sku_id, condition) DO UPDATE SET on_hand = s.on_hand + excluded.on_hand`,
      [PIECES, skuIds, packing],
    )
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchGatePass({ size: sizeAsked() }))

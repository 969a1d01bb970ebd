import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { type PassState, passStates } from '../../../shared/areas/gate-passes/moves.ts'
import { type GatePassBoxRow, gatePassBox } from '../../../shared/areas/gate-passes/shapes.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import { stockConditions } from '../../../shared/areas/stock/moves.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { isBlindTo } from './pass-rows.ts'

const boxFacts = gatePassBox.extend({
  id: col.text,
  pass_id: col.text,
  pass_state: z.enum(passStates),
  is_blind: col.flag,
  state: z.enum(['OPEN', 'SEALED']),
  is_live: col.flag,
  station: col.text,
  pieces: col.number,
})

export type BoxRow = z.output<typeof boxFacts>

/** Boxes `b` of passes `p` that were not taken off, by a condition. */
export async function readBoxes(
  db: Db,
  condition: RawBuilder<SqlBool>,
  orderBy: RawBuilder<unknown> = sql`b.box_no`,
  most = 100_000,
): Promise<BoxRow[]> {
  const { rows } = await rowsOf(boxFacts)`
    SELECT b.id::text AS id, b.pass_id::text AS pass_id, p.number AS gate_pass, p.state AS pass_state, p.is_blind, b.code AS box_code, b.box_no,
      b.state, b.is_whole, b.is_live, b.station, o.name AS opened_by, b.sealed_at, s.name AS sealed_by, c.skus, c.pieces, r.received,
      b.weight_grams, b.weigh_again, b.version
    FROM gate_pass_box b JOIN gate_pass p ON p.id = b.pass_id JOIN app_user o ON o.id = b.opened_by LEFT JOIN app_user s ON s.id = b.sealed_by
    CROSS JOIN LATERAL (SELECT count(DISTINCT t.item_id)::int AS skus, coalesce(sum(t.quantity), 0)::int AS pieces
      FROM gate_pass_content t WHERE t.box_id = b.id) c
    CROSS JOIN LATERAL (SELECT coalesce(sum(e.good + e.damaged), 0)::int AS received
      FROM gate_pass_receipt e WHERE e.box_id = b.id AND e.undone_at IS NULL) r
    WHERE b.removed_at IS NULL AND ${condition} ORDER BY ${orderBy} LIMIT ${sql.lit(most)}`.execute(db)
  return rows
}

const beforeRoad: readonly PassState[] = ['DRAFT', 'CONFIRMED', 'PACKING', 'CANCELLED']

export function boxWire(box: BoxRow, caller: Caller): GatePassBoxRow {
  const { id: _i, pass_id: _p, pass_state, is_blind, is_live: _l, ...row } = box
  const isHidden = isBlindTo(caller, { is_blind, state: pass_state })
  return {
    ...row,
    state: stateOf(box),
    station: row.station || null,
    ...(isHidden && { pieces: null, weight_grams: null }),
  }
}

function stateOf({ state, pass_state, pieces, received }: BoxRow): GatePassBoxRow['state'] {
  if (beforeRoad.includes(pass_state)) return state
  if (received === 0) return 'IN_TRANSIT'
  return received < pieces ? 'PARTLY_RECEIVED' : 'RECEIVED'
}

/** The code of a box in its one form: its SSCC, where it is one. */
export function boxCodeOf(code: string): string {
  const { sscc, text } = readTraced(code)
  return sscc ?? text
}

/** Boxes by their codes, locked by id; those of live passes only. Throws not_found for one that is on none. */
export async function lockBoxes(tx: Tx, codes: readonly string[]): Promise<BoxRow[]> {
  const asked = [...new Set(codes.map(boxCodeOf))]
  await sql`SELECT id FROM gate_pass_box WHERE code = ANY(${asked}::text[]) AND is_live ORDER BY id FOR NO KEY UPDATE`.execute(
    tx,
  )
  const boxes = await readBoxes(tx, sql<SqlBool>`b.code = ANY(${asked}::text[]) AND b.is_live`)
  const missing = asked.find((code) => !boxes.some(({ box_code }) => box_code === code))
  if (missing !== undefined) throw notFound(passWords.unknownBox, { code: missing })
  return boxes
}

const contentColumns = {
  box_id: col.text,
  box_code: col.text,
  item_id: col.text,
  sku_id: col.text,
  nm_sku: col.text,
  condition: z.enum(stockConditions),
  place_id: col.text,
  quantity: col.number,
}

export type ContentRow = Row<typeof contentColumns>

/** What is in boxes, by place of origin: what was put in last comes last. */
export async function readContents(db: Db, boxIds: readonly string[]): Promise<ContentRow[]> {
  const { rows } = await rowsOf(contentColumns)`
    SELECT c.box_id::text AS box_id, b.code AS box_code, c.item_id::text AS item_id, i.sku_id::text AS sku_id, k.nm_sku, i.condition,
      c.place_id::text AS place_id, c.quantity
    FROM gate_pass_content c JOIN gate_pass_box b ON b.id = c.box_id JOIN gate_pass_item i ON i.id = c.item_id JOIN sku k ON k.id = i.sku_id
    WHERE c.box_id = ANY(${[...boxIds]}::uuid[]) ORDER BY c.box_id, i.sku_id, i.condition, c.place_id`.execute(db)
  return rows
}

/** The next number of a box on a pass, which must be locked whole: numbers are never given twice. */
export async function nextBoxNo(tx: Tx, passId: string): Promise<number> {
  const { rows } = await rowsOf({ next: col.number })`
    SELECT (coalesce(max(box_no), 0) + 1)::int AS next FROM gate_pass_box WHERE pass_id = ${passId}`.execute(tx)
  return rows[0]?.next ?? 1
}

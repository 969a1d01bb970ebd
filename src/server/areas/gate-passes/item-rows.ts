import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { notSentOf, pendingOfItem } from '../../../shared/areas/gate-passes/rules.ts'
import { type GatePassItemRow, gatePassItem } from '../../../shared/areas/gate-passes/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Caller, type Db, type Handlers, reply } from '../../http/call.ts'
import { pageOf, readCursor } from '../../lists/keyset.ts'
import { containing } from '../orders/order-rows.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { isSendable } from '../stock/places.ts'
import { cameOf, findPass, isBlindTo, type PassRow } from './pass-rows.ts'
import { freeFor, withPromised } from './source-stock.ts'

/** An SKU `k` of a style `s`, as screens show it. */
export const skuShown = sql`k.nm_sku, k.ean, s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, k.color, k.color_zh,
  ${faceOfColour('k.style_id', 'k.color')} AS picture, k.size, k.size_rank`

const itemFacts = gatePassItem.omit({ pending: true }).extend({
  id: col.text,
  planned: col.number,
  packed: col.number,
  sent: col.number,
  excess: col.number,
  closed_short: col.number,
})

export type ItemRow = z.output<typeof itemFacts>

/** Items of a pass in the order of styles, colours and sizes, by a condition on `i`, `k` and `s`. */
export async function readItems(
  db: Db,
  pass: Pick<PassRow, 'id' | 'gate_pass' | 'from_site_id'>,
  condition: RawBuilder<SqlBool> = sql`true`,
  most = 100_000,
): Promise<ItemRow[]> {
  const { rows } = await rowsOf(itemFacts)`
    SELECT ${skuShown}, i.id::text AS id, i.condition, i.planned, i.packed, i.sent, i.received, i.damaged, i.excess, i.closed_short,
      coalesce(a.free, 0)::int AS at_source, coalesce(a.own, 0)::int AS reserved, coalesce(a.places, '[]'::json) AS places,
      i.reason, i.remark, c.hs_code,
      coalesce(i.unit_value_minor, CASE WHEN s.price_currency = 'INR' THEN s.price_minor END) AS unit_value_minor, 'INR' AS unit_value_currency
    FROM gate_pass_item i JOIN sku k ON k.id = i.sku_id JOIN style s ON s.id = k.style_id LEFT JOIN style_customs c ON c.style_id = s.id
    LEFT JOIN LATERAL (SELECT sum(x.on_hand - x.reserved) AS free, sum(own.quantity) AS own,
        json_agg(json_build_object('shelf', CASE WHEN p.kind = 'shelf' THEN p.code END, 'free', ${freeFor}, 'reserved', coalesce(own.quantity, 0)))
          FILTER (WHERE ${freeFor} > 0) AS places FROM stock x JOIN place p ON p.id = x.place_id
      ${withPromised(pass.gate_pass)} WHERE x.sku_id = i.sku_id AND x.condition = i.condition AND p.site_id = ${pass.from_site_id}
      AND ${isSendable}) a ON true
    WHERE i.pass_id = ${pass.id} AND ${condition}
    ORDER BY s.code, k.color, k.size_rank, k.nm_sku, i.condition LIMIT ${sql.lit(most)}`.execute(db)
  return rows
}

export function itemWire(item: ItemRow, pass: PassRow, caller: Caller): GatePassItemRow {
  const isHidden = isBlindTo(caller, pass)
  const hide = (pieces: number) => (isHidden ? null : pieces)
  const { id: _id, planned, packed, sent, excess, closed_short, at_source, reserved, places, ...rest } = item
  return {
    ...rest,
    received: cameOf(item, isHidden),
    planned: hide(planned),
    packed: hide(packed),
    sent: hide(sent),
    excess: hide(excess),
    closed_short: hide(closed_short),
    pending: hide(pendingOfItem(item)),
    at_source: pass.submitted_at === null ? at_source : null,
    reserved: pass.submitted_at === null ? reserved : null,
    places: pass.submitted_at === null ? places : null,
  }
}

type GatePassHandlers = Handlers<Contract['gatePasses']>

const only = {
  all: sql`true`,
  not_packed: sql`i.packed < i.planned`,
  pending: sql`i.received + i.closed_short < i.sent`,
  differing: sql`(i.packed <> i.planned OR i.excess > 0 OR i.damaged > 0 OR i.closed_short > 0)`,
  came: sql`i.received + i.excess > 0`,
} satisfies Readonly<Record<string, RawBuilder<SqlBool>>>

/** What a pass says, SKU by SKU. What a blind receipt hides cannot be asked for either. */
export const gatePassItems: GatePassHandlers['gatePassItems'] = async (input, { db, caller }) => {
  const pass = await findPass(db, caller, input.gate_pass)
  const like = containing(input.search ?? '')
  const search = input.search
    ? sql<SqlBool>`(k.nm_sku ILIKE ${like} OR k.ean ILIKE ${like} OR s.code ILIKE ${like} OR s.name ILIKE ${like} OR s.name_zh ILIKE ${like})`
    : sql<SqlBool>`true`
  const place = readCursor(input.cursor, ['text', 'text', 'int', 'text', 'text'])
  const behind = place
    ? sql<SqlBool>`(s.code, k.color, k.size_rank, k.nm_sku, i.condition) > (${place[0]}, ${place[1]}, ${place[2]}::int, ${place[3]}, ${place[4]})`
    : sql<SqlBool>`true`
  const which = only[isBlindTo(caller, pass) ? 'came' : input.only]
  const found = await readItems(db, pass, sql`${which} AND ${search} AND ${behind}`, input.page_size + 1)
  const page = pageOf(found, input.page_size, (row) => [
    row.style_id,
    row.color,
    String(row.size_rank),
    row.nm_sku,
    row.condition,
  ])
  return reply({ rows: page.rows.map((item) => itemWire(item, pass, caller)), next_cursor: page.next_cursor })
}

/** Items of which fewer are packed than planned. */
export async function notSentItems(db: Db, pass: PassRow, caller: Caller) {
  const items = await readItems(db, pass, sql`i.packed < i.planned`)
  return {
    items: isBlindTo(caller, pass)
      ? []
      : items.map((item) => ({ ...itemWire(item, pass, caller), not_sent: notSentOf(item) })),
    without_reason: items.filter(({ reason }) => reason === null).length,
  }
}

export const nonDispatchedItems: GatePassHandlers['nonDispatchedItems'] = async ({ gate_pass }, { db, caller }) =>
  reply(await notSentItems(db, await findPass(db, caller, gate_pass), caller))

import { type SqlBool, sql } from 'kysely'
import { boxContent } from '../../../shared/areas/gate-passes/shapes.ts'
import { packWords, passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { pageOf, readCursor } from '../../lists/keyset.ts'
import { containing } from '../orders/order-rows.ts'
import { isSendable } from '../stock/places.ts'
import { boxCodeOf, boxWire, readBoxes } from './box-rows.ts'
import { skuShown } from './item-rows.ts'
import { lockItems } from './pass-items.ts'
import { findPass, isBlindTo, type PassRow, passesFrom, passesOf } from './pass-rows.ts'
import { packSaid } from './scan-in.ts'
import { tellable } from './scans.ts'
import { findSkus, skuCode } from './skus.ts'
import { freeFor, saidOfRest, whereIs, withPromised } from './source-stock.ts'
import { whyBoxMayNotGo } from './take-whole-box.ts'
import { boxesAtSite, findWholeBoxes } from './whole-boxes.ts'

type GatePassHandlers = Handlers<Contract['gatePasses']>

const MOST_DISPATCHABLE = 200

/** Boxes of a pass by their numbers; or whole boxes at its source that could go on it. */
export const boxes: GatePassHandlers['boxes'] = async (input, { db, caller }) => {
  const pass = await findPass(db, caller, input.gate_pass)
  if (input.which === 'dispatchable') {
    const codes = await boxesAtSite(db, pass.from_site_id, input.search ?? '', MOST_DISPATCHABLE)
    const found = await findWholeBoxes(db, codes)
    const dispatchable = [...found.values()].map(({ code, contents }) => ({
      code,
      name: code,
      skus: contents.length,
      pieces: contents.reduce((sum, { quantity }) => sum + quantity, 0),
    }))
    return reply({ rows: [], next_cursor: null, dispatchable })
  }
  const which = {
    all: sql<SqlBool>`true`,
    open: sql<SqlBool>`b.state = 'OPEN'`,
    sealed: sql<SqlBool>`b.state = 'SEALED'`,
    awaited: sql<SqlBool>`r.received = 0`,
  }[input.which]
  const place = readCursor(input.cursor, ['int'])
  const rows = await readBoxes(
    db,
    sql<SqlBool>`b.pass_id = ${pass.id} AND ${which} AND ${input.station === undefined ? sql`true` : sql`b.station = ${input.station}`}
      AND ${input.search ? sql`(b.code LIKE ${containing(input.search)} OR b.box_no::text = ${input.search})` : sql`true`}
      AND ${place ? sql`b.box_no > ${place[0]}::int` : sql`true`}`,
    sql`b.box_no`,
    input.page_size + 1,
  )
  const page = pageOf(rows, input.page_size, ({ box_no }) => [String(box_no)])
  return reply({ rows: page.rows.map((box) => boxWire(box, caller)), next_cursor: page.next_cursor })
}

/** A box with what is in it; of several passes that it was on, the one that lives or the newest. */
export const boxDetails: GatePassHandlers['boxDetails'] = async (input, { db, caller }) => {
  const code = boxCodeOf(input.box)
  const found = await readBoxes(
    db,
    sql<SqlBool>`b.code = ${code} AND ${input.gate_pass === undefined ? sql`true` : sql`p.number = ${input.gate_pass}`}
      AND EXISTS (SELECT FROM ${passesFrom} WHERE p.id = b.pass_id AND ${passesOf(caller)})`,
    sql`b.is_live DESC, b.id DESC`,
    1,
  )
  const [box] = found
  if (box === undefined) throw notFound(passWords.unknownBox, { code: tellable(code) })
  const { rows } = await rowsOf(boxContent)`
    SELECT ${skuShown}, i.condition, coalesce(c.quantity, 0)::int AS quantity, coalesce(r.good, 0)::int + coalesce(r.damaged, 0)::int AS received,
      coalesce(r.damaged, 0)::int AS damaged
    FROM gate_pass_item i JOIN sku k ON k.id = i.sku_id JOIN style s ON s.id = k.style_id
    LEFT JOIN (SELECT item_id, sum(quantity) AS quantity FROM gate_pass_content WHERE box_id = ${box.id} GROUP BY 1) c ON c.item_id = i.id
    LEFT JOIN (SELECT item_id, sum(good) AS good, sum(damaged) AS damaged FROM gate_pass_receipt
      WHERE box_id = ${box.id} AND undone_at IS NULL GROUP BY 1) r ON r.item_id = i.id
    WHERE i.pass_id = ${box.pass_id} AND (c.quantity IS NOT NULL OR r.good IS NOT NULL)
    ORDER BY s.code, k.color, k.size_rank, k.nm_sku, i.condition`.execute(db)
  const isHidden = isBlindTo(caller, { is_blind: box.is_blind, state: box.pass_state })
  const came = rows.filter(({ received }) => received > 0)
  const items = isHidden ? came.map((row) => ({ ...row, quantity: null })) : rows
  return reply({ box: boxWire(box, caller), items })
}

/** Whether a code may go on a pass, and where it is. Nothing is locked for long: the look is a transaction that writes nothing. */
export const validateGatepass: GatePassHandlers['validateGatepass'] = async (input, { db, caller }) => {
  const pass = await findPass(db, caller, input.gate_pass)
  return db.transaction().execute(async (tx) => {
    const code = boxCodeOf(input.code)
    const sku = (await findSkus(tx, [input.code])).get(skuCode(input.code))
    const box = sku ? undefined : (await findWholeBoxes(tx, [code])).get(code)
    if (sku === undefined) {
      const refused = await whyBoxMayNotGo(tx, pass, { code: input.code }, box, false)
      const kind = box === undefined ? ('unknown' as const) : ('box' as const)
      const quantity = box?.contents.reduce((sum, each) => sum + each.quantity, 0) ?? 0
      const { outcome, message, values } =
        refused ?? packSaid({ code: input.code }, 'packed', packWords.box_may_go, { code: tellable(code), quantity })
      return reply({ may_go: refused === null, kind, outcome, message, values, nm_sku: null, where: [] })
    }
    const { nm_sku } = sku
    const items = await lockItems(tx, pass.id, [sku.id])
    const where = await whereIs(tx, sku.id, pass.from_site_id)
    const condition = items.find(({ planned }) => planned > 0)?.condition ?? 'good'
    const free = await freeAt(tx, sku.id, pass, condition)
    const site = { site_name: pass.from_site_name, site_name_zh: pass.from_site_name_zh }
    const planned = items.filter((item) => item.planned > 0)
    const left = planned.reduce((sum, item) => sum + item.planned - item.packed, 0)
    const answer = (
      outcome: Parameters<typeof packSaid>[1],
      message: string,
      values: Record<string, string | number>,
    ) => reply({ may_go: outcome === 'packed', kind: 'sku' as const, outcome, message, values, nm_sku, where })
    if (pass.planned > 0 && planned.length === 0) return answer('not_planned', packWords.not_planned, { nm_sku })
    if (pass.planned > 0 && left < input.quantity)
      return answer('over_plan', packWords.over_plan, {
        nm_sku,
        planned: planned.reduce((sum, item) => sum + item.planned, 0),
      })
    if (free < input.quantity) {
      const rest = await saidOfRest(tx, sku.id, condition, pass.from_site_id)
      return answer('not_there', rest.message, { nm_sku, free, ...site, ...rest.values })
    }
    return answer('packed', packWords.may_go, { nm_sku, free, ...site })
  })
}

async function freeAt(
  tx: Parameters<typeof whereIs>[0],
  skuId: string,
  pass: Pick<PassRow, 'from_site_id' | 'gate_pass'>,
  condition: string,
): Promise<number> {
  const { rows } = await rowsOf({ free: col.number })`
    SELECT coalesce(sum(${freeFor}), 0)::int AS free FROM stock x JOIN place p ON p.id = x.place_id ${withPromised(pass.gate_pass)}
    WHERE x.sku_id = ${skuId} AND x.condition = ${condition} AND p.site_id = ${pass.from_site_id} AND ${isSendable}`.execute(
    tx,
  )
  return rows[0]?.free ?? 0
}

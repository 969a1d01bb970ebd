import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { outcomesOf, type PassOutcome, passOutcomes, pickFrom } from '../../../shared/areas/gate-passes/rules.ts'
import { type PassDiscrepancyRow, passDiscrepancy } from '../../../shared/areas/gate-passes/shapes.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import { type StockCondition, stockConditions } from '../../../shared/areas/stock/moves.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn, daysBetween } from '../../../shared/kernel/days.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { moveStock, type StockMove } from '../stock/move-stock.ts'
import { sitePlace } from '../stock/places.ts'
import { skuShown } from './item-rows.ts'
import { lockPasses } from './lock-pass.ts'
import { itemKey, lockItems } from './pass-items.ts'
import { type PassRow, passesFrom, passesOf } from './pass-rows.ts'
import { holdFreeStock } from './source-stock.ts'
import { isClosedForGood, lineOfOutcome, takeOutcomeBack } from './take-outcome-back.ts'

type Input = Taken<Contract['gatePasses']['gatePassCases']>
type Asking = Pick<CallContext, 'db' | 'caller'>

const caseFacts = passDiscrepancy.omit({ is_open: true, age_days: true }).extend({ zone: col.text })

async function readCases({ db, caller }: Asking, condition: RawBuilder<SqlBool>): Promise<PassDiscrepancyRow[]> {
  const { rows } = await rowsOf(caseFacts)`
    SELECT ${skuShown}, d.id::text AS case_id, p.number AS gate_pass, d.kind, i.condition, fs.code AS from_site, fs.name AS from_site_name,
      fs.name_zh AS from_site_name_zh, fs.time_zone AS zone, ts.code AS to_site, coalesce(ts.name, v.name, p.party, '') AS to_name,
      coalesce(ts.name_zh, v.name_zh, p.party, '') AS to_name_zh, d.quantity, d.settled, d.reason, d.remark, d.opened_at,
      CASE WHEN d.kind = 'short' THEN '{}'::text[] ELSE ARRAY(SELECT DISTINCT f.image_id::text FROM gate_pass_receipt r
        JOIN gate_pass_photo f ON f.receipt_id = r.id WHERE r.item_id = i.id AND r.undone_at IS NULL) END AS image_ids,
      p.state = 'COMPLETED' AND NOT ${isClosedForGood} AS may_take_back,
      coalesce((SELECT json_agg(json_build_object('outcome_id', o.id, 'outcome', o.outcome, 'quantity', o.quantity, 'remark', o.remark,
        'at', o.at, 'by', u.name, 'taken_back', CASE WHEN o.undone_at IS NOT NULL THEN
          json_build_object('at', o.undone_at, 'by', b.name, 'why', o.undone_why) END) ORDER BY o.at, o.id)
        FROM gate_pass_outcome o JOIN app_user u ON u.id = o.user_id LEFT JOIN app_user b ON b.id = o.undone_by
        WHERE o.case_id = d.id), '[]') AS outcomes
    FROM gate_pass_case d JOIN gate_pass_item i ON i.id = d.item_id JOIN sku k ON k.id = i.sku_id JOIN style s ON s.id = k.style_id
    JOIN (${passesFrom}) ON p.id = d.pass_id
    WHERE ${passesOf(caller)} AND ${condition} ORDER BY d.opened_at DESC, d.id DESC`.execute(db)
  return rows.map(({ zone, ...row }) => ({
    ...row,
    is_open: row.settled < row.quantity,
    age_days: Math.max(0, daysBetween(dayIn(zone, new Date(row.opened_at)), dayIn(zone, new Date()))),
  }))
}

const isOpen = sql<SqlBool>`d.settled < d.quantity`

/** Discrepancies, open ones first, then the newest. */
export const caseQuery: ListQuery<Input, PassDiscrepancyRow> = listQuery<Input, PassDiscrepancyRow>({
  from: sql`gate_pass_case d JOIN gate_pass_item i ON i.id = d.item_id JOIN sku k ON k.id = i.sku_id JOIN (${passesFrom}) ON p.id = d.pass_id`,
  id: sql<string>`d.id`,
  scope: ({ caller }) => passesOf(caller),
  rules: {
    is_open: (open) => (open ? isOpen : sql<SqlBool>`NOT (${isOpen})`),
    kind: (kind) => sql<SqlBool>`d.kind = ${kind}`,
    gate_pass: (number) => sql<SqlBool>`p.number = ${number}`,
    from_site: (site) => sql<SqlBool>`fs.code = ${site}`,
    to_site: (site) => sql<SqlBool>`ts.code = ${site}`,
    case_ids: (ids) => sql<SqlBool>`d.id = ANY(${ids}::uuid[])`,
    search: (text) => sql<SqlBool>`(p.number ILIKE ${containing(text)} OR k.nm_sku ILIKE ${containing(text)})`,
  },
  order: () => ({
    by: [
      [sql`(d.settled < d.quantity)::int`, 'int'],
      [sql`d.opened_at`, 'timestamptz'],
      [sql`d.id`, 'uuid'],
    ],
    isDescending: true,
  }),
  rows: async (ids, asking) =>
    inOrder(ids, await readCases(asking, sql<SqlBool>`d.id = ANY(${ids}::uuid[])`), ({ case_id }) => case_id),
  counts: async (filter, context) => {
    const { rows } = await rowsOf({ open: col.number, settled: col.number, all: col.number })`
      SELECT count(*) FILTER (WHERE ${isOpen})::int AS open, count(*) FILTER (WHERE NOT (${isOpen}))::int AS settled, count(*)::int AS "all"
      FROM gate_pass_case d JOIN gate_pass_item i ON i.id = d.item_id JOIN sku k ON k.id = i.sku_id JOIN (${passesFrom}) ON p.id = d.pass_id
      WHERE ${await caseQuery.where(filter, context, ['is_open'])}`.execute(context.db)
    return { ...rows[0] }
  },
})

export function casesOfPass(
  tx: Tx,
  { caller }: Pick<CallContext, 'caller'>,
  passId: string,
): Promise<PassDiscrepancyRow[]> {
  return readCases({ db: tx, caller }, sql<SqlBool>`d.pass_id = ${passId}`)
}

const lockedColumns = {
  id: col.text,
  pass_id: col.text,
  kind: z.enum(['short', 'excess', 'damaged']),
  quantity: col.number,
  settled: col.number,
  sku_id: col.text,
  nm_sku: col.text,
  condition: z.enum(stockConditions),
}

/** Says what became of it. Stock follows where pieces were found, or where the source sent more than it scanned. */
export const settleGatePassCase: Handlers<Contract['gatePasses']>['settleGatePassCase'] = (input, context) =>
  context.command(async (tx) => {
    const { caller } = context
    const known = await tx
      .selectFrom('gate_pass_case')
      .select('pass_id')
      .where('id', '=', input.case_id)
      .executeTakeFirst()
    const [pass] = known ? await lockPasses(tx, caller, [known.pass_id]) : []
    const { rows } = await rowsOf(lockedColumns)`
      SELECT d.id::text AS id, d.pass_id::text AS pass_id, d.kind, d.quantity, d.settled, i.sku_id::text AS sku_id, k.nm_sku, i.condition
      FROM gate_pass_case d JOIN gate_pass_item i ON i.id = d.item_id JOIN sku k ON k.id = i.sku_id WHERE d.id = ${input.case_id} FOR NO KEY UPDATE OF d`.execute(
      tx,
    )
    const [found] = rows
    if (pass === undefined || found === undefined) throw notFound(passWords.unknownCase)
    if (input.takes_back) {
      await takeOutcomeBack(tx, context, pass, found, input.takes_back)
      return replyCase(tx, context, found.id, passWords.settlementBack)
    }
    if (input.outcomes.length === 0) throw invalidInput(passWords.noOutcome)
    if (input.outcomes.some(({ outcome }) => !outcomesOf(found.kind).includes(outcome)))
      throw invalidInput(passWords.wrongOutcome)
    const total = input.outcomes.reduce((sum, { quantity }) => sum + quantity, 0)
    const left = found.quantity - found.settled
    if (total > left) throw moveNotAllowed(passWords.tooMuch, [], { values: { left } })
    const event = await recordEvent(tx, context, {
      entity: 'gate_pass',
      entityId: pass.gate_pass,
      event: 'gate_pass.settled',
      details: { kind: found.kind, pieces: total, outcome: input.outcomes.map(({ outcome }) => outcome).join(', ') },
    })
    for (const { outcome, quantity, remark } of input.outcomes) {
      const id = v7()
      await moveStock(tx, await stockOf(tx, pass, found, { id, outcome, quantity }), event)
      await sql`INSERT INTO gate_pass_outcome (id, case_id, outcome, quantity, remark, user_id)
        VALUES (${id}, ${found.id}, ${outcome}, ${quantity}, ${remark || null}, ${caller.userId})`.execute(tx)
    }
    await sql`UPDATE gate_pass_case SET settled = settled + ${total} WHERE id = ${found.id}`.execute(tx)
    return replyCase(tx, context, found.id, passWords.settled)
  })

async function replyCase(tx: Tx, { caller }: Pick<CallContext, 'caller'>, id: string, said: string) {
  const [discrepancy] = await readCases({ db: tx, caller }, sql<SqlBool>`d.id = ${id}`)
  if (discrepancy === undefined) throw notFound(passWords.unknownCase)
  return reply({ discrepancy }, said)
}

/** What an outcome does to stock: pieces that were found come back, and what the source sent unscanned leaves it. */
async function stockOf(
  tx: Tx,
  pass: PassRow,
  found: Row<typeof lockedColumns>,
  { id, outcome, quantity }: { id: string; outcome: PassOutcome; quantity: number },
): Promise<StockMove[]> {
  const does = passOutcomes[outcome].stock
  if (does === null) return []
  const { sku_id: skuId, condition } = found
  const document = { type: 'gate_pass', id: pass.gate_pass, line: lineOfOutcome(id) } as const
  const reason = passOutcomes[outcome].label
  if (does === 'from_source') {
    const picks = await picksAtSource(tx, pass, found, quantity)
    return picks.map(({ place, quantity: taken }) => ({
      ...{ kind: 'write_off', skuId, quantity: taken, document, reason, to: null },
      from: { placeId: place.place_id, condition: place.condition },
    }))
  }
  const site = does === 'to_destination' ? (pass.receive_site_id ?? pass.from_site_id) : pass.from_site_id
  const to = { placeId: await sitePlace(tx, site, 'floor'), condition }
  return [{ kind: 'found', skuId, quantity, document, reason, from: null, to }]
}

/**
 * Where the source has the pieces in its books that it sent unscanned: on its floor or any shelf, in a condition in which this pass sent the SKU,
 * since one may be damaged on its way. Throws move_not_allowed with what is free there.
 */
async function picksAtSource(tx: Tx, pass: PassRow, found: Row<typeof lockedColumns>, quantity: number) {
  const { sku_id, nm_sku, condition } = found
  const sent = (await lockItems(tx, pass.id, [sku_id])).filter((item) => item.sent > 0).map((item) => item.condition)
  const conditions = new Set<StockCondition>(sent.length > 0 ? sent : [condition, 'good'])
  const books = await holdFreeStock(tx, pass, [sku_id])
  const places = [...conditions].flatMap((one) => books.get(itemKey({ sku_id, condition: one })) ?? [])
  const picks = pickFrom(places, quantity)
  if (picks !== null) return picks
  const free = places.reduce((sum, place) => sum + place.free, 0)
  const site = { site_name: pass.from_site_name, site_name_zh: pass.from_site_name_zh }
  throw moveNotAllowed(passWords.notAtSource, [], { values: { ...site, nm_sku, free, quantity } })
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { stages } from '../../../shared/areas/orders/status.ts'
import { type BehindRow, behindRow, MOST_BEHIND } from '../../../shared/areas/scorecards/calls.ts'
import { type BehindKind, type BehindSay, behindSays } from '../../../shared/areas/scorecards/figures.ts'
import type { Contract } from '../../../shared/areas.ts'
import { namesOf } from '../../../shared/kernel/area.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { allOfChina } from '../qc-boxes/sites.ts'
import { rejectedLots } from '../qc-reports/quality.ts'
import { cardDays, cardVendor } from './cards.ts'
import {
  answerHours,
  discrepanciesIn,
  disputesIn,
  dueIn,
  type FiguresAsked,
  inDays,
  isOnTime,
  lastLeft,
  vendorDay,
} from './figures.ts'

type Routes = Handlers<Contract['scorecards']>

const behindOne = behindRow.extend({ says: z.enum(namesOf(behindSays)), total: col.number })

/** What stands behind a figure, by the very conditions that the figure counts with; so many as the figure says. */
export const scorecardBehind: Routes['scorecardBehind'] = async ({ of, supplier_id, ...asked }, context) => {
  const days = cardDays(asked)
  const vendor = await cardVendor(context, supplier_id)
  const about = { days, vendor }
  if (of === 'lots') return reply(await lots(context.db, about))
  const { rows } = await rowsOf(behindOne)`${queries[of](about)} LIMIT ${sql.lit(MOST_BEHIND)}`.execute(context.db)
  return reply({
    rows: rows.map(({ total: _, says, ...row }): BehindRow => ({ ...row, says: behindSays[says] })),
    total: rows[0]?.total ?? 0,
  })
}

const says = (say: BehindSay) => sql.lit(say)
const isClosed = sql<SqlBool>`o.stage <= ${stages.fullyShipped}`
const count = sql`count(*) OVER ()::int AS total`
const noHours = sql`NULL::float8 AS hours`

const queries: Readonly<Record<Exclude<BehindKind, 'lots'>, (asked: FiguresAsked) => RawBuilder<unknown>>> = {
  late: ({ days, vendor }) => sql`
    SELECT x.id, x.code, x.detail, x.day, x.at, x.pieces, x.hours, x.says, ${count} FROM (SELECT o.id, o.order_id AS code, '' AS detail, o.ship_by::text AS day, ${lastLeft} AS at,
        o.ordered - o.shipped AS pieces, ${noHours}, CASE WHEN NOT (${isClosed}) THEN ${says('open')}
          WHEN o.shipped = 0 THEN ${says('nothing_shipped')} ELSE ${says('left_late')} END AS says, ${isOnTime(lastLeft)} AS fine
      FROM vendor_order o JOIN vendor v ON v.id = o.vendor_id WHERE ${dueIn(days)} AND ${vendor}) x
    WHERE NOT x.fine ORDER BY x.day, x.code`,
  short: ({ days, vendor }) => sql`
    SELECT l.id, o.order_id AS code, k.nm_sku AS detail, o.ship_by::text AS day, NULL::timestamptz AS at, l.ordered - l.shipped AS pieces,
      ${noHours}, CASE WHEN l.shipped = 0 THEN ${says('nothing_shipped')} ELSE ${says('shipped_short')} END AS says, ${count}
    FROM vendor_order o JOIN vendor v ON v.id = o.vendor_id JOIN order_line l ON l.order_id = o.id JOIN sku k ON k.id = l.sku_id
    WHERE ${dueIn(days)} AND ${vendor} AND ${isClosed} AND l.shipped < l.ordered ORDER BY pieces DESC, o.order_id, k.nm_sku`,
  discrepancies: ({ days, vendor }) => sql`
    SELECT c.id, b.sscc AS code, k.nm_sku AS detail, ${vendorDay(sql`c.opened_at`)}::text AS day, c.opened_at AS at, c.quantity AS pieces,
      ${noHours}, CASE WHEN c.kind IN ('missing', 'excess') THEN c.kind ELSE ${says('disputed')} END AS says, ${count}
    FROM (SELECT c.* ${discrepanciesIn(days, vendor)}) c JOIN box b ON b.id = c.box_id JOIN sku k ON k.id = c.sku_id
    ORDER BY c.opened_at DESC, c.id`,
  disputes: ({ days, vendor }) => sql`
    SELECT p.id, b.sscc AS code, p.number AS detail, ${vendorDay(sql`p.opened_at`)}::text AS day, p.opened_at AS at,
      (SELECT sum(x.pieces)::int FROM qc_dispute_line x WHERE x.dispute_id = p.id) AS pieces, ${noHours},
      CASE WHEN p.state IN ('upheld', 'partly_upheld', 'turned_down') THEN p.state ELSE ${says('disputed')} END AS says, ${count}
    FROM (SELECT p.* ${disputesIn(days, vendor)}) p JOIN box b ON b.id = p.box_id ORDER BY p.opened_at DESC, p.id`,
  answers: ({ days, vendor }) => sql`
    SELECT o.id, o.order_id AS code, '' AS detail, ${vendorDay(sql`o.approved_at`)}::text AS day, o.answered_at AS at, o.ordered AS pieces,
      ${answerHours} AS hours, CASE WHEN o.answered_at IS NULL THEN ${says('unanswered')} ELSE ${says('answered')} END AS says, ${count}
    FROM vendor_order o JOIN vendor v ON v.id = o.vendor_id
    WHERE o.decision = 'APPROVED' AND ${inDays(days, sql`o.approved_at`)} AND ${vendor}
    ORDER BY ${answerHours} DESC NULLS FIRST, o.approved_at, o.order_id`,
}

const lotColumns = { id: col.text, code: col.text, detail: col.text, pieces: col.number }

/** Rejected lots, known by the box in which the last of their sample was looked at. */
async function lots(db: Db, asked: FiguresAsked): Promise<{ rows: BehindRow[]; total: number }> {
  const found = await rejectedLots(db, { at: allOfChina, ...asked }, MOST_BEHIND)
  const { rows } = await rowsOf(lotColumns)`
    SELECT l.id, (SELECT b.sscc FROM qc_inspection_lot x JOIN qc_inspection i ON i.id = x.inspection_id JOIN box b ON b.id = i.box_id
        WHERE x.lot_id = l.id ORDER BY x.number DESC LIMIT 1) AS code,
      concat_ws(' · ', l.plan ->> 'style_id', l.plan ->> 'color') AS detail, l.lot_size AS pieces
    FROM qc_lot l WHERE l.id = ANY(${found.map(({ lot_id }) => lot_id)}::uuid[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    rows: found.flatMap(({ lot_id, day }) => {
      const lot = byId.get(lot_id)
      return lot ? [{ ...lot, day, at: null, hours: null, says: behindSays.rejected_lot }] : []
    }),
    total: found[0]?.total ?? 0,
  }
}

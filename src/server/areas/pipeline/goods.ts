import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import {
  type Forecast,
  forecast,
  type Leg,
  legBook,
  legs,
  PAST_DAYS,
  promisedDays,
  type TakenLeg,
  type Way,
  ways,
} from '../../../shared/areas/pipeline/forecast.ts'
import { addDays, dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { indiaToday } from '../../database/today.ts'
import type { Db } from '../../http/call.ts'
import { byWords } from '../../lists/search.ts'
import { containing } from '../orders/order-rows.ts'

/** An instant's day in India. */
export const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} AT TIME ZONE ${indiaZone})::date`

/** Pieces of a box or line at QC that still come: not those that failed, which go back or are disposed of. */
const comes = (of: string) =>
  sql.join(
    ['uncounted', 'to_inspect', 'on_hold', 'passed', 'shelved', 'ready'].map((bucket) => sql.ref(`${of}.${bucket}`)),
    sql` + `,
  )

/** Every box that a vendor shipped, with the days on which its legs began and ended; null where they did not. */
const boxes = sql`(
  SELECT b.id, h.vendor_id, d.kind = 'india_qc' AS is_direct, ${dayOf(sql`coalesce(h.shipped_at, h.created_at)`)} AS shipped_on,
    ${dayOf(sql`c.inwarded_at`)} AS china_on, ${dayOf(sql`e.shipped_at`)} AS exported_on, e.transport, e.arrives_on, e.destination_id AS export_to,
    h.destination_id, ${dayOf(sql`i.inwarded_at`)} AS india_on, i.site_id AS india_site_id,
    CASE WHEN i.box_id IS NOT NULL AND i.uncounted + i.to_inspect + i.on_hold + i.passed = 0 THEN p.bought_on END AS bought_on,
    c.box_id IS NULL AND i.box_id IS NULL OR coalesce(${comes('c')}, 0) + coalesce(${comes('i')}, 0)
      + CASE WHEN i.box_id IS NULL THEN coalesce(c.invoiced + c.shipped, 0) ELSE coalesce(c.invoiced, 0) + i.invoiced + i.shipped END > 0 AS is_open,
    b.length_mm::numeric * b.width_mm * b.height_mm / 1e9 AS cbm
  FROM shipment h JOIN box b ON b.shipment_id = h.id AND b.removed_at IS NULL JOIN site d ON d.id = h.destination_id
  LEFT JOIN qc_box c ON c.box_id = b.id AND c.site_kind = 'china_qc'
  LEFT JOIN qc_box i ON i.box_id = b.id AND i.site_kind = 'india_qc'
  LEFT JOIN LATERAL (SELECT x.shipped_at, x.transport, x.arrives_on, x.destination_id FROM invoice_box n
    JOIN export_order x ON x.invoice_id = n.invoice_id AND x.state = 'SHIPPED' WHERE n.box_id = b.id AND n.is_live LIMIT 1) e ON true
  LEFT JOIN LATERAL (SELECT max(o.issued_on) AS bought_on FROM purchase_order_box n
    JOIN purchase_order o ON o.id = n.purchase_order_id AND o.state = 'POSTED' WHERE n.box_id = b.id) p ON true
  WHERE h.state = 'PACKED_AND_SHIPPED' AND NOT h.is_production)`

/** Every facility's part of a production order, with the days on which it began and on which its last pieces so far passed on; `due` as promised. */
const jobs = sql`(
  SELECT p.number, p.style_id, p.state, ${dayOf(sql`p.state_since`)} AS state_on, j.*, ${dayOf(sql`p.made_at`)} AS made_on,
    ${dayOf(sql`j.started_at`)} AS started_on, m.stitched_on, m.packed_on, m.shipped_on,
    coalesce((SELECT min(a.due_on) FROM production_vendor_allocation a WHERE a.order_id = p.id AND a.facility_id = j.facility_id), p.due_on) AS due,
    j.shipped > 0 AND j.pending + j.cutting + j.stitching + j.finishing + j.checking + j.packed + j.shipment_pending + j.rework = 0 AS is_done
  FROM facility_job j JOIN production_order p ON p.id = j.order_id CROSS JOIN LATERAL (
    SELECT ${dayOf(sql`max(m.at) FILTER (WHERE m.kind = 'stitch')`)} AS stitched_on, ${dayOf(sql`max(m.at) FILTER (WHERE m.kind = 'pack')`)} AS packed_on,
      ${dayOf(sql`max(m.at) FILTER (WHERE m.kind = 'ship')`)} AS shipped_on
    FROM facility_line l JOIN facility_move m ON m.line_id = l.id WHERE l.job_id = j.id) m)`

/** Until when a production order is promised where nobody set a day. */
const usualDue = ways.own.reduce((days, leg) => days + promisedDays[leg], 0)

/** Pieces of own production that no facility has shipped, by order, facility and leg. */
async function openProduction(db: Db, asked: RawBuilder<unknown>): Promise<OpenGoods[]> {
  const { rows } = await rowsOf(goodsColumns)`
    SELECT o.order_id, coalesce(y.code, '') AS style, coalesce(v.id::text, '') AS vendor_id, coalesce(v.code, '') AS supplier_id,
      coalesce(v.name, '') AS supplier_name, coalesce(v.name_zh, '') AS supplier_name_zh, coalesce(o.due, o.made_on + ${usualDue}::int)::text AS ship_by,
      o.leg, 'own' AS way, o.since::text AS since, NULL AS shipped_on, NULL AS china_on, NULL AS exported_on, NULL AS india_on, NULL AS transport, NULL AS arrives_on,
      NULL AS site_id, o.pieces, CASE WHEN o.is_held THEN o.pieces ELSE 0 END AS on_hold,
      CASE WHEN o.is_held THEN ${indiaToday} - o.state_on ELSE 0 END AS held, 0 AS boxes, 0 AS unmeasured, 0 AS cbm, o.took
    FROM (
      SELECT p.number AS order_id, p.style_id, NULL::uuid AS facility_id, p.due_on AS due, ${dayOf(sql`p.made_at`)} AS made_on, 'prepare' AS leg,
        ${dayOf(sql`p.made_at`)} AS since, p.pieces, p.state = 'ON_HOLD' AS is_held, ${dayOf(sql`p.state_since`)} AS state_on, '{}'::jsonb AS took
      FROM production_order p WHERE p.state IN ('ACTION_REQUIRED', 'ON_HOLD', 'READY_FOR_ALLOCATION', 'CAD', 'READY_FOR_PRODUCTION') AND p.pieces > 0
      UNION ALL
      SELECT j.number, j.style_id, j.facility_id, j.due, j.made_on, s.leg, s.since, s.pieces, j.state = 'PRODUCTION_ON_HOLD', j.state_on,
        jsonb_strip_nulls(jsonb_build_object('prepare', j.started_on - j.made_on, 'cut', j.stitched_on - j.started_on, 'sew', j.packed_on - j.stitched_on))
      FROM ${jobs} j CROSS JOIN LATERAL (VALUES ('cut', j.started_on, j.pending + j.cutting),
        ('sew', coalesce(j.stitched_on, j.started_on), j.stitching + j.finishing + j.checking + j.rework),
        ('send', coalesce(j.packed_on, j.started_on), j.packed + j.shipment_pending)) AS s (leg, since, pieces) WHERE s.pieces > 0) o
    LEFT JOIN style y ON y.id = o.style_id LEFT JOIN production_facility v ON v.id = o.facility_id
    WHERE ${asked}`.execute(db)
  return rows
}

const takenColumns = { leg: z.enum(legs), key: col.text, from: col.text, to: col.text }

/** Legs of all goods that ended lately, each once for the goods that went together. */
async function takenLegs(db: Db): Promise<TakenLeg[]> {
  const { rows } = await rowsOf(takenColumns)`
    WITH b AS MATERIALIZED (SELECT * FROM ${boxes} x WHERE x.shipped_on > ${indiaToday} - ${PAST_DAYS}::int)
    SELECT DISTINCT l.leg, l.key, l."from"::text AS "from", l."to"::text AS "to" FROM (
      SELECT 'vendor' AS leg, b.vendor_id::text AS key, o.ship_by AS "from", b.shipped_on AS "to"
      FROM b JOIN box_line bl ON bl.box_id = b.id JOIN order_line ol ON ol.id = bl.order_line_id JOIN vendor_order o ON o.id = ol.order_id
      UNION ALL SELECT 'to_china', b.vendor_id::text, b.shipped_on, b.china_on FROM b WHERE NOT b.is_direct
      UNION ALL SELECT 'china', b.vendor_id::text, b.china_on, b.exported_on FROM b
      UNION ALL SELECT 'to_india', b.transport, b.exported_on, b.india_on FROM b
      UNION ALL SELECT 'direct', b.vendor_id::text, b.shipped_on, b.india_on FROM b WHERE b.is_direct
      UNION ALL SELECT 'india', '', b.india_on, b.bought_on FROM b
      UNION ALL
      SELECT s.leg, s.key, s."from", s."to" FROM ${jobs} j CROSS JOIN LATERAL (VALUES ('prepare', '', j.made_on, j.started_on),
        ('cut', j.facility_id::text, j.started_on, CASE WHEN j.is_done THEN j.stitched_on END),
        ('sew', j.facility_id::text, j.stitched_on, CASE WHEN j.is_done THEN j.packed_on END),
        ('send', j.facility_id::text, j.packed_on, CASE WHEN j.is_done THEN j.shipped_on END)) AS s (leg, key, "from", "to")
      WHERE j.started_on > ${indiaToday} - ${PAST_DAYS}::int) l (leg, key, "from", "to")
    WHERE l."from" IS NOT NULL AND l."to" IS NOT NULL AND l."to" - l."from" BETWEEN -60 AND 120`.execute(db)
  return rows
}

const goodsColumns = {
  ...{ order_id: col.text, style: col.text, vendor_id: col.text, supplier_id: col.text },
  ...{ supplier_name: col.text, supplier_name_zh: col.text, ship_by: col.text },
  leg: z.enum(legs),
  way: z.enum(['china', 'direct', 'own']),
  since: col.text,
  ...{ shipped_on: col.textOrNull, china_on: col.textOrNull, exported_on: col.textOrNull, india_on: col.textOrNull },
  transport: col.textOrNull,
  /** The day on which the carrier said that they arrive. */
  arrives_on: col.textOrNull,
  /** site.id in India, where it is known. */
  site_id: col.textOrNull,
  ...{ pieces: col.number, on_hold: col.number },
  /** Days since the last of them were put on hold; 0 where none are. */
  held: col.number,
  /** What legs before took, where it is not said by the days above. */
  took: z.record(z.string(), z.number()).nullable(),
  /** A box with goods of several orders is shared among them by pieces. */
  ...{ boxes: col.number, unmeasured: col.number, cbm: col.number },
}

export type OpenGoods = z.output<z.ZodObject<typeof goodsColumns>>

/** Goods of order `o`, style `y` and vendor `v` that are asked for. */
export function goodsAsked({
  search,
  supplier_id,
}: {
  search?: string | undefined
  supplier_id?: string | undefined
}): RawBuilder<unknown> {
  const words = search
    ? byWords(search, (word) => {
        const like = containing(word)
        return sql<boolean>`(o.order_id ILIKE ${like} OR y.code ILIKE ${like} OR v.name ILIKE ${like} OR v.name_zh ILIKE ${like})`
      })
    : sql`true`
  return sql`${words} AND ${supplier_id ? sql`v.code = ${supplier_id}` : sql`true`}`
}

/** An order’s share `g` of pieces: what comes up to it less what comes before it, so that the shares add up. */
const shareOf = (pieces: RawBuilder<unknown>) =>
  sql`(round(${pieces}::numeric * g.up_to / g.whole) - round(${pieces}::numeric * (g.up_to - g.quantity) / g.whole))`

/** Pieces of approved orders that are not bought yet and still come: those that the vendor still has, and those in boxes, by order and by where and since when they are. */
async function openGoods(db: Db, vendor: RawBuilder<unknown>): Promise<OpenGoods[]> {
  const { rows } = await rowsOf(goodsColumns)`
    WITH b AS MATERIALIZED (SELECT * FROM ${boxes} x WHERE x.is_open),
    goods AS (
      SELECT bl.box_id, ol.order_id AS order_key, ol.sku_id, sum(bl.quantity) AS quantity
      FROM b JOIN box_line bl ON bl.box_id = b.id JOIN order_line ol ON ol.id = bl.order_line_id GROUP BY 1, 2, 3),
    stands AS (
      SELECT g.box_id, g.sku_id, CASE WHEN b.is_direct THEN 'direct' ELSE 'to_china' END AS leg, sum(g.quantity) AS pieces, 0 AS on_hold
      FROM goods g JOIN b ON b.id = g.box_id WHERE b.china_on IS NULL AND b.india_on IS NULL GROUP BY 1, 2, 3
      UNION ALL
      SELECT l.box_id, l.sku_id, s.leg, s.pieces, s.on_hold FROM b JOIN qc_line l ON l.box_id = b.id JOIN site x ON x.id = l.site_id
      CROSS JOIN LATERAL (VALUES
        (CASE x.kind WHEN 'china_qc' THEN 'china' ELSE 'india' END,
          ${comes('l')} + l.invoiced + CASE x.kind WHEN 'china_qc' THEN l.purchased ELSE l.shipped END, l.on_hold),
        ('to_india', CASE WHEN x.kind = 'china_qc' AND b.india_on IS NULL THEN l.shipped ELSE 0 END, 0)) AS s (leg, pieces, on_hold)
      WHERE s.pieces > 0),
    -- Pieces of an SKU that several orders have in one box are shared by what each packed, whole pieces.
    shared AS (
      SELECT g.order_key, g.box_id, s.leg, ${shareOf(sql`s.pieces`)} AS pieces, ${shareOf(sql`s.on_hold`)} AS on_hold
      FROM stands s JOIN (SELECT *, sum(quantity) OVER (PARTITION BY box_id, sku_id ORDER BY order_key) AS up_to,
          sum(quantity) OVER (PARTITION BY box_id, sku_id) AS whole FROM goods) g ON g.box_id = s.box_id AND g.sku_id = s.sku_id),
    each AS (
      SELECT p.order_key, p.leg,
        coalesce(CASE p.leg WHEN 'india' THEN b.india_on WHEN 'to_india' THEN b.exported_on WHEN 'china' THEN b.china_on END, b.shipped_on) AS since,
        b.shipped_on, b.china_on, b.exported_on, b.india_on, b.transport, b.arrives_on, b.is_direct,
        coalesce(b.india_site_id, b.export_to, CASE WHEN b.is_direct THEN b.destination_id END) AS site_id,
        p.pieces, p.on_hold, CASE WHEN p.on_hold > 0 THEN (SELECT ${indiaToday} - ${dayOf(sql`max(m.at)`)} FROM qc_move m
          WHERE m.box_id = p.box_id AND m.kind = 'hold') END AS held,
        p.pieces / sum(p.pieces) OVER (PARTITION BY p.box_id) AS share, b.cbm
      FROM shared p JOIN b ON b.id = p.box_id WHERE p.pieces > 0)
    SELECT o.order_id, y.code AS style, v.id::text AS vendor_id, v.code AS supplier_id, v.name AS supplier_name,
      v.name_zh AS supplier_name_zh, o.ship_by::text AS ship_by, e.leg,
      CASE WHEN coalesce(e.is_direct, d.kind = 'india_qc') THEN 'direct' ELSE 'china' END AS way,
      coalesce(e.since, o.ship_by)::text AS since, e.shipped_on::text AS shipped_on, e.china_on::text AS china_on,
      e.exported_on::text AS exported_on, e.india_on::text AS india_on, e.transport, e.arrives_on::text AS arrives_on,
      coalesce(e.site_id, CASE WHEN d.kind = 'india_qc' THEN d.id END)::text AS site_id,
      sum(e.pieces)::int AS pieces, sum(e.on_hold)::int AS on_hold,
      coalesce(max(e.held), 0)::int AS held, NULL::jsonb AS took, coalesce(sum(e.share), 0)::float8 AS boxes,
      coalesce(sum(e.share) FILTER (WHERE e.cbm IS NULL), 0)::float8 AS unmeasured, coalesce(sum(e.share * e.cbm), 0)::float8 AS cbm
    FROM each e JOIN vendor_order o ON o.id = e.order_key JOIN style y ON y.id = o.style_id JOIN vendor v ON v.id = o.vendor_id
    JOIN site d ON d.id = o.destination_id
    WHERE ${vendor}
    GROUP BY o.order_id, y.code, v.id, v.code, v.name, v.name_zh, o.ship_by, e.leg, e.is_direct, d.kind, d.id, e.since, e.shipped_on,
      e.china_on, e.exported_on, e.india_on, e.transport, e.arrives_on, e.site_id
    UNION ALL
    SELECT o.order_id, y.code, v.id::text, v.code, v.name, v.name_zh, o.ship_by::text, 'vendor',
      CASE WHEN d.kind = 'india_qc' THEN 'direct' ELSE 'china' END, o.ship_by::text, NULL, NULL, NULL, NULL, NULL, NULL,
      CASE WHEN d.kind = 'india_qc' THEN d.id END::text, o.awaiting + o.platform + o.reserved + o.packed, 0, 0, NULL::jsonb, 0, 0, 0
    FROM vendor_order o JOIN style y ON y.id = o.style_id JOIN vendor v ON v.id = o.vendor_id JOIN site d ON d.id = o.destination_id
    WHERE o.decision = 'APPROVED' AND o.awaiting + o.platform + o.reserved + o.packed > 0 AND ${vendor}`.execute(db)
  return rows
}

const took = (from: string | null, to: string | null): number | undefined =>
  from === null || to === null ? undefined : Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** What each leg before took. */
function tookOf(goods: OpenGoods): Partial<Record<Leg, number>> {
  const { ship_by, shipped_on, china_on, exported_on, india_on } = goods
  if (goods.took) return goods.took
  const all: Partial<Record<Leg, number | undefined>> = {
    vendor: took(ship_by, shipped_on),
    to_china: took(shipped_on, china_on),
    china: took(china_on, exported_on),
    to_india: took(exported_on, india_on),
    direct: took(shipped_on, india_on),
  }
  return Object.fromEntries(Object.entries(all).filter(([, days]) => days !== undefined))
}

export interface ForeseenGoods extends OpenGoods, Forecast {
  /** The day on which they are expected at the door in India; null once they are there. */
  arrives: string | null
}

export type LegBook = ReturnType<typeof legBook>

/** Every open goods with its forecast, and the book of legs that it is made from. */
export async function foreseen(
  db: Db,
  vendor: RawBuilder<unknown>,
): Promise<{ goods: ForeseenGoods[]; book: LegBook }> {
  const [taken, ordered, made] = await Promise.all([takenLegs(db), openGoods(db, vendor), openProduction(db, vendor)])
  const today = dayIn(indiaZone, new Date())
  const book = legBook(taken, today)
  const goods = [...ordered, ...made].map((one): ForeseenGoods => {
    const keyOf = (leg: Leg) =>
      leg === 'india' || leg === 'prepare' ? '' : leg === 'to_india' ? (one.transport ?? '') : one.vendor_id
    const estimate = (leg: Leg) => book.estimate(leg, keyOf(leg))
    const told = forecast({ ...one, way: one.way as Way, took: tookOf(one) }, estimate, today)
    const rest = Math.round(estimate('india').days)
    const arrives = one.leg === 'india' || one.way === 'own' ? null : earlier(told.expected, rest, today)
    return { ...one, ...told, arrives }
  })
  return { goods, book }
}

function earlier(day: string, days: number, today: string): string {
  const before = addDays(day, -days)
  return before < today ? today : before
}

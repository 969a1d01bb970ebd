import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type QcBoxRow, qcBox, qcLine, qcQuantities } from '../../../shared/areas/inspection/shapes.ts'
import { standingColumns } from '../../../shared/areas/qc-boxes/moves.ts'
import type { QcQuantities } from '../../../shared/areas/qc-boxes/quantities.ts'
import { passedOf, piecesBeside, qcColumns } from '../../../shared/areas/qc-boxes/quantities.ts'
import { type QcTab, qcStatus, waybillValues, waybillWords } from '../../../shared/areas/qc-boxes/status.ts'
import { hasRight } from '../../../shared/areas.ts'
import { dayIn, daysBetween } from '../../../shared/kernel/days.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { todayIn } from '../../database/today.ts'
import type { Caller, Db } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { faceOfColour, facesOf } from '../pictures/faces.ts'
import { type AtQc, actionsAt, atSites, inPlaces, leadAt, type QcPlace, qcSites } from './sites.ts'

/** A box at QC with its facts, ready for `qcBoxWire`. Its weight is as an invoice would say it; null, too, where it was weighed with other pieces. */
export const qcBoxFacts = qcBox
  .omit({
    counts_hidden: true,
    weigh_again: true,
    status: true,
    quantities: true,
    age_days: true,
    allowed_actions: true,
  })
  .extend({
    ...qcQuantities.shape,
    /** What was last said of its weight, with whatever lay in it then. */
    last_weight_grams: col.numberOrNull,
    shipment_uuid: col.text,
    vendor_id: col.text,
    site_id: col.text,
    site_kind: qcSites,
    time_zone: col.text,
    round: col.number,
    updated_at: col.instant,
    /** Whoever counts at its site is not told what was declared. */
    is_blind: col.flag,
  })

export type QcBoxFacts = z.output<typeof qcBoxFacts>

/**
 * What a box `b` at QC `q` weighs with so many pieces, in grams. A weight is of so many pieces: the vendor's of all declared, that of QC
 * of those which were in the box then. With others it is not known.
 */
export const weightWith = (
  pieces: RawBuilder<unknown>,
) => sql`CASE WHEN q.weighed_pieces = ${pieces} THEN q.weight_grams
  WHEN q.declared = ${pieces} THEN b.weight_grams END`

export const lastWeight = sql`coalesce(q.weight_grams, b.weight_grams)`

const passedPieces = sql`(q.passed + q.shelved + q.ready + q.invoiced + q.shipped + q.purchased)`

/** The pieces of which a box's weight is told: those that passed, as an invoice takes them; all that lie in it until they are judged. */
const piecesToWeigh = sql`(CASE WHEN q.uncounted + q.to_inspect + q.on_hold = 0 AND ${passedPieces} > 0 THEN ${passedPieces}
  ELSE q.declared + q.excess - q.missing - q.returned - q.disposed END)`

const blindAt = (name: string) =>
  sql`coalesce((SELECT value = 'true'::jsonb FROM setting WHERE name = ${sql.lit(name)}), false)`

/** Whether this caller may not know yet what was declared of a box: who counts it does, where counts are blind; a lead never. */
export function hidesDeclared(
  { is_blind, uncounted, site_kind }: Pick<QcBoxFacts, 'is_blind' | 'uncounted' | 'site_kind'>,
  caller: Pick<Caller, 'role'>,
): boolean {
  return is_blind && uncounted > 0 && caller.role !== 'vendor' && !hasRight(caller, leadAt[site_kind])
}

/** What boxes `q` of one kind of site are sorted by where that is their pieces: those that `hidesDeclared` are fewer than any. */
export function piecesToSortBy(caller: Pick<Caller, 'role'>, site_kind: QcBoxFacts['site_kind']): RawBuilder<unknown> {
  if (!hidesDeclared({ is_blind: true, uncounted: 1, site_kind }, caller)) return sql`q.declared`
  const setting = site_kind === 'china_qc' ? 'qc_blind_count' : 'india_qc_blind_count'
  return sql`(CASE WHEN q.uncounted > 0 AND ${blindAt(setting)} THEN -1 ELSE q.declared END)`
}

/** Numbers that say whether there is anything, and not how much: the rules of a box ask for no more. */
function masked<Q extends QcQuantities>(quantities: Q): Q {
  return { ...quantities, declared: Math.min(1, quantities.declared), uncounted: Math.min(1, quantities.uncounted) }
}

/** Boxes `q` at QC with the sizes `t` of their shipments. */
const selected = (sizes: RawBuilder<unknown>) => sql`
  SELECT q.box_id, b.sscc, b.box_no, b.position, b.tracking_id, ${weightWith(piecesToWeigh)} AS weight_grams,
    ${lastWeight} AS last_weight_grams,
    coalesce(t.boxes_in_shipment, 0) AS boxes_in_shipment,
    h.id AS shipment_uuid, h.shipment_id, h.carrier, h.shipped_at, q.vendor_id, v.code AS supplier_id,
    v.name AS supplier_name, v.name_zh AS supplier_name_zh, q.site_id, q.site_kind, d.code AS site, d.name AS site_name,
    d.name_zh AS site_name_zh, d.time_zone, k.sku_count, k.style_count, coalesce(k.styles, '{}') AS styles,
    ${facesOf('k.styles')} AS pictures, q.inwarded_at, u.name AS inwarded_by, q.counted_at, q.shelf, q.round, q.inspections, q.open_missing, q.open_excess, q.updated_at,
    q.version, i.number AS invoice_number, e.number AS export_order_number,
    ARRAY(SELECT DISTINCT n.number FROM return_note_line r JOIN return_note n ON n.id = r.note_id
      WHERE r.box_id = q.box_id AND r.site_id = q.site_id AND n.state = 'SENT' ORDER BY n.number DESC) AS return_notes,
    CASE q.site_kind WHEN 'china_qc' THEN ${blindAt('qc_blind_count')} ELSE ${blindAt('india_qc_blind_count')} END AS is_blind,
    q.inspector_id, w.name AS inspector,
    ${sql.join(qcColumns.map((column) => sql.ref(`q.${column}`)))}
  FROM qc_box q JOIN box b ON b.id = q.box_id JOIN shipment h ON h.id = q.shipment_id JOIN vendor v ON v.id = q.vendor_id
  JOIN site d ON d.id = q.site_id JOIN app_user u ON u.id = q.inwarded_by
  LEFT JOIN app_user w ON w.id = q.inspector_id
  LEFT JOIN invoice_box ib ON ib.box_id = q.box_id AND ib.site_id = q.site_id AND ib.is_live
  LEFT JOIN invoice i ON i.id = ib.invoice_id
  LEFT JOIN export_order e ON e.invoice_id = i.id AND e.state <> 'CANCELLED'
  LEFT JOIN LATERAL (SELECT count(*)::int AS sku_count, count(DISTINCT s.code)::int AS style_count,
      (array_agg(DISTINCT s.code ORDER BY s.code))[1:5] AS styles
    FROM qc_line l JOIN sku sk ON sk.id = l.sku_id JOIN style s ON s.id = sk.style_id
    WHERE l.box_id = q.box_id AND l.site_id = q.site_id) k ON true
  ${sizes}`

/** Boxes `q` at QC that the caller may see: complete it with `WHERE ${rules} …`. The box is `b`, the shipment `h`, the vendor `v`. */
export const qcBoxesSelected = selected(sql`
  LEFT JOIN LATERAL (SELECT count(*)::int AS boxes_in_shipment FROM box o
    WHERE o.shipment_id = q.shipment_id AND o.removed_at IS NULL) t ON true`)

/**
 * The same of known boxes: each shipment is counted once, however many of its boxes are asked for. Which shipments is an array, so that it is
 * found out before and not again for every box there is.
 */
const selectedById = (ids: readonly string[]) =>
  selected(sql`
  LEFT JOIN (SELECT o.shipment_id, count(*)::int AS boxes_in_shipment FROM box o
    WHERE o.removed_at IS NULL
      AND o.shipment_id = ANY(ARRAY(SELECT DISTINCT shipment_id FROM qc_box WHERE box_id = ANY(${ids}::uuid[])))
    GROUP BY 1) t ON t.shipment_id = q.shipment_id`)

/** `inQcTab` of the domain, in SQL; a test holds the two together. */
export const qcTabCondition: Record<QcTab, Expression<SqlBool>> = {
  inwarded: sql<SqlBool>`q.uncounted > 0`,
  in_qc: sql<SqlBool>`(q.uncounted = 0 AND q.to_inspect + q.on_hold + q.open_missing > 0)`,
  passed: sql<SqlBool>`q.passed + q.shelved > 0`,
  failed: sql<SqlBool>`q.failed > 0`,
  ready_to_ship: sql<SqlBool>`q.ready + q.invoiced > 0`,
  shipped: sql<SqlBool>`q.shipped > 0`,
  returned: sql<SqlBool>`q.returned > 0`,
  all: sql<SqlBool>`true`,
}

export function qcBoxWire(facts: QcBoxFacts, caller: Pick<Caller, 'role'>, now = new Date()): QcBoxRow {
  const {
    shipment_uuid: _s,
    vendor_id: _v,
    site_id: _i,
    site_kind,
    round: _r,
    updated_at: _u,
    is_blind: _blind,
    time_zone,
    last_weight_grams,
    ...box
  } = facts
  const isHidden = hidesDeclared(facts, caller)
  const known = Object.fromEntries(qcColumns.map((column) => [column, facts[column]])) as QcBoxRow['quantities']
  const quantities = isHidden ? masked(known) : known
  for (const column of qcColumns) delete (box as Partial<QcBoxFacts>)[column]
  return {
    ...box,
    status: qcStatus(facts),
    quantities,
    ...(isHidden && { counts_hidden: true, weight_grams: null }),
    ...(caller.role === 'vendor' && { inspector_id: null, inspector: null }),
    weigh_again: facts.weight_grams === null && last_weight_grams !== null && mayGo(facts),
    age_days: daysBetween(dayIn(time_zone, new Date(facts.inwarded_at)), dayIn(time_zone, now)),
    // A vendor only reads.
    allowed_actions: caller.role === 'vendor' ? [] : actionsAt(site_kind, facts),
  }
}

/** Whether pieces that lie in a box may still go on: what failed goes back. */
const mayGo = (box: QcBoxFacts) => box.shipped === 0 && passedOf(box) + piecesBeside(box) > box.failed

/** Boxes by id (uuid) as they stand at these sites, in the order given; without those that are not there. */
export async function qcBoxesById(db: Db, { caller, sites }: AtQc, ids: readonly string[]): Promise<QcBoxFacts[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(qcBoxFacts)`${selectedById(ids)}
    WHERE q.box_id = ANY(${ids}::uuid[]) AND ${atSites({ sites, caller })} AND ${ownRows(caller, 'q.vendor_id')}`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [row.box_id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Boxes (box.id) by what stands on them: id, SSCC or tracking id, the first of which a box has; null for what the caller may not
 * see or nobody knows. A tracking id is what a vendor typed: it never takes a code away from the box whose own it is, and where
 * several boxes have it, it names none of them (`sharedWaybills`).
 */
export async function findBoxIds(db: Db, caller: Caller, refs: readonly string[]): Promise<(string | null)[]> {
  const codes = refs.map((ref) => {
    const { text, sscc } = readTraced(ref)
    return { id: uuid.test(ref) ? ref.toLowerCase() : null, sscc: sscc ?? '', tracking: text }
  })
  // Each of the three by its index: an SSCC must be compared as what its column is, and not as text.
  const { rows } = await rowsOf({ place: col.number, id: col.text })`
    SELECT DISTINCT ON (f.place) f.place::int, f.id FROM (
      WITH c AS MATERIALIZED (SELECT * FROM unnest(${codes.map((c) => c.id)}::uuid[], ${codes.map((c) => c.sscc)}::bpchar[],
        ${codes.map((c) => c.tracking)}::text[]) WITH ORDINALITY AS c (id, sscc, tracking, place))
      SELECT c.place, 1 AS way, x.id, x.shipment_id FROM c JOIN box x ON x.id = c.id
      UNION ALL SELECT c.place, 2, x.id, x.shipment_id FROM c JOIN box x ON x.sscc = c.sscc
      UNION ALL SELECT c.place, 3, x.id, x.shipment_id FROM c JOIN box x ON upper(x.tracking_id) = c.tracking
        WHERE x.removed_at IS NULL AND x.tracking_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM box o
          WHERE upper(o.tracking_id) = c.tracking AND o.removed_at IS NULL AND o.tracking_id IS NOT NULL AND o.id <> x.id)) f
    JOIN shipment h ON h.id = f.shipment_id
    WHERE ${ownRows(caller, 'h.vendor_id')} ORDER BY f.place, f.way`.execute(db)
  const found = new Map(rows.map((row) => [row.place, row.id]))
  return refs.map((_, at) => found.get(at + 1) ?? null)
}

/** A waybill that several boxes of a shipment have, with their numbers and SSCCs in their order. */
export interface SharedWaybill {
  waybill: string
  shipment_id: string
  boxes: { box_no: string; sscc: string }[]
}

/** Of these codes those that are waybills of several boxes, by what was read. Of boxes that the caller may see. */
export async function sharedWaybills(
  db: Db,
  caller: Caller,
  refs: readonly string[],
): Promise<Map<string, SharedWaybill>> {
  const texts = new Map(refs.map((ref) => [ref, readTraced(ref).text]))
  if (refs.length === 0) return new Map()
  const { rows } = await rowsOf({ waybill: col.text, shipment_id: col.text, box_no: col.text, sscc: col.text })`
    SELECT upper(b.tracking_id) AS waybill, h.shipment_id, b.box_no, b.sscc FROM box b JOIN shipment h ON h.id = b.shipment_id
    WHERE upper(b.tracking_id) = ANY(${[...new Set(texts.values())]}::text[]) AND b.removed_at IS NULL
      AND ${ownRows(caller, 'h.vendor_id')} ORDER BY h.shipment_id, b.position`.execute(db)
  const boxes = Map.groupBy(rows, ({ waybill }) => waybill)
  return new Map(
    [...texts].flatMap(([ref, waybill]) => {
      const of = boxes.get(waybill) ?? []
      const [first] = of
      if (!first || of.length < 2) return []
      return [
        [ref, { waybill, shipment_id: first.shipment_id, boxes: of.map(({ box_no, sscc }) => ({ box_no, sscc })) }],
      ]
    }),
  )
}

/** Boxes `q` that were chosen by what stands on them, of those that the caller may see. */
export async function isOneOf(refs: readonly string[], { db, caller }: { db: Db; caller: Caller }) {
  const ids = await findBoxIds(db, caller, refs)
  return sql<SqlBool>`q.box_id = ANY(${ids.filter((id) => id !== null)}::uuid[])`
}

/** One box at these sites by what stands on it. Throws not_found for what is not there, and for another vendor's. */
export async function findQcBox(db: Db, at: AtQc, ref: string): Promise<QcBoxFacts> {
  const [id] = await findBoxIds(db, at.caller, [ref])
  const [box] = id ? await qcBoxesById(db, at, [id]) : []
  if (box !== undefined) return box
  const shared = id ? undefined : (await sharedWaybills(db, at.caller, [ref])).get(ref)
  if (shared === undefined) throw unknownBox(ref)
  throw invalidInput(waybillWords.shared, {
    values: waybillValues(shared),
    // The boxes to choose from: `field` is the SSCC.
    fields: shared.boxes.map(({ box_no, sscc }) => ({
      field: sscc,
      message: waybillWords.candidate,
      values: { box_no },
    })),
  })
}

/** Boxes locked for a command, by id so that two commands never wait for each other. In the order given, without those not there. */
export async function lockQcBoxes(db: Db, at: AtQc, ids: readonly string[]): Promise<QcBoxFacts[]> {
  await sql`SELECT q.box_id FROM qc_box q WHERE q.box_id = ANY(${ids}::uuid[]) AND ${atSites(at)}
    ORDER BY q.box_id FOR NO KEY UPDATE`.execute(db)
  return qcBoxesById(db, at, ids)
}

/** One box locked for a command. Throws as `findQcBox` does. */
export async function lockQcBox(db: Db, at: AtQc, ref: string): Promise<QcBoxFacts> {
  const [id] = await findBoxIds(db, at.caller, [ref])
  const [box] = id ? await lockQcBoxes(db, at, [id]) : []
  if (box === undefined) throw unknownBox(ref)
  return box
}

export function unknownBox(ref: string) {
  return notFound('Box {{box}} is not at QC.', { box: ref })
}

export type QcLineWire = z.output<typeof qcLine>

/** Pieces of one SKU in a box, with the ids behind the names. */
const lineFacts = qcLine.omit({ quantities: true }).extend({
  ...qcQuantities.shape,
  box_id: col.text,
  sku_id: col.text,
  site_id: col.text,
  /** style.id */
  style_uuid: col.text,
  /** Of its style in this box: counts up when its pieces go back to be judged. */
  round: col.number,
})

export type QcLineFacts = z.output<typeof lineFacts>

/** The pieces of boxes by SKU, in the order that people read them: box, style, colour, size. */
export async function qcLineFacts(db: Db, places: readonly QcPlace[]): Promise<QcLineFacts[]> {
  if (places.length === 0) return []
  const { rows } = await rowsOf(lineFacts)`
    SELECT l.box_id, l.site_id, l.sku_id, k.style_id AS style_uuid, k.nm_sku, s.code AS style_id, s.name AS style_name,
      s.name_zh AS style_name_zh, k.color, k.color_zh, k.size, k.size_rank,
      ${faceOfColour('k.style_id', 'k.color')} AS picture, coalesce(o.order_ids, '{}') AS order_ids,
      max(l.round) OVER (PARTITION BY l.box_id, l.site_id, k.style_id) AS round,
      ${sql.join(qcColumns.map((column) => sql.ref(`l.${column}`)))}
    FROM qc_line l JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
    LEFT JOIN (SELECT bl.box_id, ol.sku_id, array_agg(DISTINCT vo.order_id ORDER BY vo.order_id) AS order_ids
        FROM box_line bl JOIN order_line ol ON ol.id = bl.order_line_id JOIN vendor_order vo ON vo.id = ol.order_id
        WHERE bl.box_id = ANY(${places.map((place) => place.box_id)}::uuid[]) GROUP BY 1, 2) o
      ON o.box_id = l.box_id AND o.sku_id = l.sku_id
    WHERE ${inPlaces(places, 'l')}
    ORDER BY l.box_id, s.code, k.color, k.size_rank, k.size, k.nm_sku`.execute(db)
  return rows
}

export function qcLineWire(facts: QcLineFacts, isHidden = false): QcLineWire {
  const { box_id: _b, site_id: _i, sku_id: _k, style_uuid: _s, round: _r, ...line } = facts
  const known = Object.fromEntries(qcColumns.map((column) => [column, facts[column]])) as QcLineWire['quantities']
  const quantities = isHidden ? masked(known) : known
  for (const column of qcColumns) delete (line as Partial<QcLineFacts>)[column]
  return { ...line, quantities }
}

/** What lies in a box, by SKU. */
export async function qcLines(db: Db, place: QcPlace, isHidden: boolean): Promise<QcLineWire[]> {
  return (await qcLineFacts(db, [place])).map((line) => qcLineWire(line, isHidden))
}

/** `kindOfBox` of the domain, in SQL on `qc_box q`; a test holds the two together. */
export const kindInSql: RawBuilder<number> = sql<number>`(${sql.join(
  standingColumns.map((column, at) => sql`(${sql.ref(`q.${column}`)} > 0)::int * ${sql.lit(2 ** at)}`),
  sql` + `,
)})`

/** When a day (date) begins at a site `d`. */
export const startOfDay = (day: RawBuilder<unknown>) => sql`(${day}::timestamp AT TIME ZONE d.time_zone)`

/** Whether so many whole days went by since, at a site `d`: what came at 23:00 is a day old an hour later. */
export function isDaysAgo(since: RawBuilder<unknown>, days: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`${since} < ${startOfDay(sql`(${todayIn(sql`d.time_zone`)} - ${days}::int + 1)`)}`
}

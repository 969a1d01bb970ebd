import { sql } from 'kysely'
import { z } from 'zod'
import { isBegun } from '../../../shared/areas/india-receiving/rules.ts'
import { type Consignment, consignment } from '../../../shared/areas/india-receiving/shapes.ts'
import { type BoxOrigin, boxOrigins } from '../../../shared/areas/qc-boxes/qc-sites.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { dayIn, daysBetween } from '../../../shared/kernel/days.ts'
import { instant } from '../../../shared/kernel/shapes.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Reply, reply } from '../../http/call.ts'
import { assertVendorName } from '../data/vendors.ts'
import { inIndia } from '../qc-boxes/sites.ts'
import { awaitingAt, qcSitesOf } from '../receiving/awaiting-boxes.ts'
import { waysIn } from '../receiving/ways.ts'

type Call = Contract['indiaReceiving']['getAwaitingInwardBoxes']
type Asking = Pick<CallContext, 'db' | 'caller'>

/** Boxes on their way to India, those shipped first at the top. */
export const awaitingInIndia = awaitingAt({ sites: 'india_qc' })

/** The list, its counts, or what brings the boxes. */
export async function getAwaitingInwardBoxes(input: Taken<Call>, context: CallContext): Promise<Reply<Gives<Call>>> {
  if (input.part !== 'arrivals') return awaitingInIndia.page(input, context)
  await assertVendorName(context, input.supplier_id)
  const sites = await qcSitesOf(inIndia(context.caller), context)
  return reply({ rows: [], next_cursor: null, consignments: await consignmentsBy(input, context), sites })
}

/** What came or was closed so long ago is told no more; what is still on its way always is. */
const TOLD_DAYS = 30
const MOST = 500

const consignmentFacts = consignment
  .omit({ days_in_transit: true })
  .extend({ last_came: instant.nullable(), time_zone: col.text })

const whole = sql`w.origin, w.number, d.id, a.closed_at, u.name`

/** What was noted of boxes of a consignment, but for what turned out otherwise. */
const noted = (kind: 'short' | 'damaged', otherwise: string) => sql`(SELECT count(*)::int FROM box_discrepancy x
  WHERE x.number = w.number AND x.origin = w.origin AND x.kind = ${sql.lit(kind)} AND x.withdrawn_at IS NULL
    AND x.outcome IS DISTINCT FROM ${sql.lit(otherwise)})`

/** Export orders and shipments that match, those still to come first, then those on their way longest. */
async function consignmentsBy(filter: Partial<Taken<Call>>, context: Asking): Promise<Consignment[]> {
  const matching = await awaitingInIndia.where({ ...filter, part: 'arrivals' }, context)
  const toldAnyway = filter.consignment ? sql`true` : sql`false`
  const { rows } = await rowsOf(consignmentFacts)`
    SELECT w.origin, w.number, max(w.invoice_number) AS invoice_number, d.code AS site, d.name AS site_name,
      d.name_zh AS site_name_zh, d.time_zone, max(w.carrier) AS carrier, max(w.transport) AS transport,
      max(w.transport_document) AS transport_document, max(w.arrives_on)::text AS arrives_on, max(w.shipped_at) AS shipped_at, max(q.inwarded_at) AS last_came,
      count(*)::int AS expected, count(q.box_id)::int AS scanned, sum(c.pieces)::int AS pieces_expected,
      coalesce(sum(c.pieces - q.missing + q.excess), 0)::int AS pieces_scanned,
      coalesce(sum(q.missing), 0)::int AS pieces_short, coalesce(sum(q.excess), 0)::int AS pieces_over,
      ${noted('short', 'found')} AS short, ${noted('damaged', 'mistake')} AS damaged,
      a.closed_at, u.name AS closed_by
    FROM ${waysIn.india_qc.from} LEFT JOIN qc_box q ON q.box_id = b.id AND q.site_kind = 'india_qc'
    LEFT JOIN arrival_closing a ON a.origin = w.origin AND a.number = w.number
    LEFT JOIN app_user u ON u.id = a.closed_by
    CROSS JOIN LATERAL (SELECT coalesce(sum(x.quantity), 0)::int AS pieces FROM (${waysIn.india_qc.contents}) x) c
    WHERE ${matching}
    GROUP BY ${whole}
    HAVING (a.closed_at IS NULL AND count(q.box_id) < count(*)) OR ${toldAnyway}
      OR greatest(max(q.inwarded_at), a.closed_at) > now() - ${sql.lit(TOLD_DAYS)} * interval '1 day'
    ORDER BY a.closed_at IS NULL AND count(q.box_id) < count(*) DESC, max(w.shipped_at), w.number
    LIMIT ${sql.lit(MOST)}`.execute(context.db)
  const now = new Date()
  return rows.map((row) => wire(row, now))
}

function wire({ time_zone, last_came, ...row }: z.output<typeof consignmentFacts>, now: Date): Consignment {
  const arrived = row.scanned >= row.expected ? last_came : row.closed_at
  const until = arrived === null ? now : new Date(arrived)
  const days = daysBetween(dayIn(time_zone, new Date(row.shipped_at)), dayIn(time_zone, until))
  return { ...row, days_in_transit: Math.max(0, days) }
}

/** Consignments of which some boxes came, and others are still to come. */
export async function countBegun(context: Asking): Promise<number> {
  return (await consignmentsBy({}, context)).filter(isBegun).length
}

/** One of them by its number; undefined where nothing of it is on its way here. */
export async function findConsignment(
  asking: Asking,
  { origin, number }: { origin: BoxOrigin; number: string },
): Promise<Consignment | undefined> {
  const found = await consignmentsBy({ consignment: number }, asking)
  return found.find((one) => one.origin === origin)
}

const broughtColumns = { box_id: col.text, origin: z.enum(boxOrigins), number: col.text }

/** With what boxes (box.id) came to India. */
export async function consignmentsOfBoxes(
  { db }: Pick<CallContext, 'db'>,
  ids: readonly string[],
): Promise<Map<string, Row<typeof broughtColumns>>> {
  const { rows } = await rowsOf(broughtColumns)`
    SELECT b.id AS box_id, w.origin, w.number FROM box b JOIN shipment h ON h.id = b.shipment_id
    ${waysIn.india_qc.joinsOf(ids)} WHERE b.id = ANY(${ids}::uuid[]) AND w.number IS NOT NULL`.execute(db)
  return new Map(rows.map((row) => [row.box_id, row]))
}

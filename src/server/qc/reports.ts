import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { doorDayGroups, type ReportDays } from '../../shared/domain/report-days.ts'
import { type Db, type Said, said, type Work } from '../http/call.ts'
import { assertVendorName } from '../vendor/vendors.ts'
import { dayAt, daysAsked, isIn } from './report-days.ts'

type Call = Contract['chinaQc']['getChinaQcReports']
type Report = Gives<Call>

/** Which boxes a report is of, over which days of their sites. */
interface Asked {
  days: ReportDays
  /** The condition on vendors `v`. */
  vendor: RawBuilder<SqlBool>
}

/**
 * What a manager reads. Pieces count on the day on which they moved, less what was taken back of them in the same days: a
 * failed piece that passed when it was inspected again is a passed one.
 */
export async function getChinaQcReports(input: Taken<Call>, work: Work): Promise<Said<Report>> {
  await assertVendorName(work, input.supplier_id)
  const days = daysAsked(input)
  const vendor = input.supplier_id ? sql<SqlBool>`v.code = ${input.supplier_id}` : sql<SqlBool>`true`
  const asked = { days, vendor }
  const { db } = work
  const [vendors, arrived, waiting_boxes, by_reason, doors, moved] = await Promise.all([
    movedByVendor(db, asked),
    arrivedByDay(db, asked),
    countWaiting(db, asked),
    defectsByReason(db, asked),
    daysAtDoor(db, asked),
    judgedByDay(db, asked),
  ])
  const sum = (of: (vendor: VendorSums) => number) => vendors.reduce((total, each) => total + of(each), 0)
  const [passed, failed, uninspected] = [sum((v) => v.passed), sum((v) => v.failed), sum((v) => v.uninspected)]
  return said({
    ...days,
    totals: {
      boxes_inwarded: sum((v) => v.boxes),
      pieces_inwarded: sum((v) => v.pieces),
      inspected: passed + failed,
      ...{ passed, failed, uninspected },
      missing: sum((v) => v.missing),
      excess: sum((v) => v.excess),
      returned: sum((v) => v.returned),
      shipped: sum((v) => v.shipped),
      waiting_boxes,
    },
    by_vendor: vendors.map(({ pieces: _p, uninspected: _u, returned: _r, shipped: _s, ...row }) => row),
    by_reason,
    ...doors,
    over_time: everyDay(days).map((day) => ({
      day,
      ...(arrived.get(day) ?? { inwarded: 0, boxes: 0 }),
      ...(moved.get(day) ?? { passed: 0, failed: 0 }),
    })),
  })
}

interface VendorSums {
  supplier_id: string
  supplier_name: string
  supplier_name_zh: string
  boxes: number
  pieces: number
  passed: number
  failed: number
  uninspected: number
  missing: number
  excess: number
  returned: number
  shipped: number
}

/** Pieces by box and SKU that went one way, less those that came back; never less than none. */
const net = (
  ways: string[],
  backs: string[],
) => sql`greatest(0, sum(CASE WHEN m.kind = ANY(${ways}::text[]) THEN m.quantity
  WHEN m.kind = ANY(${backs}::text[]) THEN -m.quantity ELSE 0 END))::int`

/** What passed at all, judged or skipped; what of it was only skipped, since taking back begins with what was judged. */
const passedAtAll = net(['pass', 'skip'], ['revert_passed'])
const skipped = sql`sum(CASE WHEN m.kind = 'skip' THEN m.quantity ELSE 0 END)::int`
const failedNow = net(['fail'], ['revert_failed'])

const movesJoined = sql`FROM qc_move m JOIN box b ON b.id = m.box_id JOIN shipment h ON h.id = b.shipment_id
  JOIN site d ON d.id = h.destination_id JOIN vendor v ON v.id = h.vendor_id`

const boxesJoined = sql`FROM qc_box q JOIN site d ON d.id = q.site_id JOIN vendor v ON v.id = q.vendor_id`

async function movedByVendor(db: Db, { days, vendor }: Asked): Promise<VendorSums[]> {
  const { rows } = await sql<VendorSums>`
    WITH moved AS (
      SELECT v.id AS vendor_id, ${passedAtAll} AS passed, ${skipped} AS skipped, ${failedNow} AS failed,
        ${net(['miss', 'lose'], ['unmiss', 'find'])} AS missing, ${net(['exceed'], ['unexceed'])} AS excess,
        ${net(['send_back'], ['take_back'])} AS returned, ${net(['ship'], ['unship'])} AS shipped
      ${movesJoined} WHERE ${isIn(days, sql`m.at`)} AND ${vendor} GROUP BY v.id, m.box_id, m.sku_id),
    judged AS (
      SELECT vendor_id, sum(passed - least(passed, skipped))::int AS passed, sum(least(passed, skipped))::int AS uninspected,
        sum(failed)::int AS failed, sum(missing)::int AS missing, sum(excess)::int AS excess,
        sum(returned)::int AS returned, sum(shipped)::int AS shipped FROM moved GROUP BY 1),
    arrived AS (
      SELECT q.vendor_id, count(*)::int AS boxes, sum(q.declared)::int AS pieces ${boxesJoined}
      WHERE ${isIn(days, sql`q.inwarded_at`)} AND ${vendor} GROUP BY 1)
    SELECT v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh,
      coalesce(a.boxes, 0) AS boxes, coalesce(a.pieces, 0) AS pieces, coalesce(j.passed, 0) AS passed,
      coalesce(j.uninspected, 0) AS uninspected, coalesce(j.failed, 0) AS failed, coalesce(j.missing, 0) AS missing,
      coalesce(j.excess, 0) AS excess, coalesce(j.returned, 0) AS returned, coalesce(j.shipped, 0) AS shipped
    FROM judged j FULL JOIN arrived a USING (vendor_id) JOIN vendor v ON v.id = vendor_id
    ORDER BY boxes DESC, v.code`.execute(db)
  return rows
}

async function arrivedByDay(
  db: Db,
  { days, vendor }: Asked,
): Promise<Map<string, { inwarded: number; boxes: number }>> {
  const { rows } = await sql<{ day: string; inwarded: number; boxes: number }>`
    SELECT ${dayAt(sql`q.inwarded_at`)}::text AS day, sum(q.declared)::int AS inwarded, count(*)::int AS boxes
    ${boxesJoined} WHERE ${isIn(days, sql`q.inwarded_at`)} AND ${vendor} GROUP BY 1`.execute(db)
  return new Map(rows.map(({ day, ...sums }) => [day, sums]))
}

async function judgedByDay(db: Db, { days, vendor }: Asked): Promise<Map<string, { passed: number; failed: number }>> {
  const { rows } = await sql<{ day: string; passed: number; failed: number }>`
    SELECT day, sum(passed - least(passed, skipped))::int AS passed, sum(failed)::int AS failed FROM (
      SELECT ${dayAt(sql`m.at`)}::text AS day, ${passedAtAll} AS passed, ${skipped} AS skipped, ${failedNow} AS failed
      ${movesJoined} WHERE ${isIn(days, sql`m.at`)} AND ${vendor} GROUP BY 1, m.box_id, m.sku_id) n
    GROUP BY 1`.execute(db)
  return new Map(rows.map(({ day, ...sums }) => [day, sums]))
}

/** Boxes at the door now of which nobody has judged a piece. */
async function countWaiting(db: Db, { vendor }: Asked): Promise<number> {
  const { rows } = await sql<{ boxes: number }>`SELECT count(*)::int AS boxes ${boxesJoined}
    WHERE q.inspections = 0 AND q.uncounted + q.to_inspect + q.on_hold + q.open_missing > 0 AND ${vendor}`.execute(db)
  return rows[0]?.boxes ?? 0
}

async function defectsByReason(db: Db, { days, vendor }: Asked): Promise<Report['by_reason']> {
  const of = (severity: string) => sql`coalesce(sum(f.units) FILTER (WHERE f.severity = ${severity}), 0)::int`
  const { rows } = await sql<Report['by_reason'][number]>`
    SELECT f.reason, sum(f.units)::int AS units, ${of('critical')} AS critical, ${of('major')} AS major,
      ${of('minor')} AS minor
    FROM qc_defect f JOIN qc_inspection i ON i.id = f.inspection_id JOIN box b ON b.id = i.box_id
    JOIN shipment h ON h.id = b.shipment_id JOIN site d ON d.id = h.destination_id JOIN vendor v ON v.id = h.vendor_id
    WHERE ${isIn(days, sql`i.at`)} AND ${vendor} GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db)
  return rows
}

/** Of boxes whose first verdict fell into these days: how many of the site's days they had waited for it. */
async function daysAtDoor(db: Db, { days, vendor }: Asked): Promise<Pick<Report, 'days_at_door' | 'median_days'>> {
  const { rows } = await sql<{ days: number; boxes: number }>`
    SELECT ${dayAt(sql`f.at`)} - ${dayAt(sql`q.inwarded_at`)} AS days, count(*)::int AS boxes ${boxesJoined}
    JOIN LATERAL (SELECT i.at FROM qc_inspection i WHERE i.box_id = q.box_id ORDER BY i.number LIMIT 1) f ON true
    WHERE ${isIn(days, sql`f.at`)} AND ${vendor} AND q.inwarded_at < ${days.to}::date + interval '2 days'
    GROUP BY 1 ORDER BY 1`.execute(db)
  const groups = doorDayGroups.map(({ days: name, upTo }, at) => {
    const above = doorDayGroups[at - 1]?.upTo ?? Number.NEGATIVE_INFINITY
    const inGroup = rows.filter((row) => row.days > above && row.days <= upTo)
    return { days: name, boxes: inGroup.reduce((sum, { boxes }) => sum + boxes, 0) }
  })
  return { days_at_door: groups, median_days: medianOf(rows) }
}

function medianOf(rows: readonly { days: number; boxes: number }[]): number | null {
  const waited = rows.flatMap(({ days, boxes }) => Array.from({ length: boxes }, () => days))
  const middle = waited.length / 2
  const [low, high] = [waited[Math.ceil(middle) - 1], waited[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

function everyDay({ from, to }: ReportDays): string[] {
  const days: string[] = []
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

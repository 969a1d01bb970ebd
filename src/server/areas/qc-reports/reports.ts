import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { QcMoveKind } from '../../../shared/areas/qc-boxes/quantities.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import {
  dayIn,
  doorDayGroups,
  longestReport,
  type ReportDays,
  reportDayProblems,
  reportDays,
  utcDay,
  vendorZone,
} from '../../../shared/kernel/days.ts'
import { refusalReasons } from '../../../shared/kernel/reasons.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Db, type Reply, reply } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { assertVendorName } from '../data/vendors.ts'
import { atSites, inChina, type OwnQc } from '../qc-boxes/sites.ts'

type Call = Contract['qcReports']['getChinaQcReports']
type Report = Gives<Call>

/** Which boxes a report is of, over which days of their sites. */
interface Asked {
  caller: Caller
  days: ReportDays
  /** The condition on vendors `v`. */
  vendor: RawBuilder<SqlBool>
}

/**
 * What a manager reads. A piece counts once, as it stands at the end of the days asked for and on the day on which it came to
 * stand so: a failed piece that passed when it was inspected again is a passed one. What was judged on other days is not taken
 * away, so that the days of a report add up to its totals, and the report of a day tells what was judged on it.
 */
export async function getChinaQcReports(input: Taken<Call>, context: CallContext): Promise<Reply<Report>> {
  await assertVendorName(context, input.supplier_id)
  const days = daysAsked(input)
  const vendor = input.supplier_id ? sql<SqlBool>`v.code = ${input.supplier_id}` : sql<SqlBool>`true`
  const { db, caller } = context
  const asked = { days, vendor, caller }
  const [moved, arrivals, waiting_boxes, by_reason, doors] = await Promise.all([
    movedPieces(db, asked),
    arrivedBoxes(db, asked),
    countWaiting(db, asked),
    defectsByReason(db, asked),
    daysAtDoor(db, asked),
  ])
  const vendors = vendorSums(await vendorNames(db, [...moved.byVendor.keys(), ...arrivals.byVendor.keys()]), {
    moved: moved.byVendor,
    arrived: arrivals.byVendor,
  })
  const sum = (of: (vendor: VendorSums) => number) => vendors.reduce((total, each) => total + of(each), 0)
  const [passed, failed, uninspected] = [sum((v) => v.passed), sum((v) => v.failed), sum((v) => v.uninspected)]
  return reply({
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
      ...(arrivals.byDay.get(day) ?? { inwarded: 0, boxes: 0 }),
      ...(moved.byDay.get(day) ?? { passed: 0, failed: 0 }),
    })),
  })
}

const vendorNameColumns = {
  vendor_id: col.text,
  supplier_id: col.text,
  supplier_name: col.text,
  supplier_name_zh: col.text,
}

type VendorName = Row<typeof vendorNameColumns>

interface ArrivedSums {
  boxes: number
  pieces: number
}

const movedSumsColumns = {
  passed: col.number,
  failed: col.number,
  uninspected: col.number,
  missing: col.number,
  excess: col.number,
  returned: col.number,
  shipped: col.number,
}

type MovedSums = Row<typeof movedSumsColumns>

type VendorSums = Omit<VendorName, 'vendor_id'> & ArrivedSums & MovedSums

const nothingMoved = { passed: 0, failed: 0, uninspected: 0, missing: 0, excess: 0, returned: 0, shipped: 0 }

async function vendorNames(db: Db, ids: readonly string[]): Promise<VendorName[]> {
  const { rows } = await rowsOf(vendorNameColumns)`
    SELECT id AS vendor_id, code AS supplier_id, name AS supplier_name, name_zh AS supplier_name_zh FROM vendor
    WHERE id = ANY(${ids}::uuid[]) ORDER BY code`.execute(db)
  return rows
}

/** Vendors with most boxes first. */
function vendorSums(
  names: readonly VendorName[],
  { moved, arrived }: { moved: ReadonlyMap<string, MovedSums>; arrived: ReadonlyMap<string, ArrivedSums> },
): VendorSums[] {
  return names
    .map(({ vendor_id, ...name }) => ({
      ...name,
      ...(arrived.get(vendor_id) ?? { boxes: 0, pieces: 0 }),
      ...(moved.get(vendor_id) ?? nothingMoved),
    }))
    .sort((a, b) => b.boxes - a.boxes)
}

/** Moves that a report tells of: by what they add to, and what takes from it again. No kind is in two of them. */
const told = {
  // At all, judged or skipped: taking back begins with what was judged.
  passed: { ways: ['pass', 'skip'], backs: ['revert_passed'] },
  failed: { ways: ['fail'], backs: ['revert_failed'] },
  missing: { ways: ['miss', 'lose'], backs: ['unmiss', 'find'] },
  excess: { ways: ['exceed'], backs: ['unexceed'] },
  returned: { ways: ['send_back'], backs: ['take_back'] },
  shipped: { ways: ['ship'], backs: ['unship'] },
} as const satisfies Record<string, { ways: readonly QcMoveKind[]; backs: readonly QcMoveKind[] }>

const toldEntries = Object.entries(told)
const backKinds: readonly QcMoveKind[] = toldEntries.flatMap(([, { backs }]) => backs)
const toldKinds: readonly QcMoveKind[] = [...toldEntries.flatMap(([, { ways }]) => ways), ...backKinds]

/** To which of them a move belongs. */
const pool = sql`CASE ${sql.join(
  toldEntries.map(([name, { ways, backs }]) => {
    const kinds = sql.join([...ways, ...backs].map((kind) => sql.lit(kind)))
    return sql`WHEN kind IN (${kinds}) THEN ${sql.lit(name)}`
  }),
  sql` `,
)} END`

/** Pieces of moves of these kinds. */
const piecesBy = (name: keyof MovedSums, kinds: readonly QcMoveKind[]) =>
  sql`coalesce(sum(quantity) FILTER (WHERE kind = ANY(${kinds}::text[])), 0)::int AS ${sql.ref(name)}`

/**
 * What stands of every move within the days, by one walk over the ledger: a year of it is long. What is taken back comes off
 * what was added before it in these days, the last of it first, and off nothing else. That is walked only where
 * something was taken back: `level` is what is there after a move, and of a move stands what no later level falls below.
 */
function standingMoves({ days, vendor, caller }: Asked): RawBuilder<unknown> {
  const inPool = sql`PARTITION BY box_id, sku_id, pool`
  return sql`${sitesWith(days, inChina(caller))},
    moves AS MATERIALIZED (
      SELECT q.vendor_id, m.id, m.box_id, m.sku_id, m.kind, m.quantity, ${dayAt(sql`m.at`)} AS day
      FROM qc_move m JOIN qc_box q ON q.box_id = m.box_id AND q.site_id = m.site_id JOIN sites d ON d.id = q.site_id
      JOIN vendor v ON v.id = q.vendor_id
      WHERE m.kind = ANY(${toldKinds}::text[]) AND ${isWithin(days, sql`m.at`)} AND ${vendor}),
    taken_back AS MATERIALIZED (
      SELECT DISTINCT box_id, sku_id FROM moves WHERE kind = ANY(${backKinds}::text[])),
    summed AS (
      SELECT *, sum(CASE WHEN kind = ANY(${backKinds}::text[]) THEN -quantity ELSE quantity END)
          OVER (${inPool} ORDER BY id) AS total
      FROM (SELECT moves.*, ${pool} AS pool FROM moves JOIN taken_back USING (box_id, sku_id)) m),
    levels AS (SELECT *, total - least(0, min(total) OVER (${inPool} ORDER BY id)) AS level FROM summed),
    floors AS (SELECT *, min(level) OVER (${inPool} ORDER BY id DESC) AS floor FROM levels),
    standing AS (
      SELECT vendor_id, day, kind, quantity FROM moves LEFT JOIN taken_back t USING (box_id, sku_id)
      WHERE t.box_id IS NULL
      UNION ALL
      SELECT vendor_id, day, kind, floor - lag(floor, 1, 0::bigint) OVER (${inPool} ORDER BY id) FROM floors)`
}

/** Pieces that moved, by vendor and by day. */
async function movedPieces(
  db: Db,
  asked: Asked,
): Promise<{ byVendor: Map<string, MovedSums>; byDay: Map<string, Pick<MovedSums, 'passed' | 'failed'>> }> {
  const sums = sql.join([
    piecesBy('passed', ['pass']),
    piecesBy('uninspected', ['skip']),
    ...(['failed', 'missing', 'excess', 'returned', 'shipped'] as const).map((name) => piecesBy(name, told[name].ways)),
  ])
  const { rows } = await rowsOf({ ...movedSumsColumns, vendor_id: col.textOrNull, day: col.textOrNull })`
    WITH ${standingMoves(asked)}
    SELECT vendor_id, day::text, ${sums} FROM standing GROUP BY GROUPING SETS ((vendor_id), (day))`.execute(db)
  const byVendor = new Map<string, MovedSums>()
  const byDay = new Map<string, Pick<MovedSums, 'passed' | 'failed'>>()
  for (const { vendor_id, day, ...of } of rows) {
    if (vendor_id !== null) byVendor.set(vendor_id, of)
    if (day !== null) byDay.set(day, { passed: of.passed, failed: of.failed })
  }
  return { byVendor, byDay }
}

/** Boxes `q` at QC at sites `d`, of vendors `v`. */
const boxesJoined = (sites: string) => sql`FROM qc_box q JOIN ${sql.table(sites)} d ON d.id = q.site_id
  JOIN vendor v ON v.id = q.vendor_id`

async function arrivedBoxes(
  db: Db,
  { days, vendor, caller }: Asked,
): Promise<{ byVendor: Map<string, ArrivedSums>; byDay: Map<string, { inwarded: number; boxes: number }> }> {
  const { rows } = await rowsOf({ vendor_id: col.text, day: col.text, boxes: col.number, pieces: col.number })`
    WITH ${sitesWith(days, inChina(caller))}
    SELECT q.vendor_id, ${dayAt(sql`q.inwarded_at`)}::text AS day, count(*)::int AS boxes, sum(q.declared)::int AS pieces
    ${boxesJoined('sites')} WHERE ${isWithin(days, sql`q.inwarded_at`)} AND ${vendor} GROUP BY 1, 2`.execute(db)
  const byVendor = new Map<string, ArrivedSums>()
  const byDay = new Map<string, { inwarded: number; boxes: number }>()
  for (const { vendor_id, day, boxes, pieces } of rows) {
    const of = byVendor.get(vendor_id) ?? { boxes: 0, pieces: 0 }
    byVendor.set(vendor_id, { boxes: of.boxes + boxes, pieces: of.pieces + pieces })
    const on = byDay.get(day) ?? { inwarded: 0, boxes: 0 }
    byDay.set(day, { inwarded: on.inwarded + pieces, boxes: on.boxes + boxes })
  }
  return { byVendor, byDay }
}

/** Boxes at the door now of which nobody has judged a piece. */
async function countWaiting(db: Db, { vendor, caller }: Asked): Promise<number> {
  const { rows } = await rowsOf({ boxes: col.number })`SELECT count(*)::int AS boxes ${boxesJoined('site')}
    WHERE q.inspections = 0 AND q.uncounted + q.to_inspect + q.on_hold + q.open_missing > 0
      AND ${atSites(inChina(caller))} AND ${vendor}`.execute(db)
  return rows[0]?.boxes ?? 0
}

const reasonColumns = {
  reason: z.enum(refusalReasons),
  units: col.number,
  critical: col.number,
  major: col.number,
  minor: col.number,
}

async function defectsByReason(db: Db, { days, vendor, caller }: Asked): Promise<Report['by_reason']> {
  const of = (severity: string) => sql`coalesce(sum(f.units) FILTER (WHERE f.severity = ${severity}), 0)::int`
  const { rows } = await rowsOf(reasonColumns)`
    WITH ${sitesWith(days, inChina(caller))}
    SELECT f.reason, sum(f.units)::int AS units, ${of('critical')} AS critical, ${of('major')} AS major,
      ${of('minor')} AS minor
    FROM qc_defect f JOIN qc_inspection i ON i.id = f.inspection_id JOIN qc_box q ON q.box_id = i.box_id AND q.site_id = i.site_id
    JOIN sites d ON d.id = q.site_id JOIN vendor v ON v.id = q.vendor_id
    WHERE ${isWithin(days, sql`i.at`)} AND ${vendor} GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db)
  return rows
}

/** Of boxes whose first verdict fell into these days: how many of the site's days they had waited for it. */
async function daysAtDoor(
  db: Db,
  { days, vendor, caller }: Asked,
): Promise<Pick<Report, 'days_at_door' | 'median_days'>> {
  const { rows } = await rowsOf({ days: col.number, boxes: col.number })`
    WITH ${sitesWith(days, inChina(caller))}
    SELECT ${dayAt(sql`f.at`)} - ${dayAt(sql`q.inwarded_at`)} AS days, count(*)::int AS boxes
    FROM qc_inspection f JOIN qc_box q ON q.box_id = f.box_id AND q.site_id = f.site_id JOIN sites d ON d.id = q.site_id
    JOIN vendor v ON v.id = q.vendor_id
    WHERE f.number = 1 AND ${isWithin(days, sql`f.at`)} AND ${vendor}
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
    days.push(utcDay(new Date(at)))
  return days
}

interface AskedDays {
  from?: string | undefined
  to?: string | undefined
}

/** The days of a report. Throws invalid_input for days in the wrong order, and for more of them than a report covers. */
export function daysAsked(asked: AskedDays): ReportDays {
  const days = reportDays(asked, dayIn(vendorZone, new Date()))
  if ('problem' in days) throw invalidInput(reportDayProblems[days.problem], { values: { days: longestReport } })
  return days
}

/** The day of an instant at a site `d`. */
export function dayAt(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${instant} AT TIME ZONE d.time_zone)::date`
}

/** Whether an instant lies in days of its site `d`: first roughly, which an index can answer, then exactly. */
export function isIn({ from, to }: ReportDays, instant: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${instant} >= ${from}::timestamp AT TIME ZONE 'UTC' - interval '1 day'
    AND ${instant} < ${to}::timestamp AT TIME ZONE 'UTC' + interval '2 days'
    AND ${dayAt(instant)} BETWEEN ${from}::date AND ${to}::date`
}

/** Sites of a country's QC with the instants between which their days lie, as `sites`: worked out once, and not for every row of a year. */
export function sitesWith({ from, to }: ReportDays, { sites, caller }: OwnQc): RawBuilder<unknown> {
  return sql`sites AS MATERIALIZED (SELECT id, time_zone, ${from}::timestamp AT TIME ZONE time_zone AS starts,
    (${to}::date + 1)::timestamp AT TIME ZONE time_zone AS ends FROM site
    WHERE kind = ${sql.lit(sites)} AND ${atOwnSites(caller, 'id', sites)})`
}

/** Whether an instant lies in the days of its site `d` of `sitesWith`: first roughly, which an index can answer, then exactly. */
export function isWithin({ from, to }: ReportDays, instant: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${instant} >= ${from}::timestamp AT TIME ZONE 'UTC' - interval '1 day'
    AND ${instant} < ${to}::timestamp AT TIME ZONE 'UTC' + interval '2 days'
    AND ${instant} >= d.starts AND ${instant} < d.ends`
}

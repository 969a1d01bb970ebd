import { type SqlBool, sql } from 'kysely'
import type { Handing, HeldAtSite } from '../../../shared/areas/people/shapes.ts'
import { moveProblems } from '../../../shared/areas/qc-boxes/moves.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { inspectorAt, inspectorsAt, worksAt } from './assign.ts'
import { eventsAt, inPlaces, qcSites } from './sites.ts'

/**
 * Boxes `q` in somebody's hands that still wait for a count or a verdict: those that they were named for, and those of nobody whose count or
 * inspection they began.
 */
const isHeldBy = (userId: string) => sql<SqlBool>`(q.uncounted + q.to_inspect + q.on_hold > 0
  AND (q.inspector_id = ${userId}::uuid OR (q.inspector_id IS NULL
    AND ((q.uncounted > 0 AND q.counted_by = ${userId}::uuid) OR (q.uncounted = 0 AND q.to_inspect + q.on_hold > 0
      AND (SELECT i.by FROM qc_inspection i WHERE i.box_id = q.box_id AND i.site_id = q.site_id ORDER BY i.number DESC LIMIT 1) = ${userId}::uuid)))))`

const siteColumns = {
  ...{ site: col.text, site_id: col.text, site_name: col.text, site_name_zh: col.text, sites: qcSites },
  ...{ boxes: col.number, counts_begun: col.number, inspections_begun: col.number },
}

/** What a person holds at QC, site by site, and which colleagues there could go on with it. */
export async function heldBoxes(db: Db | Tx, userId: string): Promise<HeldAtSite[]> {
  const { rows } = await rowsOf(siteColumns)`
    SELECT w.code AS site, w.id AS site_id, w.name AS site_name, w.name_zh AS site_name_zh, q.site_kind AS sites, count(*)::int AS boxes,
      count(*) FILTER (WHERE q.uncounted > 0 AND q.counted_by IS NOT NULL)::int AS counts_begun,
      count(*) FILTER (WHERE q.inspections > 0 AND q.to_inspect + q.on_hold > 0)::int AS inspections_begun
    FROM qc_box q JOIN site w ON w.id = q.site_id WHERE ${isHeldBy(userId)}
    GROUP BY w.code, w.id, w.name, w.name_zh, q.site_kind ORDER BY w.code`.execute(db)
  return Promise.all(
    rows.map(async ({ site_id, ...held }) => {
      const people = await inspectorsAt(db, held.sites)
      const colleagues = people.filter((one) => one.id !== userId && worksAt(one, held.sites, site_id))
      return { ...held, colleagues: colleagues.map(({ id, name }) => ({ id, name })) }
    }),
  )
}

const boxColumns = {
  ...{ box_id: col.text, site_id: col.text, site: col.text, site_kind: qcSites, sscc: col.text },
}
type HeldBox = Row<typeof boxColumns>

/** Locks what a person holds; before their account is locked, as the order of locks asks. */
export async function lockHeldBoxes(tx: Tx, userId: string): Promise<HeldBox[]> {
  const { rows } = await rowsOf(boxColumns)`
    SELECT q.box_id, q.site_id, w.code AS site, q.site_kind, b.sscc FROM qc_box q JOIN site w ON w.id = q.site_id JOIN box b ON b.id = q.box_id
    WHERE ${isHeldBy(userId)} ORDER BY q.box_id FOR NO KEY UPDATE OF q`.execute(tx)
  return rows
}

/**
 * Gives the boxes on that somebody holds where they work no more, as `handing` says; those of sites that it does not name are nobody's, and a lead
 * gives them out. What was counted and inspected of them stays. The account is written by then. Throws `invalid_input` for a successor who does
 * not inspect there.
 */
export async function handOverBoxes(
  tx: Tx,
  context: CallContext,
  from: { id: string; name: string },
  held: readonly HeldBox[],
  handing: readonly Handing[],
): Promise<void> {
  for (const [site, boxes] of Map.groupBy(held, (box) => box.site)) {
    const [first] = boxes
    if (first === undefined) continue
    const still = await inspectorAt(tx, first.site_kind, from.id)
    if (still && worksAt(still, first.site_kind, first.site_id)) continue
    const to = handing.find((one) => one.site === site)?.to ?? null
    const next = to === null ? undefined : await inspectorAt(tx, first.site_kind, to)
    if (to !== null && (next === undefined || to === from.id || !worksAt(next, first.site_kind, first.site_id)))
      throw invalidInput(moveProblems.takesThere, { values: { site } })
    await recordEvents(
      tx,
      context,
      boxes.map(({ site_kind, sscc }) => ({
        ...{ entity: eventsAt(site_kind), entityId: sscc, event: next ? 'box.assigned' : 'box.unassigned' },
        ...{ from: from.name, to: next?.name ?? null },
      })),
    )
    await sql`UPDATE qc_box q SET inspector_id = ${next?.id ?? null}::uuid WHERE ${inPlaces(boxes, 'q')}`.execute(tx)
  }
}

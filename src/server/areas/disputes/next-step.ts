import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { claimTakenBackAt, hasClaim } from './claims.ts'
import { toldOf } from './told-of-india.ts'

/** Lines `x` of a dispute `p` of which something is upheld. */
const isUpheld = sql<SqlBool>`(x.dispute_id = p.id AND x.upheld > 0)`

/** When the step that was decided of a dispute `p` was done; null while it was not. Nobody marks it: what was done at QC says so. */
const doneAt = sql<Date | null>`(CASE p.next
  WHEN 'recount' THEN (SELECT q.counted_at FROM qc_box q
    WHERE q.box_id = p.box_id AND q.site_id = p.site_id AND q.uncounted = 0 AND q.counted_at > p.settled_at)
  WHEN 'reinspect' THEN (SELECT min(i.at) FROM qc_inspection i JOIN qc_inspection_line l ON l.inspection_id = i.id
    JOIN qc_dispute_line x ON x.sku_id = l.sku_id AND ${isUpheld}
    WHERE i.box_id = p.box_id AND i.site_id = p.site_id AND i.at > p.settled_at AND i.kind <> 'skip')
  WHEN 'revert' THEN (SELECT min(m.at) FROM qc_move m JOIN qc_dispute_line x ON x.sku_id = m.sku_id AND ${isUpheld}
    WHERE m.box_id = p.box_id AND m.site_id = p.site_id AND m.kind IN ('revert_failed', 'revert_passed') AND m.at > p.settled_at)
  WHEN 'take_back' THEN ${claimTakenBackAt}
  END)`

/** Pieces of its SKU that are gone on from India with the vendor's knowledge: the disputed ones are among them. */
const standing = toldOf(sql`coalesce(sum(d.quantity), 0)`, {
  box: sql`l.box_id`,
  site: sql`l.site_id`,
  sku: sql`l.sku_id`,
})

/** Whether a step can be done at the box of a dispute `p` as it is now, with the pieces that are upheld; as `allowedQcActions` says of a box. */
export const canBeDone = (next: RawBuilder<unknown>) => sql<boolean>`EXISTS (SELECT FROM qc_box q
  WHERE q.box_id = p.box_id AND q.site_id = p.site_id AND CASE ${next}
    WHEN 'take_back' THEN ${hasClaim}
    WHEN 'recount' THEN q.uncounted > 0 OR (q.inspections = 0 AND q.to_inspect + q.missing > 0 AND q.returned = 0)
    ELSE EXISTS (SELECT FROM qc_line l JOIN qc_dispute_line x ON x.sku_id = l.sku_id AND ${isUpheld}
      WHERE l.box_id = q.box_id AND l.site_id = q.site_id AND ${standing} < x.upheld AND CASE ${next}
        WHEN 'reinspect' THEN l.to_inspect + l.on_hold > 0 OR (l.failed > 0 AND q.invoiced + q.shipped = 0)
        ELSE q.invoiced + q.shipped = 0 AND l.passed + l.failed + l.shelved + l.ready > 0 END) END)`

/** Of a dispute `p` that something is to be done after. */
const hasStep = sql<SqlBool>`(p.state IN ('upheld', 'partly_upheld') AND p.next <> 'none')`

export const nextColumns = {
  state: sql<string | null>`CASE WHEN NOT ${hasStep} THEN NULL WHEN ${doneAt} IS NOT NULL THEN 'done'
    WHEN ${canBeDone(sql`p.next`)} THEN 'to_do' ELSE 'gone' END`,
  doneAt: sql<Date | null>`CASE WHEN ${hasStep} THEN ${doneAt} END`,
}

/** Decided, not done, and still possible. */
export const isToDo = sql<SqlBool>`(${hasStep} AND ${doneAt} IS NULL AND ${canBeDone(sql`p.next`)})`

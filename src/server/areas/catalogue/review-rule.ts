import { sql } from 'kysely'
import { reviewWords } from '../../../shared/areas/buyer-reviews/spread.ts'
import { type CatalogueStatus, isDecision } from '../../../shared/areas/catalogue/statuses.ts'
import { type Auditor, recordEvents } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { conflict, forbidden, type Refusal } from '../../http/errors.ts'
import type { HeldStyle } from './hold.ts'

const waits: CatalogueStatus = 'Buyer Review Pending'

const columns = {
  id: col.text,
  catalogue_id: col.text,
  responsible_id: col.text,
  responsible: col.text,
  passes: col.number,
  fails: col.number,
}

/** A buyers' review of a style that is held; its row is held as well. */
export type HeldReview = Row<typeof columns>

/** Those of styles that leave their buyers or come before them, by catalogue_style.id. A review is open while its style waits before its buyers, and at no other status. */
export async function holdReviews(tx: Tx, moves: readonly ReviewedMove[]): Promise<ReadonlyMap<string, HeldReview>> {
  const ids = moves.flatMap(({ row, to }) => (row.status === waits || to === waits ? [row.id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await rowsOf(columns)`
    SELECT r.id, r.catalogue_id, r.responsible_id, u.name AS responsible,
      (SELECT count(*)::int FROM buyer_review_verdict g WHERE g.review_id = r.id AND g.verdict = 'pass') AS passes,
      (SELECT count(*)::int FROM buyer_review_verdict g WHERE g.review_id = r.id AND g.verdict = 'fail') AS fails
    FROM buyer_review r JOIN app_user u ON u.id = r.responsible_id
    WHERE r.catalogue_id = ANY(${ids}::uuid[]) ORDER BY r.catalogue_id FOR UPDATE OF r`.execute(tx)
  return new Map(rows.map((row) => [row.catalogue_id, row]))
}

/** Why somebody may not decide the review of a style by this move; null where they may, or where it is no decision. A style without a review has nobody who decides. */
export function noDecision(
  { code, status }: Pick<HeldStyle, 'code' | 'status'>,
  to: CatalogueStatus,
  userId: string,
  review: HeldReview | undefined,
): Refusal | null {
  if (!isDecision(status, to)) return null
  if (!review) return conflict(reviewWords.noReview, { values: { catalogue_id: code } })
  const values = { catalogue_id: code, responsible: review.responsible }
  if (review.responsible_id !== userId) return forbidden(reviewWords.notYours, values)
  return review.passes + review.fails === 0 ? conflict(reviewWords.nobody, { values }) : null
}

export interface ReviewedMove {
  row: HeldStyle
  to: CatalogueStatus
}

/**
 * Brings the reviews of styles that were moved to where the styles are: a decision is written to its review, one whose style went another
 * way is closed, one whose style came back before its buyers is open again and undecided.
 */
export async function followMoves(
  tx: Tx,
  by: Auditor,
  moves: readonly ReviewedMove[],
  { reviews, remark }: { reviews: ReadonlyMap<string, HeldReview>; remark: string | null },
): Promise<void> {
  const reviewed = moves.flatMap(({ row, to }) => {
    const review = reviews.get(row.id)
    return review && row.status !== to && (row.status === waits || to === waits) ? [{ row, to, review }] : []
  })
  if (reviewed.length === 0) return
  const decisionOf = ({ row, to }: ReviewedMove) =>
    isDecision(row.status, to) ? (to === 'Live on Website' ? 'pass' : 'fail') : null
  await sql`UPDATE buyer_review r SET decision = n.decision, version = r.version + 1,
      decision_remark = CASE WHEN n.decision IS NOT NULL THEN ${remark} END,
      decided_at = CASE WHEN n.decision IS NOT NULL THEN now() END
    FROM unnest(${reviewed.map(({ review }) => review.id)}::uuid[], ${reviewed.map(decisionOf)}::text[]) AS n (id, decision)
    WHERE r.id = n.id`.execute(tx)
  await recordEvents(
    tx,
    by,
    reviewed.map((move) => {
      const of = { entity: 'buyer_review' as const, entityId: move.row.code }
      const decision = decisionOf(move)
      if (decision === null)
        return {
          ...of,
          event: move.to === waits ? ('review.reopened' as const) : ('review.closed' as const),
          details: { status: move.to, remark },
        }
      const { passes, fails } = move.review
      return { ...of, event: 'review.decided' as const, to: decision, details: { remark, passes, fails } }
    }),
  )
}

import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { z } from 'zod'
import { type ReviewRow, reviewRow } from '../../../shared/areas/buyer-reviews/calls.ts'
import { buyerReviewsRights } from '../../../shared/areas/buyer-reviews/rights.ts'
import { reviewWords, spreadOf } from '../../../shared/areas/buyer-reviews/spread.ts'
import type { CatalogueStatus } from '../../../shared/areas/catalogue/statuses.ts'
import type { Contract } from '../../../shared/areas.ts'
import { type Holder, isAmong } from '../../../shared/kernel/rights.ts'
import { recordEvent, recordEvents } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { isPast, vendorToday } from '../../database/today.ts'
import { type CallContext, type Caller, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, forbidden, invalidInput, notFound } from '../../http/errors.ts'
import { holds } from '../../http/right-holders.ts'
import { notify } from '../../notices/notify.ts'
import { type HeldStyle, holdCatalogue, holdToJudge } from '../catalogue/hold.ts'
import { moveCatalogue } from '../catalogue/move.ts'
import { surveyPlace } from '../style-surveys/places.ts'

type Routes = Handlers<Contract['buyerReviews']>

const MOST = 500

/** Who may judge `r`: those named and the one who decides; every buyer where nobody is named. */
const mayJudge = ({ userId }: Pick<Caller, 'userId'>) => sql`(r.responsible_id = ${userId}::uuid
  OR EXISTS (SELECT 1 FROM buyer_review_reviewer w WHERE w.review_id = r.id AND w.reviewer_id = ${userId}::uuid)
  OR NOT EXISTS (SELECT 1 FROM buyer_review_reviewer w WHERE w.review_id = r.id))`

const waits: CatalogueStatus = 'Buyer Review Pending'

/** Of a review `r` and its style `c`: open until it is decided, or until its style goes another way. */
const isOpen = sql`c.status = ${waits}`

const tabs = (caller: Pick<Caller, 'userId'>) => ({
  mine: sql`${isOpen} AND ${mayJudge(caller)} AND NOT EXISTS (SELECT 1 FROM buyer_review_verdict g WHERE g.review_id = r.id
    AND g.reviewer_id = ${caller.userId}::uuid)`,
  open: isOpen,
  overdue: sql`${isOpen} AND r.deadline < ${vendorToday}`,
  decided: sql`NOT ${isOpen}`,
})

const plainReview = reviewRow.omit({ spread: true, hidden: true })

async function reviewRows(
  db: Db | Tx,
  caller: Pick<Caller, 'userId'> & Holder,
  where: ReturnType<typeof sql>,
): Promise<ReviewRow[]> {
  const { rows } = await rowsOf(plainReview)`
    SELECT c.code AS catalogue_id, c.name, c.name_zh, c.picture_id AS picture, c.category,
      v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh, coalesce(k.colors, '[]') AS colors, c.price_minor, c.price_currency, c.status,
      ${surveyPlace} AS survey,
      u.name AS responsible, r.responsible_id = ${caller.userId}::uuid AS is_responsible,
      ARRAY(SELECT w.name FROM buyer_review_reviewer x JOIN app_user w ON w.id = x.reviewer_id WHERE x.review_id = r.id ORDER BY w.name) AS reviewers,
      ${mayJudge(caller)} AS may_judge, (SELECT count(*)::int FROM catalogue_note n WHERE n.catalogue_id = c.id) AS notes, r.deadline,
      ${isOpen} AND r.deadline < ${vendorToday} AS is_overdue, r.decision, r.decision_remark, r.decided_at, r.version,
      CASE WHEN r.decision IS NULL AND NOT (${isOpen}) THEN w.went END AS went_on, coalesce(g.given, '[]') AS given
    FROM buyer_review r JOIN catalogue_style c ON c.id = r.catalogue_id JOIN app_user u ON u.id = r.responsible_id
    JOIN vendor v ON v.id = c.vendor_id
    LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('color', color, 'color_zh', color_zh) ORDER BY position) AS colors
      FROM catalogue_color WHERE catalogue_id = c.id) k ON true
    LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('reviewer', p.name, 'is_mine', x.reviewer_id = ${caller.userId}::uuid,
        'verdict', x.verdict, 'score', x.score, 'remark', x.remark, 'given_at', x.given_at) ORDER BY x.given_at) AS given
      FROM buyer_review_verdict x JOIN app_user p ON p.id = x.reviewer_id WHERE x.review_id = r.id) g ON true
    LEFT JOIN LATERAL (SELECT m.moved_at, jsonb_build_object('status', m.to_status, 'by', p.name, 'at', m.moved_at, 'remark', m.remark) AS went
      FROM catalogue_move m JOIN app_user p ON p.id = m.moved_by
      WHERE m.catalogue_id = c.id AND m.from_status = ${waits} ORDER BY m.seq DESC LIMIT 1) w ON NOT (${isOpen})
    WHERE ${where} ORDER BY coalesce(r.decided_at, w.moved_at) DESC NULLS FIRST, r.deadline, c.number LIMIT ${MOST}`.execute(
    db,
  )
  const judges = isAmong(caller, buyerReviewsRights.buyerReview.roles)
  return rows.map((row) => ({
    ...row,
    ...(hasToJudge(row) && judges
      ? { given: [], spread: spreadOf([]), hidden: row.given.length }
      : { spread: spreadOf(row.given), hidden: 0 }),
  }))
}

/** Who has still to judge is told nothing of what the others think, in no list: the first verdict would lead the rest. */
const hasToJudge = ({ status, may_judge, given }: z.output<typeof plainReview>): boolean =>
  status === waits && may_judge && !given.some(({ is_mine }) => is_mine)

export const getBuyerReviews: Routes['getBuyerReviews'] = async ({ tab }, { db, caller }) => {
  const by = tabs(caller)
  const { rows } = await rowsOf({ mine: col.number, open: col.number, overdue: col.number, decided: col.number })`
    SELECT count(*) FILTER (WHERE ${by.mine})::int AS mine, count(*) FILTER (WHERE ${by.open})::int AS open,
      count(*) FILTER (WHERE ${by.overdue})::int AS overdue, count(*) FILTER (WHERE ${by.decided})::int AS decided
    FROM buyer_review r JOIN catalogue_style c ON c.id = r.catalogue_id`.execute(db)
  const found = await reviewRows(db, caller, by[tab])
  return reply({ rows: found, counts: rows[0] ?? {} })
}

/** How many reviews stand in a tab, or are open and the caller's to decide. */
export async function countReviews(
  db: Db,
  caller: Pick<Caller, 'userId'>,
  tab: 'mine' | 'overdue' | 'to_decide',
): Promise<number> {
  const by = { ...tabs(caller), to_decide: sql`${isOpen} AND r.responsible_id = ${caller.userId}::uuid` }
  const { rows } = await rowsOf({ n: col.number })`
    SELECT count(*)::int AS n FROM buyer_review r JOIN catalogue_style c ON c.id = r.catalogue_id WHERE ${by[tab]}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export const getReviewers: Routes['getReviewers'] = async (_, { db }) => {
  const { rows } = await rowsOf({ email: col.text, name: col.text })`
    SELECT email, name FROM app_user u WHERE ${holds(buyerReviewsRights.buyerReview.roles)} AND is_active
    ORDER BY name, email LIMIT ${MOST}`.execute(db)
  return reply({ people: rows })
}

/** Who judges styles, by address as it is written small. */
async function judgesNamed(tx: Tx, emails: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await rowsOf({ id: col.text, email: col.text })`
    SELECT id, lower(email) AS email FROM app_user u WHERE lower(email) = ANY(${emails}::text[]) AND is_active
      AND ${holds(buyerReviewsRights.buyerReview.roles)}`.execute(tx)
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** Tells those who may now judge: who was named with the one who decides, or every buyer. */
async function tellReviewers(tx: Tx, context: CallContext, codes: readonly string[], deadline: string): Promise<void> {
  const { rows } = await rowsOf({ code: col.text, named: col.texts })`
    SELECT c.code, ARRAY(SELECT w.reviewer_id::text FROM buyer_review_reviewer w WHERE w.review_id = r.id
      UNION SELECT r.responsible_id::text WHERE EXISTS (SELECT 1 FROM buyer_review_reviewer w WHERE w.review_id = r.id)) AS named
    FROM buyer_review r JOIN catalogue_style c ON c.id = r.catalogue_id WHERE c.code = ANY(${codes}::text[]) ORDER BY c.number`.execute(
    tx,
  )
  const values = (things: readonly string[]) => ({ catalogue_id: things[0] ?? '', deadline })
  const everybody = rows.filter(({ named }) => named.length === 0).map(({ code }) => code)
  const byPerson = Map.groupBy(
    rows.flatMap(({ code, named }) => named.map((userId) => ({ code, userId }))),
    ({ userId }) => userId,
  )
  const told = [...byPerson].map(([userId, of]) => ({ userId, things: of.map(({ code }) => code) }))
  await notify(
    tx,
    context,
    ...(everybody.length > 0 ? [{ kind: 'review_opened' as const, things: everybody, values: values(everybody) }] : []),
    ...told.map(({ userId, things }) => ({ kind: 'review_asked' as const, userId, things, values: values(things) })),
  )
}

/** Takes styles on to Buyer Review Pending where they are not there yet. One that came back there after it was decided is judged anew. */
export const openReviews: Routes['openReviews'] = ({ catalogue_ids, responsible, reviewers, deadline }, context) =>
  context.command(async (tx) => {
    if (await isPast(tx, deadline, vendorToday))
      throw invalidInput(reviewWords.past, { fields: [{ field: 'deadline', message: reviewWords.past }] })
    const styles = await holdToJudge(tx, context, [...new Set(catalogue_ids)])
    const people = await judgesNamed(tx, [responsible, ...(reviewers ?? [])])
    const decides = people.get(responsible)
    if (decides === undefined) throw invalidInput(reviewWords.noPerson, { values: { email: responsible } })
    const unknown = reviewers?.find((email) => !people.has(email))
    if (unknown !== undefined) throw invalidInput(reviewWords.noReviewer, { values: { email: unknown } })
    const { rows: decided } = await rowsOf({ code: col.text })`
      SELECT c.code FROM buyer_review r JOIN catalogue_style c ON c.id = r.catalogue_id
      WHERE r.catalogue_id = ANY(${styles.map(({ id }) => id)}::uuid[]) AND r.decided_at IS NOT NULL
        AND c.status NOT IN ('Assortment Passed', ${waits}) ORDER BY c.code LIMIT 1`.execute(tx)
    if (decided[0]) throw conflict(reviewWords.isDecided, { values: { catalogue_id: decided[0].code } })
    const waiting = styles.filter(({ status }) => status !== waits)
    if (waiting.length > 0) await moveCatalogue(tx, context, waiting, waits)
    await sql`INSERT INTO buyer_review AS r (id, catalogue_id, responsible_id, deadline, opened_by)
      SELECT n.id, n.style, ${decides}::uuid, ${deadline}::date, ${context.caller.userId}::uuid
      FROM unnest(${styles.map(() => v7())}::uuid[], ${styles.map(({ id }) => id)}::uuid[]) AS n (id, style)
      ON CONFLICT (catalogue_id) DO UPDATE SET responsible_id = excluded.responsible_id, deadline = excluded.deadline,
        overdue_told_at = NULL, decision = NULL, decision_remark = NULL, decided_at = NULL, version = r.version + 1`.execute(
      tx,
    )
    if (reviewers)
      await nameReviewers(
        tx,
        styles,
        reviewers.flatMap((email) => people.get(email) ?? []),
      )
    const codes = styles.map(({ code }) => code)
    await recordEvents(
      tx,
      context,
      codes.map((code) => ({
        entity: 'buyer_review',
        entityId: code,
        event: 'review.opened',
        details: { responsible, deadline, reviewers: reviewers?.join(', ') ?? null },
      })),
    )
    await tellReviewers(tx, context, codes, deadline)
    return reply({ opened: codes.length }, reviewWords.opened)
  })

/** In place of those who were named before; none: every buyer. The reviews are held by the write before this one. */
async function nameReviewers(tx: Tx, styles: readonly HeldStyle[], userIds: readonly string[]): Promise<void> {
  const ids = styles.map(({ id }) => id)
  await sql`DELETE FROM buyer_review_reviewer w USING buyer_review r
    WHERE r.id = w.review_id AND r.catalogue_id = ANY(${ids}::uuid[])`.execute(tx)
  await sql`INSERT INTO buyer_review_reviewer (review_id, reviewer_id)
    SELECT DISTINCT r.id, n.id FROM buyer_review r, unnest(${userIds}::uuid[]) AS n (id)
    WHERE r.catalogue_id = ANY(${ids}::uuid[])`.execute(tx)
}

async function holdReview(
  tx: Tx,
  context: CallContext,
  code: string,
): Promise<{ id: string; version: number; row: ReviewRow; style: HeldStyle }> {
  const [style] = await holdCatalogue(tx, context, [code])
  const { rows } = await rowsOf({ id: col.text, version: col.number })`
    SELECT id, version FROM buyer_review WHERE catalogue_id = ${style?.id ?? null}::uuid FOR UPDATE`.execute(tx)
  const [held] = rows
  const [row] = held ? await reviewRows(tx, context.caller, sql`r.id = ${held.id}::uuid`) : []
  if (!style || !held || !row) throw notFound(reviewWords.notFound, { catalogue_id: code })
  if (row.decision !== null) throw conflict(reviewWords.isDecided, { values: { catalogue_id: code } })
  if (row.status !== waits)
    throw conflict(reviewWords.wentOn, {
      values: { catalogue_id: code, status_key: row.went_on?.status ?? row.status, changed_by: row.went_on?.by ?? '' },
    })
  return { ...held, row, style }
}

async function reviewAfter(tx: Tx, { caller }: CallContext, id: string): Promise<ReviewRow> {
  const [row] = await reviewRows(tx, caller, sql`r.id = ${id}::uuid`)
  if (!row) throw new Error('a review that was just written is gone')
  return row
}

export const giveVerdict: Routes['giveVerdict'] = ({ catalogue_id, verdict, score, remark }, context) =>
  context.command(async (tx) => {
    const { id, row } = await holdReview(tx, context, catalogue_id)
    if (!row.may_judge) throw forbidden(reviewWords.notAsked, { catalogue_id })
    if (verdict === null) {
      await sql`DELETE FROM buyer_review_verdict WHERE review_id = ${id}::uuid AND reviewer_id = ${context.caller.userId}::uuid`.execute(
        tx,
      )
      await recordEvent(tx, context, { entity: 'buyer_review', entityId: catalogue_id, event: 'review.withdrawn' })
      return reply({ review: await reviewAfter(tx, context, id) }, reviewWords.withdrawn)
    }
    if (verdict === 'fail' && !remark)
      throw invalidInput(reviewWords.needsRemark, { fields: [{ field: 'remark', message: reviewWords.needsRemark }] })
    if (score === undefined)
      throw invalidInput(reviewWords.needsScore, { fields: [{ field: 'score', message: reviewWords.needsScore }] })
    await sql`INSERT INTO buyer_review_verdict AS g (review_id, reviewer_id, verdict, score, remark)
      VALUES (${id}::uuid, ${context.caller.userId}::uuid, ${verdict}, ${score}, ${remark || null})
      ON CONFLICT (review_id, reviewer_id) DO UPDATE SET verdict = excluded.verdict, score = excluded.score, remark = excluded.remark,
        given_at = now()`.execute(tx)
    await recordEvent(tx, context, {
      entity: 'buyer_review',
      entityId: catalogue_id,
      event: 'review.given',
      details: { verdict, score, remark: remark ?? null },
    })
    return reply({ review: await reviewAfter(tx, context, id) }, reviewWords.given)
  })

/** Moves the style, and the review with it (`moveCatalogue`): a style that lacks something to go live is refused in words, and stays undecided. */
export const decideReview: Routes['decideReview'] = ({ catalogue_id, decision, remark, version }, context) =>
  context.command(async (tx) => {
    const { id, style, ...held } = await holdReview(tx, context, catalogue_id)
    await assertFresh(tx, { entity: 'buyer_review', entityId: catalogue_id, version: held.version }, version)
    await moveCatalogue(tx, context, [style], decision === 'pass' ? 'Live on Website' : 'Design Rejected', { remark })
    return reply({ review: await reviewAfter(tx, context, id) }, reviewWords.decided)
  })

/** Tells the ones responsible, once a deadline, of what they did not decide in time. */
export async function tellOverdue(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await rowsOf({ user_id: col.text, code: col.text })`
      UPDATE buyer_review r SET overdue_told_at = now() FROM catalogue_style c WHERE c.id = r.catalogue_id AND ${isOpen}
        AND r.overdue_told_at IS NULL AND r.deadline < ${vendorToday} RETURNING r.responsible_id AS user_id, c.code`.execute(
      tx,
    )
    const byPerson = Map.groupBy(rows, (row) => row.user_id)
    await notify(
      tx,
      'nobody',
      ...[...byPerson].map(([userId, of]) => ({
        kind: 'review_overdue' as const,
        userId,
        things: of.map(({ code }) => code),
        values: { catalogue_id: of[0]?.code ?? '' },
      })),
    )
  })
}

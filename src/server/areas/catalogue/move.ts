import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { judgesOf } from '../../../shared/areas/catalogue/rights.ts'
import {
  type CatalogueStatus,
  cameFromAfter,
  canGoBack,
  catalogueStatuses,
  judgesAssortment,
  mayGo,
  movesFrom,
  moveTo,
  needsSample,
  takesBack,
} from '../../../shared/areas/catalogue/statuses.ts'
import { catalogueWords } from '../../../shared/areas/catalogue/words.ts'
import { sampleStates, sampleStateWords } from '../../../shared/areas/samples/rounds.ts'
import { type Holder, isAmong } from '../../../shared/kernel/rights.ts'
import { type Auditor, recordEvents } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { conflict, forbidden, invalidInput, moveNotAllowed, type Refusal } from '../../http/errors.ts'
import { goLive } from './go-live.ts'
import type { HeldStyle } from './hold.ts'
import { followMoves, type HeldReview, holdReviews, noDecision } from './review-rule.ts'
import { samplesFollow } from './sample-rule.ts'

export interface MoveAsked {
  remark?: string | null | undefined
  /** Of each style in its place; the same verdict sent again is no second move. */
  verdictIds?: readonly string[] | undefined
  /** Of a step back: only while this verdict is the last one. */
  takesBack?: string | undefined
}

type Mover = Auditor & { caller: Pick<Caller, 'userId'> & Holder }

/**
 * Moves styles, or takes each one step back: the only writer of `catalogue_style.status`. `rows` are held (`holdCatalogue`). A style
 * that goes live becomes the style and SKUs that orders use; the buyers' review of a style goes with it. Throws move_not_allowed, forbidden, invalid_input or conflict in words for
 * the first that cannot go, and then moves none.
 */
export async function moveCatalogue(
  tx: Tx,
  by: Mover,
  rows: readonly HeldStyle[],
  to: CatalogueStatus | 'back',
  asked: MoveAsked = {},
): Promise<void> {
  const remark = asked.remark || null
  const last = to === 'back' ? await lastMoves(tx, rows) : null
  const ends = rows.map((row) => ({ row, to: to === 'back' ? (last?.get(row.id)?.to ?? row.status) : to }))
  const about = {
    reviews: await holdReviews(tx, ends),
    samples: to === 'back' ? null : await lackedSamples(tx, rows, to),
    closed: to === 'back' ? null : await closedAssortments(tx, rows, to),
  }
  const moves = rows.map((row, at) => {
    const back = last?.get(row.id)
    const refusal =
      to === 'back' ? noWayBack(row, back, by, { ...asked, remark }) : noMove(row, to, by, { ...about, remark })
    if (refusal) throw refusal
    return {
      ...{ id: v7(), row, verdict: asked.verdictIds?.[at] ?? null },
      to: to === 'back' ? (back?.to ?? row.status) : to,
      cameFrom: to === 'back' ? (back?.cameFrom ?? null) : cameFromAfter(row.status, to),
    }
  })
  if (to === 'Live on Website') for (const { row } of moves) await goLive(tx, by, row)
  await sql`UPDATE catalogue_style c SET status = n.status, came_from = n.came_from, status_since = now(), version = c.version + 1
    FROM unnest(${moves.map(({ row }) => row.id)}::uuid[], ${moves.map((one) => one.to)}::text[],
      ${moves.map(({ cameFrom }) => cameFrom)}::text[]) AS n (id, status, came_from) WHERE c.id = n.id`.execute(tx)
  await sql`INSERT INTO catalogue_move (id, catalogue_id, from_status, to_status, is_back, remark, moved_by, verdict_id)
    SELECT n.id, n.style, n.from_status, n.to_status, ${to === 'back'}, ${remark}, ${by.caller.userId}::uuid, n.verdict
    FROM unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ row }) => row.id)}::uuid[],
      ${moves.map(({ row }) => row.status)}::text[], ${moves.map((one) => one.to)}::text[],
      ${moves.map(({ verdict }) => verdict)}::uuid[]) WITH ORDINALITY AS n (id, style, from_status, to_status, verdict, at)
    ORDER BY n.at`.execute(tx)
  await followMoves(tx, by, moves, { ...about, remark })
  await samplesFollow(tx, by, moves)
  await recordEvents(
    tx,
    by,
    moves.map((move) => ({
      ...{ entity: 'catalogue_style', entityId: move.row.code, from: move.row.status, to: move.to },
      event: to === 'back' ? 'catalogue.taken_back' : to === 'Live on Website' ? 'catalogue.live' : 'catalogue.moved',
      details: { remark },
    })),
  )
}

/** Why a style cannot be moved there, by this role, with this remark; null where it can. Whether it lacks something is asked by `goLive`. */
function noMove(
  row: HeldStyle,
  to: CatalogueStatus,
  { caller }: Mover,
  { reviews, samples, closed, remark }: MoveGround,
): Refusal | null {
  const move = moveTo(row.status, to, row.came_from)
  const values = { catalogue_id: row.code, from_key: row.status, to_key: to }
  if (!move) {
    const allowed = movesFrom(row.status, row.came_from).filter((one) => mayGo(one, row.supply_chain, caller))
    return moveNotAllowed(
      catalogueWords.noMove,
      allowed.map((one) => one.to),
      { values },
    )
  }
  if (!mayGo(move, row.supply_chain, caller)) return forbidden(catalogueWords.notYours, values)
  const lacked = samples?.get(row.id)
  if (lacked)
    return lacked.sample === null
      ? conflict(catalogueWords.noSample, { values })
      : conflict(catalogueWords.sampleNotPassed, {
          values: { ...values, sample: lacked.sample, state_key: sampleStateWords[lacked.state ?? 'planned'] },
        })
  const assortment = closed?.get(row.id)
  if (assortment !== undefined) return conflict(catalogueWords.assortmentClosed, { values: { ...values, assortment } })
  const undecided = noDecision(row, to, caller.userId, reviews.get(row.id))
  if (undecided) return undecided
  return move.needsRemark && !remark
    ? invalidInput(catalogueWords.needsRemark, { fields: [{ field: 'remark', message: catalogueWords.needsRemark }] })
    : null
}

interface MoveGround {
  reviews: ReadonlyMap<string, HeldReview>
  /** Of styles that lack a sample for this move, their last one. */
  samples: ReadonlyMap<string, Lacked> | null
  /** Of styles that only closed assortments hold, the last of these. */
  closed: ReadonlyMap<string, string> | null
  remark: string | null
}

const lackedColumns = { id: col.text, sample: col.textOrNull, state: z.enum(sampleStates).nullable() }
type Lacked = Row<typeof lackedColumns>

/** Styles that go where only a sample that passed leads, and have none. */
async function lackedSamples(
  tx: Tx,
  rows: readonly HeldStyle[],
  to: CatalogueStatus,
): Promise<ReadonlyMap<string, Lacked>> {
  const asked = rows.filter(({ status }) => needsSample(status, to)).map(({ id }) => id)
  if (asked.length === 0) return new Map()
  const { rows: lacked } = await rowsOf(lackedColumns)`
    SELECT n.id::text AS id, s.code AS sample, s.state FROM unnest(${asked}::uuid[]) AS n (id)
    LEFT JOIN LATERAL (SELECT code, state FROM catalogue_sample WHERE catalogue_id = n.id ORDER BY round DESC LIMIT 1) s ON true
    WHERE NOT EXISTS (SELECT 1 FROM catalogue_sample p WHERE p.catalogue_id = n.id AND p.state = 'passed')`.execute(tx)
  return new Map(lacked.map((row) => [row.id, row]))
}

/** Styles whose assortment is judged by this move, though none of their assortments is open. */
async function closedAssortments(
  tx: Tx,
  rows: readonly HeldStyle[],
  to: CatalogueStatus,
): Promise<ReadonlyMap<string, string>> {
  const asked = rows.filter(({ status }) => judgesAssortment(status, to)).map(({ id }) => id)
  if (asked.length === 0) return new Map()
  const { rows: closed } = await rowsOf({ id: col.text, code: col.text })`
    SELECT s.catalogue_id AS id, (array_agg(a.code ORDER BY a.closed_at DESC))[1] AS code
    FROM assortment_style s JOIN assortment a ON a.id = s.assortment_id WHERE s.catalogue_id = ANY(${asked}::uuid[])
    GROUP BY s.catalogue_id HAVING bool_and(a.closed_at IS NOT NULL)`.execute(tx)
  return new Map(closed.map(({ id, code }) => [id, code]))
}

interface LastMove {
  /** Where it was before, and where that would go back to. */
  to: CatalogueStatus
  cameFrom: CatalogueStatus | null
  by: string
  name: string
  verdict: string | null
}

function noWayBack(row: HeldStyle, last: LastMove | undefined, { caller }: Mover, asked: MoveAsked): Refusal | null {
  const values = { catalogue_id: row.code }
  if (!last || !canGoBack(row.status)) return moveNotAllowed(catalogueWords.noWayBack, [], { values })
  if (asked.takesBack !== undefined && asked.takesBack !== last.verdict)
    return conflict(catalogueWords.movedSince, { values: { ...values, changed_by: last.name } })
  if (last.by !== caller.userId && !isAmong(caller, takesBack)) return forbidden(catalogueWords.notYourMove, values)
  if (caller.role !== 'vendor' && !isAmong(caller, judgesOf(row.supply_chain)))
    return forbidden(catalogueWords.notYours, { ...values, to_key: last.to })
  return asked.remark
    ? null
    : invalidInput(catalogueWords.needsRemark, { fields: [{ field: 'remark', message: catalogueWords.needsRemark }] })
}

const moveColumns = {
  catalogue_id: col.text,
  from_status: z.enum(catalogueStatuses).nullable(),
  to_status: z.enum(catalogueStatuses),
  is_back: col.flag,
  moved_by: col.text,
  name: col.text,
  verdict_id: col.textOrNull,
}

/** Of each style the last move that was not taken back itself. */
export async function lastMoves(db: Db | Tx, rows: readonly Pick<HeldStyle, 'id'>[]): Promise<Map<string, LastMove>> {
  const { rows: moves } = await rowsOf(moveColumns)`
    SELECT m.catalogue_id, m.from_status, m.to_status, m.is_back, m.moved_by, u.name, m.verdict_id FROM catalogue_move m
    JOIN app_user u ON u.id = m.moved_by WHERE m.catalogue_id = ANY(${rows.map(({ id }) => id)}::uuid[]) ORDER BY m.seq`.execute(
    db,
  )
  const standing = new Map<string, Row<typeof moveColumns>[]>()
  for (const move of moves) {
    const stack = standing.get(move.catalogue_id) ?? []
    if (move.is_back) stack.pop()
    else stack.push(move)
    standing.set(move.catalogue_id, stack)
  }
  return new Map(
    [...standing].flatMap(([id, stack]) => {
      const [move, before] = [stack.at(-1), stack.at(-2)]
      if (!move?.from_status) return []
      const cameFrom = before?.from_status ? cameFromAfter(before.from_status, move.from_status) : null
      return [[id, { to: move.from_status, cameFrom, by: move.moved_by, name: move.name, verdict: move.verdict_id }]]
    }),
  )
}

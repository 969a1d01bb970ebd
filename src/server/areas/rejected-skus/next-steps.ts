import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { indiaQcStatus } from '../../../shared/areas/india-qc/status.ts'
import { standingAfter } from '../../../shared/areas/qc-boxes/qc-standing.ts'
import {
  closedStep,
  type DispositionKind,
  dispositionKinds,
  type NextStep,
  nextStepOf,
  rejectedMessages,
} from '../../../shared/areas/rejected-skus/rules.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { CallContext, Caller, Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { disputedClaims } from '../disputes/claims.ts'
import { acceptedPieces } from '../purchase-orders/sources.ts'
import { lockQcBoxes, type QcBoxFacts, qcLineFacts } from '../qc-boxes/box-rows.ts'
import { applyQcMoves, type PlainQcMove } from '../qc-boxes/ledger.ts'
import { beginRounds } from '../qc-boxes/revert.ts'
import { eventsAt, inIndia, inPlaces } from '../qc-boxes/sites.ts'
import { cancelNote } from '../returns/returns.ts'
import { reverseStock } from '../stock/move-stock.ts'
import { type Reconciled, rejectedById } from './rejected-rows.ts'

const decidedColumns = {
  id: col.text,
  box_id: col.text,
  site_id: col.text,
  sku_id: col.text,
  kind: z.enum(dispositionKinds),
  quantity: col.number,
  state: z.enum(['OPEN', 'DONE', 'UNDONE']),
  return_note: col.textOrNull,
  debit_note: col.textOrNull,
}

type Decided = Row<typeof decidedColumns> & { box: QcBoxFacts }

interface Asked {
  disposition_ids?: string[] | undefined
  remark?: string | undefined
}

/** Decisions by id with their boxes, both locked: boxes first, as every command does. Throws not_found for one that is not there. */
async function lockDecisions(tx: Tx, context: CallContext, ids: readonly string[]): Promise<Decided[]> {
  if (ids.length === 0) throw invalidInput(rejectedMessages.noneChosen)
  const { rows: places } = await rowsOf({ box_id: col.text })`
    SELECT DISTINCT box_id FROM disposition WHERE id = ANY(${ids}::uuid[])`.execute(tx)
  const boxIds = places.map(({ box_id }) => box_id)
  const boxes = new Map((await lockQcBoxes(tx, inIndia(context.caller), boxIds)).map((box) => [box.box_id, box]))
  const { rows } = await rowsOf(decidedColumns)`
    SELECT x.id, x.box_id, x.site_id, x.sku_id, x.kind, x.quantity, x.state, n.number AS return_note, m.number AS debit_note
    FROM disposition x LEFT JOIN return_note n ON n.id = x.return_note_id
    LEFT JOIN debit_note m ON m.id = x.debit_note_id
    WHERE x.id = ANY(${ids}::uuid[]) ORDER BY x.id FOR NO KEY UPDATE OF x`.execute(tx)
  if (rows.length < new Set(ids).size) throw notFound(rejectedMessages.unknown)
  return rows.map((row) => {
    const box = boxes.get(row.box_id)
    if (box === undefined || box.site_id !== row.site_id) throw notFound(rejectedMessages.unknown)
    return { ...row, box }
  })
}

const happenedEvents = {
  back_from_rework: 'box.back_from_rework',
  replaced: 'box.replaced',
  credited: 'box.credited',
} as const satisfies Record<NextStep, string>

/** The next step of decisions happened: mended pieces come to inspection again, as pieces of which nothing is known yet. */
export async function closeDecisions(
  tx: Tx,
  context: CallContext,
  { action, ...asked }: Asked & { action: NextStep; quantity?: number | undefined },
): Promise<Reconciled> {
  const waiting = await lockDecisions(tx, context, asked.disposition_ids ?? [])
  const disputes = await disputedClaims(
    tx,
    waiting.map(({ id }) => id),
  )
  for (const { id, kind, state } of waiting) {
    const closed = closedStep({ kind, state, upheld_by: null, disputed_by: null, ...disputes.get(id) }, action)
    if (closed) throw moveNotAllowed(closed.message, [], { values: closed.values })
  }
  const isRework = action === 'back_from_rework'
  const decisions = asked.quantity === undefined ? waiting : await inPart(tx, waiting, isRework, asked.quantity)
  const moves = isRework ? decisions.map((one) => moveOf(one, 'rework', asked.remark)) : []
  await writeSteps(tx, context, { decisions, moves, event: happenedEvents[action], remark: asked.remark })
  if (isRework) await judgeAnew(tx, decisions)
  await setState(tx, context, decisions, { state: 'DONE', remark: asked.remark })
  return answer(tx, context.caller, decisions)
}

/** Of one decision so many pieces are mended: the others become a decision of their own, which waits on. */
async function inPart(tx: Tx, waiting: readonly Decided[], isRework: boolean, quantity: number): Promise<Decided[]> {
  const [one, another] = waiting
  if (one === undefined || another !== undefined || !isRework) throw invalidInput(rejectedMessages.onlyRework)
  const left = one.quantity - quantity
  if (left < 0) throw invalidInput(rejectedMessages.moreThanReworked, { values: { n: one.quantity } })
  if (left > 0) {
    await sql`INSERT INTO disposition (id, box_id, site_id, sku_id, kind, quantity, state, reason, remark, at, by)
      SELECT ${v7()}, box_id, site_id, sku_id, kind, ${left}, state, reason, remark, at, by FROM disposition WHERE id = ${one.id}`.execute(
      tx,
    )
    await sql`UPDATE disposition SET quantity = ${quantity} WHERE id = ${one.id}`.execute(tx)
  }
  return [{ ...one, quantity }]
}

async function judgeAnew(tx: Tx, decisions: readonly Decided[]): Promise<void> {
  const boxes = [...new Set(decisions.map(({ box }) => box))]
  const skus = new Set(decisions.map(({ box_id, sku_id }) => `${box_id} ${sku_id}`))
  const lines = await qcLineFacts(tx, boxes)
  await beginRounds(
    tx,
    lines.filter((line) => skus.has(`${line.box_id} ${line.sku_id}`)),
  )
  await sql`UPDATE qc_box q SET round = round + 1 WHERE ${inPlaces(boxes, 'q')}`.execute(tx)
}

/** What a way back is called; a return is taken back with its note. */
const backOf: Partial<Record<DispositionKind, 'undispose' | 'unconcede'>> = {
  rework: 'undispose',
  replace: 'undispose',
  credit: 'undispose',
  concession: 'unconcede',
  b_grade: 'undispose',
  scrap: 'undispose',
}

/** Takes decisions back whose next step has not happened: their pieces are rejected ones again, of which nothing is decided. */
export async function undoDecisions(tx: Tx, context: CallContext, asked: Asked): Promise<Reconciled> {
  if (!asked.remark) throw invalidInput(rejectedMessages.noWhy)
  // Notes before their boxes, as whoever cancels a note does.
  await sql`SELECT 1 FROM return_note WHERE id IN (SELECT return_note_id FROM disposition WHERE id = ANY(${asked.disposition_ids ?? []}::uuid[]))
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  const named = await lockDecisions(tx, context, asked.disposition_ids ?? [])
  const decisions = await withNotes(tx, context, named)
  for (const { kind, state } of decisions) {
    if (state === 'UNDONE') throw moveNotAllowed(rejectedMessages.undone, [])
    if (state === 'DONE' && nextStepOf(kind) !== null) throw moveNotAllowed(rejectedMessages.happened, [])
  }
  await assertConceded(tx, decisions)
  for (const number of new Set(decisions.flatMap(({ return_note }) => return_note ?? [])))
    await cancelNote(tx, context, inIndia(context.caller), { return_note: number, remark: asked.remark })
  const moves = decisions.flatMap((one) => {
    const kind = backOf[one.kind]
    return kind === undefined ? [] : [moveOf(one, kind, asked.remark)]
  })
  const eventIds = await writeSteps(tx, context, {
    ...{ decisions, moves, event: 'box.decision_undone', remark: asked.remark },
  })
  for (const { id, kind, box } of decisions)
    if (kind === 'b_grade' || kind === 'scrap')
      await reverseStock(
        tx,
        { type: 'disposition', id: box.sscc, line: id },
        eventIds.get(box.box_id) ?? '',
        asked.remark,
      )
  await setState(tx, context, decisions, { state: 'UNDONE', remark: asked.remark })
  await tellCredits(tx, context, decisions)
  return answer(tx, context.caller, decisions)
}

/** A vendor hears of what is no longer claimed from it, one notice a debit note. */
async function tellCredits(tx: Tx, context: CallContext, decisions: readonly Decided[]): Promise<void> {
  const credits = [...Map.groupBy(decisions, ({ debit_note }) => debit_note)]
  await notify(
    tx,
    context,
    ...credits.flatMap(([debit_note, own]) => {
      const vendorId = own[0]?.box.vendor_id
      if (debit_note === null || vendorId === undefined) return []
      const pieces = own.reduce((sum, { quantity }) => sum + quantity, 0)
      return [{ kind: 'credit_taken_back' as const, vendorId, things: [debit_note], values: { debit_note, pieces } }]
    }),
  )
}

/** With a return note all that went back with it: a note is cancelled whole. */
async function withNotes(tx: Tx, context: CallContext, named: readonly Decided[]): Promise<readonly Decided[]> {
  const notes = named.flatMap(({ return_note }) => return_note ?? [])
  if (notes.length === 0) return named
  const { rows } = await rowsOf({ id: col.text })`
    SELECT x.id FROM disposition x JOIN return_note n ON n.id = x.return_note_id
    WHERE n.number = ANY(${notes}::text[])`.execute(tx)
  const all = new Set([...named.map(({ id }) => id), ...rows.map(({ id }) => id)])
  return all.size === named.length ? named : lockDecisions(tx, context, [...all])
}

/** Pieces of a concession are still there as accepted ones, and on no purchase order. */
async function assertConceded(tx: Tx, decisions: readonly Decided[]): Promise<void> {
  const conceded = decisions.filter(({ kind }) => kind === 'concession')
  const accepted = await acceptedPieces(
    tx,
    conceded.map(({ box }) => box),
  )
  const free = new Set(accepted.filter((one) => one.purchase_order === null).map(({ source_id }) => source_id))
  if (conceded.some(({ id }) => !free.has(id))) throw moveNotAllowed(rejectedMessages.bought, [])
}

function moveOf(one: Decided, kind: PlainQcMove['kind'], remark: string | undefined): PlainQcMove {
  const { id, box_id: boxId, site_id: siteId, sku_id: skuId, quantity } = one
  return { boxId, siteId, skuId, kind, quantity, remark: remark ?? null, dispositionId: id }
}

interface Steps {
  decisions: readonly Decided[]
  moves: readonly PlainQcMove[]
  event: string
  remark: string | undefined
}

/** Moves the pieces, with an event on every box; gives the events by box.id. */
async function writeSteps(tx: Tx, context: CallContext, { decisions, moves, event, remark }: Steps) {
  const byBox = [...Map.groupBy(decisions, ({ box }) => box)]
  const auditIds = await recordEvents(
    tx,
    context,
    byBox.map(([box, own]) => ({
      ...{ entity: eventsAt(box.site_kind), entityId: box.sscc, event, from: indiaQcStatus(box) },
      to: indiaQcStatus(
        standingAfter(
          box,
          moves.filter(({ boxId }) => boxId === box.box_id),
        ),
      ),
      details: { pieces: own.reduce((sum, { quantity }) => sum + quantity, 0), ...(remark && { remark }) },
    })),
  )
  const events = new Map(byBox.map(([box], at) => [box.box_id, auditIds[at] ?? '']))
  await applyQcMoves(
    tx,
    context,
    moves.map((move) => ({ ...move, auditId: events.get(move.boxId) ?? '' })),
  )
  return events
}

async function setState(
  tx: Tx,
  context: CallContext,
  decisions: readonly Decided[],
  { state, remark }: { state: 'DONE' | 'UNDONE'; remark: string | undefined },
): Promise<void> {
  await sql`UPDATE disposition SET state = ${state}, closed_at = now(), closed_by = ${context.caller.userId},
    close_remark = ${remark || null} WHERE id = ANY(${decisions.map(({ id }) => id)}::uuid[])`.execute(tx)
}

async function answer(tx: Tx, caller: Caller, decisions: readonly Decided[]): Promise<Reconciled> {
  const ids = [...new Set(decisions.map(({ box_id, sku_id }) => `${box_id} ${sku_id}`))]
  return { rows: await rejectedById(tx, caller, ids), return_notes: [], debit_notes: [] }
}

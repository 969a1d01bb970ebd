import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { daysUntilClosed, passOutcomeNames, passOutcomes } from '../../../shared/areas/gate-passes/rules.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { moveNotAllowed, notFound } from '../../http/errors.ts'
import { reverseStock } from '../stock/move-stock.ts'
import type { PassRow } from './pass-rows.ts'

/** Moves of an outcome have a line of their own in the document, by which they are taken back. */
export const lineOfOutcome = (outcomeId: string): string => `settled ${outcomeId}`

/** Whether what was settled of a pass `p` stays: nothing is open, and the last settlement is some days old. */
export const isClosedForGood = sql<SqlBool>`(NOT EXISTS (SELECT FROM gate_pass_case c WHERE c.pass_id = p.id AND c.settled < c.quantity)
  AND NOT EXISTS (SELECT FROM gate_pass_outcome o JOIN gate_pass_case c ON c.id = o.case_id
    WHERE c.pass_id = p.id AND greatest(o.at, o.undone_at) > now() - make_interval(days => ${sql.lit(daysUntilClosed)})))`

const outcomeColumns = { id: col.text, outcome: z.enum(passOutcomeNames), quantity: col.number, has_moves: col.flag }

/**
 * Takes one outcome of a discrepancy back: its stock is as before, and its pieces are to settle again. Pass and case must be locked. Throws
 * move_not_allowed where the pass is closed for good, or its pieces are not where the outcome put them.
 */
export async function takeOutcomeBack(
  tx: Tx,
  context: CallContext,
  pass: PassRow,
  found: { id: string; kind: string },
  { outcome_id, why }: { outcome_id: string; why: string },
): Promise<void> {
  const { gate_pass } = pass
  if (await isClosed(tx, pass))
    throw moveNotAllowed(passWords.closedForGood, [], { values: { gate_pass, days: daysUntilClosed } })
  const line = lineOfOutcome(outcome_id)
  const { rows } = await rowsOf(outcomeColumns)`
    SELECT o.id::text AS id, o.outcome, o.quantity, EXISTS (SELECT FROM stock_move m
      WHERE m.document_type = 'gate_pass' AND m.document_id = ${gate_pass} AND m.document_line = ${line}) AS has_moves
    FROM gate_pass_outcome o WHERE o.id = ${outcome_id} AND o.case_id = ${found.id} AND o.undone_at IS NULL FOR NO KEY UPDATE OF o`.execute(
    tx,
  )
  const [settled] = rows
  if (settled === undefined) throw notFound(passWords.unknownOutcome)
  const { outcome, quantity, has_moves } = settled
  if (passOutcomes[outcome].stock !== null && !has_moves) throw moveNotAllowed(passWords.settledBefore, [])
  const event = await recordEvent(tx, context, {
    ...{ entity: 'gate_pass', entityId: gate_pass, event: 'gate_pass.settlement_undone' },
    details: { kind: found.kind, pieces: quantity, outcome, reason: why },
  })
  if (has_moves) await reverseStock(tx, { type: 'gate_pass', id: gate_pass, line }, event, why)
  await sql`UPDATE gate_pass_outcome SET undone_at = now(), undone_by = ${context.caller.userId}, undone_why = ${why}
    WHERE id = ${outcome_id}`.execute(tx)
  await sql`UPDATE gate_pass_case SET settled = settled - ${quantity} WHERE id = ${found.id}`.execute(tx)
}

async function isClosed(tx: Tx, { id }: PassRow): Promise<boolean> {
  const { rows } = await rowsOf({ closed: col.flag })`
    SELECT ${isClosedForGood} AS closed FROM gate_pass p WHERE p.id = ${id}`.execute(tx)
  return rows[0]?.closed === true
}

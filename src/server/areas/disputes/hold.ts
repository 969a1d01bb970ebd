import { sql } from 'kysely'
import { z } from 'zod'
import {
  type DisputeMove,
  type DisputeState,
  disputeStates,
  disputeStateWords,
  disputeWords,
  isLive,
} from '../../../shared/areas/disputes/rules.ts'
import { addDays, dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { recordEvent, recordEvents } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { seenDisputes } from './dispute-rows.ts'
import { isToDo } from './next-step.ts'
import { movesFor } from './read.ts'

const heldColumns = {
  ...{ id: col.text, number: col.text, vendor_id: col.text, vendor: col.text, site_id: col.text, sscc: col.text },
  ...{ shipment_id: col.text, state: z.enum(disputeStates), due_on: col.text, owner_id: col.textOrNull },
  version: col.number,
  is_to_do: col.flag,
}

export type Held = Row<typeof heldColumns>

/**
 * A dispute as it stands, held until the transaction ends, for a move that its state and the caller allow. Throws not_found for another
 * vendor's, stale for an older version, move_not_allowed when it went on meanwhile.
 */
export async function hold(
  tx: Tx,
  { caller }: CallContext,
  { number, version }: { number: string; version: number },
  move: DisputeMove,
): Promise<Held> {
  const { rows } = await rowsOf(heldColumns)`
    SELECT p.id, p.number, p.vendor_id, v.name AS vendor, p.site_id, b.sscc, h.shipment_id, p.state, p.due_on::text AS due_on,
      p.owner_id, p.version, ${isToDo} AS is_to_do
    FROM qc_dispute p JOIN box b ON b.id = p.box_id JOIN shipment h ON h.id = b.shipment_id JOIN vendor v ON v.id = p.vendor_id
    WHERE p.number = ${number} AND ${seenDisputes(caller)} FOR NO KEY UPDATE OF p`.execute(tx)
  const [held] = rows
  if (held === undefined) throw notFound(disputeWords.notFound, { number })
  const moves = movesFor(caller, held.state, held.is_to_do)
  // Before its version: who comes second hears what became of it, and not only that somebody was quicker.
  if (!moves.includes(move))
    throw moveNotAllowed(disputeWords.noMove, moves, { values: { number, state_key: disputeStateWords[held.state] } })
  await assertFresh(tx, { entity: 'dispute', entityId: number, version: held.version }, version)
  return held
}

/** The day by which whoever's turn it is has to answer from now on. */
export async function nextDue(tx: Db | Tx): Promise<string> {
  return addDays(dayIn(vendorZone, new Date()), await readSetting(tx as Db, 'dispute_answer_days'))
}

/** Puts a held dispute into another state; one that is over has who ended it. */
export async function moveTo(
  tx: Tx,
  context: CallContext,
  held: Held,
  to: DisputeState,
  due = held.due_on,
): Promise<void> {
  const { userId } = context.caller
  await sql`UPDATE qc_dispute SET state = ${to}, due_on = ${due}::date, version = version + 1,
      settled_at = CASE WHEN ${!isLive(to)} THEN now() END, settled_by = CASE WHEN ${!isLive(to)} THEN ${userId}::uuid END
    WHERE id = ${held.id}::uuid`.execute(tx)
}

type DisputeEvent = 'opened' | 'accepted' | 'asked' | 'answered' | 'handed' | 'settled' | 'withdrawn'

/** Its own event; the words stand in the dispute alone. */
export async function record(
  tx: Tx,
  context: CallContext,
  number: string,
  event: DisputeEvent,
  { from, to }: { from?: DisputeState; to: DisputeState },
): Promise<void> {
  await recordEvent(tx, context, {
    ...{ entity: 'dispute', entityId: number, event: `dispute.${event}`, to: codeOf(to) },
    ...(from && { from: codeOf(from) }),
  })
}

const codeOf = (state: DisputeState) => `dispute_${state}`

/** The same in the lives of its box and shipment. */
export async function recordOnBox(
  tx: Tx,
  context: CallContext,
  { number, sscc, shipment_id }: Pick<Held, 'number' | 'sscc' | 'shipment_id'>,
  event: 'disputed' | 'dispute_settled',
): Promise<void> {
  await recordEvents(tx, context, [
    { entity: 'shipment', entityId: shipment_id, event: `shipment.${event}`, details: { dispute: number } },
    { entity: 'box', entityId: sscc, event: `box.${event}`, details: { dispute: number } },
  ])
}

/** Its owner is told; where nobody owns it, the people of QC at its site. */
export async function tellOwner(
  tx: Tx,
  context: CallContext,
  held: Pick<Held, 'number' | 'vendor' | 'site_id' | 'owner_id'>,
  kind: 'dispute_yours' | 'dispute_answered' | 'dispute_withdrawn',
  due: string,
): Promise<void> {
  const about = { things: [held.number], values: { number: held.number, vendor: held.vendor, due } }
  if (held.owner_id !== null) return notify(tx, context, { kind, userId: held.owner_id, ...about })
  await notify(tx, context, { kind: 'dispute_opened', siteIds: [held.site_id], ...about })
}

export async function tellVendor(
  tx: Tx,
  context: CallContext,
  { number, vendor_id }: Pick<Held, 'number' | 'vendor_id'>,
  kind: 'dispute_asked' | 'dispute_settled',
  due: string,
): Promise<void> {
  await notify(tx, context, { kind, vendorId: vendor_id, things: [number], values: { number, due } })
}

export function refuse(field: string, message: string, values: Record<string, string | number> = {}): never {
  throw invalidInput(message, { values, fields: [{ field, message, values }] })
}

import { sql } from 'kysely'
import { pendingOf, stateWhenReopened } from '../../../shared/areas/gate-passes/moves.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { moveStock, type StockMove } from '../stock/move-stock.ts'
import { closeTransit } from '../stock/places.ts'
import { casesOfPass } from './cases.ts'
import { callBack, replyPass, sidesOf } from './lifecycle.ts'
import { assertMove, assertPassFresh, lockPass, touchPass } from './lock-pass.ts'
import { type LockedItem, lockItems } from './pass-items.ts'
import { factsOf, findPass, type PassRow, passWire } from './pass-rows.ts'
import { roadOf } from './receipts.ts'
import { assertReceiver } from './receive-items.ts'

type GatePassHandlers = Handlers<Contract['gatePasses']>

/** Nothing more is expected: what did not come is closed short, or was handed over where nobody of ours receives it. */
export const complete: GatePassHandlers['complete'] = (input, context) =>
  context.command(async (tx) => {
    const { caller } = context
    const pass = await lockPass(tx, caller, input.gate_pass)
    assertReceiver(caller, pass)
    assertMove(pass, 'complete', caller)
    await assertPassFresh(tx, pass, input.version)
    const items = await lockItems(tx, pass.id)
    const pending = items.filter((item) => pendingOf(item) > 0)
    const short = pass.receive_site_id === null ? 0 : pending.reduce((sum, item) => sum + pendingOf(item), 0)
    const event = await recordEvent(tx, context, {
      ...{
        entity: 'gate_pass',
        entityId: pass.gate_pass,
        event: 'gate_pass.completed',
        from: pass.state,
        to: 'COMPLETED',
      },
      details: { ...(short > 0 && { short }), ...(input.remark && { remark: input.remark }) },
    })
    const road = await roadOf(tx, pass)
    await leaveRoad(tx, pass, road, pending, event)
    await openCases(tx, pass, input.remark)
    await closeTransit(tx, road)
    await sql`UPDATE gate_pass_box SET is_live = false WHERE pass_id = ${pass.id} AND is_live`.execute(tx)
    await touchPass(tx, context, pass.id, { state: 'COMPLETED', completed_at: new Date(), completed_by: caller.userId })
    const discrepancies = await casesOfPass(tx, context, pass.id)
    await tell(tx, context, pass, discrepancies.length > 0)
    const after = passWire(await findPass(tx, caller, pass.gate_pass), caller)
    return reply(
      { gate_pass: after, discrepancies },
      discrepancies.length > 0 ? passWords.completedShort : passWords.completed,
    )
  })

/** What is still on the road leaves it for good. */
async function leaveRoad(
  tx: Tx,
  pass: PassRow,
  road: string,
  pending: readonly LockedItem[],
  event: string,
): Promise<void> {
  const isReceived = pass.receive_site_id !== null
  await moveStock(
    tx,
    pending.map(
      (item): StockMove => ({
        ...{ kind: isReceived ? 'close_short' : 'deliver', skuId: item.sku_id, quantity: pendingOf(item) },
        ...{ from: { placeId: road, condition: item.condition }, to: null },
        ...{ document: { type: 'gate_pass', id: pass.gate_pass, line: 'completed' }, reason: 'Not received' },
      }),
    ),
    event,
  )
  const ids = pending.map(({ id }) => id)
  await sql`UPDATE gate_pass_item SET ${isReceived ? sql`closed_short = sent - received` : sql`received = sent - closed_short`}
    WHERE id = ANY(${ids}::uuid[])`.execute(tx)
}

/** A discrepancy for each difference, with why pieces are damaged as whoever received them said it. */
async function openCases(tx: Tx, pass: PassRow, remark: string): Promise<void> {
  const { rows } = await rowsOf({ item_id: col.text, kind: col.text, quantity: col.number })`
    SELECT i.id::text AS item_id, d.kind, d.quantity FROM gate_pass_item i
    CROSS JOIN LATERAL (VALUES ('short', i.closed_short), ('excess', i.excess), ('damaged', i.damaged)) AS d (kind, quantity)
    WHERE i.pass_id = ${pass.id} AND d.quantity > 0`.execute(tx)
  await sql`
    INSERT INTO gate_pass_case (id, pass_id, item_id, kind, quantity, reason, remark)
    SELECT n.id, ${pass.id}::uuid, n.item_id, n.kind, n.quantity,
      CASE WHEN n.kind <> 'short' THEN (SELECT r.reason FROM gate_pass_receipt r WHERE r.item_id = n.item_id
        AND CASE n.kind WHEN 'damaged' THEN r.damaged ELSE r.excess END > 0 AND r.undone_at IS NULL AND r.reason IS NOT NULL ORDER BY r.at DESC LIMIT 1) END,
      coalesce(nullif(${remark}, ''), (SELECT string_agg(r.remark, '; ' ORDER BY r.at) FROM gate_pass_receipt r WHERE r.item_id = n.item_id
        AND r.undone_at IS NULL AND r.remark IS NOT NULL))
    FROM unnest(${newIds(rows.length)}::uuid[], ${rows.map(({ item_id }) => item_id)}::uuid[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ quantity }) => quantity)}::int[]) AS n (id, item_id, kind, quantity)`.execute(tx)
}

async function tell(tx: Tx, context: CallContext, pass: PassRow, differs: boolean): Promise<void> {
  const values = { gate_pass: pass.gate_pass, ...sidesOf(pass) }
  const siteIds = [pass.from_site_id, pass.to_site_id]
  const about = {
    siteIds,
    things: [pass.gate_pass],
    group: `${pass.from_site} ${pass.to_site ?? pass.to_name}`,
    values,
  }
  await notify(tx, context, { kind: differs ? 'gate_pass_differs' : 'gate_pass_arrived', ...about })
}

/** Back from completed to receiving, or from submitted to packing. */
export const reopen: GatePassHandlers['reopen'] = (input, context) =>
  context.command(async (tx) => {
    const { caller } = context
    const pass = await lockPass(tx, caller, input.gate_pass)
    const move = pass.state === 'COMPLETED' ? 'reopen' : 'call_back'
    assertMove(pass, move, caller)
    await assertPassFresh(tx, pass, input.version)
    const why = { reason: input.reason, ...(input.remark && { remark: input.remark }) }
    if (move === 'call_back') await callBack(tx, context, pass, why)
    else await openAgain(tx, context, pass, why)
    return replyPass(tx, context, pass, 'Success ')
  })

/** What was closed short is on the road again, and the discrepancies are none any more. Throws for a box that went on since. */
async function openAgain(tx: Tx, context: CallContext, pass: PassRow, why: Record<string, string>): Promise<void> {
  await assertBoxesFree(tx, pass)
  const isReceived = pass.receive_site_id !== null
  const items = await lockItems(tx, pass.id)
  const state = stateWhenReopened(factsOf(pass))
  const left = items.map((item) => ({ item, quantity: isReceived ? item.closed_short : item.received }))
  const event = await recordEvent(tx, context, {
    ...{ entity: 'gate_pass', entityId: pass.gate_pass, event: 'gate_pass.reopened' },
    ...{ from: pass.state, to: state, details: why },
  })
  const road = await roadOf(tx, pass)
  await moveStock(
    tx,
    left.flatMap(({ item, quantity }): StockMove[] =>
      quantity === 0
        ? []
        : [
            {
              ...{ kind: isReceived ? 'reopen_short' : 'undeliver', skuId: item.sku_id, quantity, from: null },
              to: { placeId: road, condition: item.condition },
              ...{ document: { type: 'gate_pass', id: pass.gate_pass, line: 'completed' }, reason: why.reason ?? null },
            },
          ],
    ),
    event,
  )
  // Those that were taken back: what counts keeps the pass from being opened.
  await sql`DELETE FROM gate_pass_outcome o USING gate_pass_case c WHERE c.id = o.case_id AND c.pass_id = ${pass.id}`.execute(
    tx,
  )
  await sql`DELETE FROM gate_pass_case WHERE pass_id = ${pass.id}`.execute(tx)
  await sql`UPDATE gate_pass_item SET ${isReceived ? sql`closed_short = 0` : sql`received = 0`} WHERE pass_id = ${pass.id}`.execute(
    tx,
  )
  await sql`UPDATE gate_pass_box SET is_live = true WHERE pass_id = ${pass.id} AND removed_at IS NULL`.execute(tx)
  await touchPass(tx, context, pass.id, { state, completed_at: null, completed_by: null })
}

async function assertBoxesFree(tx: Tx, pass: PassRow): Promise<void> {
  const { rows } = await rowsOf({ code: col.text, number: col.text })`
    SELECT b.code, p.number FROM gate_pass_box b JOIN gate_pass_box o ON o.code = b.code AND o.is_live JOIN gate_pass p ON p.id = o.pass_id
    WHERE b.pass_id = ${pass.id} AND b.removed_at IS NULL LIMIT 1`.execute(tx)
  const [taken] = rows
  if (taken) throw moveNotAllowed(passWords.otherPass, [], { values: { code: taken.code, gate_pass: taken.number } })
}

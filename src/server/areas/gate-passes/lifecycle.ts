import { sql } from 'kysely'
import { passFault, passGuards } from '../../../shared/areas/gate-passes/moves.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { notify } from '../../notices/notify.ts'
import { moveStock, type StockMove } from '../stock/move-stock.ts'
import { closeTransit, sitePlace } from '../stock/places.ts'
import { issuePaper, papersOf, planPaper } from './documents.ts'
import { assertDueBack } from './due-back.ts'
import { itemWire, readItems } from './item-rows.ts'
import { assertMove, assertPassFresh, lockPass, touchPass } from './lock-pass.ts'
import { makeGatePass, type NewPass } from './make-pass.ts'
import { emptyBoxes } from './open-boxes.ts'
import { lockItems } from './pass-items.ts'
import { factsOf, findPass, isBlindTo, type PassRow, passWire } from './pass-rows.ts'
import { writePlan } from './plan-items.ts'
import { roadOf } from './receipts.ts'
import { promisePlan, settleReservations } from './reservations.ts'

type GatePassHandlers = Handlers<Contract['gatePasses']>

/** A pass as it is after a command. */
export async function replyPass(tx: Tx, { caller }: CallContext, pass: Pick<PassRow, 'gate_pass'>, said: string) {
  return reply({ gate_pass: passWire(await findPass(tx, caller, pass.gate_pass), caller) }, said)
}

/** What is to be sent stands, and is promised to the pass; or it is a draft again. Throws move_not_allowed where less is free than is planned. */
export const confirmGatepass: GatePassHandlers['confirmGatepass'] = (input, context) =>
  context.command(async (tx) => {
    const pass = await lockPass(tx, context.caller, input.gate_pass)
    assertMove(pass, input.action, context.caller)
    await assertPassFresh(tx, pass, input.version)
    const isConfirmed = input.action === 'confirm'
    await promisePlan(tx, { ...pass, state: isConfirmed ? 'CONFIRMED' : 'DRAFT' })
    await recordPlan(tx, context, pass, isConfirmed)
    return replyPass(tx, context, pass, isConfirmed ? passWords.confirmed : passWords.withdrawn)
  })

async function recordPlan(tx: Tx, context: CallContext, pass: PassRow, isConfirmed: boolean): Promise<void> {
  const to = isConfirmed ? 'CONFIRMED' : 'DRAFT'
  await touchPass(tx, context, pass.id, { state: to })
  await recordEvent(tx, context, {
    ...{ entity: 'gate_pass', entityId: pass.gate_pass, from: pass.state, to },
    event: isConfirmed ? 'gate_pass.confirmed' : 'gate_pass.withdrawn',
    details: { planned: pass.planned },
  })
}

interface NewGoods {
  head: NewPass
  goods: readonly { sku_id: string; quantity: number }[]
}

/**
 * Makes passes whose plans stand from the start, for a plan that was made elsewhere: `promise` sees to it that the pieces of each are
 * promised to it, in the order of the passes. Gives their numbers.
 */
export async function makeStandingPasses(
  tx: Tx,
  context: CallContext,
  passes: readonly NewGoods[],
  promise: (numbers: readonly string[]) => Promise<void>,
): Promise<string[]> {
  // All passes, then the items of all, then stock: that is the order in which everybody locks.
  const numbers: string[] = []
  for (const { head } of passes) numbers.push(await makeGatePass(tx, context, head))
  const locked: PassRow[] = []
  for (const number of numbers) locked.push(await lockPass(tx, context.caller, number))
  const made: PassRow[] = []
  for (const [at, pass] of locked.entries()) {
    const items = (passes[at]?.goods ?? []).map((one) => ({ ...one, condition: 'good' as const }))
    await writePlan(tx, pass.id, items, false)
    made.push(await findPass(tx, context.caller, pass.gate_pass))
  }
  await promise(numbers)
  for (const pass of made) await recordPlan(tx, context, pass, true)
  return numbers
}

/** Cancels a pass that is not on the road: its pieces are where they were taken from. */
export const cancelGatePass: GatePassHandlers['cancelGatePass'] = (input, context) =>
  context.command(async (tx) => {
    const pass = await lockPass(tx, context.caller, input.gate_pass)
    assertMove(pass, 'cancel', context.caller)
    await assertPassFresh(tx, pass, input.version)
    const event = await recordEvent(tx, context, {
      ...{ entity: 'gate_pass', entityId: pass.gate_pass, event: 'gate_pass.cancelled' },
      ...{ from: pass.state, to: 'CANCELLED', details: { reason: input.reason } },
    })
    const { rows } = await rowsOf({ id: col.text })`
      UPDATE gate_pass_box SET is_live = false, version = version + 1 WHERE pass_id = ${pass.id} AND is_live RETURNING id::text AS id`.execute(
      tx,
    )
    const ended = { ...pass, state: 'CANCELLED' as const }
    await settleReservations(tx, ended)
    await emptyBoxes(
      tx,
      ended,
      rows.map(({ id }) => id),
      event,
    )
    await touchPass(tx, context, pass.id, { state: 'CANCELLED' })
    return replyPass(tx, context, pass, passWords.cancelled)
  })

/** What goes, what differs from the plan, which paper, and what is still to be done. */
export const summary: GatePassHandlers['summary'] = async ({ gate_pass }, { db, caller }) => {
  const pass = await findPass(db, caller, gate_pass)
  const paper = await planPaper(db, pass)
  const items = await readItems(db, pass, sql`(i.packed <> i.planned OR i.reason IS NOT NULL)`)
  const { rows } = await rowsOf({ weight: col.numberOrNull })`
    SELECT CASE WHEN bool_and(weight_grams IS NOT NULL) THEN sum(weight_grams)::int END AS weight FROM gate_pass_box
    WHERE pass_id = ${pass.id} AND removed_at IS NULL`.execute(db)
  const facts = factsOf(pass)
  const isBefore = ['DRAFT', 'CONFIRMED', 'PACKING'].includes(pass.state)
  const fault = isBefore ? passFault('submit', { ...facts, state: 'PACKING' }) : null
  const counts: Readonly<Record<string, number>> = {
    [passGuards.openBoxes]: facts.open_boxes,
    [passGuards.emptyBoxes]: facts.empty_boxes,
    [passGuards.withoutReason]: facts.without_reason,
  }
  const own = fault === null ? [] : [{ message: fault, values: { gate_pass, count: counts[fault] ?? 0 } }]
  const isHidden = isBlindTo(caller, pass)
  return reply({
    gate_pass: passWire(pass, caller),
    differences: isHidden || pass.planned === 0 ? [] : items.map((item) => itemWire(item, pass, caller)),
    weight_grams: rows[0]?.weight ?? null,
    paper: {
      ...{ kind: paper.kind, place_of_supply: paper.content.place_of_supply },
      value: isHidden || paper.value_minor === null ? null : { minor: paper.value_minor, currency: 'INR' },
      needs_eway_bill: paper.needs_eway_bill,
    },
    faults: isBefore ? [...own, ...paper.faults] : [],
    warnings: isBefore ? paper.warnings : [],
  })
}

/** The goods leave. */
export const submit: GatePassHandlers['submit'] = (input, context) =>
  context.command(async (tx) => {
    const { caller } = context
    const locked = await lockPass(tx, caller, input.gate_pass)
    assertMove(locked, 'submit', caller)
    await assertPassFresh(tx, locked, input.version)
    const { carrier, vehicle_no, lr_no, eway_bill_no } = input
    const given = Object.entries({ carrier, vehicle_no, lr_no, eway_bill_no }).filter(
      ([, value]) => value !== undefined,
    )
    await touchPass(tx, context, locked.id, Object.fromEntries(given))
    const pass = await findPass(tx, caller, locked.gate_pass)
    await assertDueBack(tx, pass)
    const items = (await lockItems(tx, pass.id)).filter(({ packed }) => packed > 0)
    const paper = await issuePaper(tx, pass)
    const event = await recordEvent(tx, context, {
      ...{
        entity: 'gate_pass',
        entityId: pass.gate_pass,
        event: 'gate_pass.submitted',
        from: pass.state,
        to: 'SUBMITTED',
      },
      details: { pieces: pass.packed, boxes: pass.boxes, document: paper.number },
    })
    await settleReservations(tx, { ...pass, state: 'SUBMITTED' })
    const packing = await sitePlace(tx, pass.from_site_id, 'packing')
    const road = await roadOf(tx, pass)
    await moveStock(
      tx,
      items.map(
        ({ sku_id: skuId, condition, packed: quantity }): StockMove => ({
          ...{ kind: 'dispatch', skuId, quantity, document: { type: 'gate_pass', id: pass.gate_pass, line: 'road' } },
          ...{ from: { placeId: packing, condition }, to: { placeId: road, condition } },
        }),
      ),
      event,
    )
    await sql`UPDATE gate_pass_item SET sent = packed WHERE pass_id = ${pass.id}`.execute(tx)
    await sql`UPDATE gate_pass SET state = 'SUBMITTED', submitted_at = now(), submitted_by = ${caller.userId} WHERE id = ${pass.id}`.execute(
      tx,
    )
    await tellOnWay(tx, context, pass, paper)
    const after = await findPass(tx, caller, pass.gate_pass)
    return reply({ gate_pass: passWire(after, caller), documents: await papersOf(tx, pass.id) }, passWords.submitted)
  })

/** Names of both sides, for notices. */
export function sidesOf(pass: PassRow): Record<string, string> {
  return { from: pass.from_site_name, from_zh: pass.from_site_name_zh, to: pass.to_name, to_zh: pass.to_name_zh }
}

async function tellOnWay(
  tx: Tx,
  context: CallContext,
  pass: PassRow,
  paper: { kind: string; number: string },
): Promise<void> {
  const siteIds = [pass.from_site_id, pass.to_site_id]
  const about = { siteIds, things: [pass.gate_pass], group: `${pass.from_site} ${pass.to_site ?? pass.to_name}` }
  const values = { gate_pass: pass.gate_pass, document: paper.number, ...sidesOf(pass) }
  // How many pieces come is not said: a blind receipt is counted first.
  if (pass.to_site_id !== null) await notify(tx, context, { kind: 'gate_pass_on_way', ...about, values })
  if (paper.kind === 'tax_invoice') await notify(tx, context, { kind: 'tax_invoice_issued', ...about, values })
}

/** Back to packing: what was on the road is in its boxes, and the paper does not count any more. */
export async function callBack(
  tx: Tx,
  context: CallContext,
  pass: PassRow,
  why: Record<string, string>,
): Promise<void> {
  const items = (await lockItems(tx, pass.id)).filter(({ sent }) => sent > 0)
  const event = await recordEvent(tx, context, {
    ...{
      entity: 'gate_pass',
      entityId: pass.gate_pass,
      event: 'gate_pass.called_back',
      from: pass.state,
      to: 'PACKING',
    },
    details: why,
  })
  // As far as it is free: others may have taken the rest since.
  await settleReservations(tx, { ...pass, state: 'PACKING' })
  const packing = await sitePlace(tx, pass.from_site_id, 'packing')
  const road = await roadOf(tx, pass)
  await moveStock(
    tx,
    items.map(
      ({ sku_id: skuId, condition, sent: quantity }): StockMove => ({
        ...{ kind: 'call_back', skuId, quantity, document: { type: 'gate_pass', id: pass.gate_pass, line: 'road' } },
        ...{ from: { placeId: road, condition }, to: { placeId: packing, condition } },
      }),
    ),
    event,
  )
  await sql`UPDATE gate_pass_item SET sent = 0 WHERE pass_id = ${pass.id}`.execute(tx)
  await sql`UPDATE gate_pass_document SET state = 'CANCELLED' WHERE pass_id = ${pass.id} AND state = 'LIVE'`.execute(tx)
  await touchPass(tx, context, pass.id, { state: 'PACKING', submitted_at: null, submitted_by: null })
  await closeTransit(tx, road)
}

import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { correctiveLife } from '../../../shared/areas/corrective-actions/life.ts'
import {
  type AboutKind,
  aboutWords,
  actionStates,
  actionWords,
} from '../../../shared/areas/corrective-actions/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { needsWordsText } from '../../../shared/kernel/lifecycle.ts'
import { refusalReasons } from '../../../shared/kernel/reasons.ts'
import { recordEvent } from '../../audit/audit.ts'
import { recordsOf } from '../../audit/lifecycle.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { notify } from '../../notices/notify.ts'
import { actionOf } from './action-rows.ts'
import { writePhotos } from './photos.ts'

type Routes = Handlers<Contract['correctiveActions']>

const actions = recordsOf({
  life: correctiveLife,
  ...{ table: 'corrective_action', entity: 'corrective_action', notFound: actionWords.notFound },
  columns: {
    ...{ id: col.text, number: col.text, vendor_id: col.text, state: z.enum(actionStates), due_on: col.text },
    ...{ owner_id: col.textOrNull, version: col.number },
  },
  select: (number, caller) => sql`
    SELECT a.id, a.number, a.vendor_id, a.state, a.due_on, a.owner_id, a.version FROM corrective_action a
    WHERE a.number = ${number} AND ${ownRows(caller, 'a.vendor_id')} FOR NO KEY UPDATE OF a`,
})

function refuse(field: string, message: string, values: Record<string, string> = {}): never {
  throw invalidInput(message, { values, fields: [{ field, message }] })
}

/** A day that has not passed yet in the vendors' zone. */
function assertDue(due: string): void {
  if (due < dayIn(vendorZone, new Date())) refuse('due_on', actionWords.past)
}

/** Somebody of the vendor who can sign in. */
async function assertOwner(tx: Tx, vendorId: string, ownerId: string | null): Promise<void> {
  if (ownerId === null) return
  const { rows } = await rowsOf({ id: col.text })`SELECT u.id FROM app_user u
    WHERE u.id = ${ownerId}::uuid AND u.vendor_id = ${vendorId}::uuid AND u.is_active`.execute(tx)
  if (rows.length === 0) refuse('owner_id', actionWords.noOwner)
}

/** Asks a vendor for one; the vendor is told. Refuses days that passed, people of others and things that are not this vendor's. */
export const openCorrectiveAction: Routes['openCorrectiveAction'] = (asked, context) =>
  context.command(async (tx) => {
    const { title, wrong, due_on } = asked
    assertDue(due_on)
    const vendor = await tx.selectFrom('vendor').where('code', '=', asked.supplier_id).select('id').executeTakeFirst()
    if (vendor === undefined) refuse('supplier_id', actionWords.noVendor)
    await assertOwner(tx, vendor.id, asked.owner_id ?? null)
    const about = asked.about ? await findAbout(tx, vendor.id, asked.about) : null
    const { rows } = await rowsOf({ number: col.text })`
      INSERT INTO corrective_action (id, number, vendor_id, title, wrong, about_kind, about_id, about_code, due_on, owner_id, opened_by)
      VALUES (${v7()}::uuid, 'CA-' || lpad(nextval('corrective_action_number')::text, 6, '0'), ${vendor.id}::uuid, ${title}, ${wrong},
        ${asked.about?.kind ?? null}, ${about?.id ?? null}::uuid, ${about?.code ?? null}, ${due_on}::date,
        ${asked.owner_id ?? null}::uuid, ${context.caller.userId}::uuid) RETURNING number`.execute(tx)
    const number = rows[0]?.number ?? ''
    await recordEvent(tx, context, {
      ...{ entity: 'corrective_action', entityId: number, event: 'corrective.opened', to: 'opened' },
      details: { title, wrong, due_on },
    })
    await notify(tx, context, {
      ...{ kind: 'corrective_opened', vendorId: vendor.id, things: [number] },
      values: { number, due: due_on },
    })
    const { action } = await actionOf(tx, context, number)
    return reply({ action }, actionWords.opened)
  })

const found = { id: col.textOrNull, code: col.text }

/** What an action is about, if it is this vendor's. A defect reason is nobody's. */
async function findAbout(tx: Tx, vendorId: string, { kind, code }: { kind: AboutKind; code: string }) {
  const isId = z.uuid().safeParse(code).success
  const ofId = isId ? code : null
  const upper = code.toUpperCase()
  const asks = {
    order: sql`SELECT id, order_id AS code FROM vendor_order WHERE order_id = ${upper} AND vendor_id = ${vendorId}::uuid AND decision = 'APPROVED'`,
    shipment: sql`SELECT id, shipment_id AS code FROM shipment WHERE shipment_id = ${upper} AND vendor_id = ${vendorId}::uuid`,
    box: sql`SELECT b.id, b.sscc AS code FROM box b JOIN shipment s ON s.id = b.shipment_id
      WHERE b.sscc = ${code} AND b.removed_at IS NULL AND s.vendor_id = ${vendorId}::uuid`,
    lot: sql`SELECT l.id, concat_ws(' · ', b.sscc, l.plan ->> 'style_id', l.plan ->> 'color') AS code FROM qc_lot l
      JOIN qc_inspection_lot x ON x.lot_id = l.id JOIN qc_inspection i ON i.id = x.inspection_id
      JOIN box b ON b.id = i.box_id JOIN shipment s ON s.id = b.shipment_id
      WHERE l.id = ${ofId}::uuid AND s.vendor_id = ${vendorId}::uuid ORDER BY x.number DESC LIMIT 1`,
    discrepancy: sql`SELECT c.id, concat_ws(' · ', b.sscc, k.nm_sku) AS code FROM qc_case c
      JOIN box b ON b.id = c.box_id JOIN shipment s ON s.id = b.shipment_id JOIN sku k ON k.id = c.sku_id
      WHERE c.id = ${ofId}::uuid AND s.vendor_id = ${vendorId}::uuid`,
    reason: sql`SELECT NULL::uuid AS id, r.code FROM unnest(${[...refusalReasons]}::text[]) AS r (code) WHERE r.code = ${code}`,
  } as const
  const { rows } = await rowsOf(found)`${asks[kind]}`.execute(tx)
  return rows[0] ?? refuse('about', actionWords.noAbout, { kind_key: aboutWords[kind] })
}

/** Another due date or person. A vendor that has another day is reminded of that one. */
export const changeCorrectiveAction: Routes['changeCorrectiveAction'] = (asked, context) =>
  context.command(async (tx) => {
    const { number, due_on, owner_id } = asked
    const held = await actions.hold(tx, context, asked, 'change')
    if (due_on !== held.due_on) assertDue(due_on)
    if (owner_id !== held.owner_id) await assertOwner(tx, held.vendor_id, owner_id)
    await actions.move(tx, context, held, 'change', {
      event: 'corrective.changed',
      set: sql`due_on = ${due_on}::date, owner_id = ${owner_id}::uuid
        ${due_on === held.due_on ? sql`` : sql`, reminded_for = NULL, overdue_told_for = NULL`}`,
      details: { due_on, due_before: held.due_on },
    })
    if (due_on !== held.due_on) await tellVendor(tx, context, 'corrective_opened', held, due_on)
    return reply({ action: (await actionOf(tx, context, number)).action }, actionWords.saved)
  })

/** The vendor's answer, also a better one while the first waits to be looked at. Nobody of the company answers for it. */
export const answerCorrectiveAction: Routes['answerCorrectiveAction'] = (asked, context) =>
  context.command(async (tx) => {
    const { number, root_cause, done, image_ids } = asked
    const { userId } = context.caller
    const held = await actions.hold(tx, context, asked, 'answer')
    await writePhotos(tx, held.id, userId, image_ids)
    await actions.move(tx, context, held, 'answer', {
      event: 'corrective.answered',
      set: sql`root_cause = ${root_cause}, done = ${done}, answered_at = now(), answered_by = ${userId}::uuid`,
      details: { root_cause, done, photos: image_ids.length },
    })
    await notify(tx, context, { kind: 'corrective_answered', things: [number], values: { number } })
    return reply({ action: (await actionOf(tx, context, number)).action }, actionWords.answered)
  })

/** The company's word on it. What is sent back is due anew: by another day, or by the one that stands if that has not passed. */
export const judgeCorrectiveAction: Routes['judgeCorrectiveAction'] = (asked, context) =>
  context.command(async (tx) => {
    const { number, judgement, remark } = asked
    const isBack = judgement === 'return'
    const held = await actions.hold(tx, context, asked, judgement)
    if (correctiveLife.ruleOf(judgement).needsWords && remark === '') refuse('remark', needsWordsText)
    const due = (isBack && asked.due_on) || held.due_on
    if (isBack) assertDue(due)
    await actions.move(tx, context, held, judgement, {
      event: `corrective.${correctiveLife.ruleOf(judgement).to}`,
      set: sql`remark = ${remark || null}, due_on = ${due}::date, judged_at = now(), judged_by = ${context.caller.userId}::uuid
        ${isBack ? sql`, reminded_for = NULL, overdue_told_for = NULL` : sql``}`,
      details: { remark: remark || null, ...(isBack && { due_on: due }) },
    })
    await tellVendor(tx, context, isBack ? 'corrective_opened' : 'corrective_judged', held, due)
    return reply({ action: (await actionOf(tx, context, number)).action }, actionWords[judgement])
  })

async function tellVendor(
  tx: Tx,
  context: CallContext,
  kind: 'corrective_opened' | 'corrective_judged',
  { vendor_id, number }: { vendor_id: string; number: string },
  due: string,
): Promise<void> {
  await notify(tx, context, { kind, vendorId: vendor_id, things: [number], values: { number, due } })
}

/** People of a vendor who can sign in, by name. */
export const correctiveOwners: Routes['correctiveOwners'] = async ({ supplier_id }, { db }: { db: Db }) => {
  const people = await db
    .selectFrom('app_user as u')
    .innerJoin('vendor as v', 'v.id', 'u.vendor_id')
    .where('v.code', '=', supplier_id)
    .where('u.is_active', '=', true)
    .where('u.is_machine', '=', false)
    .orderBy('u.name')
    .limit(200)
    .select(['u.id', 'u.name'])
    .execute()
  return reply({ people })
}

import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import {
  type AboutKind,
  aboutWords,
  actionStates,
  actionStateWords,
  actionWords,
  isOver,
  judgementTo,
  mayAnswer,
  mayJudge,
  needsWords,
} from '../../../shared/areas/corrective-actions/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { refusalReasons } from '../../../shared/kernel/reasons.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { forbidden, invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { notify } from '../../notices/notify.ts'
import { actionOf } from './action-rows.ts'
import { writePhotos } from './photos.ts'

type Routes = Handlers<Contract['correctiveActions']>

const heldColumns = {
  ...{ id: col.text, number: col.text, vendor_id: col.text, state: z.enum(actionStates), due_on: col.text },
  ...{ owner_id: col.textOrNull, version: col.number },
}

/** One as it stands, held until the transaction ends. Throws not_found for another vendor's, stale for an older version. */
async function hold(
  tx: Tx,
  { caller }: CallContext,
  number: string,
  version: number,
): Promise<Row<typeof heldColumns>> {
  const { rows } = await rowsOf(heldColumns)`
    SELECT a.id, a.number, a.vendor_id, a.state, a.due_on::text AS due_on, a.owner_id, a.version FROM corrective_action a
    WHERE a.number = ${number} AND ${ownRows(caller, 'a.vendor_id')} FOR NO KEY UPDATE OF a`.execute(tx)
  const [held] = rows
  if (held === undefined) throw notFound(actionWords.notFound, { number })
  await assertFresh(tx, { entity: 'corrective_action', entityId: held.number, version: held.version }, version)
  return held
}

const noMove = ({ number, state }: Row<typeof heldColumns>, allowed: readonly string[]) =>
  moveNotAllowed(actionWords.noMove, allowed, { values: { number, state_key: actionStateWords[state] } })

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
export const changeCorrectiveAction: Routes['changeCorrectiveAction'] = (
  { number, version, due_on, owner_id },
  context,
) =>
  context.command(async (tx) => {
    const held = await hold(tx, context, number, version)
    if (isOver(held.state)) throw noMove(held, [])
    if (due_on !== held.due_on) assertDue(due_on)
    if (owner_id !== held.owner_id) await assertOwner(tx, held.vendor_id, owner_id)
    await sql`UPDATE corrective_action SET due_on = ${due_on}::date, owner_id = ${owner_id}::uuid, version = version + 1
      WHERE id = ${held.id}::uuid`.execute(tx)
    await recordEvent(tx, context, {
      ...{ entity: 'corrective_action', entityId: number, event: 'corrective.changed' },
      details: { due_on, due_before: held.due_on },
    })
    if (due_on !== held.due_on) await tellVendor(tx, context, 'corrective_opened', held, due_on)
    return reply({ action: (await actionOf(tx, context, number)).action }, actionWords.saved)
  })

/** The vendor's answer, also a better one while the first waits to be looked at. Nobody of the company answers for it. */
export const answerCorrectiveAction: Routes['answerCorrectiveAction'] = (asked, context) =>
  context.command(async (tx) => {
    if (!isBoundToVendor(context.caller)) throw forbidden()
    const { number, version, root_cause, done, image_ids } = asked
    const held = await hold(tx, context, number, version)
    if (!mayAnswer(held.state)) throw noMove(held, [])
    await writePhotos(tx, held.id, context.caller.userId, image_ids)
    await sql`UPDATE corrective_action SET state = 'answered', root_cause = ${root_cause}, done = ${done}, answered_at = now(),
      answered_by = ${context.caller.userId}::uuid, version = version + 1 WHERE id = ${held.id}::uuid`.execute(tx)
    await recordEvent(tx, context, {
      ...{
        entity: 'corrective_action',
        entityId: number,
        event: 'corrective.answered',
        from: held.state,
        to: 'answered',
      },
      details: { root_cause, done, photos: image_ids.length },
    })
    await notify(tx, context, { kind: 'corrective_answered', things: [number], values: { number } })
    return reply({ action: (await actionOf(tx, context, number)).action }, actionWords.answered)
  })

/** The company's word on it. What is sent back is due anew: by another day, or by the one that stands if that has not passed. */
export const judgeCorrectiveAction: Routes['judgeCorrectiveAction'] = (asked, context) =>
  context.command(async (tx) => {
    const { number, version, judgement, remark } = asked
    const held = await hold(tx, context, number, version)
    const to = judgementTo[judgement]
    if (!mayJudge(held.state).includes(judgement)) throw noMove(held, mayJudge(held.state))
    if (needsWords(judgement) && remark === '') refuse('remark', actionWords.needsWords)
    const due = (judgement === 'return' && asked.due_on) || held.due_on
    if (judgement === 'return') assertDue(due)
    await sql`UPDATE corrective_action SET state = ${to}, remark = ${remark || null}, due_on = ${due}::date, judged_at = now(),
      judged_by = ${context.caller.userId}::uuid, version = version + 1,
      reminded_for = CASE WHEN ${judgement === 'return'} THEN NULL ELSE reminded_for END,
      overdue_told_for = CASE WHEN ${judgement === 'return'} THEN NULL ELSE overdue_told_for END WHERE id = ${held.id}::uuid`.execute(
      tx,
    )
    await recordEvent(tx, context, {
      ...{ entity: 'corrective_action', entityId: number, event: `corrective.${to}` as const, from: held.state, to },
      details: { remark: remark || null, ...(judgement === 'return' && { due_on: due }) },
    })
    await tellVendor(tx, context, judgement === 'return' ? 'corrective_opened' : 'corrective_judged', held, due)
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

import { sql } from 'kysely'
import { v7 } from 'uuid'
import { type DisputedPieces, disputableIn, disputeWords, overDisputed } from '../../../shared/areas/disputes/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, forbidden } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { lockQcBox, unknownBox } from '../qc-boxes/box-rows.ts'
import { disputeOf } from './dispute-rows.ts'
import { hold, move, nextDue, recordOnBox, refuse, settledNow, tellOwner } from './hold.ts'
import { addMessage } from './messages.ts'
import { usualOwner } from './owners.ts'
import { boxesOf, mayRaise, type Standing, standingOf } from './standing.ts'

type Routes = Handlers<Contract['disputes']>
type Asked = Parameters<Routes['openDispute']>[0]

/** Accepts or disputes the result of a box of the caller's. The box is held, so that of two at once the second sees the first. */
export const openDispute: Routes['openDispute'] = (asked, context) =>
  context.command(async (tx) => {
    const { caller } = context
    assertVendor(caller)
    const box = await lockQcBox(tx, boxesOf(asked.country, caller), asked.box_id)
    const standing = await standingOf(tx, box, asked.country)
    if (asked.country === 'india' && standing.lines.length === 0) throw unknownBox(asked.box_id)
    assertMay(standing, asked.answer)
    const isAccepted = asked.answer === 'accept'
    const lines = isAccepted ? [] : disputedLines(standing, asked)
    const { reasons } = disputableIn[asked.country]
    if (!isAccepted && !reasons.some((reason) => reason === asked.reason)) refuse('reason', disputeWords.noReason)
    const due = await nextDue(tx)
    const state = isAccepted ? 'accepted' : 'open'
    const ownerId = isAccepted ? null : await usualOwner(tx, box.site_id)
    const id = v7()
    const { rows } = await rowsOf({ number: col.text })`
      INSERT INTO qc_dispute (id, number, box_id, site_id, vendor_id, state, reason, verdict_at, due_on, owner_id, opened_by,
        settled_by, settled_at)
      VALUES (${id}::uuid, 'QD-' || lpad(nextval('qc_dispute_number')::text, 6, '0'), ${box.box_id}::uuid, ${box.site_id}::uuid,
        ${box.vendor_id}::uuid, ${state}, ${isAccepted ? null : asked.reason}, ${standing.verdictAt}, ${due}::date, ${ownerId}::uuid,
        ${caller.userId}::uuid, ${isAccepted ? caller.userId : null}::uuid, CASE WHEN ${isAccepted} THEN now() END)
      RETURNING number`.execute(tx)
    const number = rows[0]?.number ?? ''
    await writeLines(tx, id, lines)
    await addMessage(tx, caller, id, {
      ...{ said: isAccepted ? 'accepted' : 'opened', words: asked.words, imageIds: asked.image_ids },
    })
    await recordEvent(tx, context, {
      ...{ entity: 'dispute', entityId: number, to: `dispute_${state}` },
      event: isAccepted ? 'dispute.accepted' : 'dispute.opened',
    })
    const told = { number, vendor: box.supplier_name, site_id: box.site_id, owner_id: ownerId }
    if (isAccepted) await tellAccepted(tx, context, told)
    else {
      await recordOnBox(
        tx,
        context,
        { number, sscc: box.sscc, shipment_id: box.shipment_id, country: asked.country },
        'disputed',
      )
      await tellOwner(tx, context, told, 'dispute_yours', due)
    }
    const { dispute } = await disputeOf(tx, context, number)
    return reply({ dispute }, isAccepted ? disputeWords.accepted : disputeWords.opened)
  })

/** Nobody of the company speaks for a vendor, whatever rights were given to a role. */
function assertVendor(caller: CallContext['caller']): void {
  if (!isBoundToVendor(caller)) throw forbidden()
}

/** Says why not, of several reasons the one that helps most. */
function assertMay(standing: Standing, answer: Asked['answer']): void {
  if (mayRaise(standing).includes(answer)) return
  const { country, live, decided, until, openDays, lines } = standing
  if (country === 'india' && answer === 'accept') throw conflict(disputeWords.acceptedInChina)
  if (until === null) throw conflict(disputeWords.noResult)
  if (live !== null) throw conflict(disputeWords.alreadyOpen, { values: { number: live } })
  if (decided !== null) throw conflict(disputeWords.decided, { values: { number: decided } })
  if (lines.length === 0) throw conflict(disputeWords.nothing)
  if (new Date() > until) throw conflict(disputeWords.late, { values: { days: openDays } })
  throw conflict(disputeWords.alreadyAccepted)
}

/** The pieces disputed with the SKUs' ids. Throws for none, and for more than were refused or counted otherwise. */
function disputedLines({ lines }: Standing, { lines: said }: Asked): (DisputedPieces & { sku_id: string })[] {
  if (said.length === 0) refuse('lines', disputeWords.noPieces)
  const over = overDisputed(said, lines)
  if (over) refuse(`lines.${said.indexOf(over)}.pieces`, disputeWords.tooMany, { nm_sku: over.nm_sku })
  const ids = new Map(lines.map(({ nm_sku, sku_id }) => [nm_sku, sku_id]))
  return said.map((line) => ({ ...line, sku_id: ids.get(line.nm_sku) ?? '' }))
}

async function writeLines(tx: Tx, disputeId: string, lines: readonly (DisputedPieces & { sku_id: string })[]) {
  if (lines.length === 0) return
  await sql`INSERT INTO qc_dispute_line (dispute_id, sku_id, kind, pieces)
    SELECT ${disputeId}::uuid, n.sku_id, n.kind, n.pieces FROM unnest(${lines.map((line) => line.sku_id)}::uuid[],
      ${lines.map(({ kind }) => kind)}::text[], ${lines.map(({ pieces }) => pieces)}::int[]) AS n (sku_id, kind, pieces)`.execute(
    tx,
  )
}

async function tellAccepted(
  tx: Tx,
  context: CallContext,
  { number, vendor, site_id }: { number: string; vendor: string; site_id: string },
): Promise<void> {
  const told = { siteIds: [site_id], things: [number], values: { number, vendor } }
  await notify(tx, context, { kind: 'result_accepted', ...told })
}

export const answerDispute: Routes['answerDispute'] = (asked, context) =>
  context.command(async (tx) => {
    const held = await hold(tx, context, asked, 'answer')
    const due = await nextDue(tx)
    await move(tx, context, held, 'answer', { event: 'dispute.answered', set: sql`due_on = ${due}::date` })
    await addMessage(tx, context.caller, held.id, { said: 'answered', words: asked.words, imageIds: asked.image_ids })
    await tellOwner(tx, context, held, 'dispute_answered', due)
    return reply({ dispute: (await disputeOf(tx, context, held.number)).dispute }, disputeWords.answered)
  })

export const withdrawDispute: Routes['withdrawDispute'] = (asked, context) =>
  context.command(async (tx) => {
    const held = await hold(tx, context, asked, 'withdraw')
    await move(tx, context, held, 'withdraw', { event: 'dispute.withdrawn', set: settledNow(context) })
    await addMessage(tx, context.caller, held.id, { said: 'withdrawn', words: asked.words })
    await recordOnBox(tx, context, held, 'dispute_settled')
    await tellOwner(tx, context, held, 'dispute_withdrawn', held.due_on)
    return reply({ dispute: (await disputeOf(tx, context, held.number)).dispute }, disputeWords.withdrawn)
  })

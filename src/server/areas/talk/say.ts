import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { productionRights } from '../../../shared/areas/production/rights.ts'
import { talkLimits, talkWords } from '../../../shared/areas/talk/rules.ts'
import type { Contract, NoticeKindName } from '../../../shared/areas.ts'
import { heldBy } from '../../../shared/kernel/rights.ts'
import { isBoundToVendor, type Role, roles } from '../../../shared/kernel/roles.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, forbidden, invalidInput, notFound } from '../../http/errors.ts'
import { holds } from '../../http/right-holders.ts'
import { notify, retract } from '../../notices/notify.ts'
import { findThing, mayRead, type Thing } from './things.ts'
import { messagesOf } from './threads.ts'

type Routes = Handlers<Contract['talk']>

/** So many of those who wrote before are told of what is said next. */
const MOST_TOLD = 50

export const say: Routes['say'] = ({ kind, code, text, mentions, house_only, image_ids }, context) =>
  context.command(async (tx) => {
    const { caller } = context
    if (house_only && isBoundToVendor(caller)) throw forbidden(talkWords.houseOnly)
    if (image_ids.length > 0 && kind !== 'facility_job') throw invalidInput(talkWords.noPhotos)
    const thing = await findThing(tx, caller, kind, code)
    const named = [...new Set(mentions)].sort()
    const { rows: known } = await rowsOf({ id: col.text })`SELECT u.id FROM app_user u
      WHERE u.id = ANY(${named}::uuid[]) AND ${mayRead(thing, house_only)}`.execute(tx)
    if (known.length < named.length) throw invalidInput(talkWords.strangers)
    const id = v7()
    // The thread's row is held until the end: a number is never seen before those below it.
    await sql`WITH t AS (INSERT INTO talk_thread AS t (kind, thing_id, last) VALUES (${kind}, ${thing.id}::uuid, 1)
        ON CONFLICT (kind, thing_id) DO UPDATE SET last = t.last + 1 RETURNING t.last)
      INSERT INTO talk_message (id, kind, thing_id, number, text, mentions, is_house, said_by)
      SELECT ${id}::uuid, ${kind}, ${thing.id}::uuid, t.last, ${text}, ${named}::uuid[], ${house_only}, ${caller.userId}::uuid FROM t`.execute(
      tx,
    )
    await addPhotos(tx, caller.userId, id, image_ids)
    // The words themselves stand in the thread alone.
    await recordEvent(tx, context, {
      ...{ entity: 'talk', entityId: id, event: 'talk.said' },
      details: { kind, code: thing.code, house_only, mentions: named.length },
    })
    await tell(tx, context, thing, { id, named, isHouse: house_only })
    const [message] = await messagesOf(tx, caller, thing, sql`m.id = ${id}::uuid`, 1)
    if (!message) throw notFound(talkWords.noMessage)
    return reply({ message }, talkWords.said)
  })

/** Photographs of a message, which are the caller's own. */
async function addPhotos(tx: Tx, userId: string, messageId: string, imageIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(imageIds)]
  if (wanted.length === 0) return
  const { rows } = await rowsOf({ id: col.text })`SELECT i.id FROM qc_image i
    WHERE i.id = ANY(${wanted}::uuid[]) AND i.user_id = ${userId}::uuid`.execute(tx)
  if (rows.length < wanted.length) throw invalidInput(talkWords.noPhoto)
  await sql`INSERT INTO talk_photo (message_id, image_id, position)
    SELECT ${messageId}::uuid, image_id, at - 1 FROM unnest(${wanted}::uuid[]) WITH ORDINALITY AS n (image_id, at)`.execute(
    tx,
  )
}

/** Who is named, and who wrote in the thread before, as long as they may see this message; operations of what a facility writes. */
async function tell(
  tx: Tx,
  context: CallContext,
  thing: Thing,
  { id, named, isHouse }: { id: string; named: readonly string[]; isHouse: boolean },
): Promise<void> {
  const { rows } = await rowsOf({ id: col.text, role: z.enum(roles) })`SELECT u.id, u.role FROM app_user u
    WHERE ${mayRead(thing, isHouse)} AND u.id <> ${context.caller.userId}::uuid AND (u.id = ANY(${[...named]}::uuid[])
      OR EXISTS (SELECT 1 FROM talk_message m WHERE m.kind = ${thing.kind} AND m.thing_id = ${thing.id}::uuid AND m.said_by = u.id)
      OR (${thing.kind === 'facility_job' && isBoundToVendor(context.caller)} AND ${holds(heldBy(productionRights.runProduction, ['ops']))}))
    ORDER BY u.id = ANY(${[...named]}::uuid[]) DESC, u.id LIMIT ${sql.lit(MOST_TOLD)}`.execute(tx)
  const told = rows.map(({ id: userId, role }) => ({
    ...{ kind: noticeOf(thing, role), userId, group: thing.id, things: [id] },
    values: { who: context.caller.name, code: thing.code },
  }))
  await notify(tx, context, ...told)
}

function noticeOf({ kind }: Thing, role: Role): NoticeKindName {
  if (kind !== 'box') return `talk_${kind}`
  if (role === 'vendor') return 'talk_result'
  return role === 'india_qc_manager' || role === 'india_qc_inward_wh' ? 'talk_india_box' : 'talk_box'
}

const allNotices = [
  ...(['talk_order', 'talk_shipment', 'talk_style', 'talk_production_order', 'talk_facility_job'] as const),
  ...(['talk_box', 'talk_india_box', 'talk_result'] as const),
] as const

/** The row stays, its words are shown to nobody any more, and its notices go. */
export const takeBack: Routes['takeBack'] = ({ id }, context) =>
  context.command(async (tx) => {
    const { rows } = await rowsOf({ thing_id: col.text, is_young: col.flag, is_gone: col.flag })`
      SELECT m.thing_id, m.said_at > now() - ${sql.lit(talkLimits.takeBackMs)} * interval '1 millisecond' AS is_young,
        m.taken_back_at IS NOT NULL AS is_gone
      FROM talk_message m WHERE m.id = ${id}::uuid AND m.said_by = ${context.caller.userId}::uuid FOR UPDATE`.execute(
      tx,
    )
    const [found] = rows
    if (!found || found.is_gone) throw notFound(talkWords.noMessage)
    if (!found.is_young) throw conflict(talkWords.tooLate)
    await sql`UPDATE talk_message SET taken_back_at = now() WHERE id = ${id}::uuid`.execute(tx)
    await recordEvent(tx, context, { entity: 'talk', entityId: id, event: 'talk.taken_back' })
    for (const kind of allNotices) await retract(tx, kind, found.thing_id, [id])
    return reply({ id }, talkWords.takenBack)
  })

import { type RawBuilder, sql } from 'kysely'
import { type TalkMessage, talkMention, talkMessage } from '../../../shared/areas/talk/area.ts'
import { talkLimits, talkPlace } from '../../../shared/areas/talk/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { containing } from '../orders/order-rows.ts'
import { findThing, mayRead, type Thing } from './things.ts'

type Routes = Handlers<Contract['talk']>

/** Messages `m` that this caller ever receives: what the house says alone never leaves the database for a vendor. */
export function readable(caller: Caller): RawBuilder<boolean> {
  return isBoundToVendor(caller) ? sql<boolean>`NOT m.is_house` : sql<boolean>`true`
}

const ofThread = ({ kind, id }: Pick<Thing, 'kind' | 'id'>) => sql`m.kind = ${kind} AND m.thing_id = ${id}::uuid`

const seenBy = ({ userId }: Caller) =>
  sql`coalesce((SELECT s.number FROM talk_seen s WHERE s.user_id = ${userId}::uuid AND s.kind = m.kind AND s.thing_id = m.thing_id), 0)`

/** Messages `m` of others that the caller has not read. */
const isUnread = (caller: Caller) =>
  sql<boolean>`(m.taken_back_at IS NULL AND m.said_by <> ${caller.userId}::uuid AND m.number > ${seenBy(caller)})`

export async function messagesOf(
  db: Db | Tx,
  caller: Caller,
  thing: Thing,
  rule: RawBuilder<unknown>,
  most: number,
): Promise<TalkMessage[]> {
  const { rows } = await rowsOf(talkMessage)`
    SELECT m.id, CASE WHEN m.taken_back_at IS NULL THEN m.text ELSE '' END AS text, u.name AS said_by, m.said_at,
      m.said_by = ${caller.userId}::uuid AS is_own, u.vendor_id IS NOT NULL AS is_vendor, m.is_house AS house_only,
      ${isUnread(caller)} AS is_new, m.taken_back_at IS NOT NULL AS is_taken_back,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) ORDER BY p.name) FROM app_user p
        WHERE p.id = ANY(m.mentions) AND m.taken_back_at IS NULL), '[]') AS mentions,
      ARRAY(SELECT f.image_id::text FROM talk_photo f WHERE f.message_id = m.id AND m.taken_back_at IS NULL ORDER BY f.position) AS image_ids
    FROM talk_message m JOIN app_user u ON u.id = m.said_by
    WHERE ${ofThread(thing)} AND ${readable(caller)} AND ${rule} ORDER BY m.number DESC LIMIT ${sql.lit(most)}`.execute(
    db,
  )
  return rows.reverse()
}

async function unreadOf(db: Db, caller: Caller, thing: Thing): Promise<number> {
  const { rows } = await rowsOf({ unread: col.number })`SELECT count(*)::int AS unread FROM talk_message m
    WHERE ${ofThread(thing)} AND ${readable(caller)} AND ${isUnread(caller)}`.execute(db)
  return rows[0]?.unread ?? 0
}

export const getThread: Routes['getThread'] = async ({ kind, code, before }, { db, caller }) => {
  const thing = await findThing(db, caller, kind, code)
  const rule = before
    ? sql`m.number < (SELECT x.number FROM talk_message x WHERE x.id = ${before}::uuid AND x.kind = m.kind AND x.thing_id = m.thing_id)`
    : sql`true`
  const found = await messagesOf(db, caller, thing, rule, talkLimits.page + 1)
  const has_earlier = found.length > talkLimits.page
  return reply({
    messages: has_earlier ? found.slice(1) : found,
    has_earlier,
    unread: await unreadOf(db, caller, thing),
  })
}

/** Of a vendor only the thing's own people are ever named, whoever asks. */
export const getPeople: Routes['getPeople'] = async ({ kind, code, search, house_only }, { db, caller }) => {
  const thing = await findThing(db, caller, kind, code)
  const { rows } = await rowsOf({ id: col.text, name: col.text, is_vendor: col.flag })`
    SELECT u.id, u.name, u.vendor_id IS NOT NULL AS is_vendor FROM app_user u
    WHERE ${mayRead(thing, house_only)} AND u.id <> ${caller.userId}::uuid AND u.name ILIKE ${containing(search)}
    ORDER BY u.name, u.id LIMIT ${sql.lit(talkLimits.people)}`.execute(db)
  return reply({ people: rows })
}

/** No command: nothing that anybody's work depends on changes. Nobody reads backwards. */
export const seeThread: Routes['seeThread'] = async ({ kind, code, until }, { db, caller }) => {
  const thing = await findThing(db, caller, kind, code)
  // Who looks with other eyes has read nothing.
  if (caller.trueRole !== null) return reply({ unread: await unreadOf(db, caller, thing) })
  await sql`INSERT INTO talk_seen AS s (user_id, kind, thing_id, number)
    SELECT ${caller.userId}::uuid, m.kind, m.thing_id, m.number FROM talk_message m
    WHERE m.id = ${until}::uuid AND ${ofThread(thing)} AND ${readable(caller)}
    ON CONFLICT (user_id, kind, thing_id) DO UPDATE SET number = greatest(s.number, excluded.number)`.execute(db)
  return reply({ unread: await unreadOf(db, caller, thing) })
}

const plainMention = talkMention.omit({ path: true })

/** What the caller was named in and may still see: things that went to others meanwhile are left out. */
export const getMentions: Routes['getMentions'] = async (_, { db, caller }) => {
  const { rows } = await rowsOf(plainMention)`
    SELECT m.id, m.kind, CASE m.kind WHEN 'order' THEN (SELECT order_id FROM vendor_order WHERE id = m.thing_id)
        WHEN 'shipment' THEN (SELECT shipment_id FROM shipment WHERE id = m.thing_id)
        WHEN 'production_order' THEN (SELECT number FROM production_order WHERE id = m.thing_id)
        WHEN 'facility_job' THEN (SELECT o.number || '@' || f.code FROM facility_job j JOIN production_order o ON o.id = j.order_id
          JOIN production_facility f ON f.id = j.facility_id WHERE j.id = m.thing_id)
        WHEN 'box' THEN (SELECT sscc FROM box WHERE id = m.thing_id)
        ELSE (SELECT code FROM style WHERE id = m.thing_id) END AS code,
      u.name AS said_by, m.said_at, m.text
    FROM talk_message m JOIN app_user u ON u.id = m.said_by
    WHERE m.mentions @> ARRAY[${caller.userId}::uuid] AND ${readable(caller)} AND ${isUnread(caller)}
    ORDER BY m.said_at DESC, m.id DESC LIMIT ${sql.lit(talkLimits.page)}`.execute(db)
  const seen = await Promise.all(rows.map((row) => mayFind(db, caller, row)))
  const mentions = rows
    .filter((_row, at) => seen[at])
    .map((row) => ({ ...row, path: talkPlace(row.kind, row.code, caller.role) }))
  return reply({ mentions })
}

async function mayFind(db: Db, caller: CallContext['caller'], { kind, code }: Pick<Thing, 'kind' | 'code'>) {
  try {
    await findThing(db, caller, kind, code)
    return true
  } catch {
    return false
  }
}

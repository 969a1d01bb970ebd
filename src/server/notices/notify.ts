import { type RawBuilder, sql } from 'kysely'
import { v7 } from 'uuid'
import { toldBySite } from '../../shared/areas/people/own-sites.ts'
import { type NoticeKindName, noticeKinds } from '../../shared/areas.ts'
import type { NoticeKind, NoticeValues } from '../../shared/kernel/notices.ts'
import { inTransaction } from '../database/database-errors.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Db, Tx } from '../http/call.ts'

export interface Told {
  kind: NoticeKindName
  /** vendor.id: for kinds that go to a vendor's people. */
  vendorId?: string
  /** app_user.id: for kinds that go to one person. */
  userId?: string
  /** site.id where it lies or is due: people who are bound to other sites are not told. Left out: of no site. */
  siteIds?: readonly (string | null)[]
  /** Ids of what it is about; a notice counts each once. Left out: this event itself. */
  things?: readonly string[]
  /** Unread notices of one kind and group become one. Left out: all of the kind. */
  group?: string
  values?: NoticeValues
}

/**
 * Tells people of what a command does, in the command's own transaction: undone with it, and written to each person later by
 * `fanOut`. Whoever did it is not told; what `nobody` did, as a day that passed, is told to all. One `tell` a command and audience,
 * never one a row. Throws when the audience that the kind wants is not named.
 */
export async function notify(
  tx: Tx,
  by: { caller: { userId: string } } | 'nobody',
  ...told: readonly Told[]
): Promise<void> {
  if (told.length === 0) return
  await tx
    .insertInto('notice_outbox')
    .values(told.map((one) => outboxRow(by === 'nobody' ? null : by.caller.userId, one)))
    .execute()
}

function outboxRow(
  actorId: string | null,
  { kind, vendorId, userId, siteIds = [], things, group = '', values = {} }: Told,
) {
  const { audience, right, roles }: NoticeKind = noticeKinds[kind]
  const named = { vendor: vendorId !== undefined, person: userId !== undefined, house: true }
  if (!named[audience]) throw new Error(`${kind} is told without its ${audience}`)
  const id = v7()
  return {
    id,
    kind,
    user_id: audience === 'person' ? (userId ?? null) : null,
    vendor_id: audience === 'vendor' ? (vendorId ?? null) : null,
    right_name: right,
    roles: [...roles],
    site_ids: [...new Set(siteIds.filter((each) => each !== null))],
    actor_id: actorId,
    group_key: group,
    things: things && things.length > 0 ? [...things] : [id],
    details: JSON.stringify(values),
  }
}

/** Outbox rows of one transaction. */
const BATCH = 100

/**
 * Writes what waits in the outbox to each person's notices, and gives how many outbox rows that were. Any number of servers may
 * do it at once: each takes rows that no other holds, and a row goes in the transaction that writes its notices, so everything
 * is told exactly once, whoever dies in between.
 */
export async function fanOut(db: Db): Promise<number> {
  for (let told = 0; ; ) {
    const taken = await inTransaction(db, fanOutBatch)
    told += taken
    if (taken < BATCH) return told
  }
}

async function fanOutBatch(tx: Tx): Promise<number> {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT id FROM notice_outbox ORDER BY id LIMIT ${sql.lit(BATCH)} FOR UPDATE SKIP LOCKED`.execute(tx)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await holdReaders(tx, ids)
  await sql`
    WITH taken AS (DELETE FROM notice_outbox WHERE id = ANY (${ids}::uuid[]) RETURNING *),
    gathered AS (${gathered}), written AS (${written})
    INSERT INTO notice_version AS v (user_id, version)
    SELECT DISTINCT user_id, 1 FROM written ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET version = v.version + 1`.execute(tx)
  return rows.length
}

/**
 * Nobody's role or vendor changes while they are told: who is just being moved is waited for, and then told what is theirs
 * now. Otherwise one vendor's news could be written to somebody whose notices of that vendor were just taken away.
 */
async function holdReaders(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    SELECT u.id FROM app_user u
    WHERE EXISTS (SELECT 1 FROM notice_outbox t WHERE t.id = ANY (${ids}::uuid[]) AND ${isReader})
    ORDER BY u.id FOR SHARE OF u`.execute(tx)
}

/** Whether what outbox row `t` tells is at a site of user `u`: who is bound to none works at all of them. */
const isAtSite: RawBuilder<boolean> = sql`(t.site_ids = '{}' OR u.site_ids = '{}' OR u.role <> ALL (${toldBySite}::text[])
      OR u.site_ids && t.site_ids)`

/** Whether user `u` has the right that outbox row `t` is about: `isAmong`, for many rows at once. */
const hasItsRight: RawBuilder<boolean> = sql`(t.right_name = ANY (u.further_rights) OR coalesce(
      (SELECT r.may FROM role_right r WHERE r.right_name = t.right_name AND r.role = u.role), u.role = ANY (t.roles)))`

/** Whether user `u` gets outbox row `t`. What is told to people of the company never reaches a vendor's, whatever rights they have. */
const isReader: RawBuilder<boolean> = sql`(u.is_active AND u.id IS DISTINCT FROM t.actor_id AND CASE
    WHEN t.user_id IS NOT NULL THEN u.id = t.user_id
    ELSE ${hasItsRight} AND (CASE WHEN t.vendor_id IS NULL THEN u.role <> 'vendor' ELSE u.vendor_id = t.vendor_id END) AND ${isAtSite} END)`

/**
 * Every reader once for each kind and group: not who did it, nor who has muted the kind. A millisecond apart, so that what was
 * told first stands below in the list.
 */
const gathered: RawBuilder<unknown> = sql`
  SELECT u.id AS user_id, t.kind, t.group_key, array_agg(DISTINCT thing) AS things, max(t.id::text)::uuid AS last_id,
    now() - (dense_rank() OVER (ORDER BY max(t.id::text) DESC) - 1) * interval '1 millisecond' AS told_at
  FROM taken t
  JOIN app_user u ON ${isReader}
  CROSS JOIN unnest(t.things) AS thing
  WHERE NOT EXISTS (SELECT 1 FROM notice_mute m WHERE m.user_id = u.id AND m.kind = t.kind)
  GROUP BY u.id, t.kind, t.group_key`

/** Into the unread notice of the kind and group where there is one. It knows its last thousand things, to count each once. */
const written: RawBuilder<unknown> = sql`
  INSERT INTO notice AS n (id, user_id, kind, group_key, things, count, details, created_at, updated_at)
  SELECT gen_random_uuid(), g.user_id, g.kind, g.group_key, g.things[1:1000], cardinality(g.things), t.details, g.told_at, g.told_at
  FROM gathered g JOIN taken t ON t.id = g.last_id
  ORDER BY g.user_id, g.kind, g.group_key
  ON CONFLICT (user_id, kind, group_key) WHERE read_at IS NULL DO UPDATE SET
    count = n.count + cardinality(ARRAY(SELECT unnest(excluded.things) EXCEPT SELECT unnest(n.things))),
    things = (excluded.things || ARRAY(SELECT unnest(n.things) EXCEPT SELECT unnest(excluded.things)))[1:1000],
    details = excluded.details,
    updated_at = excluded.updated_at
  RETURNING n.user_id`

/**
 * What a kind told of some things of a group holds no longer: they leave its notices, read or not, and a notice of nothing else
 * goes. Of further things, `changed`, it holds otherwise. Gives the ids of the notices of both that stay, whose words are to be made anew;
 * their readers hear of it. In the command's own transaction.
 */
export async function retract(
  tx: Tx,
  kind: NoticeKindName,
  group: string,
  things: readonly string[],
  changed: readonly string[] = [],
): Promise<string[]> {
  const gone = sql`${[...things]}::text[]`
  const left = sql`ARRAY(SELECT thing FROM unnest(n.things) WITH ORDINALITY AS t (thing, at) WHERE NOT thing = ANY (${gone}) ORDER BY at)`
  const about = sql`n.kind = ${kind} AND n.group_key = ${group} AND n.things && ${[...things, ...changed]}::text[]`
  // Before the notices, as whoever writes them takes both.
  await sql`DELETE FROM notice_outbox n WHERE ${about} AND n.things <@ ${gone}`.execute(tx)
  await sql`UPDATE notice_outbox n SET things = ${left} WHERE ${about}`.execute(tx)
  const { rows } = await rowsOf({ id: col.text, user_id: col.text, is_empty: col.flag })`
    SELECT n.id, n.user_id, n.things <@ ${gone} AS is_empty FROM notice n
    WHERE ${about} ORDER BY n.user_id, n.kind, n.group_key, n.id FOR UPDATE`.execute(tx)
  if (rows.length === 0) return []
  const idsOf = (isEmpty: boolean) => rows.filter(({ is_empty }) => is_empty === isEmpty).map(({ id }) => id)
  await sql`DELETE FROM notice WHERE id = ANY (${idsOf(true)}::uuid[])`.execute(tx)
  await sql`
    UPDATE notice n SET things = ${left}, count = greatest(1, n.count - cardinality(n.things) + cardinality(${left}))
    WHERE n.id = ANY (${idsOf(false)}::uuid[])`.execute(tx)
  await sql`
    INSERT INTO notice_version AS v (user_id, version)
    SELECT DISTINCT u, 1 FROM unnest(${rows.map(({ user_id }) => user_id)}::uuid[]) AS u ORDER BY u
    ON CONFLICT (user_id) DO UPDATE SET version = v.version + 1`.execute(tx)
  return idsOf(false)
}

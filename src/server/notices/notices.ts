import { sql } from 'kysely'
import { mostUnread } from '../../shared/areas/notices/calls.ts'
import { type Contract, describeNotice, isNoticeKind, noticeKindNames } from '../../shared/areas.ts'
import type { Gives, Taken } from '../../shared/kernel/call.ts'
import type { NoticeValues } from '../../shared/kernel/notices.ts'
import type { Notice } from '../database/types.gen.ts'
import { type CallContext, type Db, type Reply, reply, type Tx } from '../http/call.ts'
import { pageOf, readCursor } from '../lists/keyset.ts'
import { countVersion, versionsOf } from './feed.ts'

type List = Contract['notices']['getNotices']
type Mark = Contract['notices']['markNotices']

/** A page of the caller's notices, the one told last first. Kinds that this copy does not know are left out. */
export async function listNotices(input: Taken<List>, context: CallContext): Promise<Reply<Gives<List>>> {
  const after = readCursor(input.cursor, ['timestamptz', 'uuid'])
  const { userId } = context.caller
  // Before the rows: a change in between then shows as a newer version, and is asked for.
  const { version } = await versionsOf(context.db, userId)
  let query = context.db
    .selectFrom('notice')
    .select(['id', 'kind', 'count', 'things', 'details', 'created_at', 'updated_at', 'read_at'])
    .where('user_id', '=', userId)
    .where('kind', 'in', noticeKindNames)
  if (after !== null)
    query = query.where(sql<boolean>`(updated_at, id) < (${after[0]}::text::timestamptz, ${after[1]}::text::uuid)`)
  const found = await query
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(input.page_size + 1))
    .execute()
  const { rows, next_cursor } = pageOf(found, input.page_size, ({ updated_at, id }) => [updated_at.toISOString(), id])
  return reply({ rows: rows.flatMap(noticeWire), next_cursor, unread: await countUnread(context.db, userId), version })
}

/** As many things as an address carries: those told last. */
const mostNamed = 100

type Shown = Pick<Notice, 'id' | 'kind' | 'count'> & {
  things: string[]
  details: Record<string, unknown>
  created_at: Date
  updated_at: Date
  read_at: Date | null
}

function noticeWire({ id, kind, count, things, details, created_at, updated_at, read_at }: Shown): Gives<List>['rows'] {
  if (!isNoticeKind(kind)) return []
  const values = details as NoticeValues
  return [
    {
      id,
      kind,
      ...describeNotice(kind, count, { ...values, things: things.slice(0, mostNamed).join(',') }),
      values,
      count,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
      read_at: read_at?.toISOString() ?? null,
    },
  ]
}

/** How many notices a person has not read; counted no further than a badge shows. */
export async function countUnread(db: Db | Tx, userId: string): Promise<number> {
  const some = db
    .selectFrom('notice')
    .select('id')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('kind', 'in', noticeKindNames)
    .limit(sql.lit(mostUnread))
  const { unread } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::int`.as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

/** Marks the caller's notices read or unread. Ids of others are simply not found. */
export async function markNotices(
  { ids, until, read }: Taken<Mark>,
  context: CallContext,
): Promise<Reply<Gives<Mark>>> {
  const { userId } = context.caller
  return context.command(async (tx) => {
    let query = tx
      .updateTable('notice')
      // One that is unread again gathers no more events: there may be a newer one that does.
      .set(read ? { read_at: sql<Date>`now()` } : { read_at: null, group_key: sql<string>`id::text` })
      .where('user_id', '=', userId)
      .where('read_at', read ? 'is' : 'is not', null)
    if (ids) query = query.where(sql<boolean>`id = ANY (${ids}::uuid[])`)
    if (until) query = query.where('updated_at', '<=', new Date(until))
    const changed = (await query.returning('id').execute()).map(({ id }) => id)
    if (changed.length > 0) await countVersion(tx, userId)
    return reply({ changed, unread: await countUnread(tx, userId) })
  })
}

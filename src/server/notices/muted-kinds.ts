import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { houseNotices } from '../../shared/contract/house-notices.ts'
import { kindsFor, noticeKinds } from '../../shared/domain/notices.ts'
import { type Db, type Said, said, type Tx, type Work } from '../http/call.ts'

type Kinds = Gives<typeof houseNotices.getNoticeKinds>

export async function listKinds(_: object, { db, caller }: Work): Promise<Said<Kinds>> {
  return said(await kindsOf(db, caller))
}

/** Mutes a kind for the caller, or takes that back; a kind that the caller's role never gets may be muted all the same. */
export async function muteNotices(
  { kind, muted }: Taken<typeof houseNotices.muteNotices>,
  work: Work,
): Promise<Said<Kinds>> {
  const row = { user_id: work.caller.userId, kind }
  return work.command(async (tx) => {
    if (muted)
      await tx
        .insertInto('notice_mute')
        .values(row)
        .onConflict((on) => on.doNothing())
        .execute()
    else await tx.deleteFrom('notice_mute').where('user_id', '=', row.user_id).where('kind', '=', kind).execute()
    return said(await kindsOf(tx, work.caller), muted ? 'Notices muted.' : 'Notices on again.')
  })
}

async function kindsOf(db: Db | Tx, { userId, role }: Work['caller']): Promise<Kinds> {
  const rows = await db.selectFrom('notice_mute').select('kind').where('user_id', '=', userId).execute()
  const muted = new Set(rows.map(({ kind }) => kind))
  return { kinds: kindsFor(role).map((kind) => ({ kind, label: noticeKinds[kind].label, muted: muted.has(kind) })) }
}

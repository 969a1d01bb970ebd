import { sql } from 'kysely'
import type { areas } from '../../shared/areas.ts'
import { daysAgo } from '../database/today.ts'
import type { ServerArea } from '../http/area.ts'
import type { Db } from '../http/call.ts'
import type { NoticeFeed } from './feed.ts'
import { listKinds, muteNotices } from './feed.ts'
import { countUnread, listNotices, markNotices } from './notices.ts'

/** Notices live a month past their reading, and of each person's the newest thousand are kept. */
export const noticesServer: ServerArea<(typeof areas)['notices']> = {
  routes: ({ notices }) => ({
    getNotices: listNotices,
    markNotices,
    getNoticeKinds: listKinds,
    muteNotices,
    streamNotices: async (_, { db, caller, signal }) => ({ events: changes(db, notices, caller.userId, signal) }),
  }),
  async removeOld(db) {
    await db.deleteFrom('notice').where('read_at', '<', daysAgo(30)).execute()
    await removeSurplusNotices(db)
  },
}

async function* changes(db: Db, notices: NoticeFeed, userId: string, signal: AbortSignal) {
  for await (const versions of notices.versions(userId, signal)) {
    yield { ...versions, unread: await countUnread(db, userId) }
  }
}

const MOST_NOTICES = 1_000

/** Of each person's notices the newest thousand are kept, read or not. */
async function removeSurplusNotices(db: Db): Promise<void> {
  await sql`
    DELETE FROM notice WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY updated_at DESC, id DESC) AS place FROM notice
        WHERE user_id IN (SELECT user_id FROM notice GROUP BY user_id HAVING count(*) > ${MOST_NOTICES})
      ) AS placed WHERE place > ${MOST_NOTICES}
    )`.execute(db)
}

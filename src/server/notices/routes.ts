import type { noticesCalls } from '../../shared/areas/notices/calls.ts'
import type { Db, Handlers } from '../http/call.ts'
import type { Context } from '../http/context.ts'
import type { NoticeFeed } from './feed.ts'
import { listKinds, muteNotices } from './feed.ts'
import { countUnread, listNotices, markNotices } from './notices.ts'

export function noticesRoutes({ notices }: Context): Handlers<typeof noticesCalls> {
  return {
    getNotices: listNotices,
    markNotices,
    getNoticeKinds: listKinds,
    muteNotices,
    streamNotices: async (_, { db, caller, signal }) => ({ events: changes(db, notices, caller.userId, signal) }),
  }
}

async function* changes(db: Db, notices: NoticeFeed, userId: string, signal: AbortSignal) {
  for await (const versions of notices.versions(userId, signal)) {
    yield { ...versions, unread: await countUnread(db, userId) }
  }
}

import { type accountChanges, type NoticeKind, noticeKindNames, noticeKinds } from '../../shared/domain/notices.ts'
import type { Tx, Work } from '../http/call.ts'
import { tell } from './tell.ts'
import { countVersion } from './versions.ts'

type AccountChange = (typeof accountChanges)[number]

/** Tells a person what an administrator changed about their account. */
export async function tellAccountChanged(tx: Tx, work: Work, userId: string, change: AccountChange): Promise<void> {
  await tell(tx, work, { kind: 'account_changed', userId, values: { change_key: change } })
}

/** Takes away what a person was told in a role, or for a vendor, that is theirs no more. What is their own stays. */
export async function forgetNotices(tx: Tx, userId: string): Promise<void> {
  const own = noticeKindNames.filter((name) => (noticeKinds[name] as NoticeKind).audience === 'person')
  await tx.deleteFrom('notice').where('user_id', '=', userId).where('kind', 'not in', own).execute()
  await countVersion(tx, userId)
}

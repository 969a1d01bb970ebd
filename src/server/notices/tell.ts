import { v7 } from 'uuid'
import { type NoticeKind, type NoticeKindName, type NoticeValues, noticeKinds } from '../../shared/domain/notices.ts'
import type { Tx } from '../http/call.ts'

export interface Told {
  kind: NoticeKindName
  /** vendor.id: for kinds that go to a vendor's people. */
  vendorId?: string
  /** app_user.id: for kinds that go to one person. */
  userId?: string
  /** Ids of what it is about; a notice counts each once. Left out: this event itself. */
  things?: readonly string[]
  /** Unread notices of one kind and group become one. Left out: all of the kind. */
  group?: string
  values?: NoticeValues
}

/**
 * Tells people of what a command does, in the command's own transaction: undone with it, and written to each person later by
 * `fanOut`. One `tell` a command and audience, never one a row. Throws when the audience that the kind wants is not named.
 */
export async function tell(tx: Tx, by: { caller: { userId: string } }, ...told: readonly Told[]): Promise<void> {
  if (told.length === 0) return
  await tx
    .insertInto('notice_outbox')
    .values(told.map((one) => outboxRow(by.caller.userId, one)))
    .execute()
}

function outboxRow(actorId: string, { kind, vendorId, userId, things, group = '', values = {} }: Told) {
  const { audience, roles }: NoticeKind = noticeKinds[kind]
  const named = { vendor: vendorId !== undefined, person: userId !== undefined, house: true }
  if (!named[audience]) throw new Error(`${kind} is told without its ${audience}`)
  const id = v7()
  return {
    id,
    kind,
    user_id: audience === 'person' ? (userId ?? null) : null,
    vendor_id: audience === 'vendor' ? (vendorId ?? null) : null,
    roles: [...roles],
    actor_id: actorId,
    group_key: group,
    things: things && things.length > 0 ? [...things] : [id],
    details: JSON.stringify(values),
  }
}

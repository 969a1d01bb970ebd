import { sql } from 'kysely'
import type { Db, Tx } from '../http/call.ts'

/** The versions of people's notices: each change to them counts one up. Who never had a notice is missing. */
export async function readVersions(db: Db | Tx, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('notice_version')
    .selectAll()
    .where(sql<boolean>`user_id = ANY (${userIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ user_id, version }) => [user_id, version]))
}

export async function versionOf(db: Db | Tx, userId: string): Promise<number> {
  return (await readVersions(db, [userId])).get(userId) ?? 0
}

/** Lets the person's open streams know that something changed. */
export async function countVersion(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto('notice_version')
    .values({ user_id: userId, version: 1 })
    .onConflict((on) => on.column('user_id').doUpdateSet({ version: sql<number>`notice_version.version + 1` }))
    .execute()
}

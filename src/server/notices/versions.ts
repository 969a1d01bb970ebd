import { sql } from 'kysely'
import type { Db, Tx } from '../http/call.ts'

/** How often a person's notices and their jobs changed. */
export interface Versions {
  version: number
  jobs: number
}

const never: Versions = { version: 0, jobs: 0 }

/** The versions of these people; zeros for who never had a notice or a job. */
export async function readVersions(db: Db | Tx, userIds: readonly string[]): Promise<(userId: string) => Versions> {
  const rows = await db
    .selectFrom('notice_version')
    .selectAll()
    .where(sql<boolean>`user_id = ANY (${userIds}::uuid[])`)
    .execute()
  const found = new Map(rows.map(({ user_id, version, jobs }) => [user_id, { version, jobs }]))
  return (userId) => found.get(userId) ?? never
}

export async function versionsOf(db: Db | Tx, userId: string): Promise<Versions> {
  return (await readVersions(db, [userId]))(userId)
}

/** Lets the person's open streams know that something changed. */
export async function countVersion(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto('notice_version')
    .values({ user_id: userId, version: 1 })
    .onConflict((on) => on.column('user_id').doUpdateSet({ version: sql<number>`notice_version.version + 1` }))
    .execute()
}

/** The same for a change of the person's jobs. */
export async function countJobs(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto('notice_version')
    .values({ user_id: userId, version: 0, jobs: 1 })
    .onConflict((on) => on.column('user_id').doUpdateSet({ jobs: sql<number>`notice_version.jobs + 1` }))
    .execute()
}

import { type RawBuilder, sql } from 'kysely'
import { col, rowsOf } from '../database/rows.ts'
import type { Db, Tx } from './call.ts'

const MB = 1024 * 1024

/**
 * How much of what nobody's work depends on is kept, of one person and of all together, beside the time that it lives: everything
 * that calls leave behind without anybody having to delete it. The oldest goes first; of what may not go (stored replies) its
 * content does. docs/operations.md has them as a table.
 */
export const keepLimits = {
  /** Refused files, for their corrected copy; a day. */
  refusedUploads: { perUser: { rows: 20, bytes: 200 * MB }, bytes: 1024 * MB },
  /** Codes of label files, until they are fetched; a day. */
  labelFiles: { perUser: { rows: 500, bytes: 20 * MB }, bytes: 256 * MB },
  /** Actions of clients, for support; a month. */
  userActions: { perUser: { rows: 20_000, bytes: 20 * MB }, bytes: 512 * MB },
  /** Replies to calls with an Idempotency-Key, given again for a week; the key itself stays that week in any case. */
  storedReplies: { perUser: { bytes: 64 * MB }, bytes: 1024 * MB },
  /** Photographs that no inspection took; 30 days. */
  unusedPhotos: { perUser: { rows: 1_000, bytes: 500 * MB } },
} as const

type KeptTable = 'refused_upload' | 'label_file' | 'user_action'

const tables: Record<KeptTable, { limit: keyof typeof keepLimits; bytes: RawBuilder<number> }> = {
  refused_upload: { limit: 'refusedUploads', bytes: sql`bytes + pg_column_size(faults)` },
  label_file: { limit: 'labelFiles', bytes: sql`pg_column_size(labels)` },
  // What a row takes beside its details.
  user_action: { limit: 'userActions', bytes: sql`pg_column_size(details) + 200` },
}

/**
 * Removes what one person has beyond the limits, the oldest first, and gives the ids. Ids are in the order of time; what was written in
 * the same transaction counts.
 */
export async function trimOwn(tx: Db | Tx, table: KeptTable, userId: string): Promise<string[]> {
  const { limit, bytes } = tables[table]
  const { perUser } = keepLimits[limit] as { perUser: { rows: number; bytes: number } }
  const { rows } = await rowsOf({ id: col.text })`
    DELETE FROM ${sql.table(table)} WHERE id IN (
      SELECT id FROM (
        SELECT id, sum(${bytes}) OVER newest AS bytes, row_number() OVER newest AS place FROM ${sql.table(table)}
        WHERE user_id = ${userId} WINDOW newest AS (ORDER BY id DESC)) AS own
      WHERE bytes > ${perUser.bytes} OR place > ${perUser.rows})
    RETURNING id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The same of all together, and of each person; for the hourly housekeeping. */
export async function trimAll(db: Db, table: KeptTable): Promise<string[]> {
  const { limit, bytes } = tables[table]
  const { perUser, bytes: most } = keepLimits[limit] as { perUser: { rows: number; bytes: number }; bytes: number }
  const { rows } = await rowsOf({ id: col.text })`
    DELETE FROM ${sql.table(table)} WHERE id IN (
      SELECT id FROM (
        SELECT id, sum(${bytes}) OVER (ORDER BY id DESC) AS all_bytes, sum(${bytes}) OVER own AS bytes,
          row_number() OVER own AS place
        FROM ${sql.table(table)} WINDOW own AS (PARTITION BY user_id ORDER BY id DESC)) AS kept
      WHERE all_bytes > ${most} OR bytes > ${perUser.bytes} OR place > ${perUser.rows})
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Forgets what was answered, the oldest first, where replies are more than is kept. That it was done stays known: the same request
 * sent again does nothing (http/idempotency.ts).
 */
export async function trimReplies(
  db: Db,
  { perUser, bytes: most }: { perUser: { bytes: number }; bytes: number } = keepLimits.storedReplies,
): Promise<void> {
  await sql`
    UPDATE idempotency_key k SET reply = NULL FROM (
      SELECT user_id, key, sum(size) OVER (ORDER BY created_at DESC, user_id, key) AS all_bytes,
        sum(size) OVER (PARTITION BY user_id ORDER BY created_at DESC, key) AS bytes
      FROM (SELECT user_id, key, created_at, pg_column_size(reply) AS size FROM idempotency_key WHERE reply IS NOT NULL) r
    ) AS kept
    WHERE k.user_id = kept.user_id AND k.key = kept.key AND (all_bytes > ${most} OR bytes > ${perUser.bytes})`.execute(
    db,
  )
}

/** Bytes and number of one person's rows; `table` is one of those that are trimmed. */
export async function keptOf(db: Db, table: KeptTable, userId: string): Promise<{ rows: number; bytes: number }> {
  const { bytes } = tables[table]
  const { rows } = await rowsOf({ rows: col.number, bytes: col.number })`
    SELECT count(*) AS rows, coalesce(sum(${bytes}), 0)::bigint AS bytes FROM ${sql.table(table)}
    WHERE user_id = ${userId}`.execute(db)
  return rows[0] ?? { rows: 0, bytes: 0 }
}

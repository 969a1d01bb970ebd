import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../http/call.ts'

/** Photographs that were sent before that time, and that no inspection took. */
export async function removeUnusedImages(db: Db | Tx, before: RawBuilder<Date>): Promise<void> {
  await sql`DELETE FROM qc_image i WHERE i.created_at < ${before}
    AND NOT EXISTS (SELECT 1 FROM qc_photo p WHERE p.image_id = i.id)`.execute(db)
}

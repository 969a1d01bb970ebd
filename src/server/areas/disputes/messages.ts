import { sql } from 'kysely'
import { v7 } from 'uuid'
import { type DisputeMessage, disputeMessage } from '../../../shared/areas/disputes/calls.ts'
import { disputeWords } from '../../../shared/areas/disputes/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Handlers, Tx } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { openPhoto, storedColumns, storedPhotoColumns } from '../photos/photo-files.ts'
import { seenDisputes } from './dispute-rows.ts'

interface Said {
  said: DisputeMessage['said']
  words: string
  imageIds?: readonly string[]
}

/** Writes what was said with its photographs, which are the caller's own. The dispute must be locked, or new. */
export async function addMessage(tx: Tx, caller: Caller, disputeId: string, message: Said): Promise<void> {
  const { said, words, imageIds = [] } = message
  const wanted = [...new Set(imageIds)]
  const { rows } = await rowsOf({ id: col.text })`
    SELECT i.id FROM qc_image i WHERE i.id = ANY(${wanted}::uuid[]) AND i.user_id = ${caller.userId}::uuid`.execute(tx)
  if (rows.length < wanted.length) throw invalidInput(disputeWords.noPhoto)
  const id = v7()
  await sql`INSERT INTO qc_dispute_message (id, dispute_id, number, said, words, said_by)
    SELECT ${id}::uuid, ${disputeId}::uuid, coalesce(max(m.number), 0) + 1, ${said}, ${words}, ${caller.userId}::uuid
    FROM qc_dispute_message m WHERE m.dispute_id = ${disputeId}::uuid`.execute(tx)
  await sql`INSERT INTO qc_dispute_photo (message_id, image_id, position)
    SELECT ${id}::uuid, image_id, at - 1 FROM unnest(${wanted}::uuid[]) WITH ORDINALITY AS n (image_id, at)`.execute(tx)
}

/** All that was said, oldest first. Whose it became in the company is the company's. */
export async function messagesOf(db: Db, caller: Caller, disputeId: string): Promise<DisputeMessage[]> {
  const { rows } = await rowsOf(disputeMessage)`
    SELECT m.id, m.said, u.name AS by, u.vendor_id IS NOT NULL AS is_vendor, m.said_at AS at, m.words,
      ARRAY(SELECT f.image_id::text FROM qc_dispute_photo f WHERE f.message_id = m.id ORDER BY f.position, f.image_id) AS image_ids
    FROM qc_dispute_message m JOIN app_user u ON u.id = m.said_by
    WHERE m.dispute_id = ${disputeId}::uuid AND (m.said <> 'handed' OR ${!isBoundToVendor(caller)}) ORDER BY m.number`.execute(
    db,
  )
  return rows
}

/** A photograph of a dispute that the caller sees, or one that the caller just sent. */
export const disputePhoto: Handlers<Contract['disputes']>['disputePhoto'] = async (
  { image_id, size },
  { db, files, caller },
) => {
  const { rows } = await rowsOf(storedPhotoColumns)`
    SELECT ${storedColumns(size)} FROM qc_image i WHERE i.id = ${image_id}::uuid
      AND (i.user_id = ${caller.userId}::uuid OR EXISTS (SELECT FROM qc_dispute_photo f
        JOIN qc_dispute_message m ON m.id = f.message_id JOIN qc_dispute p ON p.id = m.dispute_id
        WHERE f.image_id = i.id AND ${seenDisputes(caller)}))`.execute(db)
  const body = rows[0] && (await openPhoto(files, rows[0], size))
  if (!body) throw notFound(disputeWords.noPhoto)
  return { body, isImmutable: true }
}

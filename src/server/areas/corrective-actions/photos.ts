import { sql } from 'kysely'
import { actionWords } from '../../../shared/areas/corrective-actions/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Handlers, Tx } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { openPhoto, storedColumns, storedPhotoColumns } from '../photos/photo-files.ts'

/** The photographs of an answer, in their order, in place of those that were there. Throws invalid_input for one that is neither the caller's nor the action's. */
export async function writePhotos(
  tx: Tx,
  actionId: string,
  userId: string,
  imageIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(imageIds)]
  const { rows } = await rowsOf({ id: col.text })`SELECT i.id FROM qc_image i WHERE i.id = ANY(${wanted}::uuid[])
    AND (i.user_id = ${userId}::uuid OR EXISTS (SELECT FROM corrective_action_photo p
      WHERE p.image_id = i.id AND p.action_id = ${actionId}::uuid))`.execute(tx)
  if (rows.length < wanted.length) throw invalidInput(actionWords.noPhoto)
  await sql`DELETE FROM corrective_action_photo WHERE action_id = ${actionId}::uuid AND image_id <> ALL(${wanted}::uuid[])`.execute(
    tx,
  )
  await sql`INSERT INTO corrective_action_photo (action_id, image_id, position)
    SELECT ${actionId}::uuid, image_id, at - 1 FROM unnest(${wanted}::uuid[]) WITH ORDINALITY AS n (image_id, at)
    ON CONFLICT (action_id, image_id) DO UPDATE SET position = excluded.position`.execute(tx)
}

/** A photograph of an action that the caller sees, or one that the caller just sent. */
export const correctivePhoto: Handlers<Contract['correctiveActions']>['correctivePhoto'] = async (
  { image_id, size },
  { db, files, caller },
) => {
  const { rows } = await rowsOf(storedPhotoColumns)`
    SELECT ${storedColumns(size)} FROM qc_image i WHERE i.id = ${image_id}::uuid
      AND (i.user_id = ${caller.userId}::uuid OR EXISTS (SELECT FROM corrective_action_photo p
        JOIN corrective_action a ON a.id = p.action_id WHERE p.image_id = i.id AND ${ownRows(caller, 'a.vendor_id')}))`.execute(
    db,
  )
  const body = rows[0] && (await openPhoto(files, rows[0], size))
  if (!body) throw notFound(actionWords.noPhoto)
  return { body, isImmutable: true }
}

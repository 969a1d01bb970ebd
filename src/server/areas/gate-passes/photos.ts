import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { rowsOf } from '../../database/rows.ts'
import type { Handlers } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { openPhoto, storedColumns, storedPhotoColumns } from '../photos/photo-files.ts'

/** A photograph of goods of a pass, or one that the caller just sent; those of inspections are not given here. */
export const gatePassPhoto: Handlers<Contract['gatePasses']>['gatePassPhoto'] = async ({ image_id, size }, context) => {
  const { rows } = await rowsOf(storedPhotoColumns)`
    SELECT ${storedColumns(size)} FROM qc_image i WHERE i.id = ${image_id}
      AND (i.user_id = ${context.caller.userId} OR EXISTS (SELECT FROM gate_pass_photo f WHERE f.image_id = i.id))`.execute(
    context.db,
  )
  const body = rows[0] && (await openPhoto(context.files, rows[0], size))
  if (!body) throw notFound(passWords.noPhoto)
  return { body, isImmutable: true }
}

import { rowsOf } from '../../database/rows.ts'
import { fileKey } from '../../files/files.ts'
import type { CallContext, Db } from '../../http/call.ts'
import { photoBytes, type StoredPhoto, storedColumns, storedPhotoColumns } from './photo-files.ts'

type Store = Pick<CallContext, 'db' | 'files'>

/** Files that cannot be reached are told while the paper can still be refused in words, not in the middle of its pages. */
export async function insistOnFiles({ db, files }: Store, imageId: string | undefined): Promise<void> {
  const photo = imageId === undefined ? undefined : await storedPhoto(db, imageId)
  if (photo?.file_id) await files.stat(fileKey('photos', photo.file_id))
}

/** A photograph as a paper prints it, its longer side cut down to so many pixels; as it is kept where it cannot be made smaller, and none where it is gone. */
export async function printedPhoto({ db, files }: Store, imageId: string, side: number): Promise<Buffer | null> {
  const photo = await storedPhoto(db, imageId)
  const picture = photo && (await photoBytes(files, photo))
  if (!picture) return null
  const { shrinkPicture } = await import('./image-work.ts')
  return shrinkPicture(picture, side).catch(() => picture)
}

async function storedPhoto(db: Db, imageId: string): Promise<StoredPhoto | undefined> {
  const { rows } = await rowsOf(storedPhotoColumns)`
    SELECT ${storedColumns('full')} FROM qc_image i WHERE i.id = ${imageId}`.execute(db)
  return rows[0]
}

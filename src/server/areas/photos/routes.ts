import type { photosArea } from '../../../shared/areas/photos/calls.ts'
import { draftDays } from '../../../shared/kernel/pictures.ts'
import { daysAgo } from '../../database/today.ts'
import type { ServerArea } from '../../http/area.ts'
import { getReviewCommentMeta, qcImage, uploadReviewImage } from './images.ts'
import { movePhotos, photoOwner, removeUnusedPhotos } from './photo-files.ts'

/** Photographs moved from the database in one pass: some minutes' work, one after another. */
const MOST_MOVED = 2_000

/** Photographs that no inspection took live as long as the drafts that name them; those still in the database are moved. */
export const photosServer: ServerArea<typeof photosArea> = {
  routes: {
    uploadReviewImage,
    getReviewCommentMeta,
    qcImage,
  },
  fileOwners: [photoOwner],
  async tidyFiles(db, files, signal) {
    await removeUnusedPhotos(db, files, daysAgo(draftDays))
    await movePhotos(db, files, MOST_MOVED, signal)
  },
}

import type { photosCalls } from '../../../shared/areas/photos/calls.ts'
import type { Handlers } from '../../http/call.ts'
import { getReviewCommentMeta, qcImage, uploadReviewImage } from './images.ts'

export const photosRoutes: Handlers<typeof photosCalls> = {
  uploadReviewImage,
  getReviewCommentMeta,
  qcImage,
}

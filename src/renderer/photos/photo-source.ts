import { createContext } from 'react'
import { contract } from '../../shared/areas.ts'
import { addressOf } from '../../shared/kernel/call.ts'
import { api, type CallOptions } from '../api/client.ts'
import type { MadeBy } from './photo-sending.ts'

/** By which calls photographs come and go: each kind of work has its own, since each is another's to see. */
export type PhotoSource = 'inspection' | 'gate-pass'

/** Of the photographs that are shown here. */
export const PhotoSourceContext = createContext<PhotoSource>('inspection')

type SentPhoto = { file: File; made_by: MadeBy }

export function sendTo(source: PhotoSource, photo: SentPhoto, options: CallOptions) {
  return source === 'gate-pass'
    ? api.gatePasses.uploadGatePassPhoto(photo, options)
    : api.photos.uploadReviewImage(photo, options)
}

/** Its path on the server, without the size. */
export function photoPath(source: PhotoSource, id: string): string {
  const call = source === 'gate-pass' ? contract.gatePasses.gatePassPhoto : contract.photos.qcImage
  return addressOf(call, { image_id: id }).path
}

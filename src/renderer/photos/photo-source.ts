import { createContext } from 'react'
import { contract } from '../../shared/areas.ts'
import { addressOf } from '../../shared/kernel/call.ts'

/** By which call photographs are read: each kind of work has its own, since each is another's to see. */
export type PhotoSource = 'inspection' | 'gate-pass'

/** Of the photographs that are shown here. */
export const PhotoSourceContext = createContext<PhotoSource>('inspection')

/** Its path on the server, without the size. */
export function photoPath(source: PhotoSource, id: string): string {
  const call = source === 'gate-pass' ? contract.gatePasses.gatePassPhoto : contract.photos.qcImage
  return addressOf(call, { image_id: id }).path
}

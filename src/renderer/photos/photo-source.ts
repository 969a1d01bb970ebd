import { createContext } from 'react'
import { contract } from '../../shared/areas.ts'
import { addressOf } from '../../shared/kernel/call.ts'

/** By which call photographs are read: each kind of work has its own, since each is another's to see. */
export type PhotoSource = 'inspection' | 'gate-pass' | 'sample' | 'corrective' | 'dispute' | 'material' | 'facility'

/** Of the photographs that are shown here. */
export const PhotoSourceContext = createContext<PhotoSource>('inspection')

const calls = {
  inspection: contract.photos.qcImage,
  'gate-pass': contract.gatePasses.gatePassPhoto,
  sample: contract.samples.samplePhoto,
  corrective: contract.correctiveActions.correctivePhoto,
  dispute: contract.disputes.disputePhoto,
  material: contract.materials.rollPhoto,
  facility: contract.facilities.facilityPhoto,
} as const

/** Its path on the server, without the size. */
export function photoPath(source: PhotoSource, id: string): string {
  return addressOf(calls[source], { image_id: id }).path
}

import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const returnToVendorSummary: Handlers<Contract['chinaQc']>['returnToVendorSummary'] = async () => {
  throw new Error('returnToVendorSummary is not built')
}

export const confirmReturnToVendor: Handlers<Contract['chinaQc']>['confirmReturnToVendor'] = async () => {
  throw new Error('confirmReturnToVendor is not built')
}

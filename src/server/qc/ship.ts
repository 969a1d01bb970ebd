import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const shipToIndiaSummary: Handlers<Contract['chinaQc']>['shipToIndiaSummary'] = async () => {
  throw new Error('shipToIndiaSummary is not built')
}

export const confirmShipToIndia: Handlers<Contract['chinaQc']>['confirmShipToIndia'] = async () => {
  throw new Error('confirmShipToIndia is not built')
}

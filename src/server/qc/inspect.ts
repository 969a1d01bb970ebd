import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const verifyQcInspection: Handlers<Contract['chinaQc']>['verifyQcInspection'] = async () => {
  throw new Error('verifyQcInspection is not built')
}

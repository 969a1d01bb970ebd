import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const verifyQuantity: Handlers<Contract['chinaQc']>['verifyQuantity'] = async () => {
  throw new Error('verifyQuantity is not built')
}

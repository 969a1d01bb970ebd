import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const skipQcInspection: Handlers<Contract['chinaQc']>['skipQcInspection'] = async () => {
  throw new Error('skipQcInspection is not built')
}

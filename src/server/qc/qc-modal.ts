import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const getQcModal: Handlers<Contract['chinaQc']>['getQcModal'] = async () => {
  throw new Error('getQcModal is not built')
}

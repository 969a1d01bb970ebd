import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const createInvoice: Handlers<Contract['chinaQc']>['createInvoice'] = async () => {
  throw new Error('createInvoice is not built')
}

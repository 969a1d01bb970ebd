import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const getInvoices: Handlers<Contract['chinaQc']>['getInvoices'] = async () => {
  throw new Error('getInvoices is not built')
}

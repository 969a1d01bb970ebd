import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const uploadInvoice: Handlers<Contract['chinaQc']>['uploadInvoice'] = async () => {
  throw new Error('uploadInvoice is not built')
}

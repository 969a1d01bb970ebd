import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const createReadyForInvoice: Handlers<Contract['chinaQc']>['createReadyForInvoice'] = async () => {
  throw new Error('createReadyForInvoice is not built')
}

export const getBoxesForInvoice: Handlers<Contract['chinaQc']>['getBoxesForInvoice'] = async () => {
  throw new Error('getBoxesForInvoice is not built')
}

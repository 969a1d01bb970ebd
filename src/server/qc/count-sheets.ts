import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const downloadPendingQuantityValidation: Handlers<Contract['chinaQc']>['downloadPendingQuantityValidation'] =
  async () => {
    throw new Error('downloadPendingQuantityValidation is not built')
  }

export const uploadQuantityValidationFile: Handlers<Contract['chinaQc']>['uploadQuantityValidationFile'] = async () => {
  throw new Error('uploadQuantityValidationFile is not built')
}

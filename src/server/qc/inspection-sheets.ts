import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const downloadPendingQcInspection: Handlers<Contract['chinaQc']>['downloadPendingQcInspection'] = async () => {
  throw new Error('downloadPendingQcInspection is not built')
}

export const uploadQcInspectionQuantityFile: Handlers<Contract['chinaQc']>['uploadQcInspectionQuantityFile'] =
  async () => {
    throw new Error('uploadQcInspectionQuantityFile is not built')
  }

import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const downloadQcReport: Handlers<Contract['chinaQc']>['downloadQcReport'] = async () => {
  throw new Error('downloadQcReport is not built')
}

export const getChinaQcReports: Handlers<Contract['chinaQc']>['getChinaQcReports'] = async () => {
  throw new Error('getChinaQcReports is not built')
}

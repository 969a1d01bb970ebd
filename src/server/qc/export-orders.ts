import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const createExportOrder: Handlers<Contract['chinaQc']>['createExportOrder'] = async () => {
  throw new Error('createExportOrder is not built')
}

import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const downloadPlFileBoxWise: Handlers<Contract['chinaQc']>['downloadPlFileBoxWise'] = async () => {
  throw new Error('downloadPlFileBoxWise is not built')
}

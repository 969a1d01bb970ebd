import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const getInwardedBoxes: Handlers<Contract['chinaQc']>['getInwardedBoxes'] = async () => {
  throw new Error('getInwardedBoxes is not built')
}

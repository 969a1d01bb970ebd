import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const inwardBoxes: Handlers<Contract['chinaQc']>['inwardBoxes'] = async () => {
  throw new Error('inwardBoxes is not built')
}

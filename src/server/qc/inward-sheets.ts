import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const uploadAwaitingInwardFile: Handlers<Contract['chinaQc']>['uploadAwaitingInwardFile'] = async () => {
  throw new Error('uploadAwaitingInwardFile is not built')
}

export const getBulkAwaitingInwardBoxes: Handlers<Contract['chinaQc']>['getBulkAwaitingInwardBoxes'] = async () => {
  throw new Error('getBulkAwaitingInwardBoxes is not built')
}

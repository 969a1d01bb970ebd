import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const getAwaitingInwardBoxes: Handlers<Contract['chinaQc']>['getAwaitingInwardBoxes'] = async () => {
  throw new Error('getAwaitingInwardBoxes is not built')
}

export const downloadAwaitingInwardBoxes: Handlers<Contract['chinaQc']>['downloadAwaitingInwardBoxes'] = async () => {
  throw new Error('downloadAwaitingInwardBoxes is not built')
}

export const downloadAwaitingInwardBoxesFile: Handlers<Contract['china']>['downloadAwaitingInwardBoxesFile'] =
  async () => {
    throw new Error('downloadAwaitingInwardBoxesFile is not built')
  }

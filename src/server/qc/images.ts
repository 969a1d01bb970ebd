import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const uploadReviewImage: Handlers<Contract['qcShared']>['uploadReviewImage'] = async () => {
  throw new Error('uploadReviewImage is not built')
}

export const qcImage: Handlers<Contract['house']>['qcImage'] = async () => {
  throw new Error('qcImage is not built')
}

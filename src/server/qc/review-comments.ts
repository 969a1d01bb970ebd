import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const getReviewCommentMeta: Handlers<Contract['qcShared']>['getReviewCommentMeta'] = async () => {
  throw new Error('getReviewCommentMeta is not built')
}

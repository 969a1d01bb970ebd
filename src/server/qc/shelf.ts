import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const inwardBoxToShelf: Handlers<Contract['chinaQc']>['inwardBoxToShelf'] = async () => {
  throw new Error('inwardBoxToShelf is not built')
}

import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const revertBoxToQc: Handlers<Contract['chinaQc']>['revertBoxToQc'] = async () => {
  throw new Error('revertBoxToQc is not built')
}

export const revertStylesToQualityInspection: Handlers<Contract['chinaQc']>['revertStylesToQualityInspection'] =
  async () => {
    throw new Error('revertStylesToQualityInspection is not built')
  }

import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const uploadBoxesForInvoiceCreation: Handlers<Contract['chinaQc']>['uploadBoxesForInvoiceCreation'] =
  async () => {
    throw new Error('uploadBoxesForInvoiceCreation is not built')
  }

export const downloadBoxesForInvoiceCreation: Handlers<Contract['chinaQc']>['downloadBoxesForInvoiceCreation'] =
  async () => {
    throw new Error('downloadBoxesForInvoiceCreation is not built')
  }

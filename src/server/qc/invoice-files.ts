import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'

export const downloadInvoice: Handlers<Contract['chinaQc']>['downloadInvoice'] = async () => {
  throw new Error('downloadInvoice is not built')
}

export const downloadInvoiceBoxDetails: Handlers<Contract['chinaQc']>['downloadInvoiceBoxDetails'] = async () => {
  throw new Error('downloadInvoiceBoxDetails is not built')
}

export const downloadInvoicePoDetails: Handlers<Contract['chinaQc']>['downloadInvoicePoDetails'] = async () => {
  throw new Error('downloadInvoicePoDetails is not built')
}

export const downloadInvoiceProductDetails: Handlers<Contract['chinaQc']>['downloadInvoiceProductDetails'] =
  async () => {
    throw new Error('downloadInvoiceProductDetails is not built')
  }

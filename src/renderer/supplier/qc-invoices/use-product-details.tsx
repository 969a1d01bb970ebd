import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import { useUploadDialog } from '../../actions/upload/useUploadDialog.tsx'
import { useDownload } from '../../actions/useDownload.ts'
import { api, fileCall, fileName } from '../../api/client.ts'

/** What customs want to know of an invoice's styles: as a sheet to fill in, and back. */
export function useProductDetails(invoiceNumber: string) {
  const { t } = useTranslation()
  const { download } = useDownload()
  const get = () => {
    const call = contract.chinaQc.downloadInvoiceProductDetails
    const input = { invoice_number: invoiceNumber }
    void download(fileCall(call, input), fileName(call, input))
  }
  const upload = useUploadDialog({
    title: t('Product details of {{invoice_number}}', { invoice_number: invoiceNumber }),
    accept: ['.xlsx', '.csv'],
    template: { label: t('Download the sheet to fill in'), download: get },
    upload: (file, { mode, key, signal, onProgress }) =>
      api.chinaQc.uploadInvoice({ po_number: invoiceNumber, mode, file }, { key, signal, onProgress }),
  })
  return { get, upload }
}

import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { useDownload } from '../../actions/downloads.ts'
import { useUploadDialog } from '../../actions/upload/UploadDialog.tsx'
import { api, fileCall, fileName } from '../../api/client.ts'

/** What customs want to know of an invoice's styles: as a sheet to fill in, and back. */
export function useProductDetails(invoiceNumber: string) {
  const { t } = useTranslation()
  const { download } = useDownload()
  const get = () => {
    const call = contract.invoices.downloadInvoiceProductDetails
    const input = { invoice_number: invoiceNumber }
    void download(fileCall(call, input), fileName(call, input))
  }
  const upload = useUploadDialog({
    title: t('Product details of {{invoice_number}}', { invoice_number: invoiceNumber }),
    accept: ['.xlsx', '.csv'],
    template: { label: t('Download the sheet to fill in'), download: get },
    upload: (file, { mode, key, signal, onProgress }) =>
      api.invoices.uploadInvoice({ po_number: invoiceNumber, mode, file }, { key, signal, onProgress }),
  })
  return { get, upload }
}

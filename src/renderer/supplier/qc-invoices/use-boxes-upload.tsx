import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { contract } from '../../../shared/contract/index.ts'
import { useUploadDialog } from '../../actions/upload/useUploadDialog.tsx'
import { useDownload } from '../../actions/useDownload.ts'
import { api, fileCall, fileName } from '../../api/client.ts'
import { useWords } from '../../table/words.ts'

/** Boxes that are to go on an invoice, by sheet: those that passed become ready; then the invoice is made of them. */
export function useBoxesUpload(onInvoice: ((boxIds: readonly string[]) => void) | null) {
  const { t, plural } = useWords()
  const { download } = useDownload()
  const getTemplate = () => {
    const call = contract.chinaQc.downloadBoxesForInvoiceCreation
    void download(fileCall(call, {}), fileName(call, {}))
  }
  /** The invoice is being made of what was uploaded: its dialog takes the place of this one. */
  const [isTaken, setTaken] = useState(false)
  const upload = useUploadDialog({
    title: t('Boxes for an invoice, by file'),
    accept: ['.xlsx', '.csv'],
    template: { label: t('Download the boxes that can go on an invoice'), download: getTemplate },
    upload: (file, { mode, key, signal, onProgress }) =>
      api.chinaQc.uploadBoxesForInvoiceCreation({ mode, file }, { key, signal, onProgress }),
    about: ({ box_ids }) =>
      onInvoice && box_ids.length > 0 ? (
        <Button
          intent="primary"
          text={plural(box_ids.length, 'Create an invoice of this box…', 'Create an invoice of these {{n}} boxes…')}
          onClick={() => {
            setTaken(true)
            onInvoice(box_ids)
          }}
        />
      ) : null,
  })
  return {
    open: () => {
      setTaken(false)
      upload.open()
    },
    dialog: isTaken ? null : upload.dialog,
  }
}

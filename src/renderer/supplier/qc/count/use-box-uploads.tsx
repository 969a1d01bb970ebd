import type { QcBoxRow } from '../../../../shared/areas/inspection/shapes.ts'
import { contract } from '../../../../shared/areas.ts'
import { useDownload } from '../../../actions/downloads.ts'
import { useUploadDialog } from '../../../actions/upload/UploadDialog.tsx'
import { api, fileCall, fileName } from '../../../api/client.ts'
import { useWords } from '../../../table/words.ts'

/** A box by file: its count, and its passed, failed and held pieces. The template is the box itself. */
export function useBoxUploads({ box_id, box_no }: Pick<QcBoxRow, 'box_id' | 'box_no'>) {
  const { t, number } = useWords()
  const { download } = useDownload()
  /** The list's own workbook may be given to each of its boxes as it is. */
  const about = ({ rows_of_others: n }: { rows_of_others: number }) =>
    n > 0 ? (
      <p className="muted">
        {t('Rows of other boxes, left alone: {{n}}. Upload the file in those boxes as well.', { n: number(n) })}
      </p>
    ) : null
  const count = useUploadDialog({
    title: t('Count of box {{box_no}} by file', { box_no }),
    accept: ['.xlsx', '.csv'],
    template: {
      label: t('Download the count sheet to fill in'),
      download: () => {
        const call = contract.counting.downloadPendingQuantityValidation
        void download(fileCall(call, { box_id }), fileName(call, { box_id }))
      },
    },
    upload: (file, { mode, key, signal, onProgress }) =>
      api.counting.uploadQuantityValidationFile({ box_id, mode, file }, { key, signal, onProgress }),
    about: (data) => about(data),
  })
  const inspection = useUploadDialog({
    title: t('Inspection of box {{box_no}} by file', { box_no }),
    accept: ['.xlsx', '.csv'],
    template: {
      label: t('Download the inspection sheet to fill in'),
      download: () => {
        const call = contract.inspection.downloadPendingQcInspection
        void download(fileCall(call, { box_id }), fileName(call, { box_id }))
      },
    },
    upload: (file, { mode, key, signal, onProgress }) =>
      api.inspection.uploadQcInspectionQuantityFile({ box_id, mode, file }, { key, signal, onProgress }),
    about: (data) => about(data),
  })
  return { count, inspection }
}

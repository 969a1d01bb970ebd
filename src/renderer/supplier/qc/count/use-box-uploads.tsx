import type { QcBoxRow } from '../../../../shared/areas/inspection/shapes.ts'
import { contract } from '../../../../shared/areas.ts'
import { useFile, useSheet } from '../../../actions/files.tsx'
import { useLocale } from '../../../table/words.ts'

/** A box by file: its count, and its passed, failed and held pieces. The template is the box itself. */
export function useBoxUploads({ box_id, box_no }: Pick<QcBoxRow, 'box_id' | 'box_no'>) {
  const { t, number } = useLocale()
  const { get } = useFile()
  /** The list's own workbook may be given to each of its boxes as it is. */
  const about = ({ rows_of_others: n }: { rows_of_others: number }) =>
    n > 0 ? (
      <p className="muted">
        {t('Rows of other boxes, left alone: {{n}}. Upload the file in those boxes as well.', { n: number(n) })}
      </p>
    ) : null
  const count = useSheet({
    call: 'counting.uploadQuantityValidationFile',
    input: { box_id },
    title: t('Count of box {{box_no}} by file', { box_no }),
    accept: ['.xlsx', '.csv'],
    template: {
      label: t('Download the count sheet to fill in'),
      get: () => get(contract.counting.downloadPendingQuantityValidation, { box_id }),
    },
    about,
  })
  const inspection = useSheet({
    call: 'inspection.uploadQcInspectionQuantityFile',
    input: { box_id },
    title: t('Inspection of box {{box_no}} by file', { box_no }),
    accept: ['.xlsx', '.csv'],
    template: {
      label: t('Download the inspection sheet to fill in'),
      get: () => get(contract.inspection.downloadPendingQcInspection, { box_id }),
    },
    about,
  })
  return { count, inspection }
}

import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton } from '../files.tsx'

/** The refused file with its faults marked, while it is kept. */
export function CorrectedButton({ uploadId }: { uploadId: string | null | undefined }) {
  const { t, i18n } = useTranslation()
  if (!uploadId) return null
  return (
    <DownloadButton
      call={contract.frame.getCorrectedWorkbook}
      input={{ upload_id: uploadId, language: i18n.language }}
      text={t('Get the corrected workbook')}
    />
  )
}

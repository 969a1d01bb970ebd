import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { fileCall } from '../../api/client.ts'
import { useDownload } from '../downloads.ts'

/** The refused file with its faults marked, while it is kept; also once its good rows were taken. */
export function CorrectedButton({ uploadId }: { uploadId: string | null | undefined }) {
  const { t, i18n } = useTranslation()
  const { download, isDownloading } = useDownload()
  if (!uploadId) return null
  const call = fileCall(contract.frame.getCorrectedWorkbook, { upload_id: uploadId, language: i18n.language })
  return (
    <Button
      text={t('Get the corrected workbook')}
      loading={isDownloading}
      onClick={() => void download(call, 'corrected.xlsx')}
    />
  )
}

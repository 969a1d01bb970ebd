import { contract } from '../../../shared/areas.ts'
import { UploadButton, useFile } from '../../actions/files.tsx'
import { useLocale } from '../../table/words.ts'

/** How many pieces of a style each vendor makes, by sheet. */
export function SplitButton() {
  const { t } = useLocale()
  const { get } = useFile()
  return (
    <UploadButton
      call="launch.ingestVendorSplitFile"
      input={{}}
      title={t('Quantity by vendor')}
      accept={['.xlsx', '.csv']}
      template={{ label: t('Download the sheet to fill in'), get: () => get(contract.launch.splitSample, {}) }}
      button={{ text: t('Quantity by vendor…') }}
    />
  )
}

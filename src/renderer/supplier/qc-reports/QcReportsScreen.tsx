import { useTranslation } from 'react-i18next'
import { Page } from '../../kit/Page.tsx'

export function QcReportsScreen() {
  const { t } = useTranslation()
  return <Page title={t('QC reports')}>{null}</Page>
}

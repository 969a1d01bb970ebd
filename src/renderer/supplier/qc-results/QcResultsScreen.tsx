import { useTranslation } from 'react-i18next'
import { Page } from '../../kit/Page.tsx'

export function QcResultsScreen() {
  const { t } = useTranslation()
  return <Page title={t('QC results')}>{null}</Page>
}

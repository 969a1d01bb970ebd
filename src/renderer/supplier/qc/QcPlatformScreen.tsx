import { useTranslation } from 'react-i18next'
import { Page } from '../../kit/Page.tsx'

export function QcPlatformScreen() {
  const { t } = useTranslation()
  return <Page title={t('QC Platform')}>{null}</Page>
}

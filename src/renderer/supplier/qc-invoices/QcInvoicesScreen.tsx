import { useTranslation } from 'react-i18next'
import { Page } from '../../kit/Page.tsx'

export function QcInvoicesScreen() {
  const { t } = useTranslation()
  return <Page title={t('Invoices and exports')}>{null}</Page>
}

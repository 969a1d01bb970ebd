import { useTranslation } from 'react-i18next'
import { Page } from '../../kit/Page.tsx'

export function InwardShipmentsScreen() {
  const { t } = useTranslation()
  return <Page title={t('Inward shipment dashboard')}>{null}</Page>
}

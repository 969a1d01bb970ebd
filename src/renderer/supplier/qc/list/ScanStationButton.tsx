import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Barcode } from '../../../kit/scan/Barcode.tsx'

/** Where boxes are taken in. */
export function ScanStationButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Button
      size="small"
      icon={<Barcode size={14} />}
      text={t('Scan station')}
      onClick={() => navigate('/supplier/inward-shipments')}
    />
  )
}

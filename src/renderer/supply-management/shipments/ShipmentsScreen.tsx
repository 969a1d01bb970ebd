import { useRows } from '../../actions/useRows.ts'
import { Page } from '../../kit/Page.tsx'
import { useLocale } from '../../table/words.ts'

/** Shipments of a facility. */
export function ShipmentsScreen() {
  const { t } = useLocale()
  const { rows } = useRows('facilities.getFacilityShipments', { tab: 'all' })
  return (
    <Page title={t('Boxes and shipments')}>
      <ul>
        {rows.map(({ shipment_id }) => (
          <li key={shipment_id}>{shipment_id}</li>
        ))}
      </ul>
    </Page>
  )
}

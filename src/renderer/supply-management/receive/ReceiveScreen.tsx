import { useRows } from '../../actions/useRows.ts'
import { Page } from '../../kit/Page.tsx'
import { useLocale } from '../../table/words.ts'

/** Orders for which a facility receives. */
export function ReceiveScreen() {
  const { t } = useLocale()
  const { rows } = useRows('facilities.getFacilityOrders', { tab: 'open' })
  return (
    <Page title={t('Receive')}>
      <ul>
        {rows.map(({ order_action_id }) => (
          <li key={order_action_id}>{order_action_id}</li>
        ))}
      </ul>
    </Page>
  )
}

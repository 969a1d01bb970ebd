import { useRows } from '../actions/useRows.ts'
import { Page } from '../kit/Page.tsx'
import { useLocale } from '../table/words.ts'

/** Orders of a facility. */
export function ProductionScreen() {
  const { t } = useLocale()
  const { rows } = useRows('facilities.getFacilityOrders', { tab: 'open' })
  return (
    <Page title={t('Production stages')}>
      <ul>
        {rows.map(({ order_action_id }) => (
          <li key={order_action_id}>{order_action_id}</li>
        ))}
      </ul>
    </Page>
  )
}

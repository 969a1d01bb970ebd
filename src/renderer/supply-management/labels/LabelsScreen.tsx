import { useRows } from '../../actions/useRows.ts'
import { Page } from '../../kit/Page.tsx'
import { useLocale } from '../../table/words.ts'

/** Orders whose pieces get labels. */
export function LabelsScreen() {
  const { t } = useLocale()
  const { rows } = useRows('facilities.getFacilityOrders', { tab: 'open' })
  return (
    <Page title={t('SKU labels')}>
      <ul>
        {rows.map(({ order_action_id }) => (
          <li key={order_action_id}>{order_action_id}</li>
        ))}
      </ul>
    </Page>
  )
}

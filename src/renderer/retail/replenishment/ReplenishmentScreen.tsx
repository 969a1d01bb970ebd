import { useRows } from '../../actions/useRows.ts'
import { Page } from '../../kit/Page.tsx'
import { useLocale } from '../../table/words.ts'

/** Replenishment orders, newest first. */
export function ReplenishmentScreen() {
  const { t } = useLocale()
  const { rows } = useRows('allocation.replenishmentOrders', {})
  return (
    <Page title={t('Replenishment')}>
      <ul>
        {rows.map(({ po_id, name, pieces }) => (
          <li key={po_id}>
            {po_id} · {name} · {pieces}
          </li>
        ))}
      </ul>
    </Page>
  )
}

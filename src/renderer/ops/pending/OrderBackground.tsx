import { cardFigures } from '../../../shared/areas/scorecards/figures.ts'
import { figureHint } from '../../../shared/kernel/figure.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { Facts, Section } from '../../kit/Drawer.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Count, Day, Money } from '../../kit/states.tsx'
import { figureNote, figureWords, isFew } from '../../orders/vendor-figures.ts'
import { useLocale } from '../../table/words.ts'

/** What of a vendor's scorecard an approval weighs. */
const weighed = ['on_time', 'short', 'lots'] as const

/** What an approval weighs: what the style cost before, and how its vendor did of late. */
export function OrderBackground({ orderId }: { orderId: string }) {
  const answer = useAnswer('orders.orderBackground', { order_id: orderId })
  const words = useLocale()
  const { t, name } = words
  return (
    <Loaded answer={answer} rows={3}>
      {({ earlier, vendor }) => (
        <>
          <Section title={t('The vendor in the last {{n}} days', { n: vendor.days })}>
            <Facts
              facts={weighed.map((figure) => [
                t(cardFigures[figure].label),
                <span key={figure} title={figureHint(cardFigures[figure], t)}>
                  {isFew(figure, vendor.figures) ? null : `${figureWords(figure, vendor.figures, words)} · `}
                  {figureNote(figure, vendor.figures, words)}
                </span>,
              ])}
            />
          </Section>
          <Section title={t('Earlier orders of the style')}>
            {earlier.length === 0 ? (
              <p className="muted">{t('first order')}</p>
            ) : (
              <table className="ops-earlier">
                <thead>
                  <tr>
                    <th scope="col">{t('Order')}</th>
                    <th scope="col">{t('Order date')}</th>
                    <th scope="col">{t('Supplier')}</th>
                    <th scope="col">{t('Pieces')}</th>
                    <th scope="col">{t('Unit price')}</th>
                  </tr>
                </thead>
                <tbody>
                  {earlier.map((row) => (
                    <tr key={row.order_id}>
                      <td className="code">{row.order_id}</td>
                      <td>
                        <Day day={row.order_date} />
                      </td>
                      <td>{name(row.supplier_name, row.supplier_name_zh)}</td>
                      <td>
                        <Count value={row.pieces} />
                      </td>
                      <td>{row.unit_price && <Money value={row.unit_price} />}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </Section>
        </>
      )}
    </Loaded>
  )
}

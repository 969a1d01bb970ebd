import { useAnswer } from '../../actions/useRows.ts'
import { Facts, Section } from '../../kit/Drawer.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Count, Day, Money } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'

/** Below so many a rate says nothing. */
const ENOUGH = 5

/** What an approval weighs: what the style cost before, and how its vendor did of late. */
export function OrderBackground({ orderId }: { orderId: string }) {
  const answer = useAnswer('orders.orderBackground', { order_id: orderId })
  const { t, name, number } = useLocale()
  const rate = (part: number, whole: number) => {
    const counts = t('{{n}} of {{whole}}', { n: number(part), whole: number(whole) })
    return whole < ENOUGH ? counts : `${number(Math.round((part / whole) * 100))} % · ${counts}`
  }
  return (
    <Loaded answer={answer} rows={3}>
      {({ earlier, vendor }) => (
        <>
          <Section title={t('The vendor in the last {{n}} days', { n: vendor.days })}>
            <Facts
              facts={[
                [t('Shipped on time'), vendor.due === 0 ? t('nothing was due') : rate(vendor.on_time, vendor.due)],
                [t('Shipped short'), vendor.due === 0 ? null : rate(vendor.short, vendor.due)],
                [
                  t('Passed QC'),
                  vendor.inspected === 0 ? t('nothing was inspected') : rate(vendor.passed, vendor.inspected),
                ],
              ]}
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

import type { OrderRow } from '../../shared/contract/shapes.ts'
import { Facts } from '../kit/Drawer.tsx'
import { Count, Day, Money } from '../kit/values.tsx'
import { useWords } from '../table/words.ts'
import { deadlineWords, percentWords, priceRise } from './order-tags.ts'

/** What an order is: style, supplier, days, price against the price before. */
export function OrderFacts({ order, showsSupplier }: { order: OrderRow; showsSupplier: boolean }) {
  const words = useWords()
  const { t } = words
  const left = deadlineWords(order, words)
  return (
    <Facts
      facts={[
        [t('Style'), `${words.name(order.style_name, order.style_name_zh)} · ${order.style_id}`],
        [t('Supplier'), showsSupplier ? words.name(order.supplier_name, order.supplier_name_zh) : null],
        [t('Ordered'), <Count key="ordered" value={order.total_order_quantity} />],
        [t('Order date'), <Day key="day" day={order.order_date} />],
        [
          t('Ship by'),
          <span key="deadline">
            <Day day={order.shipping_deadline} />
            {left && <span className={`order-left order-${left.tone}`}>{left.text}</span>}
          </span>,
        ],
        [t('Unit price'), order.unit_price && <Price key="price" order={order} price={order.unit_price} />],
        [t('Destination'), words.name(order.destination, order.destination_zh)],
        [t('Remark'), order.remark],
      ]}
    />
  )
}

function Price({ order, price }: { order: OrderRow; price: NonNullable<OrderRow['unit_price']> }) {
  const { t } = useWords()
  const rise = priceRise(order)
  return (
    <span>
      <Money value={price} />
      {order.previous_unit_price === null || rise === null ? (
        <span className="order-left order-quiet">{t('first order')}</span>
      ) : (
        <span className={`order-left order-${rise > 0 ? 'warn' : 'quiet'}`}>
          {rise === 0 ? t('as before') : <PriceBefore before={order.previous_unit_price} rise={rise} />}
        </span>
      )}
    </span>
  )
}

function PriceBefore({ before, rise }: { before: NonNullable<OrderRow['previous_unit_price']>; rise: number }) {
  const { t } = useWords()
  return (
    <>
      {t('before')} <Money value={before} /> ({percentWords(rise)})
    </>
  )
}

import { useMemo } from 'react'
import type { OrderRow } from '../../shared/areas/orders/shapes.ts'
import { listed } from '../i18n/formats.ts'
import { Facts } from '../kit/Drawer.tsx'
import type { GridLayer } from '../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../kit/quantity-grid/QuantityGrid.tsx'
import { Count, Day, Money } from '../kit/states.tsx'
import { Timeline } from '../kit/Timeline.tsx'
import { StylePicture } from '../pictures/StylePicture.tsx'
import { useLocale } from '../table/words.ts'
import { amendedBecause } from './amendments.tsx'
import {
  deadlineWords,
  gridOf,
  percentWords,
  priceBefore,
  priceRise,
  type SkuDetail,
  valuesOf,
} from './order-columns.tsx'

/** What an order is: style, supplier, days, price against the price before. */
export function OrderFacts({ order, showsSupplier }: { order: OrderRow; showsSupplier: boolean }) {
  const words = useLocale()
  const { t } = words
  const left = deadlineWords(order, words)
  return (
    <Facts
      facts={[
        [
          t('Style'),
          <span key="style" className="with-picture">
            <StylePicture of={order} size="head" isButton />
            <span>{`${words.name(order.style_name, order.style_name_zh)} · ${order.style_id}`}</span>
          </span>,
        ],
        [t('Supplier'), showsSupplier ? words.name(order.supplier_name, order.supplier_name_zh) : null],
        [t('Ordered'), <Count key="ordered" value={order.total_order_quantity} />],
        [t('Order date'), <Day key="day" day={order.order_date} />],
        [
          t('Ship by'),
          <span key="deadline">
            <Day day={order.shipping_deadline} />
            {left && (
              <span className="order-left" data-tone={left.tone}>
                {left.text}
              </span>
            )}
          </span>,
        ],
        [t('Unit price'), order.unit_price && <Price key="price" order={order} price={order.unit_price} />],
        [
          t('Order value'),
          order.unit_price && (
            <Money
              key="value"
              value={{ ...order.unit_price, minor: order.unit_price.minor * order.total_order_quantity }}
            />
          ),
        ],
        [t('Destination'), words.name(order.destination, order.destination_zh)],
        [t('Remark'), order.remark],
      ]}
    />
  )
}

function Price({ order, price }: { order: OrderRow; price: NonNullable<OrderRow['unit_price']> }) {
  const { t } = useLocale()
  const [rise, before] = [priceRise(order), priceBefore(order)]
  return (
    <span>
      <Money value={price} />
      {order.previous_unit_price === null ? <span className="order-left order-quiet">{t('first order')}</span> : null}
      {before === null || rise === null ? null : (
        <span className="order-left" data-tone={rise > 0 ? 'warn' : 'quiet'}>
          {before.minor === price.minor ? (
            t(order.previous_unit_price ? 'as before' : 'as the style costs')
          ) : (
            <>
              {t(order.previous_unit_price ? 'before' : 'the style costs')} <Money value={before} /> (
              {percentWords(rise)})
            </>
          )}
        </span>
      )}
    </span>
  )
}

const layers: readonly (GridLayer & { key: keyof SkuDetail['quantities'] })[] = [
  { key: 'ordered', label: 'Ordered' },
  { key: 'awaiting', label: 'Awaiting' },
  { key: 'on_platform', label: 'On platform', tone: 'good' },
  { key: 'packed', label: 'Packed', tone: 'good' },
  { key: 'shipped', label: 'Shipped', tone: 'good' },
  { key: 'oos', label: 'Out of stock', tone: 'warn' },
  { key: 'rejected', label: 'Rejected', tone: 'bad' },
]

/** Where the pieces of an order stand, by colour and size. What no SKU has is left out. */
export function OrderQuantities({ skus }: { skus: readonly SkuDetail[] }) {
  const { t, name } = useLocale()
  const grid = useMemo(() => gridOf(skus, name), [skus, name])
  const shown = useMemo(() => layersOf(skus).map((layer) => ({ ...layer, label: t(layer.label) })), [skus, t])
  const values = useMemo(() => valuesOf(skus, (sku) => sku.quantities), [skus])
  return <QuantityGrid label={t('Quantities')} {...grid} layers={shown} values={values} />
}

/** While all pieces stand at one place, the ordered numbers alone say everything. */
function layersOf(skus: readonly SkuDetail[]) {
  const used = layers.filter(({ key }) => skus.some((sku) => sku.quantities[key] > 0))
  return used.length === 2 ? used.slice(1) : used.length > 0 ? used : layers.slice(0, 1)
}

type OrderEvent = NonNullable<OrderRow['history']>[number]

/** What an event counted, in the order in which it is said. */
const counted: readonly (readonly [key: string, many: string, one?: string])[] = [
  ['ready', '{{n}} ready'],
  ['oos', '{{n}} out of stock'],
  ['rejected', '{{n}} rejected'],
  ['taken_off', '{{n}} taken off'],
  ['quantity', '{{n}} pieces', '1 piece'],
]

/** What happened to an order, newest first. */
export function OrderTimeline({ history }: { history: readonly OrderEvent[] }) {
  // The state words of the wire say no more than the event itself.
  return (
    <Timeline
      events={history.toReversed().map((event) => ({ ...event, from: null, to: null }))}
      about={(event) => <About {...event} />}
    />
  )
}

function About({ details }: OrderEvent) {
  const { t, plural, number, day } = useLocale()
  const counts = counted.flatMap(([key, many, one = many]) => {
    const n = details[key]
    return typeof n === 'number' && n > 0 ? [plural(n, one, many)] : []
  })
  const { pieces_from: few, pieces_to: many, deadline_from: early, deadline_to: late } = details
  const amended = [
    typeof few === 'number' && typeof many === 'number' ? `${t('Ordered')} ${number(few)} → ${number(many)}` : '',
    typeof early === 'string' && typeof late === 'string' ? `${t('Ship by')} ${day(early)} → ${day(late)}` : '',
  ]
  // Several lines may be refused for several reasons.
  const why = [details.reason, details.remark].flatMap((text) => (typeof text === 'string' ? text.split(' · ') : []))
  const { shipment } = details
  const words = [
    typeof shipment === 'string' ? shipment : '',
    listed(counts),
    ...amended,
    ...why.map((text) => amendedBecause(text, t)),
  ].filter(Boolean)
  return words.length === 0 ? null : <div className="order-about">{words.join(' · ')}</div>
}

import './orders.css'
import type { TFunction } from 'i18next'
import type { AmendmentRow, OrderRow } from '../../shared/areas/orders/shapes.ts'
import { pricedIn } from '../../shared/areas/price-negotiations/rules.ts'
import { Section } from '../kit/Drawer.tsx'
import { Day, Instant, Money } from '../kit/states.tsx'
import { useLocale } from '../table/words.ts'

/** What ops changed of an order, newest first; nothing where they did not. */
export function AmendmentsSection({ order }: { order: OrderRow }) {
  const { t } = useLocale()
  if (!order.amendments || order.amendments.length === 0) return null
  return (
    <Section title={t('Amendments')}>
      <ol className="order-amendments">
        {order.amendments.map((amendment) => (
          <li key={amendment.amended_at}>
            <Changes amendment={amendment} />
            <div>{amendedBecause(amendment.reason, t)}</div>
            <div className="muted">
              <Instant at={amendment.amended_at} /> · {amendment.amended_by}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** A reason in the reader's language: a person's own words, a usual one, or the negotiation that gave the price. */
export function amendedBecause(reason: string, t: TFunction): string {
  const priced = pricedIn(reason)
  return priced === null ? t(reason) : t(priced.words, { number: priced.number })
}

/** From what to what: the deadline, the price, and every colour and size. */
function Changes({ amendment: { deadline, unit_price_from, unit_price_to, lines } }: { amendment: AmendmentRow }) {
  const { t, name, number } = useLocale()
  return (
    <dl>
      {deadline && (
        <div>
          <dt>{t('Ship by')}</dt>
          <dd>
            <Day day={deadline.from} /> → <Day day={deadline.to} />
          </dd>
        </div>
      )}
      {unit_price_from && unit_price_to && (
        <div>
          <dt>{t('Unit price')}</dt>
          <dd>
            <Money value={unit_price_from} /> → <Money value={unit_price_to} />
          </dd>
        </div>
      )}
      {lines.map((line) => (
        <div key={line.nm_sku}>
          <dt>
            {name(line.color, line.color_zh)} {line.size}
          </dt>
          <dd data-tone={line.to > line.from ? 'good' : 'warn'}>
            {number(line.from)} → {number(line.to)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { useTranslation } from 'react-i18next'
import { key } from '../../i18n/key.ts'
import { useNamed } from '../../i18n/named.ts'
import { Facts, Section } from '../../kit/Drawer.tsx'
import { Count, Day, Instant, Money } from '../../kit/values.tsx'
import type { Life } from './kinds.ts'

const buckets = [
  ['ordered', key('Ordered')],
  ['awaiting', key('Awaiting')],
  ['on_platform', key('On platform')],
  ['packed', key('Packed')],
  ['shipped', key('Shipped')],
  ['oos', key('Out of stock')],
  ['rejected', key('Refused')],
] as const

/** What is known of a thing, and where its pieces stand; places without a piece are left out. */
export function LifeFacts({ life: { facts, quantities } }: { life: Life }) {
  const { t } = useTranslation()
  const shown = buckets.filter(([name]) => (quantities?.[name] ?? 0) > 0)
  return (
    <Section>
      <Facts facts={facts.map((fact) => [t(fact.label), <FactValue key={fact.label} fact={fact} />] as const)} />
      {quantities ? (
        <dl className="trace-quantities">
          {shown.map(([name, label]) => (
            <div key={name}>
              <dt>{t(label)}</dt>
              <dd>
                <Count value={quantities[name]} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </Section>
  )
}

function FactValue({ fact }: { fact: Life['facts'][number] }) {
  const named = useNamed()
  if (fact.text !== undefined) return named(fact.text, fact.text_zh)
  if (fact.day !== undefined) return <Day day={fact.day} />
  if (fact.at !== undefined) return <Instant at={fact.at} />
  if (fact.count !== undefined) return <Count value={fact.count} />
  return <Money value={fact.price} />
}

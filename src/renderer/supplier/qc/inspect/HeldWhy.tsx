import { Callout, Instant } from '../../../kit/states.tsx'
import { useLocale } from '../../../table/words.ts'
import type { BoxDetails } from '../box/box-data.ts'
import { holdsOf } from './lot-states.ts'

/** Says why pieces of a box are on hold; nothing where none are. */
export function HeldWhy({ details }: { details: BoxDetails }) {
  const { t, number } = useLocale()
  const holds = holdsOf(details)
  if (holds.length === 0) return null
  return (
    <Callout>
      {t('On hold: {{n}} pcs', { n: number(details.box.quantities.on_hold) })}
      {holds.map(({ number: of, remark, at, by }) => (
        <div key={of} className="qc-wrap">
          {remark} <span className="muted">· {by} · </span>
          <Instant at={at} of={details.box} />
        </div>
      ))}
    </Callout>
  )
}

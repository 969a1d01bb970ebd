import type { OrderRow } from '../../shared/contract/shapes.ts'
import { Timeline } from '../kit/Timeline.tsx'
import { useWords } from '../table/words.ts'

type OrderEvent = NonNullable<OrderRow['history']>[number]

/** What an event counted, in the order in which it is said. */
const counted: readonly (readonly [key: string, many: string, one?: string])[] = [
  ['ready', '{{n}} ready'],
  ['oos', '{{n}} out of stock'],
  ['rejected', '{{n}} refused'],
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
  const { t, plural } = useWords()
  const counts = counted.flatMap(([key, many, one = many]) => {
    const n = details[key]
    return typeof n === 'number' && n > 0 ? [plural(n, one, many)] : []
  })
  // Several lines may be refused for several reasons.
  const why = [details.reason, details.remark].flatMap((text) => (typeof text === 'string' ? text.split(' · ') : []))
  const words = [counts.join(', '), ...why.map((text) => t(text))].filter(Boolean)
  return words.length === 0 ? null : <div className="order-about">{words.join(' · ')}</div>
}

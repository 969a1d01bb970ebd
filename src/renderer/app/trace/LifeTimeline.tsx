import { useTranslation } from 'react-i18next'
import { type MoveKind, moves as moveTable } from '../../../shared/domain/moves.ts'
import type { Bucket } from '../../../shared/domain/quantities.ts'
import { useFormats } from '../../i18n/formats.ts'
import { key } from '../../i18n/key.ts'
import { Timeline } from '../../kit/Timeline.tsx'
import { kindWords, type LifeEvent, type Traced } from './kinds.ts'

interface LifeTimelineProps {
  events: readonly LifeEvent[]
  /** Whose life it is: its own events need not name it. */
  of: Traced
  onOpen: (traced: Traced) => void
}

/** Everything that happened to a thing and to what is under it, newest first, with where the pieces went. */
export function LifeTimeline({ events, of, onOpen }: LifeTimelineProps) {
  // An order's states on the wire say no more than the event itself.
  const told = events.map((event) => (event.of.kind === 'order' ? { ...event, from: null, to: null } : event))
  return <Timeline events={told} about={(event) => <About event={event} whose={of} onOpen={onOpen} />} />
}

const bucketWords: Readonly<Record<Bucket, string>> = {
  awaiting: key('Awaiting'),
  platform: key('On platform'),
  reserved: key('Promised to a shipment'),
  packed: key('Packed'),
  shipped: key('Shipped'),
  rejected: key('Refused'),
  oos: key('Out of stock'),
}

interface AboutProps {
  event: LifeEvent
  whose: Traced
  onOpen: (traced: Traced) => void
}

function About({ event, whose, onOpen }: AboutProps) {
  const { t } = useTranslation()
  const { of, moves } = event
  const isOther = of.kind !== whose.kind || of.code !== whose.code
  const words = useDetailWords(event)
  return (
    <>
      {isOther || words.length > 0 ? (
        <div className="trace-about">
          {isOther ? (
            <button type="button" className="trace-of" onClick={() => onOpen(of)}>
              {`${t(kindWords[of.kind].one)} ${of.title}`}
            </button>
          ) : null}
          {words.length > 0 ? <span>{words.join(' · ')}</span> : null}
        </div>
      ) : null}
      {moves.map(({ kind, quantity }) => (
        <MoveLine key={kind} kind={kind} quantity={quantity} />
      ))}
    </>
  )
}

function MoveLine({ kind, quantity }: { kind: string; quantity: number }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  if (!isMove(kind)) return null
  const { from, to } = moveTable[kind]
  return (
    <div className="trace-move">
      <span>{t('{{n}} pieces', { n: number(quantity) })}</span>
      <span className="muted">{`${t(bucketWords[from])} → ${t(bucketWords[to])}`}</span>
    </div>
  )
}

function isMove(kind: string): kind is MoveKind {
  return Object.hasOwn(moveTable, kind)
}

/** What an event says of itself. Its quantities are told by its moves where there are any. */
function useDetailWords({ details, moves }: LifeEvent): string[] {
  const { t } = useTranslation()
  const { number } = useFormats()
  const counted = [
    ['boxes', t('Boxes')],
    ['count', t('Labels')],
    ...(moves.length === 0 ? [['quantity', t('Pieces')] as const] : []),
  ] as const
  const numbers = counted.flatMap(([name, words]) => {
    const value = details[name]
    return typeof value === 'number' ? [`${words}: ${number(value)}`] : []
  })
  const told = (name: string) => (typeof details[name] === 'string' && details[name] !== '' ? [details[name]] : [])
  // Several lines may be refused for several reasons.
  const why = told('reason').flatMap((reason) => reason.split(' · ').map((each) => t(each)))
  return [...numbers, ...told('invoice_number'), ...told('carrier'), ...why, ...told('remark')]
}

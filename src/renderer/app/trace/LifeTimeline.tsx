import { useTranslation } from 'react-i18next'
import { type MoveKind, moves as moveTable } from '../../../shared/domain/moves.ts'
import type { Bucket } from '../../../shared/domain/quantities.ts'
import { wordOf } from '../../i18n/code-words.ts'
import { key } from '../../i18n/key.ts'
import { Timeline } from '../../kit/Timeline.tsx'
import { useWords } from '../../table/words.ts'
import { kindWords, type LifeEvent, type Traced } from './kinds.ts'
import { StretchBoxes } from './StretchBoxes.tsx'
import { stretchWords } from './stretch-words.ts'
import { useDetailWords } from './use-detail-words.ts'

interface LifeTimelineProps {
  events: readonly LifeEvent[]
  /** Whose life it is: its own events need not name it. */
  of: Traced
  onOpen: (traced: Traced) => void
}

/**
 * Everything that happened to a thing and to what is under it, newest first, with where the pieces went. What one person did
 * to many boxes is one line, which can be opened.
 */
export function LifeTimeline({ events, of, onOpen }: LifeTimelineProps) {
  const { t, number } = useWords()
  const told = events.map((event) => ({
    ...event,
    // An order's states on the wire say no more than the event itself.
    ...(event.of.kind === 'order' && { from: null, to: null }),
    ...(event.stretch && { since: event.stretch.since }),
  }))
  const title = ({ event, stretch }: LifeEvent) => {
    if (!isOfMany(stretch)) return t(wordOf(event))
    const n = number(stretch.boxes)
    const words = stretchWords[event]
    return words === undefined ? `${t(wordOf(event))} · ${t('{{n}} boxes', { n })}` : t(words, { n })
  }
  return (
    <Timeline
      events={told}
      title={title}
      about={(event) => <About event={event} whose={of} onOpen={onOpen} />}
      below={({ id, stretch, to }) =>
        stretch && <StretchBoxes first={id} last={stretch.last} isEndTold={to !== null} whose={of} onOpen={onOpen} />
      }
    />
  )
}

/** Several events of one box keep its name and the event's own words. */
function isOfMany(stretch: LifeEvent['stretch']): stretch is NonNullable<LifeEvent['stretch']> {
  return stretch !== null && stretch.boxes > 1
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
  const { of, moves, stretch } = event
  const isOther = (of.kind !== whose.kind || of.code !== whose.code) && !isOfMany(stretch)
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
  const { t, plural } = useWords()
  if (!isMove(kind)) return null
  const { from, to } = moveTable[kind]
  return (
    <div className="trace-move">
      <span>{plural(quantity, '1 piece', '{{n}} pieces')}</span>
      <span className="muted">{`${t(bucketWords[from])} → ${t(bucketWords[to])}`}</span>
    </div>
  )
}

function isMove(kind: string): kind is MoveKind {
  return Object.hasOwn(moveTable, kind)
}

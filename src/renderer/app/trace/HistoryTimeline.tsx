import { Button } from '@blueprintjs/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Bucket, type MoveKind, pieces } from '../../../shared/areas/orders/quantities.ts'
import { events as eventKinds, factLabels, traceKinds } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { wordOf } from '../../i18n/code-words.ts'
import { key } from '../../i18n/formats.ts'
import { FailedState, Instant, LoadingRows } from '../../kit/states.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { useLocale } from '../../table/words.ts'
import type { HistoryEvent, Traced } from './tracing.ts'

interface HistoryTimelineProps {
  events: readonly HistoryEvent[]
  /** Whose history it is: its own events need not name it. */
  of: Traced
  onOpen: (traced: Traced) => void
}

/**
 * Everything that happened to a thing and to what is under it, newest first, with where the pieces went. What one person did
 * to many boxes is one line, which can be opened.
 */
export function HistoryTimeline({ events, of, onOpen }: HistoryTimelineProps) {
  const { t, number } = useLocale()
  const told = events.map((event) => ({
    ...event,
    // An order's states on the wire say no more than the event itself.
    ...(event.of.kind === 'order' && { from: null, to: null }),
    ...(event.stretch && { since: event.stretch.since }),
  }))
  const title = ({ event, stretch }: HistoryEvent) => {
    if (!isOfMany(stretch)) return t(wordOf(event))
    const n = number(stretch.boxes)
    const words = eventKinds[event]?.boxes
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
function isOfMany(stretch: HistoryEvent['stretch']): stretch is NonNullable<HistoryEvent['stretch']> {
  return stretch !== null && stretch.boxes > 1
}

/** Where pieces go from and to; those that ops ordered more or fewer come from their amendment and go to it. */
const sideWords: Readonly<Record<Bucket | 'order', string>> = {
  order: key('Amendment'),
  awaiting: key('Awaiting'),
  platform: key('On platform'),
  reserved: key('Promised to a shipment'),
  packed: key('Packed'),
  shipped: key('Shipped'),
  rejected: key('Rejected'),
  oos: key('Out of stock'),
}

interface AboutProps {
  event: HistoryEvent
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
              {`${t(traceKinds[of.kind].one)} ${of.title}`}
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
  const { t, plural } = useLocale()
  if (!isMove(kind)) return null
  const { from, to } = pieces.moves[kind]
  return (
    <div className="trace-move">
      <span>{plural(quantity, '1 piece', '{{n}} pieces')}</span>
      <span className="muted">{`${t(sideWords[from])} → ${t(sideWords[to])}`}</span>
    </div>
  )
}

function isMove(kind: string): kind is MoveKind {
  return Object.hasOwn(pieces.moves, kind)
}

type Boxes = CallData<'trace.traceStretch'>

/** One line of a history, by its first and last event. */
interface Stretch {
  first: string
  last: string
}

interface StretchBoxesProps extends Stretch {
  /** All of them ended in the same status, which the line says. */
  isEndTold: boolean
  whose: Traced
  onOpen: (traced: Traced) => void
}

/** The boxes of one line, which are asked for when it is opened: each with its time, and as the way to its own history. */
export function StretchBoxes(props: StretchBoxesProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="trace-of"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('Hide the boxes') : t('Show the boxes')}
      </button>
      {isOpen ? (
        <div id={id} className="trace-stretch">
          <BoxList {...props} />
        </div>
      ) : null}
    </>
  )
}

function BoxList({ whose, first, last, isEndTold, onOpen }: StretchBoxesProps) {
  const { t } = useTranslation()
  const say = useSay()
  const query = useBoxes(whose, { first, last })
  if (!query.data)
    return query.isError ? (
      <FailedState text={say.problem(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <LoadingRows rows={3} />
    )
  return (
    <>
      <ul>
        {query.data.pages.flatMap(({ events }) =>
          events.map((event) => (
            <li key={event.id}>
              <BoxRow event={isEndTold ? { ...event, to: null } : event} onOpen={onOpen} />
            </li>
          )),
        )}
      </ul>
      {query.hasNextPage ? (
        <Button
          size="small"
          text={t('Show more')}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        />
      ) : null}
    </>
  )
}

function BoxRow({ event, onOpen }: { event: Boxes['events'][number]; onOpen: (traced: Traced) => void }) {
  const { t } = useTranslation()
  const words = [...(event.to === null ? [] : [t(wordOf(event.to))]), ...useDetailWords(event)]
  return (
    <>
      <button type="button" className="trace-of" onClick={() => onOpen(event.of)}>
        {`${t(traceKinds[event.of.kind].one)} ${event.of.title}`}
      </button>
      <span className="trace-sub">{words.join(' · ')}</span>
      <span className="timeline-meta">
        <Instant at={event.at} />
      </span>
    </>
  )
}

function useBoxes({ kind, code }: Traced, { first, last }: Stretch) {
  return useInfiniteQuery<Boxes, ApiError, { pages: Boxes[] }, unknown[], string | null>({
    queryKey: ['trace.traceStretch', { kind, code, first, last }],
    initialPageParam: null,
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await api.trace.traceStretch({ kind, code, first, last, cursor }, { signal })).data,
    getNextPageParam: (page) => page.next_cursor,
  })
}

/** What QC found in a box; what it did not find is not said. */
const found = ['missing', 'excess', 'passed', 'failed', 'on_hold'] as const

/** What an event says of itself. Its quantities are told by its moves where there are any. */
export function useDetailWords({ details, moves }: Pick<HistoryEvent, 'details' | 'moves'>): string[] {
  const { t, number, labelled } = useLocale()
  const counted = [
    ['boxes', t('Boxes')],
    ['count', t('Labels')],
    ['amount', t('Amount')],
    ...(moves.length === 0 ? [['quantity', t('Pieces')] as const] : []),
  ] as const
  const said = (name: string, words: string, least: number) => {
    const value = details[name]
    return typeof value === 'number' && value >= least ? [labelled(words, number(value))] : []
  }
  const numbers = [
    ...counted.flatMap(([name, words]) => said(name, words, 0)),
    ...found.flatMap((name) => said(name, t(factLabels[name]), 1)),
  ]
  const told = (name: string) => (typeof details[name] === 'string' && details[name] !== '' ? [details[name]] : [])
  // Several lines may be refused for several reasons.
  const why = told('reason').flatMap((reason) => reason.split(' · ').map((each) => t(each)))
  const overruled = told('override_reason').map((reason) => t('Overruled: {{reason}}', { reason }))
  return [
    ...numbers,
    ...['invoice_number', 'return_note', 'carrier'].flatMap(told),
    ...why,
    ...told('remark'),
    ...overruled,
  ]
}

import './tabbed-drawer.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sourceWord, wordOf } from '../i18n/code-words.ts'
import { useLocale } from '../table/words.ts'
import { ScrollPart } from './Page.tsx'
import { Instant, Span } from './states.tsx'

export interface TimelineEntry {
  /** Where several things' events stand on one line, two may be alike in all else. */
  id?: string
  at: string
  /** Where it is many events of one stretch of time: when that began. */
  since?: string
  actor: string
  by_key: boolean
  /** A stable word such as `order.approved`; translated by its key. */
  event: string
  from: string | null
  to: string | null
  source: string
}

export interface TimelineProps<E extends TimelineEntry> {
  events: readonly E[]
  /** Names an event; its own words when left out. */
  title?: (event: E) => string
  /** More about one event, under its line. */
  about?: (event: E) => ReactNode
  /** Draws further content below the entry. */
  below?: (event: E) => ReactNode
}

/** Shows a history, newest first: the event, from and to, who, when, and where it came from. */
export function Timeline<E extends TimelineEntry>({ events, title, about, below }: TimelineProps<E>) {
  const { t } = useTranslation()
  if (events.length === 0) return <p className="muted">{t('Nothing has happened yet')}</p>
  return (
    <ol className="timeline">
      {events.map((event) => (
        <li key={event.id ?? `${event.at} ${event.event} ${event.to ?? ''}`}>
          <div>
            {title?.(event) ?? t(wordOf(event.event))}
            {event.from && event.to && event.from !== event.to ? (
              <span className="muted">{` ${t(wordOf(event.from))} → ${t(wordOf(event.to))}`}</span>
            ) : null}
          </div>
          {about?.(event)}
          <div className="timeline-meta">
            {event.since === undefined ? <Instant at={event.at} /> : <Span from={event.since} to={event.at} />} ·{' '}
            {event.by_key
              ? t('by API key {{name}}', { name: event.actor })
              : `${event.actor} · ${t(sourceWord(event.source))}`}
          </div>
          {below?.(event)}
        </li>
      ))}
    </ol>
  )
}

interface HistoryProps<E> {
  history: readonly E[]
  /** Numbers that an event may carry, by name in the order that they are said; English, and the keys of their translations. */
  numbers: Readonly<Record<string, string>>
  /** More words of an event, in the reader's language. */
  more?: (details: Readonly<Record<string, unknown>>) => readonly string[]
}

/** A drawer's tab of what happened to its row, newest first, with each event's numbers and words. */
export function History<E extends TimelineEntry & { details: Record<string, unknown> }>({
  history,
  numbers,
  more,
}: HistoryProps<E>) {
  const { t, number, labelled } = useLocale()
  const newestFirst = history.toReversed().sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
  const said = ({ details }: E) => [
    ...Object.entries(numbers).flatMap(([name, word]) => {
      const value = details[name]
      return typeof value === 'number' && value > 0 ? labelled(t(word), number(value)) : []
    }),
    ...(more?.(details) ?? []),
  ]
  return (
    <ScrollPart className="tabbed-scroll tabbed-pad" label={t('History')}>
      <Timeline
        events={newestFirst}
        about={(event) => {
          const words = said(event)
          return words.length > 0 ? <div className="timeline-meta">{words.join(' · ')}</div> : null
        }}
      />
    </ScrollPart>
  )
}

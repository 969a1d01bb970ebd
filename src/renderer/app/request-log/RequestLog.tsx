import './request-log.css'
import { Button, Checkbox } from '@blueprintjs/core'
import { atom, useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clearRequestLog, type LoggedEvent, readRequestLog, redactPath, writeLog } from '../../api/request-log.ts'
import { host } from '../../host/host.ts'
import { key } from '../../i18n/formats.ts'
import { localeOf } from '../../i18n/language.ts'
import { Drawer } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import type { User } from '../../session/session.ts'
import { SearchFilter } from '../../table/SearchFilter.tsx'

export const requestLogOpenAtom = atom(false)

/** What this computer asked of the server lately, for support: opened from the user menu or by Ctrl+Shift+L. */
export function RequestLog({ user }: { user: User }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useAtom(requestLogOpenAtom)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.key.toLowerCase() !== 'l') return
      event.preventDefault()
      setOpen((now) => !now)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [setOpen])
  return (
    <Drawer isOpen={isOpen} onClose={() => setOpen(false)} title={t('Request log')} width={760}>
      {isOpen ? <LogBody user={user} /> : null}
    </Drawer>
  )
}

function LogBody({ user }: { user: User }) {
  const { t, i18n } = useTranslation()
  const [log, clear] = useLog()
  const [words, setWords] = useState('')
  const [failuresOnly, setFailuresOnly] = useState(false)
  const shown = matchingEvents(log, words, failuresOnly)
  const copy = async () => {
    const { version, edition } = await host.app.info()
    const { role, team } = user
    const about = { version, edition, role, team, language: i18n.language, browser: navigator.userAgent }
    await navigator.clipboard.writeText(supportText(shown, { ...about, at: new Date().toISOString() }))
    showToast({ tone: 'success', text: t('Copied. Paste it into your message to support.') })
  }
  return (
    <div className="request-log" data-as-stored>
      <p className="muted">{t('Every question to the server and its answer, without what was asked or answered.')}</p>
      <div className="request-log-bar">
        <SearchFilter value={words} placeholder={t('Path, status or id')} onChange={setWords} />
        <Checkbox
          checked={failuresOnly}
          label={t('Failures only')}
          onChange={(event) => setFailuresOnly(event.currentTarget.checked)}
        />
        <Button
          intent="primary"
          text={t('Copy for support')}
          disabled={shown.length === 0}
          onClick={() => void copy()}
        />
        <Button text={t('Clear')} disabled={log.length === 0} onClick={clear} />
      </div>
      {shown.length === 0 ? (
        <EmptyState title={t('No events')} text={t('No event matches.')} />
      ) : (
        <LogTable events={shown} />
      )}
    </div>
  )
}

/** The log, read anew while it is looked at, and a way to empty it. */
function useLog(): [log: readonly LoggedEvent[], clear: () => void] {
  const [log, setLog] = useState<readonly LoggedEvent[]>([])
  useEffect(() => {
    const read = () => {
      writeLog()
      const now = readRequestLog()
      setLog((before) => (before.length === now.length && before.at(-1)?.at === now.at(-1)?.at ? before : now))
    }
    read()
    const timer = setInterval(read, 1_000)
    return () => clearInterval(timer)
  }, [])
  const clear = () => {
    clearRequestLog()
    setLog([])
  }
  return [log, clear]
}

/** Two events of one second must be told apart. */
const exactTime: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
}

function LogTable({ events }: { events: readonly LoggedEvent[] }) {
  const { i18n } = useTranslation()
  const time = new Intl.DateTimeFormat(localeOf(i18n.language), exactTime)
  return (
    <FieldTable
      className="request-log-table"
      fields={logFields(time)}
      rows={events}
      // Two events of one moment may be alike.
      rowKey={(event, at) => `${event.at} ${at}`}
      rowData={(event) => ({ 'data-tone': isFailure(event) ? 'bad' : undefined })}
    />
  )
}

const logFields = (time: Intl.DateTimeFormat): readonly ShownField<LoggedEvent>[] => [
  { id: 'time', header: key('Time'), of: ({ at }) => <time dateTime={at}>{time.format(new Date(at))}</time> },
  { id: 'event', header: key('Event'), of: (event, { t }) => eventWords(event, t) },
  { id: 'path', header: key('Path'), kind: 'code', of: ({ path }) => path },
  {
    ...{ id: 'ids', header: key('Ids'), kind: 'code' },
    of: ({ request_id, trace_id }) => [request_id, trace_id].filter(Boolean).map((id) => <div key={id}>{id}</div>),
  },
]

function eventWords({ kind, status }: LoggedEvent, t: ReturnType<typeof useTranslation>['t']): string {
  if (kind === 'request-sent') return t('sent')
  return status === 0 ? t('no answer') : t('answer {{status}}', { status: status ?? '' })
}

export interface Surroundings {
  version: string
  edition: string
  role: string
  team: string | null
  language: string
  browser: string
  at: string
}

const most = 300

/** The log as support reads it: what program this is and the events, newest first. Names nobody, and no codes of goods. */
export function supportText(events: readonly LoggedEvent[], about: Surroundings): string {
  const head = [
    `Selvedge ${about.version || '-'} (${about.edition})`,
    `${about.at} · role ${about.role} · team ${about.team ?? '-'} · language ${about.language}`,
    about.browser,
  ]
  return [...head, '', ...events.slice(0, most).map(lineOf)].join('\n')
}

function lineOf({ at, kind, path, status, request_id, trace_id }: LoggedEvent): string {
  const ids = [request_id && `request ${request_id}`, trace_id && `trace ${trace_id}`].filter(Boolean)
  // Kept logs may be of an older release, which hid less.
  return [at, kind, status ?? '', redactPath(path), ...ids].join(' ').replace(/ {2,}/g, ' ')
}

/** Words of the search stand anywhere in an event: path, status, either id, kind. */
export function matchingEvents(log: readonly LoggedEvent[], words: string, failuresOnly: boolean): LoggedEvent[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return log
    .filter((event) => !failuresOnly || isFailure(event))
    .filter((event) => wanted.every((word) => textOf(event).includes(word)))
    .toReversed()
}

/** Answered with an error, or not at all. */
export function isFailure({ status }: LoggedEvent): boolean {
  return status !== undefined && (status === 0 || status >= 400)
}

function textOf({ at, kind, path, status, request_id, trace_id }: LoggedEvent): string {
  return [at, kind, path, status, request_id, trace_id].join(' ').toLowerCase()
}

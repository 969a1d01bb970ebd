import { Button } from '@blueprintjs/core'
import { Disable, Inbox, WarningSign } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'

interface StateProps {
  icon?: ReactNode
  tone?: 'bad'
  title: string
  text?: string | undefined
  more?: string | undefined
  children?: ReactNode
}

function State({ icon, tone, title, text, more, children }: StateProps) {
  return (
    <div className="state" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <div className="state-icon">{icon}</div>
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      {more ? <p>{more}</p> : null}
      {children ? <div className="state-actions">{children}</div> : null}
    </div>
  )
}

/** Nothing here: say why and, as children, what can be done. */
export function EmptyState({ icon = <Inbox size={20} />, ...rest }: Omit<StateProps, 'tone'>) {
  return <State icon={icon} {...rest} />
}

interface FailedProps {
  title?: string
  text?: string
  /** A second sentence, as of what is not lost. */
  more?: string | undefined
  onRetry?: () => void
}

/** Loading failed: the reason in the reader's words and a way to try again. */
export function FailedState({ title, text, more, onRetry }: FailedProps) {
  const { t } = useTranslation()
  return (
    <State
      tone="bad"
      icon={<WarningSign size={20} />}
      title={title ?? t('This could not be loaded')}
      text={text}
      more={more}
    >
      {onRetry ? <Button text={t('Try again')} onClick={onRetry} /> : null}
    </State>
  )
}

/** The screen exists, but not for this person. */
export function NoPermissionState() {
  const { t } = useTranslation()
  return (
    <State
      icon={<Disable size={20} />}
      title={t('You may not see this')}
      text={t('Your role does not include this screen. Ask your administrator if you need it.')}
    />
  )
}

const widths = [
  [14, 22, 10, 18, 8],
  [12, 28, 10, 14, 8],
  [14, 18, 10, 20, 6],
]

/** Grey rows in the place of those to come. */
export function LoadingRows({ rows = 12 }: { rows?: number }) {
  const { t } = useTranslation()
  return (
    <div className="loading-rows" role="status" aria-label={t('Loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity and never move
        <div className="loading-row" key={row}>
          {(widths[row % widths.length] ?? []).map((width, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <div className="loading-bar" key={place} style={{ width: `${width}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** A note inside a page or dialog. */
export function Callout({ tone, children }: { tone?: 'good' | 'warn' | 'bad'; children: ReactNode }) {
  return (
    <div className="callout" data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'}>
      <div>{children}</div>
    </div>
  )
}

/** Minor units with their currency, in the reader's way of writing. */
export function Money({ value }: { value: { minor: number; currency: string } | null | undefined }) {
  const formats = useFormats()
  return value ? <span className="money">{formats.money(value)}</span> : <Nothing />
}

/** A calendar day `yyyy-mm-dd`. */
export function Day({ day }: { day: string | null | undefined }) {
  const formats = useFormats()
  return day ? <time dateTime={day}>{formats.day(day)}</time> : <Nothing />
}

/** An instant (ISO 8601, UTC), in the zone of the place that the row `of` stands at, else in the reader's own. */
export function Instant({ at, of }: { at: string | null | undefined; of?: unknown }) {
  const formats = useFormats()
  if (!at) return <Nothing />
  return (
    <time dateTime={at} title={formats.zone(of)}>
      {formats.instant(at, of)}
    </time>
  )
}

/** From one instant to a later one; their day is said once where it is the same. */
export function Span({ from, to }: { from: string; to: string }) {
  const formats = useFormats()
  return <time dateTime={from}>{formats.span(from, to)}</time>
}

export function Count({ value }: { value: number }) {
  const formats = useFormats()
  return <>{formats.number(value)}</>
}

function Nothing() {
  return <span className="muted">–</span>
}

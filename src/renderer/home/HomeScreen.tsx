import './home.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { mostCounted, type Urgency, urgencies } from '../../shared/areas/home/lines.ts'
import { dayIn, daysBetween } from '../../shared/kernel/days.ts'
import { figureHint } from '../../shared/kernel/figure.ts'
import type { CallData } from '../actions/calls.ts'
import { useAnswer } from '../actions/useRows.ts'
import { key } from '../i18n/formats.ts'
import { Section } from '../kit/Drawer.tsx'
import { Loaded } from '../kit/Loaded.tsx'
import { Page, ScrollPart } from '../kit/Page.tsx'
import { EmptyState, Instant } from '../kit/states.tsx'
import { useLocale } from '../table/words.ts'

type Line = CallData<'home.getHome'>['lines'][number]

const urgencyWords: Record<Urgency, string> = {
  urgent: key('Do first'),
  next: key('Then'),
  watch: key('Keep an eye on'),
}

/** What waits for the reader, by urgency; each line leads to the list that shows it. */
export function HomeScreen() {
  const { t } = useTranslation()
  const home = useAnswer('home.getHome', {})
  const talk = useAnswer('talk.getMentions', {})
  const mentions = talk.data?.mentions ?? []
  return (
    <Page title={t('Home')}>
      <ScrollPart className="home" label={t('What waits for me')}>
        {mentions.length > 0 ? (
          <Section isOnPage title={t('You were named ({{n}})', { n: mentions.length })}>
            <ul className="home-lines">
              {mentions.map(({ id, path, code, said_by, said_at, text }) => (
                <li key={id}>
                  <Link to={path} className="home-line">
                    <span className="home-what">
                      <strong>{said_by}</strong> <span className="code">{code}</span>
                      <span className="home-said">{text}</span>
                    </span>
                    <span className="home-since muted">
                      <Instant at={said_at} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        ) : null}
        <Loaded answer={home} rows={8}>
          {({ lines }) => <Lines lines={lines} />}
        </Loaded>
      </ScrollPart>
    </Page>
  )
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation()
  const waiting = lines.filter(({ count }) => count > 0)
  const done = lines.filter(({ count }) => count === 0)
  return (
    <>
      {waiting.length === 0 ? <EmptyState title={t('Nothing waits for you')} text={t('All is done.')} /> : null}
      {urgencies.map((urgency) => {
        const own = waiting.filter((line) => line.urgency === urgency)
        return own.length === 0 ? null : (
          <Section key={urgency} isOnPage title={t(urgencyWords[urgency])}>
            <ul className="home-lines" data-urgency={urgency}>
              {own.map((line) => (
                <HomeLine key={line.id} line={line} />
              ))}
            </ul>
          </Section>
        )
      })}
      {done.length > 0 && waiting.length > 0 ? (
        <p className="home-done muted">
          {t('Nothing waits here: {{what}}', { what: done.map(({ title }) => t(title)).join(' · ') })}
        </p>
      ) : null}
    </>
  )
}

/** By the calendar, as lists count them: of yesterday evening a day, not none. */
function calendarDays(since: string): number {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return daysBetween(dayIn(zone, new Date(since)), dayIn(zone, new Date()))
}

function HomeLine({ line }: { line: Line }) {
  const { t, number, plural } = useLocale()
  const { path, title, count, since } = line
  const days = since === null ? null : calendarDays(since)
  return (
    <li>
      <Link to={path} className="home-line" title={figureHint(line, t)}>
        <span className="home-count">{count >= mostCounted ? `${number(mostCounted - 1)}+` : number(count)}</span>
        <span className="home-what">{t(title)}</span>
        <span className="home-since muted">
          {days === null || days < 0
            ? null
            : days === 0
              ? t('Since today')
              : plural(days, 'Oldest: 1 day', 'Oldest: {{n}} days')}
        </span>
      </Link>
    </li>
  )
}

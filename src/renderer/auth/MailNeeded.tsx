import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { indiaZone } from '../../shared/kernel/days.ts'
import { useSay } from '../actions/say.ts'
import { useAnswer } from '../actions/useRows.ts'
import { api } from '../api/client.ts'
import { FailedState, Instant } from '../kit/states.tsx'

interface MailNeededProps {
  children: (isDemo: boolean) => ReactNode
  /** Another way, below the words that there is no mail. */
  instead: ReactNode
}

/** What hangs on mail: shown where mail is sent, or the demo shows it; elsewhere it says whom to ask instead. */
export function MailNeeded({ children, instead }: MailNeededProps) {
  const { t } = useTranslation()
  const say = useSay()
  const options = useAnswer('people.signInOptions', {})
  if (options.isError) {
    return (
      <>
        <FailedState text={say.problem(options.error)} onRetry={() => void options.reload()} />
        {instead}
      </>
    )
  }
  if (!options.data) return null
  const { sends_mail, is_demo } = options.data
  if (sends_mail || is_demo) return children(is_demo)
  return (
    <div className="forgot">
      <p>{t('This Selvedge sends no mail, so it cannot send codes.')}</p>
      <p>{t('Ask your administrator to set a new password for you.')}</p>
      <p>{t('Vendors: ask your contact in the operations team. They know your account by its e-mail address.')}</p>
      {instead}
    </div>
  )
}

const shownMails = 2

/** In the demo no mail is sent: the newest mails to this address are shown instead, as they come. */
export function DemoOutbox({ to }: { to: string }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  // Whoever signs in there works in India, whatever this computer's zone is.
  const place = pathname.startsWith('/supply-management') ? { zone: indiaZone } : undefined
  const { data } = useQuery({
    queryKey: ['people.getDemoOutbox'],
    queryFn: async ({ signal }) => (await api.people.getDemoOutbox({}, { signal })).data.mails,
    refetchInterval: 2_000,
  })
  const mails = (data ?? [])
    .filter((mail) => mail.to.toLowerCase() === to.trim().toLowerCase())
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, shownMails)
  return (
    <section className="outbox" aria-labelledby="outbox-title">
      <h2 id="outbox-title">{t('Demo: mails that would have been sent')}</h2>
      {mails.length === 0 ? <p className="muted">{t('None to this address yet.')}</p> : null}
      <ol>
        {mails.map((mail) => (
          <li key={`${mail.at} ${mail.subject}`}>
            <p className="outbox-subject">
              {mail.subject}
              <span className="muted">
                <Instant at={mail.at} of={place} />
              </span>
            </p>
            <p className="outbox-code code">{/\b\d{8}\b/.exec(mail.text)?.[0]}</p>
            <details>
              <summary>{t('The whole mail')}</summary>
              <p className="outbox-text">{mail.text}</p>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

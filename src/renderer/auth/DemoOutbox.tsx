import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { Instant } from '../kit/values.tsx'

const shownMails = 2

/** In the demo no mail is sent: the newest mails to this address are shown instead, as they come. */
export function DemoOutbox({ to }: { to: string }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['house.getDemoOutbox'],
    queryFn: async ({ signal }) => (await api.house.getDemoOutbox({}, { signal })).data.mails,
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
                <Instant at={mail.at} />
              </span>
            </p>
            <p className="outbox-code code">{/\b\d{6}\b/.exec(mail.text)?.[0]}</p>
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

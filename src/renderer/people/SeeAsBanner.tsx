import { Button } from '@blueprintjs/core'
import { EyeOpen } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useAction } from '../actions/useAction.ts'
import { api } from '../api/client.ts'
import type { User } from '../app/session.ts'
import { wordOf } from '../i18n/code-words.ts'
import { teamWord } from './person-words.ts'
import { useSeeWith } from './use-see-as.tsx'

/** Across the top of everything while a super admin sees with another role's eyes. */
export function SeeAsBanner({ user }: { user: User }) {
  const { t } = useTranslation()
  const show = useSeeWith()
  const back = useAction((_: undefined, options) => api.house.stopSeeingAs({}, options), {
    done: () => null,
    refresh: [],
  })
  const goBack = async () => {
    const reply = await back.run(undefined)
    if (reply) await show(reply.data.user)
  }
  const whose = [t(wordOf(user.role)), user.team ? t(teamWord(user.team)) : '', user.vendor?.id ?? ''].filter(Boolean)
  return (
    <section className="see-as" aria-label={t('Seeing as another role')}>
      <EyeOpen size={14} />
      <p>{t('You see Selvedge as {{role}}. Nothing can be changed.', { role: whose.join(' ') })}</p>
      <Button size="small" text={t('Back to my role')} loading={back.isRunning} onClick={() => void goBack()} />
    </section>
  )
}

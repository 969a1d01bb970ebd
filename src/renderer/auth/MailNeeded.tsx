import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../actions/say.ts'
import { useAnswer } from '../actions/useRows.ts'
import { FailedState } from '../kit/states.tsx'

interface MailNeededProps {
  children: (isDemo: boolean) => ReactNode
  /** Another way, below the words that there is no mail. */
  instead: ReactNode
}

/** What hangs on mail: shown where mail is sent, or the demo shows it; elsewhere it says whom to ask instead. */
export function MailNeeded({ children, instead }: MailNeededProps) {
  const { t } = useTranslation()
  const say = useSay()
  const options = useAnswer('house.signInOptions', {})
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

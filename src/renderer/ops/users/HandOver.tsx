import { Button } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../kit/toasts.ts'

/** A password just set, to be handed over now: it is nowhere to be read afterwards. */
export function HandOver({ email, password }: { email: string; password: string }) {
  const { t } = useTranslation()
  const copy = async () => {
    await navigator.clipboard.writeText(password)
    showToast({ tone: 'success', text: t('Copied') })
  }
  return (
    <div className="hand-over">
      <p>
        {t('Hand this password to {{email}} yourself. It is shown only now, and changed at the first sign-in.', {
          email,
        })}
      </p>
      <div className="hand-over-password">
        <code data-testid="handed-over">{password}</code>
        <Button icon={<Duplicate />} text={t('Copy')} onClick={() => void copy()} />
      </div>
    </div>
  )
}

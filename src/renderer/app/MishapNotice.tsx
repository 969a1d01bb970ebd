import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { host } from '../host/host.ts'
import { showToast } from '../kit/toasts.ts'

/** Long enough to be seen by somebody who looked elsewhere when it happened. */
const millis = 20_000

/** After a page that crashed or hung was opened anew: says so, once. */
export function MishapNotice() {
  const { t } = useTranslation()
  useEffect(() => {
    void host.app.takeMishap().then((mishap) => {
      if (mishap === null) return
      const text =
        mishap.kind === 'page-hung'
          ? t('The page stopped responding and was reloaded. What you typed was kept.')
          : t('The page crashed and was reloaded. What you typed was kept.')
      showToast({ id: 'mishap', tone: 'info', text, millis })
    })
  }, [t])
  return null
}

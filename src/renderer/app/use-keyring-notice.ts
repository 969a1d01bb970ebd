import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { settingsPath } from '../../shared/domain/screens.ts'
import { host, isDesktop } from '../host/host.ts'
import { showToast } from '../kit/toasts.ts'
import type { User } from './session.ts'

/** That it was said on this computer; once is enough, the settings say it again. */
const toldKey = 'selvedge.keyringTold'

/** Time to read two lines while looking around after the sign-in. */
const millis = 20_000

/** Where the system offers no keyring the session ends with the app: said calmly after the first sign-in. */
export function useKeyringNotice(user: User): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const path = settingsPath(user)
  useEffect(() => {
    if (!isDesktop || localStorage.getItem(toldKey) !== null) return
    void host.session.state().then(({ signedIn, keptSafely }) => {
      if (!signedIn || keptSafely || localStorage.getItem(toldKey) !== null) return
      localStorage.setItem(toldKey, 'yes')
      showToast({
        id: 'keyring',
        tone: 'info',
        text: t('This computer has no keyring, so your sign-in ends when Selvedge is closed.'),
        more: t('It is kept in memory only and written nowhere.'),
        actions: [{ label: t('Settings'), run: () => void navigate(path) }],
        millis,
      })
    })
  }, [t, navigate, path])
}

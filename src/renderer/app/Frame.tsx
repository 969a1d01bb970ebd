import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { SignInOverPage } from '../auth/SignInOverPage.tsx'
import { FirstPassword } from '../people/FirstPassword.tsx'
import { SeeAsBanner } from '../people/SeeAsBanner.tsx'
import { Header } from './Header.tsx'
import { RequestLog } from './request-log/RequestLog.tsx'
import { loginPath } from './return-path.ts'
import { SideMenu } from './SideMenu.tsx'
import { sessionAtom, type User } from './session.ts'
import { UpdateBar } from './UpdateBar.tsx'
import { useKeyringNotice } from './use-keyring-notice.ts'
import { useSettingsKey } from './use-settings-key.ts'
import { useWaitingScans } from './use-waiting-scans.ts'

/** Menu, header and the screen of the address; without a session it leads to /login and back. */
export function Frame() {
  const session = useAtomValue(sessionAtom)
  const location = useLocation()
  if (session.state === 'signed-out') return <Navigate to={loginPath(location)} replace />
  const { user } = session
  if (user.must_change_password) {
    return (
      <>
        <FirstPassword user={user} />
        <SignInOverPage user={user} />
      </>
    )
  }
  return <OpenFrame user={user} />
}

function OpenFrame({ user }: { user: User }) {
  const { t } = useTranslation()
  const main = useFocusOnArrival(useLocation().pathname)
  useSettingsKey(user)
  useKeyringNotice(user)
  useWaitingScans(user)
  return (
    // With other eyes everything is drawn anew: nothing that was shown to the ones before stays.
    <div className="frame-whole" key={eyesOf(user)}>
      {user.true_role === null ? null : <SeeAsBanner user={user} />}
      <div className="frame">
        <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
          {t('Skip to content')}
        </button>
        <SideMenu user={user} />
        <div className="frame-main">
          <Header user={user} />
          <UpdateBar />
          <main id="content" ref={main} tabIndex={-1} aria-labelledby="page-title">
            <Outlet />
          </main>
        </div>
        <RequestLog user={user} />
        <SignInOverPage user={user} />
      </div>
    </div>
  )
}

function eyesOf({ role, team, vendor, true_role }: User): string {
  return [role, team, vendor?.id, true_role].join(' ')
}

/** After a change of screen the focus goes to its content, so that keyboard and screen reader go on from there. */
function useFocusOnArrival(path: string) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}

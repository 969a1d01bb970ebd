import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { SignInOverPage } from '../auth/SignInOverPage.tsx'
import { Header } from './Header.tsx'
import { loginPath } from './return-path.ts'
import { SideMenu } from './SideMenu.tsx'
import { sessionAtom } from './session.ts'

/** Menu, header and the screen of the address; without a session it leads to /login and back. */
export function Frame() {
  const session = useAtomValue(sessionAtom)
  const location = useLocation()
  const main = useFocusOnArrival(location.pathname)
  const { t } = useTranslation()
  if (session.state === 'signed-out') return <Navigate to={loginPath(location)} replace />
  return (
    <div className="frame">
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        {t('Skip to content')}
      </button>
      <SideMenu user={session.user} />
      <div className="frame-main">
        <Header user={session.user} />
        <main id="content" ref={main} tabIndex={-1} aria-labelledby="page-title">
          <Outlet />
        </main>
      </div>
      <SignInOverPage user={session.user} />
    </div>
  )
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

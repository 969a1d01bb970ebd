import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { ScreenPath } from '../../shared/areas.ts'
import { SignInOverPage } from '../auth/SignInOverPage.tsx'
import { isDesktop } from '../host/host.ts'
import { useNamed } from '../i18n/formats.ts'
import { ChartPatterns } from '../kit/charts/patterns.tsx'
import { LoaderBar } from '../kit/LoaderBar.tsx'
import { pageTitleAtom } from '../kit/Page.tsx'
import { StatusTag } from '../kit/StatusTag.tsx'
import { FirstPassword } from '../people/ChangePasswordForm.tsx'
import { SeeAsBanner } from '../people/see-as.tsx'
import { eyesOf, loginPath, sessionAtom, type User } from '../session/session.ts'
import { ConnectionMark } from './ConnectionMark.tsx'
import { DownloadsButton } from './downloads/DownloadsButton.tsx'
import {
  useAccountNotice,
  useKeyringNotice,
  useOverlayManners,
  useSettingsKey,
  useWaitingScans,
} from './frame-effects.ts'
import { JobsButton } from './jobs/JobsButton.tsx'
import { useKeepAhead } from './keep-ahead.ts'
import { UpdateBar } from './MishapNotice.tsx'
import { NoticeBell } from './notices/NoticeBell.tsx'
import { PrintJobs } from './printing/PrintingCentre.tsx'
import { RequestLog } from './request-log/RequestLog.tsx'
import { MenuButton, SideMenu } from './SideMenu.tsx'
import { TraceBox } from './trace/TraceBox.tsx'
import { LanguageSwitch, ThemeToggle, UserMenu } from './UserMenu.tsx'
import { VendorSearch } from './vendor/VendorSearch.tsx'

interface FrameProps {
  /** Fetches a screen before it is opened. */
  load: (path: ScreenPath) => Promise<unknown>
}

/** Menu, header and the screen of the address; without a session it leads to /login and back. */
export function Frame({ load }: FrameProps) {
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
  return <FrameOfEyes user={user} load={load} />
}

/** With other eyes one lands on a page of one's own: the page that is left may be none of theirs. */
function FrameOfEyes({ user, load }: FrameProps & { user: User }) {
  const eyes = eyesOf(user)
  const [landed, setLanded] = useState(eyes)
  useAccountNotice(user)
  useEffect(() => setLanded(eyes), [eyes])
  return landed === eyes ? <OpenFrame user={user} load={load} /> : <Navigate to={user.landing_path} replace />
}

function OpenFrame({ user, load }: FrameProps & { user: User }) {
  const { t } = useTranslation()
  const main = useFocusOnArrival(useLocation().pathname)
  useSettingsKey(user)
  useOverlayManners()
  useKeyringNotice(user)
  useWaitingScans(user)
  useKeepAhead(user, load)
  return (
    // With other eyes everything is drawn anew: nothing that was shown to the ones before stays.
    <div className="frame-whole" key={eyesOf(user)}>
      {user.true_role === null ? null : <SeeAsBanner user={user} />}
      <ChartPatterns />
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

/** What screen this is, for whom, and what the page is doing. */
export function Header({ user }: { user: User }) {
  const { t } = useTranslation()
  const named = useNamed()
  const { title, status } = useAtomValue(pageTitleAtom)
  return (
    <header className="header">
      <MenuButton />
      <h1 id="page-title">{title || t('Selvedge')}</h1>
      {status ? <StatusTag status={status} /> : null}
      <div className="header-tools">
        {user.vendor ? <span className="header-vendor">{named(user.vendor.name, user.vendor.name_zh)}</span> : null}
        <VendorSearch user={user} />
        <TraceBox user={user} />
        <ConnectionMark />
        {isDesktop ? <DownloadsButton /> : null}
        <JobsButton />
        <PrintJobs />
        <NoticeBell userId={user.id} />
        <LanguageSwitch />
        <ThemeToggle />
        <UserMenu user={user} />
      </div>
      <LoaderBar />
    </header>
  )
}

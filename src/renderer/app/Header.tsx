import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { isDesktop } from '../host/host.ts'
import { useNamed } from '../i18n/named.ts'
import { pageTitleAtom } from '../kit/page-title.ts'
import { StatusTag } from '../kit/StatusTag.tsx'
import { ConnectionMark } from './ConnectionMark.tsx'
import { DownloadsButton } from './downloads/DownloadsButton.tsx'
import { JobsButton } from './jobs/JobsButton.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { LoaderBar } from './LoaderBar.tsx'
import { NoticeBell } from './notices/NoticeBell.tsx'
import { PrintJobs } from './printing/PrintJobs.tsx'
import type { User } from './session.ts'
import { ThemeToggle } from './ThemeToggle.tsx'
import { TraceBox } from './trace/TraceBox.tsx'
import { UserMenu } from './UserMenu.tsx'
import { VendorSearch } from './vendor/VendorSearch.tsx'

/** What screen this is, for whom, and what the page is doing. */
export function Header({ user }: { user: User }) {
  const { t } = useTranslation()
  const named = useNamed()
  const { title, status } = useAtomValue(pageTitleAtom)
  return (
    <header className="header">
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

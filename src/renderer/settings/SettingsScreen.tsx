import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { isDesktop } from '../host/host.ts'
import { Callout } from '../kit/Callout.tsx'
import { Page } from '../kit/Page.tsx'
import { ProfileSection } from '../people/ProfileSection.tsx'
import { AboutSection } from './AboutSection.tsx'
import { LooksSection } from './LooksSection.tsx'
import { KindPrinters } from './printers/KindPrinters.tsx'
import { RawPrinters } from './printers/RawPrinters.tsx'
import { SessionSection } from './SessionSection.tsx'
import { ServerForm } from './server-choice/ServerForm.tsx'
import { UpdatesSection } from './updates/UpdatesSection.tsx'
import './settings.css'

/** How Selvedge is set up on this computer; nothing of it goes to another one. */
export function SettingsScreen() {
  return isDesktop ? <DesktopSettings /> : <BrowserSettings />
}

const tabs = ['general', 'printers', 'about'] as const

type SettingsTab = (typeof tabs)[number]

function DesktopSettings() {
  const { t } = useTranslation()
  const [tab, setTab] = useTab()
  const labels = { general: t('General'), printers: t('Printers'), about: t('Updates and support') }
  return (
    <Page title={t('Settings')} tabs={tabs.map((key) => ({ key, label: labels[key] }))} tab={tab} onTab={setTab}>
      <div className="settings">
        {tab === 'general' ? <General /> : null}
        {tab === 'printers' ? <Printers /> : null}
        {tab === 'about' ? <UpdatesAndSupport /> : null}
      </div>
    </Page>
  )
}

function General() {
  const { t } = useTranslation()
  return (
    <>
      <LooksSection />
      <ProfileSection title={t('Server')}>
        <ServerForm />
      </ProfileSection>
      <SessionSection />
    </>
  )
}

function Printers() {
  return (
    <>
      <KindPrinters />
      <RawPrinters />
    </>
  )
}

function UpdatesAndSupport() {
  return (
    <>
      <UpdatesSection />
      <AboutSection />
    </>
  )
}

function BrowserSettings() {
  const { t } = useTranslation()
  return (
    <Page title={t('Settings')}>
      <div className="settings">
        <LooksSection />
        <ProfileSection title={t('Only in the desktop app')}>
          <Callout>
            {t(
              'The desktop app prints straight to your label printers, keeps a printer and paper for each kind of label, saves files where you say, and can bring its own server. In the browser, printing goes through the browser’s own print window.',
            )}
          </Callout>
        </ProfileSection>
      </div>
    </Page>
  )
}

function useTab(): [SettingsTab, (tab: SettingsTab) => void] {
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'general'
  const setTab = (next: SettingsTab) => {
    const words = new URLSearchParams(search)
    words.set('tab', next)
    setSearch(words, { replace: true })
  }
  return [tab, setTab]
}

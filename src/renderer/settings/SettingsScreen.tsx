import './settings.css'
import { Button, Dialog } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useAction } from '../actions/useAction.ts'
import { LanguageSwitch } from '../app/UserMenu.tsx'
import { host, isDesktop } from '../host/host.ts'
import { key } from '../i18n/formats.ts'
import { Facts } from '../kit/Drawer.tsx'
import { Loaded } from '../kit/Loaded.tsx'
import { Page, ScrollPart } from '../kit/Page.tsx'
import { Callout } from '../kit/states.tsx'
import { showToast } from '../kit/Toasts.tsx'
import { ProfileSection } from '../people/ProfileScreen.tsx'
import { SoundControl } from '../scan/SoundControl.tsx'
import { sessionAtom } from '../session/session.ts'
import { useRight } from '../session/use-right.ts'
import { ThemeSelect, ToggleSelect } from '../theme/theme.tsx'
import { CompanySection } from './company/CompanySection.tsx'
import { KindPrinters } from './printers/KindPrinters.tsx'
import { RawPrinters } from './printers/RawPrinters.tsx'
import { SettingsDirectory } from './SettingsDirectory.tsx'
import { ServerForm } from './server-choice/ServerForm.tsx'
import { UpdatesSection } from './updates/UpdatesSection.tsx'

/** How Selvedge is set up on this computer, of which nothing goes to another one; and for administrators what the company says of itself. */
export function SettingsScreen() {
  return isDesktop ? <DesktopSettings /> : <BrowserSettings />
}

const tabLabels = {
  all: key('All settings'),
  general: key('General'),
  printers: key('Printers'),
  about: key('Updates and support'),
  company: key('Company'),
} as const

type SettingsTab = keyof typeof tabLabels

/** The directory of all settings, the tabs that there are here, and for administrators that of the company. */
function TabbedSettings({ own, children }: { own: readonly SettingsTab[]; children: (tab: SettingsTab) => ReactNode }) {
  const { t } = useTranslation()
  const session = useAtomValue(sessionAtom)
  const shown = ['all' as const, ...(useRight('companyFacts') ? [...own, 'company' as const] : own)]
  const [tab, setTab] = useTab(shown)
  const tabs = shown.map((key) => ({ key, label: t(tabLabels[key]) }))
  return (
    <Page title={t('Settings')} {...(tabs.length > 1 && { tabs, tab, onTab: setTab })}>
      <div className="settings">
        {tab === 'company' ? <CompanySection /> : tab === 'all' ? null : children(tab)}
        {tab === 'all' && session.state === 'signed-in' ? <SettingsDirectory user={session.user} /> : null}
      </div>
    </Page>
  )
}

const desktopTabs = ['general', 'printers', 'about'] as const

function DesktopSettings() {
  return (
    <TabbedSettings own={desktopTabs}>
      {(tab) => (
        <>
          {tab === 'general' ? <General /> : null}
          {tab === 'printers' ? <Printers /> : null}
          {tab === 'about' ? <UpdatesAndSupport /> : null}
        </>
      )}
    </TabbedSettings>
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
  return <TabbedSettings own={browserTabs}>{() => <BrowserLooks />}</TabbedSettings>
}

const browserTabs = ['general'] as const

function BrowserLooks() {
  const { t } = useTranslation()
  return (
    <>
      <LooksSection />
      <ProfileSection title={t('Only in the desktop app')}>
        <Callout>
          {t(
            'The desktop app prints straight to your label printers, keeps a printer and paper for each kind of label, saves files where you say, and can bring its own server. In the browser, printing goes through the browser’s own print window.',
          )}
        </Callout>
      </ProfileSection>
    </>
  )
}

function useTab(shown: readonly SettingsTab[]): [SettingsTab, (tab: SettingsTab) => void] {
  const [search, setSearch] = useSearchParams()
  const tab = shown.find((one) => one === search.get('tab')) ?? 'all'
  const setTab = (next: SettingsTab) => {
    const words = new URLSearchParams(search)
    words.set('tab', next)
    setSearch(words, { replace: true })
  }
  return [tab, setTab]
}

/** Language and theme, as everywhere: chosen is applied. */
export function LooksSection() {
  const { t } = useTranslation()
  return (
    <ProfileSection title={t('Language and theme')}>
      <div className="settings-line">
        <LanguageSwitch />
        <ThemeSelect />
      </div>
      <ToggleSelect />
      <p className="field-label">{t('Sound of scans')}</p>
      <SoundControl />
    </ProfileSection>
  )
}

/** Where the sign-in is kept on this computer. */
export function SessionSection() {
  const { t } = useTranslation()
  const { data } = useQuery({ queryKey: ['session-state'], queryFn: () => host.session.state(), gcTime: 0 })
  if (!data) return null
  return (
    <ProfileSection title={t('Your sign-in')}>
      {data.savedSafely ? (
        <p>{t('It is kept encrypted in this computer’s keyring until you sign out.')}</p>
      ) : (
        <Callout tone="warn">
          {t('This computer has no keyring, so your sign-in is kept in memory only. It ends when Selvedge is closed.')}
        </Callout>
      )}
    </ProfileSection>
  )
}

const systems: Readonly<Record<string, string>> = { win32: 'Windows', darwin: 'macOS', linux: 'Linux' }

/** Versions, licences, and what support asks for. */
export function AboutSection() {
  const { t } = useTranslation()
  const { data } = useQuery({ queryKey: ['app-info'], queryFn: () => host.app.info(), gcTime: 0 })
  const [isReading, setReading] = useState(false)
  const bundle = useSupportBundle()
  const serverVersion = useServerVersion(data?.serverUrl)
  return (
    <ProfileSection title={t('About')}>
      <Facts
        facts={[
          [t('Version'), data?.version],
          [t('System'), data ? (systems[data.platform] ?? data.platform) : null],
          [t('Server'), data?.serverUrl],
          [t('Version of the server'), serverVersion],
        ]}
      />
      <div className="settings-line settings-about">
        <Button text={t('Licences…')} onClick={() => setReading(true)} />
        <Button text={t('Save support bundle…')} loading={bundle.isRunning} onClick={() => void bundle.save()} />
      </div>
      <p className="field-hint">
        {t('The support bundle holds logs, settings and versions. Passwords, codes and sign-ins are left out.')}
      </p>
      <LicencesDialog isOpen={isReading} onClose={() => setReading(false)} />
    </ProfileSection>
  )
}

function useSupportBundle() {
  const { t } = useTranslation()
  const action = useAction(() => host.app.supportBundle(), { done: () => null, refresh: [] })
  const save = async () => {
    const outcome = await action.run(undefined)
    if (outcome?.outcome !== 'saved') return
    const { name, path } = outcome.file
    const show = { label: t('Show in folder'), run: () => void host.files.showInFolder(path) }
    showToast({ tone: 'success', text: t('Saved {{name}}', { name }), actions: [show] })
  }
  return { save, isRunning: action.isRunning }
}

/** Asked of the server itself: a company's one is newer or older than this app. */
function useServerVersion(url: string | undefined): string | null {
  const { data } = useQuery({
    queryKey: ['server-version', url],
    queryFn: () => host.settings.testServer(url ?? ''),
    enabled: url !== undefined,
    retry: false,
  })
  return data?.answers ? data.version : null
}

/** The licences of everything inside, word for word. */
export function LicencesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Licences')}
      className="licences-dialog"
      transitionDuration={100}
    >
      <Licences />
    </Dialog>
  )
}

/** It is there to be read: arrows and page keys move it at once. */
const takeFocus = (text: HTMLElement | null) => text?.focus({ preventScroll: true })

function Licences() {
  const { t } = useTranslation()
  const asked = useQuery({ queryKey: ['licences'], queryFn: () => host.app.licences() })
  return (
    <Loaded answer={asked} rows={8}>
      {(text) => (
        <ScrollPart ref={takeFocus} className="licences" label={t('Licences')} lang="en">
          {text}
        </ScrollPart>
      )}
    </Loaded>
  )
}

import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../actions/useAction.ts'
import { host } from '../host/host.ts'
import { Facts } from '../kit/Drawer.tsx'
import { showToast } from '../kit/toasts.ts'
import { ProfileSection } from '../people/ProfileSection.tsx'
import { LicencesDialog } from './LicencesDialog.tsx'

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

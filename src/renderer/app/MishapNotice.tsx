import { Button } from '@blueprintjs/core'
import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDownloadList } from '../actions/downloads.ts'
import { host, isDesktop } from '../host/host.ts'
import { showToast } from '../kit/Toasts.tsx'
import { useInstall, useUpdates } from '../settings/updates/UpdatesSection.tsx'
import { usePrintJobs } from './printing/print-jobs.ts'
import { useUnsavedList } from './unsaved.ts'

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

/** The version that was put off; asked again with the next start, or by the next version. */
const putOffAtom = atom<string | null>(null)

/** Says that a new version is ready, and never in the middle of something: not while labels print, files come or a save runs. */
export function UpdateBar() {
  const { t } = useTranslation()
  const { state } = useUpdates()
  const [putOff, setPutOff] = useAtom(putOffAtom)
  const { ask, isRunning: isInstalling, dialog } = useInstall()
  const isBusy = useIsBusy()
  if (state?.state !== 'ready' || state.version === putOff || (isBusy && !isInstalling)) return null
  return (
    <div className="update-bar" role="status">
      <span>
        {isDesktop
          ? t('Version {{version}} is ready.', { version: state.version })
          : t('A new version of Selvedge is there.')}
      </span>
      <Button
        size="small"
        variant="minimal"
        intent="primary"
        text={isDesktop ? t('Restart to install') : t('Reload')}
        loading={isInstalling}
        onClick={() => ask()}
      />
      <Button size="small" variant="minimal" text={t('Later')} onClick={() => setPutOff(state.version)} />
      {dialog}
    </div>
  )
}

function useIsBusy(): boolean {
  const { jobs } = usePrintJobs()
  const downloads = useDownloadList()
  const unsaved = useUnsavedList()
  return (
    downloads.some(({ problem }) => problem === null) ||
    jobs.some(({ state }) => state === 'queued') ||
    unsaved.some(({ kind }) => kind === 'sending')
  )
}

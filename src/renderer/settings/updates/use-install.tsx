import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../actions/useAction.ts'
import { hasUnsaved } from '../../app/unsaved.ts'
import { host } from '../../host/host.ts'
import { useConfirm } from '../../kit/useConfirm.tsx'

/** Closes the app and installs the version that is ready; typed work on screen is asked about first. */
export function useInstall(): { install: () => Promise<void>; isInstalling: boolean; dialog: ReactNode } {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const run = useAction(() => host.app.installUpdate(), { done: () => null, refresh: [] })
  const install = async () => {
    const question = {
      title: t('Restart with unsaved work on the screen?'),
      text: t('What you typed is kept as a draft, but it is not saved yet.'),
      confirm: t('Restart to install'),
    }
    if (!hasUnsaved() || (await confirm.ask(question))) await run.run(undefined)
  }
  return { install, isInstalling: run.isRunning, dialog: confirm.dialog }
}

import { useTranslation } from 'react-i18next'
import type { FileCall } from '../../shared/bridge.ts'
import { api } from '../api/client.ts'
import { currentUser } from '../session/session.ts'
import type { CallInput } from './calls.ts'
import { useDownload } from './downloads.ts'
import { useAction } from './useAction.ts'

/** A list as a file, ready to be taken. */
export interface ListFile {
  call: FileCall
  name: string
  /** How the server is asked for it as a job; null where it is short by its nature. */
  long: CallInput<'frame.startExport'> | null
}

/** Takes a list as a file: at once where it is short, otherwise as a job, whose end the header tells. */
export function useListFile(): { take: (file: ListFile) => Promise<void>; isTaking: boolean } {
  const { t } = useTranslation()
  const { download, isDownloading } = useDownload()
  const start = useAction((input: CallInput<'frame.startExport'>, options) => api.frame.startExport(input, options), {
    done: ({ data }) =>
      data.job ? t('This file is long: it is being made while you go on. See Jobs in the header.') : null,
    what: t('Export'),
    refresh: ['frame.getJobs'],
  })
  const take = async ({ call, name, long }: ListFile) => {
    // Who looks as another role starts nothing in their name.
    const mayStart = long !== null && currentUser()?.true_role === null
    if (mayStart) {
      const reply = await start.run(long)
      if (!reply || reply.data.job) return
    }
    await download(call, name)
  }
  return { take, isTaking: start.isRunning || isDownloading }
}

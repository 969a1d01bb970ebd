import type { TFunction } from 'i18next'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DownloadOutcome, FileCall } from '../../shared/bridge.ts'
import { newKey } from '../api/keys.ts'
import { renewAfter } from '../api/session-renewal.ts'
import { host, isDesktop } from '../host/host.ts'
import { closeToast, showToast } from '../kit/toasts.ts'
import { forgetDownload, noteDownload, tellSaved } from './downloads-under-way.ts'
import { problemOf, useSay } from './say.ts'
import { showFailure } from './show-failure.ts'

export interface Download {
  /** `call` by `fileCall(contract.vendor.getOrdersFile, input)`, `name` by `fileName(…)`: used when the reply names none. */
  download: (call: FileCall, name: string, options?: { done?: string }) => Promise<void>
  isDownloading: boolean
}

/** Fetches a file through the host: progress with a real cancel, then where it went. */
export function useDownload(): Download {
  const { t } = useTranslation()
  const say = useSay()
  const [running, setRunning] = useState(0)

  const download = useCallback<Download['download']>(
    async function fetchFile(call, name, options = {}) {
      const id = newKey()
      const stop = { label: t('Cancel'), run: () => void host.files.cancelDownload(id) }
      const again = () => void fetchFile(call, name, options)
      const listed = { id, name, receivedBytes: 0, totalBytes: null, problem: null, again }
      const off = host.files.onProgress((progress) => {
        if (progress.id !== id) return
        noteDownload({ ...listed, ...progress })
        const part = progress.totalBytes ? progress.receivedBytes / progress.totalBytes : null
        showToast({ id, tone: 'working', text: t('Downloading {{name}}', { name }), progress: part, actions: [stop] })
      })
      noteDownload(listed)
      // A quick download shows its outcome only.
      const patience = setTimeout(() => {
        showToast({ id, tone: 'working', text: t('Downloading {{name}}', { name }), progress: null, actions: [stop] })
      }, 400)
      setRunning((count) => count + 1)
      try {
        const outcome = await withSession(() => host.files.download({ id, call, defaultName: name }))
        forgetDownload(id)
        showOutcome(id, outcome, { ...options, t })
      } catch (failure) {
        const problem = problemOf(failure)
        noteDownload({ ...listed, problem: say.problem(problem) })
        showFailure(problem, { say, t }, { id })
      } finally {
        clearTimeout(patience)
        off()
        setRunning((count) => count - 1)
      }
    },
    [t, say],
  )
  return { download, isDownloading: running > 0 }
}

type T = TFunction

function showOutcome(id: string, outcome: DownloadOutcome, { done, t }: { done?: string; t: T }): void {
  if (outcome.outcome === 'cancelled') {
    closeToast(id)
    return
  }
  if (outcome.outcome === 'handed-over') {
    showToast({ id, tone: 'success', text: done ?? t('Downloaded {{name}}', { name: outcome.name }) })
    return
  }
  const { file } = outcome
  tellSaved(file)
  const show = { label: t('Show in folder'), run: () => void host.files.showInFolder(file.path) }
  const more = done ? { more: file.name } : {}
  showToast({
    id,
    tone: 'success',
    text: done ?? t('Saved {{name}}', { name: file.name }),
    ...more,
    ...(isDesktop ? { actions: [show] } : {}),
  })
}

/** Runs work of the host; without a session of the user it asks for one and tries once more. */
export async function withSession<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (failure) {
    if (!(await renewAfter(problemOf(failure), true))) throw failure
    return work()
  }
}

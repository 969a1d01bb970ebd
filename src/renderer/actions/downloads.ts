import type { TFunction } from 'i18next'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { DownloadOutcome, FileCall, SavedFile } from '../../shared/bridge.ts'
import type { Call, GivesFile } from '../../shared/kernel/call.ts'
import { type InputOf, newKey, uploadCall } from '../api/client.ts'
import { renewAfter, whileInFlight } from '../api/send.ts'
import { host, isDesktop } from '../host/host.ts'
import { closeToast, showToast } from '../kit/Toasts.tsx'
import { problemOf, showFailure, useSay } from './say.ts'

/** A download of this page that is not finished, or that failed. */
export interface DownloadUnderWay {
  id: string
  name: string
  receivedBytes: number
  /** Null while nobody knows. */
  totalBytes: number | null
  /** Why it failed, already in the reader's language; null while it runs. */
  problem: string | null
  again: () => void
}

const mostFailed = 5

let downloads: readonly DownloadUnderWay[] = []
const listeners = new Set<() => void>()
const savedListeners = new Set<(file: SavedFile) => void>()

/** Notes how a download stands, newest first. */
export function noteDownload(download: DownloadUnderWay): void {
  const isKnown = downloads.some(({ id }) => id === download.id)
  const next = isKnown
    ? downloads.map((other) => (other.id === download.id ? download : other))
    : [download, ...downloads]
  const failed = next.filter(({ problem }) => problem !== null)
  change(next.filter((one) => one.problem === null || failed.indexOf(one) < mostFailed))
}

export function forgetDownload(id: string): void {
  if (downloads.some((one) => one.id === id)) change(downloads.filter((one) => one.id !== id))
}

/** Tells the list of the last downloads that there is one more. */
export function tellSaved(file: SavedFile): void {
  for (const listener of savedListeners) listener(file)
}

export function onSaved(listener: (file: SavedFile) => void): () => void {
  savedListeners.add(listener)
  return () => savedListeners.delete(listener)
}

/** Those that run and those that failed, newest first. */
export function useDownloadList(): readonly DownloadUnderWay[] {
  return useSyncExternalStore(onChange, () => downloads)
}

/** How many downloads of this page are under way. */
export function useDownloadsUnderWay(): number {
  return useSyncExternalStore(onChange, () => downloads.filter(({ problem }) => problem === null).length)
}

function change(next: readonly DownloadUnderWay[]): void {
  downloads = next
  for (const listener of listeners) listener()
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export interface DownloadOptions {
  /** Said when the file is there. */
  done?: string
  /** Without a session, what this computer keeps goes too (`LossCause`). */
  forgetsComputer?: boolean
}

export interface Download {
  /**
   * `call` by `fileCall(contract.orders.getOrdersFile, input)`, `name` by `fileName(…)`: used when the reply names none. Gives whether the
   * file is there: false where the user or the server stopped it.
   */
  download: (call: FileCall, name: string, options?: DownloadOptions) => Promise<boolean>
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
      const timeout = setTimeout(() => {
        showToast({ id, tone: 'working', text: t('Downloading {{name}}', { name }), progress: null, actions: [stop] })
      }, 400)
      setRunning((count) => count + 1)
      try {
        const outcome = await withSession(
          () => whileInFlight(() => host.files.download({ id, call, defaultName: name })),
          options.forgetsComputer,
        )
        forgetDownload(id)
        showOutcome(id, outcome, { ...(options.done !== undefined && { done: options.done }), t })
        return outcome.outcome !== 'cancelled'
      } catch (failure) {
        const problem = problemOf(failure)
        noteDownload({ ...listed, problem: say.problem(problem) })
        showFailure(problem, { say, t }, { id })
        return false
      } finally {
        clearTimeout(timeout)
        off()
        setRunning((count) => count - 1)
      }
    },
    [t, say],
  )
  return { download, isDownloading: running > 0 }
}

/**
 * Uploads to a call that answers with a file, and saves that through the host; `name` is used where the reply names none. Gives whether
 * the user let it be saved. Throws what the host throws.
 */
export async function saveAnswer<C extends Call & { gives: GivesFile<never> }>(
  call: C,
  input: InputOf<C>,
  { name, key, t }: { name: string; key: string; t: TFunction },
): Promise<boolean> {
  const sent = await uploadCall(call, input)
  const request = { id: newKey(), call: { ...sent.call, key }, upload: sent.upload, defaultName: name }
  const outcome = await withSession(() => whileInFlight(() => host.files.download(request)))
  showOutcome(request.id, outcome, { t })
  return outcome.outcome !== 'cancelled'
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
export async function withSession<R>(work: () => Promise<R>, forgetsComputer = false): Promise<R> {
  try {
    return await work()
  } catch (failure) {
    if (!(await renewAfter(problemOf(failure), true, forgetsComputer))) throw failure
    return work()
  }
}

import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { app, type BrowserWindow, dialog, shell } from 'electron'
import type { Bridge, DownloadOutcome, DownloadProgress, DownloadRequest } from '../shared/bridge.ts'
import { nameFromDisposition } from './file-names.ts'
import type { PartialFiles } from './partial-files.ts'
import { patience } from './patience.ts'
import { Problem } from './problem.ts'
import { readAhead } from './read-ahead.ts'
import { saveProblem } from './save-problem.ts'
import { Stalled, saveStream } from './save-stream.ts'
import type { SavedFiles } from './saved-files.ts'
import type { ServerCalls } from './server-calls.ts'
import type { Say } from './words.ts'

export type AskWhere = (name: string) => Promise<string | null>

interface Parts {
  calls: ServerCalls
  say: Say
  saved: SavedFiles
  partials: PartialFiles
  askWhere: AskWhere
  onProgress(progress: DownloadProgress): void
}

export interface Downloads {
  commands: Omit<Bridge['files'], 'onProgress'>
  running(): number
  /** Breaks off what runs; resolves when nothing of it is left on the disk. */
  stop(): Promise<void>
}

/** Progress is told at most this often, in milliseconds. */
const progressEvery = 100

export function openDownloads(parts: Parts): Downloads {
  const { saved, say } = parts
  const running = new Map<string, { cancel: AbortController; over: Promise<unknown> }>()
  const commands: Downloads['commands'] = {
    async download(request) {
      if (running.has(request.id)) throw new Problem('refused', say('This download is under way already.'))
      const cancel = new AbortController()
      const work = download(request, { ...parts, signal: cancel.signal })
      running.set(request.id, { cancel, over: work.catch(() => undefined) })
      try {
        return await work
      } catch (error) {
        if (cancel.signal.aborted) return { outcome: 'cancelled' }
        throw saveProblem(error, say)
      } finally {
        running.delete(request.id)
      }
    },
    async cancelDownload(id) {
      running.get(id)?.cancel.abort()
    },
    recentDownloads: async () => saved.list(),
    async showInFolder(path) {
      if (!saved.has(path)) throw new Problem('refused', say('Only files saved by the app can be shown.'))
      if (!(await isFile(path))) throw new Problem('disk', say('The file is no longer there.'))
      shell.showItemInFolder(path)
    },
  }
  return {
    commands,
    running: () => running.size,
    async stop() {
      const all = [...running.values()]
      for (const { cancel } of all) cancel.abort()
      // A dialog that is still open would keep the app for ever; nothing is written before it is answered.
      await Promise.race([Promise.all(all.map(({ over }) => over)), later(patience.downloadEnd)])
    },
  }
}

/** Asks where a file goes; null when the user wants it nowhere. */
export function saveDialog(window: () => BrowserWindow | null, say: Say): AskWhere {
  return async (name) => {
    const options = { title: say('Save file'), defaultPath: join(app.getPath('downloads'), name) }
    const owner = window()
    const answer = await (owner ? dialog.showSaveDialog(owner, options) : dialog.showSaveDialog(options))
    return answer.canceled || answer.filePath === '' ? null : answer.filePath
  }
}

async function download(
  request: DownloadRequest,
  { calls, saved, partials, signal, askWhere, onProgress }: Parts & { signal: AbortSignal },
): Promise<DownloadOutcome> {
  const reply = await begun(signal, (either) => calls.send(request.call, { signal: either }))
  const body = readAhead(reply)
  try {
    const name = nameFromDisposition(reply.headers.get('content-disposition'), request.defaultName)
    const path = await askWhere(name)
    if (path === null || signal.aborted) return { outcome: 'cancelled' }
    const expectedBytes = promisedBytes(reply)
    const tell = throttled((receivedBytes) => onProgress({ id: request.id, receivedBytes, totalBytes: expectedBytes }))
    const bytes = await saveStream(body, path, { signal, expectedBytes, onBytes: tell, partials })
    onProgress({ id: request.id, receivedBytes: bytes, totalBytes: bytes })
    const file = { name: basename(path), path, bytes, savedAt: new Date().toISOString() }
    saved.add(file)
    return { outcome: 'saved', file }
  } finally {
    body.destroy()
  }
}

/** Until the reply begins; the body has its own clock. */
async function begun(signal: AbortSignal, send: (either: AbortSignal) => Promise<Response>): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Stalled()), patience.firstByte)
  try {
    return await send(AbortSignal.any([signal, late.signal]))
  } finally {
    clearTimeout(timer)
  }
}

/** Null when unknown, and when the length is that of a compressed body. */
function promisedBytes(reply: Response): number | null {
  const length = Number(reply.headers.get('content-length') ?? Number.NaN)
  return Number.isSafeInteger(length) && !reply.headers.has('content-encoding') ? length : null
}

function throttled(tell: (bytes: number) => void): (bytes: number) => void {
  let last = 0
  return (bytes) => {
    const now = Date.now()
    if (now - last < progressEvery) return
    last = now
    tell(bytes)
  }
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ?? false
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}

import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { app, type BrowserWindow, dialog, shell } from 'electron'
import type { Bridge, DownloadOutcome, DownloadProgress, DownloadRequest } from '../shared/bridge.ts'
import { nameFromDisposition } from './file-names.ts'
import { Problem } from './problem.ts'
import { saveProblem } from './save-problem.ts'
import { saveStream } from './save-stream.ts'
import { openSavedFiles, type SavedFiles } from './saved-files.ts'
import type { ServerCalls } from './server-calls.ts'
import type { Say } from './words.ts'

interface Parts {
  calls: ServerCalls
  say: Say
  window(): BrowserWindow | null
  onProgress(progress: DownloadProgress): void
}

/** While the user looks for a folder, this much of the file is read ahead so that the server need not wait. */
const readAheadBytes = 32 * 1024 * 1024

/** Progress is told at most this often, in milliseconds. */
const progressEvery = 100

export function fileCommands(parts: Parts): Omit<Bridge['files'], 'onProgress'> {
  const saved = openSavedFiles()
  const running = new Map<string, AbortController>()
  return {
    async download(request) {
      if (running.has(request.id)) throw new Problem('refused', parts.say('This download is under way already.'))
      const cancel = new AbortController()
      running.set(request.id, cancel)
      try {
        return await download(request, { ...parts, saved, signal: cancel.signal })
      } catch (error) {
        if (cancel.signal.aborted) return { outcome: 'cancelled' }
        throw saveProblem(error, parts.say)
      } finally {
        running.delete(request.id)
      }
    },
    async cancelDownload(id) {
      running.get(id)?.abort()
    },
    recentDownloads: async () => saved.list(),
    async showInFolder(path) {
      if (!saved.has(path)) throw new Problem('refused', parts.say('Only files saved by the app can be shown.'))
      if (!(await isFile(path))) throw new Problem('disk', parts.say('The file is no longer there.'))
      shell.showItemInFolder(path)
    },
  }
}

type Download = Parts & { saved: SavedFiles; signal: AbortSignal }

async function download(request: DownloadRequest, parts: Download): Promise<DownloadOutcome> {
  const { signal, saved } = parts
  const reply = await parts.calls.send(request.call, { signal })
  const body = readAhead(reply)
  try {
    const name = nameFromDisposition(reply.headers.get('content-disposition'), request.defaultName)
    const path = await askWhere(name, parts)
    if (path === null || signal.aborted) return { outcome: 'cancelled' }
    const expectedBytes = promisedBytes(reply)
    const tell = throttled((receivedBytes) =>
      parts.onProgress({ id: request.id, receivedBytes, totalBytes: expectedBytes }),
    )
    const bytes = await saveStream(body, path, { signal, expectedBytes, onBytes: tell })
    parts.onProgress({ id: request.id, receivedBytes: bytes, totalBytes: bytes })
    const file = { name: basename(path), path, bytes, savedAt: new Date().toISOString() }
    saved.add(file)
    return { outcome: 'saved', file }
  } finally {
    body.destroy()
  }
}

async function askWhere(name: string, { window, say }: Parts): Promise<string | null> {
  const options = { title: say('Save file'), defaultPath: join(app.getPath('downloads'), name) }
  const owner = window()
  const answer = await (owner ? dialog.showSaveDialog(owner, options) : dialog.showSaveDialog(options))
  return answer.canceled || answer.filePath === '' ? null : answer.filePath
}

/** Reads on in the background; an error waits in the stream until somebody reads it. */
function readAhead(reply: Response): Readable {
  if (reply.body === null) return Readable.from([])
  const source = Readable.fromWeb(reply.body as ReadableStream<Uint8Array>)
  const ahead = new PassThrough({ highWaterMark: readAheadBytes })
  // Without a listener an error during the dialog would end the app; `saveStream` meets it again as a destroyed stream.
  ahead.on('error', () => undefined)
  source.on('error', (error) => ahead.destroy(error))
  ahead.on('close', () => source.destroy())
  source.pipe(ahead)
  return ahead
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

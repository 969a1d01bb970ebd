import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { app, type BrowserWindow, dialog, shell } from 'electron'
import { z } from 'zod'
import type { Bridge, DownloadOutcome, DownloadProgress, DownloadRequest, SavedFile } from '../../shared/bridge.ts'
import { Problem } from '../problem.ts'
import type { ServerCalls } from '../server/calls.ts'
import { saved, timeout } from '../settings.ts'
import type { Say } from '../words.ts'
import { isPartialName, nameFromDisposition, Stalled, saveProblem, saveStream } from './save.ts'

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
      await Promise.race([Promise.all(all.map(({ over }) => over)), later(timeout.downloadEnd)])
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
  const reply = await begun(signal, (either) => calls.send(request.call, { signal: either, upload: request.upload }))
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
  const timer = setTimeout(() => late.abort(new Stalled()), timeout.firstByte)
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

/** While the user looks for a folder, this much of the file is read ahead so that the server need not wait. */
const readAheadBytes = 32 * 1024 * 1024

/** Reads a reply's body on in the background; an error waits in the stream until somebody reads it. */
export function readAhead(reply: Response): Readable {
  if (reply.body === null) return Readable.from([])
  const reader = reply.body.getReader()
  const source = Readable.from(inTime(reader))
  const ahead = new PassThrough({ highWaterMark: readAheadBytes })
  // Without a listener an error during the dialog would end the app; `saveStream` meets it again as a destroyed stream.
  ahead.on('error', () => undefined)
  source.on('error', (error) => ahead.destroy(error))
  ahead.on('close', () => {
    // First the connection: the source itself would wait for the bytes that it has asked for.
    void reader.cancel().catch(() => undefined)
    source.destroy()
  })
  source.pipe(ahead)
  return ahead
}

/** Each piece in time. A piece is asked for only when there is room, so a slow disk or user is never taken for a stall. */
async function* inTime(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  while (true) {
    const piece = await within(reader.read(), timeout.stalledFile)
    if (piece.done) return
    yield piece.value
  }
}

async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Stalled()), milliseconds)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Where files are being written: what an app that was ended by force leaves there goes at the next start. */
export interface PartialFiles {
  begin(path: string): void
  end(path: string): void
  /** Nothing is being saved yet. */
  sweep(): Promise<void>
}

export function openPartialFiles(): PartialFiles {
  const file = saved<string[]>('partial-files', z.array(z.string().max(4_096)).max(1_000), [])
  return {
    begin: (path) => file.note([...file.get(), path]),
    end: (path) => file.note(file.get().filter((one) => one !== path)),
    async sweep() {
      // A list that was tampered with is no way to delete the user's files.
      const left = file.get().filter((path) => isPartialName(basename(path)))
      if (file.get().length > 0) file.forget()
      await Promise.all(left.map((path) => rm(path, { force: true }).catch(() => undefined)))
    },
  }
}

const shape = z.array(z.object({ name: z.string(), path: z.string(), bytes: z.number(), savedAt: z.string() }))
const most = 50

/** The files the app itself saved, newest first: the only ones it will show in their folder. */
export interface SavedFiles {
  list(): SavedFile[]
  has(path: string): boolean
  add(file: SavedFile): void
}

export function openSavedFiles(): SavedFiles {
  const file = saved<SavedFile[]>('saved-files', shape, [])
  return {
    list: () => file.get(),
    has: (path) => file.get().some((saved) => saved.path === path),
    add(saved) {
      file.note([saved, ...file.get().filter((other) => other.path !== saved.path)].slice(0, most))
    },
  }
}

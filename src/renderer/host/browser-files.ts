import type { Bridge, DownloadProgress, DownloadRequest } from '../../shared/bridge.ts'
import { askServer, attachmentName } from './browser-app.ts'

/** Downloads by an anchor; the bytes are read here so that progress and cancel are real. */
export function browserFiles(): Bridge['files'] {
  const listeners = new Set<(progress: DownloadProgress) => void>()
  const underWay = new Map<string, AbortController>()
  const tell = (progress: DownloadProgress) => {
    for (const listener of listeners) listener(progress)
  }
  return {
    async download(request) {
      const abort = new AbortController()
      underWay.set(request.id, abort)
      try {
        return { outcome: 'handed-over', name: await fetchAndHandOver(request, abort.signal, tell) }
      } catch (failure) {
        if (abort.signal.aborted) return { outcome: 'cancelled' }
        throw failure
      } finally {
        underWay.delete(request.id)
      }
    },
    async cancelDownload(id) {
      underWay.get(id)?.abort()
    },
    // A browser keeps where its downloads went to itself.
    async showInFolder() {},
    async recentDownloads() {
      return []
    },
    onProgress(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

async function fetchAndHandOver(
  { id, call, upload, defaultName }: DownloadRequest,
  signal: AbortSignal,
  tell: (progress: DownloadProgress) => void,
): Promise<string> {
  const reply = await askServer(call, {}, signal, upload)
  const name = attachmentName(reply.headers.get('content-disposition')) ?? defaultName
  await handOver(await readWhole(reply, (receivedBytes, totalBytes) => tell({ id, receivedBytes, totalBytes })), name)
  return name
}

async function readWhole(reply: Response, tell: (received: number, total: number | null) => void): Promise<Blob> {
  const total = Number(reply.headers.get('content-length')) || null
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = reply.body?.getReader()
  let received = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(new Uint8Array(part.value))
    received += part.value.byteLength
    tell(received, total)
  }
  return new Blob(parts, { type: reply.headers.get('content-type') ?? 'application/octet-stream' })
}

/** Chromium drops all downloads of a page beyond ten a second, and tells nobody. */
const apartMs = 120
let nextAt = 0

/** Downloads what the page holds already, by an anchor; several at once one after the other. */
export async function handOver(file: Blob, name: string): Promise<void> {
  const now = performance.now()
  const wait = nextAt - now
  nextAt = Math.max(nextAt, now) + apartMs
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  const url = URL.createObjectURL(file)
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
  // The browser reads the blob after the click; a minute is plenty for the largest file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

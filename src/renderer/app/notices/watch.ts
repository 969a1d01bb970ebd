export interface Watching {
  /** The stream's address, with the server's. */
  url: string
  /** Something may have changed: the stream says which versions there are now, a poll does not know. */
  onNews(version: number | null, jobs: number | null): void
  /** The stream that was open broke off, or was ended by the server. */
  onLost?(): void
}

export const POLL_MS = 30_000
/** While polling, how often the stream is tried again. */
const BACK_MS = 60_000
/** After the first failure of a stream that the browser itself gives up. */
const AGAIN_MS = 3_000
const MOST_FAILURES = 2

/**
 * Listens for news by server-sent events. When the stream fails twice in a row it asks every 30 seconds instead, only while the
 * page can be seen, and goes back to the stream once that works again. Gives the end of it.
 */
export function watchNews({ url, onNews, onLost }: Watching): () => void {
  let source: EventSource | null = null
  let polling: ReturnType<typeof setInterval> | null = null
  let again: ReturnType<typeof setTimeout> | null = null
  let failures = 0
  let isOpen = false

  const poll = () => {
    if (polling !== null && document.visibilityState === 'visible') onNews(null, null)
  }
  const stopPolling = () => {
    if (polling !== null) clearInterval(polling)
    polling = null
  }
  const connect = () => {
    again = null
    source = new EventSource(url)
    source.onmessage = ({ data }) => {
      failures = 0
      isOpen = true
      stopPolling()
      onNews(versionOf(data, 'version'), versionOf(data, 'jobs'))
    }
    source.onerror = fail
  }
  const fail = () => {
    if (isOpen) onLost?.()
    isOpen = false
    failures += 1
    // Until then the browser itself connects again, unless it was refused.
    if (failures < MOST_FAILURES && source?.readyState === EventSource.CONNECTING) return
    source?.close()
    if (failures < MOST_FAILURES) {
      again = setTimeout(connect, AGAIN_MS)
      return
    }
    again = setTimeout(connect, BACK_MS)
    if (polling !== null) return
    polling = setInterval(poll, POLL_MS)
    poll()
  }

  connect()
  document.addEventListener('visibilitychange', poll)
  return () => {
    document.removeEventListener('visibilitychange', poll)
    source?.close()
    stopPolling()
    if (again !== null) clearTimeout(again)
  }
}

function versionOf(data: unknown, name: 'version' | 'jobs'): number | null {
  const event: unknown = typeof data === 'string' ? JSON.parse(data) : null
  const version = typeof event === 'object' && event !== null ? (event as Record<string, unknown>)[name] : null
  return typeof version === 'number' ? version : null
}

import { toApiError } from '../api/api-error.ts'
import { send } from '../api/send.ts'

type Callback = (error: unknown, reply: { status: number; data: Record<string, string> }) => void

/** Languages that the server answered it does not keep. */
const unknown = new Set<string>()

export function isUnknown(language: string): boolean {
  return unknown.has(language)
}

/** How i18next-http-backend asks: by the one client that knows the server's address and counts requests under way. */
export function requestWords(_options: unknown, url: string, _payload: unknown, answer: Callback): void {
  fetchWords(url).then(
    (data) => answer(null, { status: 200, data }),
    (failure: unknown) => {
      const { status } = toApiError(failure)
      const language = decodeURIComponent(url.split('/').at(-2) ?? '')
      if (status === 404) unknown.add(language)
      answer(failure, { status, data: {} })
    },
  )
}

/** The words at an address of /locales. Whatever is no text is left out: a translation is never more than words. */
export async function fetchWords(path: string, query?: Record<string, string>): Promise<Record<string, string>> {
  const words = await fetchLocale(path, query)
  const entries = Object.entries(typeof words === 'object' && words !== null ? words : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** What an address of /locales answers; it needs no session. */
export function fetchLocale(path: string, query?: Record<string, string>): Promise<unknown> {
  const nothing = { body: undefined, key: undefined, isOpen: true, signal: undefined, onProgress: undefined }
  return send({ method: 'GET', path, query, changes: false, ...nothing })
}

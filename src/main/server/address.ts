import type { ServerChoice } from '../../shared/bridge.ts'

/** Where the API is: in the app's own process, or at a company's address; fixed where the environment names it. */
export type ServerPlace = ({ kind: 'embedded' } | { kind: 'remote'; url: string }) & { isFixed: boolean }

/** `SELVEDGE_SERVER_URL` before what the settings chose. Throws where it names what no token may be sent to. */
export function serverPlace(
  environment: Record<string, string | undefined>,
  chosen: () => ServerChoice = () => ({ kind: 'embedded' }),
): ServerPlace {
  const wanted = environment.SELVEDGE_SERVER_URL?.trim()
  if (wanted) {
    const url = safeAddress(wanted)
    if (url === null) throw new TypeError('SELVEDGE_SERVER_URL must begin with https://')
    return { kind: 'remote', isFixed: true, url }
  }
  const choice = chosen()
  const url = choice.kind === 'company' ? safeAddress(choice.url) : null
  return url === null ? { kind: 'embedded', isFixed: false } : { kind: 'remote', isFixed: false, url }
}

/**
 * A server's address in its one form, or null for anything but https, or http on this very computer: a token travels there.
 * Without a trailing slash.
 */
export function safeAddress(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere(url.hostname))) return null
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** As people type it: the scheme may be missing. */
export function withScheme(typed: string): string {
  const text = typed.trim()
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  return `${isHere(URL.parse(`http://${text}`)?.hostname ?? '') ? 'http' : 'https'}://${text}`
}

function isHere(host: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(host)
}

/** Where the API is: in the app's own process, or at a company's address; fixed where the environment names it. */
export type ServerPlace = ({ kind: 'embedded' } | { kind: 'remote'; url: string }) & { isFixed: boolean }

/**
 * Reads `SELVEDGE_SERVER_URL`. Only https is taken, or http on this very computer, since a token travels there; anything
 * else throws rather than being sent in clear.
 */
export function serverPlace(environment: Record<string, string | undefined>): ServerPlace {
  const wanted = environment.SELVEDGE_SERVER_URL?.trim()
  if (!wanted) return { kind: 'embedded', isFixed: false }
  const url = new URL(wanted)
  const here = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && here)) {
    throw new TypeError('SELVEDGE_SERVER_URL must begin with https://')
  }
  return { kind: 'remote', isFixed: true, url: `${url.origin}${url.pathname}`.replace(/\/+$/, '') }
}

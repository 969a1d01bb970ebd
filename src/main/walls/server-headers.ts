import { randomBytes } from 'node:crypto'
import type { OnBeforeSendHeadersListenerDetails, Session } from 'electron'
import { peopleCalls } from '../../shared/areas/people/calls.ts'
import { deviceHeader, launchHeader } from '../../shared/kernel/headers.ts'
import { deviceHeaders } from '../server/device-headers.ts'
import type { SessionSecrets } from '../session/session-secrets.ts'

const ours = [launchHeader, deviceHeader, 'authorization']

interface Parts {
  serverOrigin(): string | null
  /** Whether the server answers there now; while it does not, another program may. */
  isUp(): boolean
  secrets: SessionSecrets
  /** What this computer is known by: told where a code is asked for or used, which no session is needed for. */
  device: SessionSecrets
  /** The launch secret's header, or nothing. */
  launch(): Readonly<Record<string, string>>
}

/**
 * Adds the token and the launch secret to what the renderer sends to the server's origin, and to nowhere else, below anything
 * a page can read; nothing goes there while the server is down. A 401 to a request erases the token that this request carried.
 */
export function addServerHeaders(session: Session, { serverOrigin, isUp, secrets, device, launch }: Parts): void {
  const sent = new Map<number, string>()
  const everywhere = { urls: ['<all_urls>'] }
  session.webRequest.onBeforeSendHeaders(everywhere, (details, answer) => {
    // A preflight is the browser's own and carries nothing of ours.
    if (details.method === 'OPTIONS') return answer({})
    if (new URL(details.url).origin !== serverOrigin()) {
      // After a redirect the request may still carry what it had for the server.
      return answer(carries(details, ours) ? { requestHeaders: without(details, ours) } : {})
    }
    if (!isUp()) return answer({ cancel: true })
    const token = isLogin(details.url) ? null : secrets.token()
    if (token !== null) sent.set(details.id, token)
    const bearer: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` }
    const known = isOpen(details.url) ? deviceHeaders(device) : {}
    const added = { ...launch(), ...known, ...bearer }
    answer({ requestHeaders: { ...without(details, [launchHeader, deviceHeader, ...Object.keys(bearer)]), ...added } })
  })
  session.webRequest.onCompleted(everywhere, (details) => {
    const token = sent.get(details.id)
    sent.delete(details.id)
    if (token !== undefined && details.statusCode === 401) secrets.refused(token)
  })
  session.webRequest.onErrorOccurred(everywhere, (details) => {
    sent.delete(details.id)
  })
}

/** Login's own 401 means a wrong password, not an ended session. A company's server may lie below a path of its own. */
function isLogin(address: string): boolean {
  return new URL(address).pathname.endsWith(`/${peopleCalls.login.path}`)
}

/** A call that anyone may make with an e-mail. */
function isOpen(address: string): boolean {
  const { pathname } = new URL(address)
  return [peopleCalls.requestOtp, peopleCalls.resetPassword].some(({ path }) => pathname.endsWith(`/${path}`))
}

function carries({ requestHeaders }: OnBeforeSendHeadersListenerDetails, names: readonly string[]): boolean {
  return Object.keys(requestHeaders).some((name) => names.includes(name.toLowerCase()))
}

/** The request's headers without those names: neither the page nor a redirect decides about them. */
function without(details: OnBeforeSendHeadersListenerDetails, names: readonly string[]): Record<string, string> {
  const dropped = new Set(names.map((name) => name.toLowerCase()))
  return Object.fromEntries(Object.entries(details.requestHeaders).filter(([name]) => !dropped.has(name.toLowerCase())))
}

/** What shows the server beside the app that a request is this very app's: other programs that find its port get nothing. */
export interface Launch {
  /**
   * A new secret, for a server that is about to start: while the one before was down, another program may have listened at its
   * address and heard the old one. Handed over in the start message, never by environment, arguments or disk.
   */
  renew(): string
  /** The one that holds now. */
  secret(): string | null
  /** For requests to the app's server; a company's server is told nothing. */
  headers(): Readonly<Record<string, string>>
}

/** No secret until a server is started, so a company's server never has one. */
export function newLaunch(): Launch {
  let secret: string | null = null
  return {
    renew() {
      secret = randomBytes(32).toString('base64url')
      return secret
    },
    secret: () => secret,
    headers: () => (secret === null ? {} : { [launchHeader]: secret }),
  }
}

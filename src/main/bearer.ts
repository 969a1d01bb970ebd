import type { Session } from 'electron'
import { auth } from '../shared/contract/auth.ts'
import type { SessionSecrets } from './session-secrets.ts'

/**
 * Adds the token to what the renderer sends to the server's origin, and to nowhere else, below anything a page can read. A
 * 401 to a request erases the token that this request carried.
 */
export function addBearer(session: Session, serverOrigin: () => string | null, secrets: SessionSecrets): void {
  const sent = new Map<number, string>()
  const everywhere = { urls: ['<all_urls>'] }
  session.webRequest.onBeforeSendHeaders(everywhere, (details, answer) => {
    const token = secrets.token()
    if (token === null || details.method === 'OPTIONS' || !isSessionCall(details.url, serverOrigin())) {
      answer({})
      return
    }
    sent.set(details.id, token)
    answer({ requestHeaders: { ...withoutAuthorization(details.requestHeaders), Authorization: `Bearer ${token}` } })
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

/** Login's own 401 means a wrong password, not an ended session. */
function isSessionCall(address: string, origin: string | null): boolean {
  const url = new URL(address)
  return origin !== null && url.origin === origin && url.pathname !== `/${auth.login.path}`
}

function withoutAuthorization(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'))
}

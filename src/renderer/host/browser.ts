import type { Bridge } from '../../shared/bridge.ts'
import { fetchNoted, forWhom } from '../api/send.ts'
import { askServer, browserApp, onlyDesktop } from './browser-app.ts'
import { browserFiles } from './browser-files.ts'
import { browserPrint } from './browser-print.ts'

/** The browser itself behind the bridge: an HttpOnly cookie for the session, anchor downloads, the browser's print. */
export function browserHost(): Bridge {
  return {
    session: {
      async signIn(credentials) {
        const reply = await askServer(
          { method: 'POST', path: '/retool/erp/login', body: credentials },
          { 'x-selvedge-session': 'cookie' },
        )
        const { data } = (await reply.json()) as { data: { user: unknown } }
        return { user: data.user }
      },
      async signOut() {
        await askServer({ method: 'POST', path: '/selvedge/session/end', body: {} })
      },
      // The cookie is HttpOnly: only the server knows whether it still holds.
      async state() {
        const reply = await fetchNoted('/v1/erp/get-user-details', postOf({}))
        // Read to its end: an unread body keeps its connection.
        await reply.arrayBuffer()
        return { signedIn: reply.ok, savedSafely: true }
      },
    },
    files: browserFiles(),
    print: browserPrint(),
    settings: browserSettings(),
    app: browserApp(),
  }
}

/** Language and theme are kept by their own parts; the server is the one that gave the page. */
function browserSettings(): Bridge['settings'] {
  const settings = () => ({
    language: localStorage.getItem('i18nextLng'),
    theme: localStorage.getItem('theme'),
    updateChannel: 'stable' as const,
    isSetUp: true,
  })
  return {
    get: async () => settings(),
    set: async (change) => ({ ...settings(), ...change }),
    server: async () => ({ kind: 'company', url: location.origin }),
    testServer: onlyDesktop,
    useServer: onlyDesktop,
  }
}

function postOf(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-selvedge-client': 'screen', ...forWhom() },
    body: JSON.stringify(body),
  }
}

import { net } from 'electron'
import type { FileCall } from '../../shared/bridge.ts'
import { Problem } from '../problem.ts'
import type { SessionSecrets } from '../session/session-secrets.ts'
import type { Say } from '../words.ts'

/** Main's own calls to the API, with the token that only main knows. */
export interface ServerCalls {
  /** Resolves with a 2xx reply; anything else throws a Problem, and a 401 ends the session. */
  send(call: FileCall, options?: CallOptions): Promise<Response>
}

export interface CallOptions {
  signal?: AbortSignal
  /** For login, which needs no session and whose 401 says nothing about one. */
  withoutSession?: boolean
}

interface Parts {
  /** The server's address without a trailing slash; throws a Problem while there is none. */
  serverUrl(): Promise<string>
  secrets: SessionSecrets
  /** The launch secret's header, or nothing. */
  launch(): Readonly<Record<string, string>>
  say: Say
}

export function serverCalls({ serverUrl, secrets, launch, say }: Parts): ServerCalls {
  return {
    async send(call, { signal, withoutSession = false } = {}) {
      const token = withoutSession ? null : secrets.token()
      if (!withoutSession && token === null) throw new Problem('unauthorised', say('You are not signed in.'))
      // First the server: each start of it has a launch secret of its own.
      const url = `${await serverUrl()}${call.path}`
      const reply = await reach(url, requestOf(call, { token, launch: launch(), signal }), say)
      if (reply.ok) return reply
      if (reply.status === 401 && token !== null) secrets.refused(token)
      throw await refusal(reply, call.path, say)
    },
  }
}

interface Carried {
  token: string | null
  launch: Readonly<Record<string, string>>
  signal: AbortSignal | undefined
}

function requestOf(call: FileCall, { token, launch, signal }: Carried): RequestInit {
  const headers: Record<string, string> = { ...launch, 'x-selvedge-client': 'screen' }
  if (token !== null) headers.authorization = `Bearer ${token}`
  const init: RequestInit = { method: call.method, headers, redirect: 'error' }
  if (signal) init.signal = signal
  if (call.method === 'POST') {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(call.body ?? {})
  }
  return init
}

async function reach(url: string, init: RequestInit, say: Say): Promise<Response> {
  try {
    return await net.fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new Problem('unreachable', say('The server cannot be reached. Check the connection.'))
  }
}

/** The API's error body, also where a file was expected, as a Problem; with what support needs to find it in the server's log. */
async function refusal(reply: Response, path: string, say: Say): Promise<Problem> {
  const text = await reply.text()
  const body = errorBody(text)
  const message = body.message ?? say('The server answered in a way the app does not understand.')
  const code = reply.status === 401 ? 'unauthorised' : 'server'
  return new Problem(code, message, {
    status: reply.status,
    code: body.code ?? 'internal',
    details: body.details ?? {},
    path,
    request_id: reply.headers.get('x-request-id'),
  })
}

function errorBody(text: string): { message?: string; code?: string; details?: unknown } {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || !('message' in body) || typeof body.message !== 'string') return {}
    const code = 'code' in body && typeof body.code === 'string' ? { code: body.code } : {}
    return { message: body.message, ...code, details: 'details' in body ? body.details : {} }
  } catch {
    // Not the API's body (a proxy's page, say): the caller has words for that.
    return {}
  }
}

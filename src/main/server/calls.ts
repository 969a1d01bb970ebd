import { randomUUID } from 'node:crypto'
import { net } from 'electron'
import type { FileCall, HostCall, UploadedForm } from '../../shared/bridge.ts'
import { requestIdHeader } from '../../shared/kernel/headers.ts'
import { uploadedFormData } from '../../shared/uploaded-form.ts'
import { Problem } from '../problem.ts'
import type { SessionSecrets } from '../session/session-secrets.ts'
import type { Say } from '../words.ts'
import { deviceHeaders } from './device-headers.ts'

/** Main's own calls to the API, with the token that only main knows. */
export interface ServerCalls {
  /** Resolves with a 2xx reply; anything else throws a Problem, and a 401 ends the session. */
  send(call: FileCall, options?: CallOptions): Promise<Response>
}

export interface CallOptions {
  signal?: AbortSignal
  /** Sent as a form in place of the call's body. */
  upload?: UploadedForm | undefined
  /** For login, which needs no session and whose 401 says nothing about one. */
  withoutSession?: boolean
}

interface Parts {
  /** The server's address without a trailing slash; throws a Problem while there is none. */
  serverUrl(): Promise<string>
  secrets: SessionSecrets
  /** What this computer is known by. */
  device: SessionSecrets
  /** The launch secret's header, or nothing. */
  launch(): Readonly<Record<string, string>>
  say: Say
  /** Hears of each call when it is sent and when its answer begins: the page keeps the request log. */
  tell(call: HostCall): void
}

export function serverCalls({ serverUrl, secrets, device, launch, say, tell }: Parts): ServerCalls {
  return {
    async send(call, { signal, upload, withoutSession = false } = {}) {
      const token = withoutSession ? null : secrets.token()
      if (!withoutSession && token === null) throw new Problem('unauthorised', say('You are not signed in.'))
      // First the server: each start of it has a launch secret of its own.
      const url = `${await serverUrl()}${call.path}`
      const told = { path: call.path, request_id: randomUUID() }
      tell(told)
      const known = withoutSession ? deviceHeaders(device) : {}
      const added = { ...launch(), ...known }
      const request = await requestOf(call, { token, added, requestId: told.request_id, signal, upload })
      const reply = await reach(url, request, say).catch((error: unknown) => {
        tell({ ...told, status: 0 })
        throw error
      })
      tell({ ...told, status: reply.status, trace_id: reply.headers.get('x-trace-id') })
      if (reply.ok) return reply
      if (reply.status === 401 && token !== null) secrets.refused(token)
      throw await refusal(reply, call.path, say)
    },
  }
}

interface Carried {
  token: string | null
  added: Readonly<Record<string, string>>
  requestId: string
  signal: AbortSignal | undefined
  upload: UploadedForm | undefined
}

async function requestOf(call: FileCall, { token, added, requestId, signal, upload }: Carried): Promise<RequestInit> {
  const headers: Record<string, string> = {
    ...added,
    'x-selvedge-client': 'screen',
    [requestIdHeader]: requestId,
  }
  if (call.key !== undefined) headers['idempotency-key'] = call.key
  if (token !== null) headers.authorization = `Bearer ${token}`
  const init: RequestInit = { method: call.method, headers, redirect: 'error' }
  if (signal) init.signal = signal
  if (upload) {
    // Written out here: what Electron makes of a form that it is given differs from version to version.
    const form = new Response(uploadedFormData(upload))
    headers['content-type'] = form.headers.get('content-type') ?? ''
    init.body = await form.arrayBuffer()
  } else if (call.method === 'POST') {
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
    throw new Problem('unreachable', say('Something went wrong! The server cannot be reached. Check the connection.'))
  }
}

/** The API's error body, its message also where it is misspelled (specification, section 3), also where a file was expected, as a Problem; with what support needs to find it in the server's log. */
async function refusal(reply: Response, path: string, say: Say): Promise<Problem> {
  const text = await reply.text()
  const body = errorBody(text)
  const message = body.message ?? say('Something went wrong! The server answered in a way the app does not understand.')
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
    if (typeof body !== 'object' || body === null) return {}
    const { message, mesage, code, details = {} } = body as Record<string, unknown>
    const words = [message, mesage].find((each) => typeof each === 'string' && each.trim() !== '')
    if (typeof words !== 'string') return {}
    return { message: words, ...(typeof code === 'string' && { code }), details }
  } catch {
    // Not the API's body (a proxy's page, say): the caller has words for that.
    return {}
  }
}

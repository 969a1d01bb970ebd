import axios, { type AxiosProgressEvent, type AxiosResponse } from 'axios'
import { toApiError } from './api-error.ts'
import { forWhom } from './for-whom.ts'
import { requestEnded, requestStarted } from './in-flight.ts'
import { noteRequest, noteResponse } from './request-log.ts'
import { renewAfter } from './session-renewal.ts'

export interface Progress {
  sentBytes: number
  totalBytes: number | null
}

export interface Sending {
  method: 'GET' | 'POST'
  path: string
  body: unknown
  query: unknown
  key: string | undefined
  changes: boolean
  /** Nobody needs to be signed in: its 401 is about what was sent, not about the session. */
  isOpen?: boolean
  signal: AbortSignal | undefined
  onProgress: ((progress: Progress) => void) | undefined
  /** The reply is a file. */
  bytes?: boolean
}

// Our own header is what other sites cannot send; looking for a cookie of axios's kind would hold up every call.
const http = axios.create({ headers: { 'x-selvedge-client': 'screen' }, withXSRFToken: false })

http.interceptors.request.use((config) => {
  requestStarted()
  noteRequest(config.url ?? '')
  return config
})

http.interceptors.response.use(
  (response) => {
    requestEnded(true)
    noteAnswer(response)
    return response
  },
  (failure: unknown) => {
    const answer = axios.isAxiosError(failure) ? failure.response : undefined
    requestEnded(answer !== undefined || axios.isCancel(failure))
    if (answer) noteAnswer(answer)
    else if (axios.isAxiosError(failure) && !axios.isCancel(failure)) noteResponse(failure.config?.url ?? '', 0)
    throw failure
  },
)

function noteAnswer({ config, status, headers }: AxiosResponse): void {
  noteResponse(config.url ?? '', status, headers['x-request-id'], headers['x-trace-id'])
}

/** Where the API answers, without a trailing slash; empty for the page's own origin. */
export function connectTo(serverUrl: string): void {
  http.defaults.baseURL = serverUrl
}

/** For what is not sent from here: event streams. */
export function serverAddress(): string {
  return http.defaults.baseURL ?? ''
}

/** Sends a last message while the page is closing, when nobody waits for an answer. At most 64 kB get through. */
export function sendParting(path: string, body: unknown): void {
  const headers = { 'content-type': 'application/json', 'x-selvedge-client': 'screen', ...forWhom() }
  const parting = { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }
  // The page is gone when it fails.
  fetch(`${http.defaults.baseURL ?? ''}${path}`, parting).catch(() => undefined)
}

/**
 * Sends one call and gives the reply's body. Without a session of the user who called it asks for a new one and, once there is
 * one, sends the same call again under the same key, still for that user. Throws `ApiError`.
 */
export async function send(sending: Sending): Promise<unknown> {
  const whom = forWhom()
  try {
    return await sendOnce(sending, whom)
  } catch (failure) {
    const error = toApiError(failure)
    if (sending.isOpen || !(await renewAfter(error, sending.changes))) throw error
    return await sendOnce(sending, whom).catch((again: unknown) => {
      throw toApiError(again)
    })
  }
}

async function sendOnce(
  { method, path, body, query, key, signal, onProgress, bytes }: Sending,
  whom: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { data } = await http.request<unknown>({
    method,
    url: path,
    data: body,
    headers: { ...whom, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
    ...(bytes ? { responseType: 'arraybuffer' as const } : {}),
    ...(query === undefined ? {} : { params: query }),
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined
      ? {}
      : { onUploadProgress: (event: AxiosProgressEvent) => onProgress(progressOf(event)) }),
  })
  return data
}

function progressOf({ loaded, total }: AxiosProgressEvent): Progress {
  return { sentBytes: loaded, totalBytes: total ?? null }
}

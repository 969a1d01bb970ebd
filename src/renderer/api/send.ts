import type { AxiosError, AxiosProgressEvent, AxiosResponse } from 'axios'
import axios from 'axios'
import { v4 } from 'uuid'
import type { FileCall, HostCall } from '../../shared/bridge.ts'
import { requestIdHeader, userHeader } from '../../shared/kernel/headers.ts'
import { type ApiError, toApiError } from './api-error.ts'
import { keyOfPress, noteOutcome } from './press-keys.ts'
import { noteRequest, noteResponse } from './request-log.ts'

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
  /** Asked again and again by the page itself: it is no news for the loader, the log and the connection mark. */
  isUnseen?: boolean
  signal: AbortSignal | undefined
  onProgress: ((progress: Progress) => void) | undefined
  /** The reply is a file. */
  bytes?: boolean
}

// Our own header is what other sites cannot send; looking for a cookie of axios's kind would hold up every call.
const setUp = { headers: { 'x-selvedge-client': 'screen' }, withXSRFToken: false }
const http = axios.create(setUp)
const unseen = axios.create(setUp)

http.interceptors.request.use((config) => {
  const requestId = v4()
  config.headers.set(requestIdHeader, requestId)
  requestStarted()
  noteRequest(config.url ?? '', requestId)
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
    else if (axios.isAxiosError(failure)) noteNoAnswer(failure.config)
    throw failure
  },
)

/** A server that names the call otherwise is believed: its log has that name. */
function noteAnswer({ config, status, headers }: AxiosResponse): void {
  const requestId = headers[requestIdHeader] ?? config.headers.get(requestIdHeader)
  noteResponse(config.url ?? '', status, requestId, headers['x-trace-id'])
}

/** Nothing came, or nobody waited for it any more. */
function noteNoAnswer(config: AxiosError['config']): void {
  noteResponse(config?.url ?? '', 0, config?.headers.get(requestIdHeader))
}

/**
 * `fetch` for what cannot go through axios: the sign-in, and files, whose bytes are read piece by piece. Logged and counted as
 * every other call is, until the answer begins.
 */
export async function fetchNoted(path: string, init: RequestInit): Promise<Response> {
  const requestId = v4()
  const headers = new Headers(init.headers)
  headers.set(requestIdHeader, requestId)
  requestStarted()
  noteRequest(path, requestId)
  try {
    const reply = await fetch(path, { ...init, headers })
    requestEnded(true)
    noteResponse(path, reply.status, reply.headers.get(requestIdHeader) ?? requestId, reply.headers.get('x-trace-id'))
    return reply
  } catch (failure) {
    requestEnded(init.signal?.aborted === true)
    noteResponse(path, 0, requestId)
    throw failure
  }
}

const underWayInHost = new Set<string>()

/** The desktop's main has sent a call of its own (the sign-in, a download, a print), or heard of it. */
export function noteHostCall({ path, request_id, status, trace_id }: HostCall): void {
  const isEnd = status !== undefined
  if (!isEnd) noteRequest(path, request_id)
  else noteResponse(path, status, request_id, trace_id)
  if (underWayInHost.has(request_id) !== isEnd) return
  if (isEnd) underWayInHost.delete(request_id)
  else underWayInHost.add(request_id)
  if (isEnd) requestEnded(traffic.connected)
  else requestStarted()
}

/** Counts a piece of work as in flight until it is over: a file goes on coming after its answer has begun. */
export async function whileInFlight<R>(work: () => Promise<R>): Promise<R> {
  requestStarted()
  try {
    return await work()
  } finally {
    requestEnded(traffic.connected)
  }
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
  if (sending.key === undefined) return sendRenewed(sending)
  const key = keyOfPress(sending.path, sending.body, sending.key)
  try {
    const data = await sendRenewed({ ...sending, key })
    noteOutcome(key, 200)
    return data
  } catch (failure) {
    noteOutcome(key, toApiError(failure).status)
    throw failure
  }
}

async function sendRenewed(sending: Sending): Promise<unknown> {
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
  { method, path, body, query, key, isUnseen = false, signal, onProgress, bytes }: Sending,
  whom: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { data } = await (isUnseen ? unseen : http).request<unknown>({
    ...(isUnseen && { baseURL: serverAddress() }),
    method,
    url: path,
    data: body,
    headers: { ...whom, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
    ...(bytes ? { responseType: 'arraybuffer' as const } : {}),
    ...(query === undefined ? {} : { params: query }),
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined
      ? {}
      : {
          onUploadProgress: (event: AxiosProgressEvent) => {
            heard()
            onProgress(progressOf(event))
          },
        }),
  })
  return data
}

function progressOf({ loaded, total }: AxiosProgressEvent): Progress {
  return { sentBytes: loaded, totalBytes: total ?? null }
}

/** Requests under way, and whether the last one got an answer: what the header's loader and connection mark show. */
export interface Traffic {
  inFlight: number
  connected: boolean
  /** Since when something is under way and nothing was answered, of `performance.now()`; null while nothing is. */
  silentSince: number | null
}

let traffic: Traffic = { inFlight: 0, connected: true, silentSince: null }
const listeners = new Set<() => void>()

function change(next: Traffic): void {
  traffic = next
  for (const listener of listeners) listener()
}

export function requestStarted(): void {
  change({ ...traffic, inFlight: traffic.inFlight + 1, silentSince: traffic.silentSince ?? performance.now() })
}

export function requestEnded(connected: boolean): void {
  const inFlight = Math.max(0, traffic.inFlight - 1)
  change({ inFlight, connected, silentSince: inFlight === 0 ? null : performance.now() })
}

/** Bytes travel: no answer yet, but no silence. */
function heard(): void {
  if (traffic.silentSince !== null) change({ ...traffic, silentSince: performance.now() })
}

export function currentTraffic(): Traffic {
  return traffic
}

export function onTraffic(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let said: Record<string, string> = {}

/**
 * From now on calls are made for this user. Not forgotten at sign-out: what a page that was left still sends must not go in the
 * name of whoever signs in next in another tab.
 */
export function workFor(userId: string): void {
  said = { [userHeader]: userId }
}

/** For whom a call is made, as a header; empty while nobody has signed in here, and on the desktop, whose token is its own. */
export function forWhom(): Readonly<Record<string, string>> {
  return said
}

/** For what the browser asks for without headers of ours: event streams. */
export function withWhom(path: string): string {
  const query = new URLSearchParams(said).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Why a call found no session of its user: it has ended, or the browser now sends that of another person. */
export type SessionLoss = 'ended' | 'others'

/** Asks for a new session. Gives true once there is one of the same user, false when the page was left for the sign-in. */
type Renewal = (cause: LossCause) => Promise<boolean>

export interface LossCause {
  loss: SessionLoss
  /** Somebody ended it, and the server says why; null where it only ran out. */
  why: string | null
  changes: boolean
  /** What this computer keeps goes too, and nobody is asked: the specification's way for the download of a tech pack. */
  forgetsComputer?: boolean
}

let renewal: Renewal = async () => false

/** The frame says how a session is renewed; the client only asks. Many calls fail at once: the frame asks the user once. */
export function setSessionRenewal(next: Renewal): void {
  renewal = next
}

/** After a failed call: true once the same call may be sent again, false where that would change nothing. */
export async function renewAfter(error: LostCall, changes: boolean, forgetsComputer = false): Promise<boolean> {
  const loss = lossOf(error)
  return loss !== null && (await renewal({ loss, why: whyEnded(error), changes, forgetsComputer }))
}

export type LostCall = Pick<ApiError, 'status' | 'code' | 'message' | 'details'>

export function whyEnded({ message, details }: LostCall): string | null {
  return details.ended === undefined ? null : message
}

export function lossOf({ status, code }: Pick<ApiError, 'status' | 'code'>): SessionLoss | null {
  if (code === 'other_user') return 'others'
  return status === 401 ? 'ended' : null
}

/** The bytes of a call that gives a file, for a preview on screen; unseen, for what the page shows beside the rows. Throws `ApiError`. */
export async function fetchFile(
  { method, path, body, key }: FileCall,
  signal?: AbortSignal,
  isUnseen = false,
): Promise<ArrayBuffer> {
  const bytes = await sendRenewed({
    method,
    path,
    body,
    query: undefined,
    key,
    changes: false,
    signal,
    onProgress: undefined,
    bytes: true,
    isUnseen,
    isOpen: isUnseen,
  })
  if (bytes instanceof ArrayBuffer) return bytes
  throw new TypeError(`${path} gave no bytes`)
}

/** One small question to a server that did not answer: the connection mark hears the outcome. */
export async function askWhetherAlive(): Promise<void> {
  const nothing = { body: undefined, query: undefined, key: undefined, signal: undefined, onProgress: undefined }
  // No answer is an answer too.
  await send({ method: 'GET', path: '/health', changes: false, isOpen: true, ...nothing }).catch(() => undefined)
}

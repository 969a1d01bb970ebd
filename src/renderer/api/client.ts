import { v4 } from 'uuid'
import { type Contract, contract } from '../../shared/areas.ts'
import type { FileCall, UploadedForm } from '../../shared/bridge.ts'
import {
  addressOf,
  type Call,
  type Gives,
  type GivesEvents,
  type GivesFile,
  givesEvents,
  givesFile,
  type Takes,
} from '../../shared/kernel/call.ts'
import { type Progress, send } from './send.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Of the request's body: 0 to 1 while an upload travels. */
  onProgress?: (progress: Progress) => void
  /** One user intention; a retry gives the same key again, and so does a press of the same content after an unknown answer. */
  key?: string
  /** What is sent has ids of its own, by which the server does each once: no key is needed. */
  isKeyless?: boolean
  /** In the background: an ended session does not ask the user to sign in. */
  isQuiet?: boolean
  /** Asked again and again by the page itself; quiet, and no news for the loader, the log and the connection mark. */
  isUnseen?: boolean
}

export interface Reply<D> {
  message: string
  data: D
}

type FileGiver = { gives: GivesFile<never> }

/** What a screen gives: the contract's input, and the file where the call takes one. */
export type InputOf<C extends Call> = C['takesFile'] extends null
  ? Takes<C>
  : Takes<C> & { file: File; pictures?: readonly File[] }

type JsonNames<A> = { [K in keyof A]: A[K] extends FileGiver | { gives: GivesEvents } ? never : K }[keyof A]

type AreaClient<A> = {
  [K in JsonNames<A>]: A[K] extends Call
    ? (input: InputOf<A[K]>, options?: CallOptions) => Promise<Reply<Gives<A[K]>>>
    : never
}

export type Client = { [A in keyof Contract]: AreaClient<Contract[A]> }

/**
 * The typed client, made from the contract. Throws `ApiError` only. Calls that give a file go through the host (`fileCall`),
 * streams through an EventSource (`app/notices/watch.ts`).
 */
export const api = makeClient()

function makeClient(): Client {
  const areas = Object.entries(contract).map(([area, calls]) => {
    const json = Object.entries(calls as Record<string, Call>).filter(
      ([, call]) => !givesFile(call) && !givesEvents(call),
    )
    return [area, Object.fromEntries(json.map(([name, call]) => [name, requester(call)]))]
  })
  // Built entry by entry from the same value that the type is made from.
  return Object.fromEntries(areas) as Client
}

function requester(call: Call) {
  return (input: Record<string, unknown>, options: CallOptions = {}) => {
    const { path, rest } = addressOf(call, input)
    const body = call.takesFile ? formOf(rest) : call.method === 'POST' ? rest : undefined
    const key = call.changes && !options.isKeyless ? (options.key ?? newKey()) : undefined
    return send({
      method: call.method,
      path,
      body,
      query: call.method === 'GET' ? rest : undefined,
      key,
      changes: call.changes,
      isOpen: call.callers === 'anyone' || options.isQuiet === true || options.isUnseen === true,
      isUnseen: options.isUnseen === true,
      signal: options.signal,
      onProgress: options.onProgress,
    })
  }
}

/** Fields go before the file: the server streams the form and must know them first. */
function formOf({ file, pictures, ...fields }: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(name, String(value))
  }
  if (file instanceof File) form.append('file', file, file.name)
  if (Array.isArray(pictures)) for (const one of pictures as File[]) form.append('pictures', one, one.name)
  return form
}

/** A call that answers an upload with a file, made ready for the host's download. */
export async function uploadCall<C extends Call & FileGiver>(
  call: C,
  input: InputOf<C>,
): Promise<{ call: FileCall; upload: UploadedForm }> {
  const { path, rest } = addressOf(call, input as Record<string, unknown>)
  const { file, ...others } = rest
  if (!(file instanceof File)) throw new TypeError(`${path} takes a file`)
  const fields = Object.fromEntries(
    Object.entries(others).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  )
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { call: { method: 'POST', path }, upload: { fields, fileName: file.name, bytes } }
}

/** A file-giving call of the contract made ready for the host's download or print. */
export function fileCall<C extends Call & FileGiver>(call: C, input: Takes<C>): FileCall {
  const { path, rest } = addressOf(call, input as Record<string, unknown>)
  if (call.method === 'POST') return { method: 'POST', path, body: rest }
  const query = new URLSearchParams(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
  return { method: 'GET', path: query === '' ? path : `${path}?${query}` }
}

/** The specification's default name of the file that the call gives. */
export function fileName<C extends Call & FileGiver>(call: C, input: Takes<C>): string {
  const { name } = call.gives as GivesFile<Takes<C>>
  return typeof name === 'string' ? name : name(input)
}

/** A new idempotency key. Not crypto.randomUUID: a company server reached by plain http is no secure context. */
export function newKey(): string {
  return v4()
}

import type { FastifyInstance } from 'fastify'
import { addressOf, type Call, type Gives, givesFile, type Takes } from '../../src/shared/kernel/call.ts'
import type { ErrorCode, ErrorDetails } from '../../src/shared/kernel/errors.ts'

export interface SentFile {
  name: string
  bytes: Uint8Array | string
}

export type Sends<C extends Call> = C['takesFile'] extends null
  ? Takes<C>
  : Takes<C> & { file: SentFile; pictures?: readonly SentFile[] }

/** A reply of either kind: tests look at `status` first. `bytes` holds the reply as it came, for files. */
export interface TestReply<C extends Call> {
  status: number
  body: { message: string; data: Gives<C>; code: ErrorCode; details: ErrorDetails }
  bytes: Buffer
  headers: Record<string, string | string[] | undefined>
}

export interface Client {
  token: string
  /** Makes a call of the contract as this caller. */
  call<C extends Call>(call: C, input: Sends<C>, headers?: Record<string, string>): Promise<TestReply<C>>
}

export function clientOf(app: FastifyInstance, token: string | null): Client {
  return {
    token: token ?? '',
    async call<C extends Call>(call: C, input: Sends<C>, headers: Record<string, string> = {}) {
      const { file, pictures, ...taken } = input as Record<string, unknown> & { file?: SentFile; pictures?: SentFile[] }
      const { path, rest } = addressOf(call, taken)
      const sent = file ? formOf(rest, file, false, pictures) : jsonOf(call, rest)
      const reply = await app.inject({
        method: call.method,
        url: call.method === 'GET' ? `${path}?${new URLSearchParams(rest as Record<string, string>)}` : path,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...sent.headers, ...headers },
        ...(sent.payload !== undefined && { payload: sent.payload }),
      })
      const isFile = givesFile(call) && reply.statusCode === 200
      const body = isFile || reply.payload === '' ? {} : reply.json()
      return {
        status: reply.statusCode,
        body,
        bytes: reply.rawPayload,
        headers: reply.headers as TestReply<C>['headers'],
      }
    },
  }
}

interface Sent {
  headers: Record<string, string>
  payload?: string | Buffer
}

function jsonOf(call: Call, rest: Record<string, unknown>): Sent {
  if (call.method === 'GET') return { headers: {} }
  return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(rest) }
}

/** A form as browsers send it: the fields, then the file in `file`. */
export function formOf(
  fields: Record<string, unknown>,
  file: SentFile | null,
  fileFirst = false,
  pictures: readonly SentFile[] = [],
): Sent {
  const border = '----selvedge-test'
  const field = ([name, value]: [string, unknown]) =>
    Buffer.from(`--${border}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const attach = (name: string, { name: filename, bytes }: SentFile) => [
    Buffer.from(
      `--${border}\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]
  const attached = [...(file ? attach('file', file) : []), ...pictures.flatMap((one) => attach('pictures', one))]
  const named = Object.entries(fields).map(field)
  const parts = fileFirst ? [...attached, ...named] : [...named, ...attached]
  const payload = Buffer.concat([...parts, Buffer.from(`--${border}--\r\n`)])
  return { headers: { 'content-type': `multipart/form-data; boundary=${border}` }, payload }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of a few calls of the contract, which a spec can make behave badly. */
export interface FakeServer {
  url: string
  token: string
  /** What arrived, newest last. */
  seen: { method: string; path: string; authorization: string | undefined; body: string }[]
  /** Answers a path in its own way from now on. */
  on(path: string, answer: (request: IncomingMessage, response: ServerResponse) => void): void
  /** Forgets what arrived and how it was to answer. */
  reset(): void
  close(): Promise<void>
}

export const ordersFile = '/v1/erp/vendor/get-orders-file'
export const shippingLabel = '/v1/erp/vendor/get-shipping-label'

type Answer = Parameters<FakeServer['on']>[1]

/** On a free port, or where one before it was. */
export async function startFakeServer(port = 0): Promise<FakeServer> {
  const token = 'secret-token-7b1f0c'
  const seen: FakeServer['seen'] = []
  const answers = new Map<string, Answer>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const body = await bodyOf(request)
    allowOrigin(request, response)
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end()
      return
    }
    seen.push({ method: request.method ?? '', path, authorization: request.headers.authorization, body })
    const own = answers.get(path)
    if (own) return own(request, response)
    if (path === '/retool/erp/login') return login(body, token, response)
    // The sign-in page asks it of anybody, as it may.
    if (path === '/selvedge/sign-in-options')
      return sendJson(response, 200, {
        message: 'Success',
        data: { sends_mail: true, is_demo: false, demo_accounts: [] },
      })
    if (request.headers.authorization !== `Bearer ${token}`)
      return refuse(response, 401, 'Unauthenticated', 'unauthenticated')
    sendJson(response, 200, { message: 'Success', data: {} })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const reset = () => {
    seen.length = 0
    answers.clear()
  }
  return { url, token, seen, on: (path, answer) => void answers.set(path, answer), reset, close: () => closed(server) }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export function refuse(response: ServerResponse, status: number, message: string, code: string): void {
  sendJson(response, status, { message, code, details: {} })
}

export function sendFile(
  response: ServerResponse,
  body: string | Buffer,
  disposition: string,
  type = 'text/csv',
): void {
  const headers = {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'content-disposition': disposition,
  }
  response.writeHead(200, headers).end(body)
}

function login(body: string, token: string, response: ServerResponse): void {
  const { email, password, otp } = JSON.parse(body)
  if (password !== 'right' && otp !== '123456') refuse(response, 401, 'Wrong email or password', 'unauthenticated')
  else sendJson(response, 200, { message: 'Success', data: { token, user: { email, role: 'vendor' } } })
}

function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  if (!request.headers.origin) return
  response.setHeader('access-control-allow-origin', request.headers.origin)
  response.setHeader('access-control-allow-headers', 'content-type, authorization, x-selvedge-client')
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

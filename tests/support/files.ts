import { createHash, createHmac, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { Files } from '../../src/server/files/files.ts'
import { folderFiles } from '../../src/server/files/folder-files.ts'
import { readFilesUrl } from '../../src/server/files/s3-address.ts'
import { type S3Timeouts, s3Files } from '../../src/server/files/s3-files.ts'
import { openServers } from './after-file.ts'
import { TEST_FOLDER } from './leftovers.ts'

/** A place of its own that is made with the first file, and removed after the test file. */
export function filesFolder(): string {
  const folder = join(tmpdir(), `${TEST_FOLDER}files-${randomBytes(6).toString('hex')}`)
  openServers.add(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export const testFiles = (): Files => folderFiles(filesFolder())

/** Short, so that a test of storage that is down does not wait. */
export const impatient: S3Timeouts = { readMs: 300, putMs: 400, idleMs: 300, tries: 3, page: 4 }

const accessKeyId = 'S3RVER'
const secretAccessKey = 'S3/RVER+secret'

export interface TestStorage {
  files: Files
  /** As FILES_URL. */
  url: string
  /** Requests that came so far, as `PUT /bucket/…`. */
  asked: string[]
  /** The next so many requests are answered 503, as storage does that has too much to do. */
  failNext(times: number): void
  /** Nothing listens any more, until `rise`. */
  fall(): Promise<void>
  rise(): Promise<void>
}

/**
 * An S3 server on this computer: s3rver, which keeps and lists but checks neither signatures (version 4) nor sums, behind a door that
 * checks both as S3 does, in its own reckoning.
 */
export async function testStorage(timeout = impatient): Promise<TestStorage> {
  const directory = filesFolder()
  const behind = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: 'selvedge' }],
  })
  const { port: inner } = await behind.run()
  const asked: string[] = []
  let failing = 0
  const door = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    // Whoever asked may be gone in the middle of the request.
    answer(request, response, inner, () => failing-- > 0).catch(() => response.destroy())
  })
  let port = 0
  const rise = () => new Promise<void>((resolve) => door.listen(port, '127.0.0.1', () => resolve()))
  const fall = () =>
    new Promise<void>((resolve) => {
      door.close(() => resolve())
      door.closeAllConnections()
    })
  await rise()
  const address = door.address()
  port = typeof address === 'object' && address ? address.port : 0
  openServers.add(async () => {
    if (door.listening) await fall()
    await behind.close()
  })
  const url = `s3://${accessKeyId}:${encodeURIComponent(secretAccessKey)}@127.0.0.1:${port}/selvedge/house?tls=false&region=cn-north-1`
  const failNext = (times: number) => {
    failing = times
  }
  return { files: s3Files(readFilesUrl(url), 'one/', timeout), url, asked, failNext, fall, rise }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  inner: number,
  isFailing: () => boolean,
): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts)
  const refusal = isFailing() ? { status: 503, code: 'SlowDown' } : refusalOf(request, body)
  if (refusal) {
    response.writeHead(refusal.status, { 'content-type': 'application/xml' })
    response.end(`<Error><Code>${refusal.code}</Code><Message>no</Message></Error>`)
    return
  }
  const { method, url, headers } = request
  const onwards = send({ port: inner, host: '127.0.0.1', method, path: url, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 500, answered.headers)
    answered.pipe(response)
  })
  onwards.on('error', () => response.destroy())
  onwards.end(body)
}

/** What S3 refuses: a body with another sum than was said, a signature that is not that of the request. */
function refusalOf(request: IncomingMessage, body: Buffer): { status: number; code: string } | null {
  const header = (name: string) => String(request.headers[name] ?? '')
  const sum = header('x-amz-content-sha256')
  if (request.method === 'PUT' && sum !== hash('sha256', body, 'hex'))
    return { status: 400, code: 'XAmzContentSHA256Mismatch' }
  const md5 = header('content-md5')
  if (md5 && md5 !== hash('md5', body, 'base64')) return { status: 400, code: 'BadDigest' }
  const said = /Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=(\w+)/.exec(header('authorization'))
  const [, credential = '', signedHeaders = '', signature] = said ?? []
  const [key, day = '', region = '', service = '', end = ''] = credential.split('/')
  if (key !== accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' }
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://door')
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort()
  const names = signedHeaders.split(';')
  const canonical = [
    ...[request.method, pathname, query.join('&')],
    ...names.map((name) => `${name}:${header(name)}`),
    ...['', signedHeaders, sum],
  ].join('\n')
  const scope = [day, region, service, end].join('/')
  const toSign = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, hash('sha256', canonical, 'hex')].join('\n')
  const signing = [day, region, service, end].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`)
  return hmac(signing, toSign).toString('hex') === signature ? null : { status: 403, code: 'SignatureDoesNotMatch' }
}

function hash(kind: 'sha256' | 'md5', bytes: Buffer | string, form: 'hex' | 'base64'): string {
  return createHash(kind).update(bytes).digest(form)
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

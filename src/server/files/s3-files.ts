import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AwsClient } from 'aws4fetch'
import {
  type FileKey,
  type FileKind,
  type Files,
  FilesUnavailable,
  insistOnKey,
  insistOnSize,
  type ListedFile,
  readKey,
} from './files.ts'
import type { S3Address } from './s3-address.ts'

/** How long the storage is waited for. */
export interface S3Timeouts {
  /** Milliseconds until an answer begins: of what is read or removed, and of what is put. */
  readMs: number
  putMs: number
  /** Milliseconds between two parts of an answer. */
  idleMs: number
  /** Tries in all, with growing pauses between them. Every request may be made twice: none does more the second time. */
  tries: number
  /** Files on one page of a list. */
  page: number
}

const usual: S3Timeouts = { readMs: 5_000, putMs: 15_000, idleMs: 10_000, tries: 3, page: 1_000 }

const FIRST_PAUSE_MS = 100
/** A page of a list, or the words of an error. */
const MOST_TEXT_BYTES = 2 * 1024 * 1024

interface Asked {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Behind the bucket. */
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

interface Answered {
  status: number
  headers: Headers
  /** Must be read, or else `drop` called: the connection is held until then. */
  body(): AsyncGenerator<Uint8Array>
  drop(): void
}

/** Files in a bucket, below `folder` (with a `/` at its end). Nothing is asked before the first file is. */
export function s3Files(address: S3Address, folder: string, timeout: S3Timeouts = usual): Files {
  const base = `${address.prefix}${folder}`
  const ask = asking(address, timeout)
  const pathOf = (key: FileKey): string => {
    insistOnKey(key)
    return base + key
  }

  async function refuse(answer: Answered): Promise<never> {
    throw refused(address, answer.status, errorIn(await textOf(answer)))
  }

  /** Null where the storage says that there is no such file; a bucket that is gone is another matter. */
  async function found(asked: Asked): Promise<Answered | null> {
    const answer = await ask(asked)
    if (answer.status === 200) return answer
    const code = errorIn(await textOf(answer))
    if (answer.status === 404 && code !== 'NoSuchBucket') return null
    throw refused(address, answer.status, code)
  }

  return {
    async put(key, bytes) {
      insistOnSize(bytes)
      const body = Uint8Array.from(bytes)
      // Both sums are checked by the storage: what arrives otherwise is refused, and nothing is kept.
      const headers = {
        'content-type': insistOnKey(key).type,
        'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
        'content-md5': createHash('md5').update(body).digest('base64'),
      }
      const answer = await ask({ method: 'PUT', path: pathOf(key), headers, body })
      if (answer.status !== 200) await refuse(answer)
      answer.drop()
    },

    async get(key) {
      const answer = await found({ method: 'GET', path: pathOf(key) })
      return answer && { ...factsOf(key, answer.headers), body: answer.body() }
    },

    async stat(key) {
      const answer = await found({ method: 'HEAD', path: pathOf(key) })
      answer?.drop()
      return answer && factsOf(key, answer.headers)
    },

    async delete(key) {
      const answer = await ask({ method: 'DELETE', path: pathOf(key) })
      if (answer.status >= 300) {
        const code = errorIn(await textOf(answer))
        if (code !== 'NoSuchKey') throw refused(address, answer.status, code)
      } else answer.drop()
    },

    list: (kind, after = '') => pages(kind, after),

    /** A put that does not end leaves nothing here. */
    async removeUnfinished() {},
  }

  /** By the first form of the call (`marker`), which every storage knows, and which goes on from any key. */
  async function* pages(kind: FileKind, after: string): AsyncGenerator<ListedFile> {
    for (let marker = after; ; ) {
      const query = {
        prefix: `${base}${kind}/`,
        'max-keys': String(timeout.page),
        ...(marker && { marker: base + marker }),
      }
      const answer = await ask({ method: 'GET', path: '', query })
      if (answer.status !== 200) await refuse(answer)
      const page = await textOf(answer)
      const names = [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, one = '']) => one)
      for (const one of names) {
        const listed = listedFile(one, base)
        if (listed) yield listed
      }
      const last = names.at(-1)
      if (last === undefined || tag(page, 'IsTruncated') !== 'true') return
      marker = tag(last, 'Key').slice(base.length)
    }
  }
}

function factsOf(key: FileKey, headers: Headers) {
  const changedAt = new Date(headers.get('last-modified') ?? 0)
  return { size: Number(headers.get('content-length') ?? 0), type: insistOnKey(key).type, changedAt }
}

/** Our own keys alone, which hold no sign that XML writes otherwise; whatever else lies there is passed over. */
function listedFile(xml: string, base: string): ListedFile | null {
  const name = tag(xml, 'Key')
  const known = name.startsWith(base) ? readKey(name.slice(base.length)) : null
  if (known === null) return null
  return { key: known.key, id: known.id, size: Number(tag(xml, 'Size')), changedAt: new Date(tag(xml, 'LastModified')) }
}

function tag(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
}

function errorIn(xml: string): string {
  return tag(xml, 'Code')
}

function refused({ host, bucket }: S3Address, status: number, code: string): FilesUnavailable {
  const why = code || `status ${status}`
  if (code === 'NoSuchBucket') return new FilesUnavailable(`The file storage ${host} has no bucket ${bucket}.`)
  if (status === 401 || status === 403)
    return new FilesUnavailable(`The file storage ${host} refuses the key of FILES_URL for bucket ${bucket} (${why}).`)
  if (status >= 300 && status < 400)
    return new FilesUnavailable(`Bucket ${bucket} is not at ${host} with the region of FILES_URL (${why}).`)
  return new FilesUnavailable(`The file storage ${host} cannot do this now (${why}).`)
}

async function textOf(answer: Answered): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body()) {
    length += part.length
    if (length > MOST_TEXT_BYTES) break
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Signs and sends, again where the storage did not answer or asks to be asked again. Throws `FilesUnavailable`. */
function asking(address: S3Address, timeout: S3Timeouts): (asked: Asked) => Promise<Answered> {
  let client: Promise<AwsClient> | undefined
  const unreachable = (error: unknown) =>
    new FilesUnavailable(`The file storage ${address.host} does not answer: ${reasonOf(error)}`, error)

  async function once(asked: Asked): Promise<Answered> {
    client ??= clientFor(address)
    const { method, path, query = {}, headers = {}, body } = asked
    const url = `${address.url}${path}?${new URLSearchParams(query)}`.replace(/\?$/, '')
    const ending = new AbortController()
    const signed = await (await client).sign(url, {
      method,
      headers,
      // An answer that leads elsewhere is refused: what we send is for this host.
      redirect: 'manual',
      signal: ending.signal,
      ...(body && { body }),
    })
    const timer = setTimeout(() => ending.abort(), method === 'PUT' ? timeout.putMs : timeout.readMs)
    try {
      const response = await fetch(signed)
      const { status, headers: told } = response
      return { status, headers: told, body: () => read(response, ending), drop: () => ending.abort() }
    } finally {
      clearTimeout(timer)
    }
  }

  async function* read(response: Response, ending: AbortController): AsyncGenerator<Uint8Array> {
    if (response.body === null) return
    let timer: NodeJS.Timeout | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => ending.abort(), timeout.idleMs)
    }
    try {
      wait()
      for await (const part of response.body) {
        clearTimeout(timer) // whoever reads may take their time
        yield part
        wait()
      }
    } catch (error) {
      throw unreachable(error)
    } finally {
      clearTimeout(timer)
      ending.abort()
    }
  }

  return async (asked) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= timeout.tries
      try {
        const answer = await once(asked)
        if (isLast || (answer.status < 500 && answer.status !== 429)) return answer
        answer.drop()
      } catch (error) {
        if (isLast) throw unreachable(error)
      }
      await sleep(FIRST_PAUSE_MS * 3 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}

/** Loaded with the first file: a start without storage pays nothing for it. Its own retries know no time limit. */
async function clientFor({ accessKeyId, secretAccessKey, region }: S3Address): Promise<AwsClient> {
  const { AwsClient } = await import('aws4fetch')
  return new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
}

/** `fetch` says only that it failed; why stands in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'AbortError') return 'it took too long'
  const cause = error.cause instanceof Error ? error.cause : error
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}

import { request } from 'node:http'

/** A job as CUPS knows it. */
export interface IppJob {
  number: number
  name: string
  /** RFC 8011's job-state, 3 to 9. */
  state: number
  reasons: string[]
  /** The queue's name. */
  printer: string
}

export interface IppPrinter {
  name: string
  info: string
  /** RFC 8011's printer-state: 3 idle, 4 processing, 5 stopped. */
  state: number
  reasons: string[]
  /** Papers by PWG's self-describing names. */
  media: string[]
  makeAndModel: string
}

/** Asks CUPS what its programs do not tell: names and states of jobs, states and papers of printers. */
export interface IppClient {
  /** Null when there is no such job. */
  job(number: number): Promise<IppJob | null>
  openJobs(): Promise<IppJob[]>
  printers(): Promise<IppPrinter[]>
  printer(name: string): Promise<IppPrinter | null>
}

const operations = { getJobAttributes: 0x0009, getJobs: 0x000a, getPrinterAttributes: 0x000b, cupsGetPrinters: 0x4002 }
const notFound = 0x0406
/** Statuses below are successes. */
const firstError = 0x0100

const jobAttributes = ['job-id', 'job-name', 'job-state', 'job-state-reasons', 'job-printer-uri']
const printerAttributes = ['printer-name', 'printer-info', 'printer-state', 'printer-state-reasons']
const paperAttributes = [...printerAttributes, 'media-supported', 'printer-make-and-model']

/** `server` is as `lpstat -H` names it, a socket's path or host:port; `user` is who handed the jobs over: others see no names. */
export function ippClient(server: () => Promise<string>, user: string): IppClient {
  const ask = async (path: string, operation: number, fields: IppField[]): Promise<IppReply | null> => {
    const whole: IppField[] = [fields[0] as IppField, ['name', 'requesting-user-name', [user]], ...fields.slice(1)]
    const reply = ippReply(await post(await server(), path, ippRequest(operation, whole)))
    if (reply.status === notFound) return null
    if (reply.status >= firstError) throw new Error(`CUPS answered IPP status 0x${reply.status.toString(16)}`)
    return reply
  }
  const asked = (names: string[]): IppField => ['keyword', 'requested-attributes', names]
  return {
    async job(number) {
      const reply = await ask('/jobs/', operations.getJobAttributes, [
        ['uri', 'job-uri', [`ipp://localhost/jobs/${number}`]],
        asked(jobAttributes),
      ])
      const found = reply?.groups[0]
      return found ? jobOf(found, number) : null
    },
    async openJobs() {
      const reply = await ask('/', operations.getJobs, [
        ['uri', 'printer-uri', ['ipp://localhost/']],
        ['keyword', 'which-jobs', ['not-completed']],
        asked(jobAttributes),
      ])
      return (reply?.groups ?? []).filter((group) => group.has('job-id')).map((group) => jobOf(group))
    },
    async printers() {
      const reply = await ask('/', operations.cupsGetPrinters, [asked(printerAttributes)])
      return (reply?.groups ?? []).filter((group) => group.has('printer-name')).map(printerOf)
    },
    async printer(name) {
      const reply = await ask('/', operations.getPrinterAttributes, [
        ['uri', 'printer-uri', [`ipp://localhost/printers/${encodeURIComponent(name)}`]],
        asked(paperAttributes),
      ])
      const found = reply?.groups[0]
      return found ? printerOf(found) : null
    },
  }
}

function jobOf(read: IppAttributes, asked = 0): IppJob {
  return {
    number: Number(first(read, 'job-id') ?? asked),
    name: text(read, 'job-name'),
    state: Number(first(read, 'job-state') ?? 0),
    reasons: texts(read, 'job-state-reasons'),
    printer: decodeURIComponent(text(read, 'job-printer-uri').split('/').at(-1) ?? ''),
  }
}

function printerOf(read: IppAttributes): IppPrinter {
  return {
    name: text(read, 'printer-name'),
    info: text(read, 'printer-info'),
    state: Number(first(read, 'printer-state') ?? 0),
    reasons: texts(read, 'printer-state-reasons'),
    media: texts(read, 'media-supported'),
    makeAndModel: text(read, 'printer-make-and-model'),
  }
}

function first(read: IppAttributes, name: string): IppValue | undefined {
  return read.get(name)?.[0]
}

function text(read: IppAttributes, name: string): string {
  return String(first(read, name) ?? '')
}

function texts(read: IppAttributes, name: string): string[] {
  return (read.get(name) ?? []).map(String)
}

function post(server: string, path: string, body: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/ipp', 'content-length': body.length }
    const sent = request({ ...placeOf(server), method: 'POST', path, headers, timeout: 10_000 }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(Buffer.concat(chunks))
        else reject(new Error(`CUPS answered HTTP status ${reply.statusCode}`))
      })
    })
    sent.on('timeout', () => sent.destroy(new Error('CUPS does not answer')))
    sent.on('error', reject)
    sent.end(body)
  })
}

function placeOf(server: string): { socketPath: string; host?: string } | { host: string; port: number } {
  // CUPS answers only to names that it has, and to `localhost` always.
  if (server.startsWith('/')) return { socketPath: server, host: 'localhost' }
  const url = new URL(`http://${server}`)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 631) }
}

/** IPP's encoding (RFC 8010), as far as a printing queue is asked about jobs and printers. */

export type IppValue = string | number

/** One printer's or one job's attributes. */
export type IppAttributes = ReadonlyMap<string, readonly IppValue[]>

export interface IppReply {
  status: number
  /** In the order of the reply; the operation's own group is left out. */
  groups: IppAttributes[]
}

export type IppKind = 'charset' | 'language' | 'uri' | 'name' | 'keyword' | 'boolean'

/** An attribute of a request: kind, name, values. */
export type IppField = readonly [IppKind, string, readonly string[]]

const tags: Readonly<Record<IppKind, number>> = {
  boolean: 0x22,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
}

const operationGroup = 0x01
const endOfAttributes = 0x03
/** Below are tags that delimit groups, above are tags of values. */
const firstValueTag = 0x10
const numbers = [0x21, 0x23]
const booleanTag = 0x22

export function ippRequest(operation: number, fields: readonly IppField[]): Buffer {
  const head = Buffer.from([2, 0, operation >> 8, operation & 0xff, 0, 0, 0, 1, operationGroup])
  const asked: readonly IppField[] = [
    ['charset', 'attributes-charset', ['utf-8']],
    ['language', 'attributes-natural-language', ['en']],
    ...fields,
  ]
  return Buffer.concat([head, ...asked.map(encoded), Buffer.from([endOfAttributes])])
}

/** Every further value of an attribute repeats its tag with an empty name. */
function encoded([kind, name, values]: IppField): Buffer {
  return Buffer.concat(
    values.map((value, at) =>
      Buffer.concat([Buffer.from([tags[kind]]), counted(at === 0 ? name : ''), counted(bytesOf(kind, value))]),
    ),
  )
}

function bytesOf(kind: IppKind, value: string): Buffer {
  return kind === 'boolean' ? Buffer.from([value === 'true' ? 1 : 0]) : Buffer.from(value, 'utf8')
}

function counted(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Throws a RangeError for what is no whole IPP reply. Values of kinds that nobody here asks for are left out. */
export function ippReply(bytes: Buffer): IppReply {
  const status = bytes.readUInt16BE(2)
  const groups: Map<string, IppValue[]>[] = []
  let at = 8
  let name = ''
  for (let tag = bytes.readUInt8(at++); tag !== endOfAttributes; tag = bytes.readUInt8(at++)) {
    if (tag < firstValueTag) {
      groups.push(new Map())
      continue
    }
    const named = field(bytes, at)
    const value = field(bytes, named.next)
    at = value.next
    if (named.bytes.length > 0) name = named.bytes.toString('utf8')
    const read = readValue(tag, value.bytes)
    const group = groups.at(-1)
    if (read !== null && group) group.set(name, [...(group.get(name) ?? []), read])
  }
  return { status, groups: groups.slice(1) }
}

function field(bytes: Buffer, at: number): { bytes: Buffer; next: number } {
  const start = at + 2
  const next = start + bytes.readUInt16BE(at)
  if (next > bytes.length) throw new RangeError('an IPP reply ends in the middle')
  return { bytes: bytes.subarray(start, next), next }
}

function readValue(tag: number, bytes: Buffer): IppValue | null {
  if (numbers.includes(tag)) return bytes.readInt32BE(0)
  if (tag === booleanTag) return bytes.readUInt8(0)
  // 0x40 to 0x4f are the kinds of plain text; ranges, dates and collections are not read here.
  return tag >= 0x40 && tag <= 0x4f ? bytes.toString('utf8') : null
}

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

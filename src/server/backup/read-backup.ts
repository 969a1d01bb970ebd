import { createHash, type Hash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { z } from 'zod'
import { errorCode } from '../database/database-errors.ts'
import { MOST_BYTES, readKey } from '../files/files.ts'
import {
  BACKUP_FORMAT,
  BackupError,
  HEAD,
  type Head,
  headShape,
  keyOf,
  MANIFEST,
  type Manifest,
  manifestShape,
  type Progress,
  stopIfAsked,
  tableOf,
  type Watcher,
} from './format.ts'
import { BadTar, readTar, type TarEntry, wholeEntry } from './tar.ts'

/** One step through a backup: `bytes` are a piece of the table's COPY text, or all of a file. */
export type BackupPart =
  | { kind: 'head'; head: Head }
  | { kind: 'table'; table: string; bytes: Buffer }
  | { kind: 'file'; key: string; bytes: Buffer }
  | { kind: 'manifest'; manifest: Manifest }

const unpacked = promisify(gunzip)
/** A piece is four megabytes and what one read of a socket gives: a file from elsewhere may not fill the memory. */
const MOST_UNPACKED = 32 * 1024 * 1024

/**
 * A backup from its beginning to its end, a few megabytes in memory. Throws `BackupError` when it is none, is damaged or cut off,
 * or was made by a newer version in a form that this one does not know.
 */
export async function* partsOf(
  path: string,
  { signal, onProgress }: Watcher,
  step: Progress['step'],
): AsyncGenerator<BackupPart> {
  const total = await sizeOf(path)
  let bytes = 0
  let isWhole = false
  try {
    for await (const entry of readTar(path)) {
      stopIfAsked(signal)
      const part = await partOf(entry, bytes === 0)
      isWhole = part.kind === 'manifest'
      yield part
      bytes += entry.size
      onProgress?.({ step, bytes, total })
    }
  } catch (error) {
    const broken = error instanceof BadTar || /^Z_|^ERR_BUFFER_TOO_LARGE/.test(errorCode(error))
    throw broken ? damaged(path, error) : error
  }
  if (!isWhole) throw damaged(path)
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    throw new BackupError(`There is no backup ${path} that could be read (${errorCode(error)}).`, error)
  }
}

const damaged = (path: string, cause?: unknown): BackupError =>
  new BackupError(`The backup ${path} is damaged or not whole. Take another one. Nothing was changed.`, cause)

async function partOf(entry: TarEntry, isFirst: boolean): Promise<BackupPart> {
  if (entry.size > MOST_BYTES) throw new BadTar(`${entry.name} is larger than anything of ours`)
  if (isFirst) {
    if (entry.name !== HEAD) throw new BackupError('This file is no backup of Selvedge.')
    return { kind: 'head', head: readHead(await wholeEntry(entry)) }
  }
  const [table, key] = [tableOf(entry.name), keyOf(entry.name)]
  if (table !== null)
    return { kind: 'table', table, bytes: await unpacked(await wholeEntry(entry), { maxOutputLength: MOST_UNPACKED }) }
  // A key is looked at before anything is written by it: no name in a file from elsewhere leads out of the folder.
  if (key !== null && readKey(key)) return { kind: 'file', key, bytes: await wholeEntry(entry) }
  if (entry.name === MANIFEST) return { kind: 'manifest', manifest: read(manifestShape, await wholeEntry(entry)) }
  throw new BadTar(`there is an unknown entry ${entry.name}`)
}

function readHead(bytes: Buffer): Head {
  const format = parsed(bytes)
  if (typeof format === 'object' && format !== null && 'format' in format && Number(format.format) > BACKUP_FORMAT)
    throw new BackupError('This backup was made by a newer version of Selvedge. Install that version, then restore it.')
  return read(headShape, bytes)
}

function read<T>(shape: z.ZodType<T>, bytes: Buffer): T {
  const found = shape.safeParse(parsed(bytes))
  if (!found.success) throw new BadTar('what it says of itself cannot be understood')
  return found.data
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new BadTar('what it says of itself cannot be read')
  }
}

/** The first words of a backup, without reading the rest. */
export async function headOf(path: string): Promise<Head> {
  for await (const part of partsOf(path, {}, 'verify')) {
    if (part.kind === 'head') return part.head
    break
  }
  throw damaged(path)
}

/**
 * Reads all of it and holds it against what it says of itself: each table's rows by count, bytes and sha256, and the files.
 * Throws `BackupError` where it differs.
 */
export async function verifyBackup(path: string, watcher: Watcher = {}): Promise<{ head: Head; manifest: Manifest }> {
  const tables = new Map<string, { bytes: number; hash: Hash }>()
  const files = { count: 0, bytes: 0, hash: createHash('sha256') }
  let head: Head | undefined
  for await (const part of partsOf(path, watcher, 'verify')) {
    if (part.kind === 'head') head = part.head
    else if (part.kind === 'table') {
      const seen = tables.get(part.table) ?? { bytes: 0, hash: createHash('sha256') }
      seen.bytes += part.bytes.length
      seen.hash.update(part.bytes)
      tables.set(part.table, seen)
    } else if (part.kind === 'file') {
      files.count += 1
      files.bytes += part.bytes.length
      files.hash.update(fileLine(part.key, part.bytes))
    } else {
      const { manifest } = part
      const found = { count: files.count, bytes: files.bytes, sha256: files.hash.digest('hex') }
      const names = Object.keys(manifest.tables)
      const isSame =
        head?.tables.length === names.length &&
        names.every((name) => isSameTable(manifest.tables[name], tables.get(name))) &&
        [...tables.keys()].every((name) => Object.hasOwn(manifest.tables, name)) &&
        JSON.stringify(found) === JSON.stringify(manifest.files)
      if (!isSame || !head) throw damaged(path)
      return { head, manifest }
    }
  }
  throw damaged(path)
}

/** What is said of each file in the sum over all of them. */
export const fileLine = (key: string, bytes: Buffer): string =>
  `${key} ${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}\n`

function isSameTable(
  said: Manifest['tables'][string] | undefined,
  seen: { bytes: number; hash: Hash } | undefined,
): boolean {
  const found = seen ? { bytes: seen.bytes, sha256: seen.hash.digest('hex') } : { bytes: 0, sha256: EMPTY }
  return said?.bytes === found.bytes && said.sha256 === found.sha256
}

const EMPTY = createHash('sha256').digest('hex')

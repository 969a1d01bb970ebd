import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type pg from 'pg'
import { version } from '../../shared/kernel/headers.ts'
import { diskFull, errorCode } from '../database/database-errors.ts'
import { bytesOf, type FileKind, type Files, FilesUnavailable, fileKinds } from '../files/files.ts'
import {
  BACKUP_FORMAT,
  BackupError,
  fileEntry,
  HEAD,
  type Head,
  MANIFEST,
  type Manifest,
  stopIfAsked,
  tableEntry,
  type Watcher,
} from './format.ts'
import { fileLine, verifyBackup } from './read-backup.ts'
import { appliedMigrations, copyOut, openCopying, sequencesOf, tablesOf } from './tables.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

export interface BackupSource extends Watcher {
  /** Of the database, with its password. */
  url: string
  /** Gives the files of this installation to put inside; null where they lie elsewhere, of which `place` says. */
  files: (installation: string) => Files | null
  place?: 'beside' | 'elsewhere'
  /** Throws when there is no room for so many bytes more: asked again and again while it grows. */
  insistOnRoom?: (folder: string, bytes: number) => Promise<void>
}

export type MadeBackup = { path: string; bytes: number; head: Head; manifest: Manifest }

/**
 * Writes all that an installation is into one file, while it is worked on: every table and sequence as they were in one moment,
 * then the photographs and files. It has its name only when it is whole and was read back. Throws `BackupError`, a full disk as
 * `DatabaseError`; nothing is left of it then. Holds some megabytes, whatever the tables hold.
 */
export async function writeBackup(to: string, source: BackupSource): Promise<MadeBackup> {
  if (await stat(to).catch(() => null)) throw new BackupError(`There is a file ${to} already. Nothing was changed.`)
  const unfinished = `${to}.unfinished-${randomBytes(6).toString('hex')}`
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const archive = await openArchive(unfinished, source)
    try {
      await writeAll(archive, source)
    } finally {
      await archive.file.close()
    }
    const { head, manifest } = await verifyBackup(unfinished, source)
    await rename(unfinished, to)
    await syncFolder(dirname(to))
    return { path: to, bytes: (await stat(to)).size, head, manifest }
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    const full = errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT'
    throw full ? diskFull(dirname(to), error) : error
  }
}

type Archive = { file: FileHandle; add(name: string, bytes: Buffer): Promise<void>; end(): Promise<void> }

/** How much is written between two looks at the room that is left. */
const LOOK_EVERY = 16 * 1024 * 1024

async function openArchive(path: string, { signal, insistOnRoom }: BackupSource): Promise<Archive> {
  const now = new Date()
  await insistOnRoom?.(dirname(path), LOOK_EVERY)
  const file = await open(path, 'wx', 0o600)
  let unseen = 0
  const write = async (...parts: Buffer[]) => {
    for (const part of parts) {
      for (let at = 0; at < part.length; ) at += (await file.write(part, at)).bytesWritten
      unseen += part.length
    }
  }
  return {
    file,
    async add(name, bytes) {
      stopIfAsked(signal)
      await write(tarHeader(name, bytes.length, now), bytes, tarPadding(bytes.length))
      if (unseen < LOOK_EVERY) return
      await insistOnRoom?.(dirname(path), LOOK_EVERY)
      unseen = 0
    },
    async end() {
      await write(tarEnd())
      await file.sync()
    },
  }
}

async function writeAll(archive: Archive, source: BackupSource): Promise<void> {
  const json = (value: unknown) => Buffer.from(JSON.stringify(value))
  const client = await connected(source.url)
  let files: Files | null
  let manifest: Omit<Manifest, 'files'>
  try {
    const head = await headOf(client)
    files = source.files(head.installation)
    await archive.add(HEAD, json({ ...head, files: files ? 'inside' : (source.place ?? 'elsewhere') }))
    manifest = await writeTables(archive, client, head.tables, source)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
  // After the rows: every row finds its file then, since a file is put before its row.
  const written = await writeFiles(archive, files, source)
  await archive.add(MANIFEST, json({ ...manifest, files: written } satisfies Manifest))
  await archive.end()
}

async function connected(url: string): Promise<pg.Client> {
  try {
    return await openCopying(url, 'read')
  } catch (error) {
    throw new BackupError(
      `The database does not answer: ${error instanceof Error ? error.message : errorCode(error)}`,
      error,
    )
  }
}

async function headOf(client: pg.Client): Promise<Head> {
  const tables = await tablesOf(client)
  const names = new Set(tables.map(({ name }) => name))
  if (!names.has('file_store') || !names.has('schema_migration'))
    throw new BackupError('This database is none of Selvedge, or was made by a version of before the first backups.')
  const { rows: stores } = await client.query<{ installation: string }>('SELECT installation FROM file_store')
  const { rows: versions } = await client.query<{ server_version: string }>('SHOW server_version')
  return {
    format: BACKUP_FORMAT,
    made_at: new Date().toISOString(),
    version,
    postgres: versions[0]?.server_version ?? '',
    migrations: await appliedMigrations(client),
    tables,
    files: 'inside',
    installation: stores[0]?.installation ?? '',
  }
}

const packed = promisify(gzip)
/** Text of COPY in one entry. */
const PIECE = 4 * 1024 * 1024

async function writeTables(
  archive: Archive,
  client: pg.Client,
  tables: Head['tables'],
  { onProgress }: Watcher,
): Promise<Omit<Manifest, 'files'>> {
  const found: Manifest['tables'] = {}
  let total = 0
  for (const table of tables) {
    let gathered: Buffer[] = []
    let [size, place] = [0, 0]
    const flush = async () => {
      if (size === 0) return
      // Quickly: a copy that is made every day shall cost little, and most of what it holds are photographs anyway.
      const bytes = await packed(Buffer.concat(gathered), { level: 3 })
      await archive.add(tableEntry(table.name, place++), bytes)
      gathered = []
      size = 0
      onProgress?.({ step: 'tables', bytes: total })
    }
    found[table.name] = await copyOut(client, table, async (part) => {
      gathered.push(part)
      size += part.length
      total += part.length
      if (size >= PIECE) await flush()
    })
    await flush()
  }
  return { tables: found, sequences: await sequencesOf(client) }
}

async function writeFiles(archive: Archive, files: Files | null, { onProgress }: Watcher): Promise<Manifest['files']> {
  const hash = createHash('sha256')
  let [count, total] = [0, 0]
  for (const kind of files ? (Object.keys(fileKinds) as FileKind[]) : []) {
    for await (const { key } of files?.list(kind) ?? []) {
      const bytes = await bytesNow(files, key)
      if (bytes === null) continue
      await archive.add(fileEntry(key), bytes)
      hash.update(fileLine(key, bytes))
      count += 1
      total += bytes.length
      onProgress?.({ step: 'files', bytes: total })
    }
  }
  return { count, bytes: total, sha256: hash.digest('hex') }
}

/** Null for what was swept away meanwhile. */
async function bytesNow(files: Files | null, key: Parameters<Files['get']>[0]): Promise<Buffer | null> {
  try {
    return files && (await bytesOf(files, key))
  } catch (error) {
    if (error instanceof FilesUnavailable) throw new BackupError(error.message, error)
    throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (platform() === 'win32') return // a folder cannot be opened there, and a rename is written by the journal
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

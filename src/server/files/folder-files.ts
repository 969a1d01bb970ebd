import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from '../database/database-errors.ts'
import {
  type FileContent,
  type FileKind,
  type Files,
  FilesUnavailable,
  insistOnKey,
  insistOnSize,
  type ListedFile,
  readKey,
} from './files.ts'

/** Nobody but the server's own user reads photographs. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const CHUNK = 64 * 1024

/** Where puts under way lie: in the same file system, so that a rename makes them whole in one step. */
const UNFINISHED = 'unfinished'

/** Files in a folder, which is made with the first of them. Any number of servers may share it. */
export function folderFiles(folder: string): Files {
  const root = resolve(folder)
  const pathOf = (key: string): string => {
    insistOnKey(key)
    return join(root, ...key.split('/'))
  }
  return {
    async put(key, bytes) {
      insistOnSize(bytes)
      const path = pathOf(key)
      const part = join(root, UNFINISHED, randomUUID())
      try {
        await makeFolder(dirname(part))
        await writeFile(part, bytes, { mode: FILE_MODE, flag: 'wx', flush: true })
        await makeFolder(dirname(path))
        await rename(part, path)
        await syncFolder(dirname(path))
      } catch (error) {
        // It is swept away later where it cannot be removed now.
        await rm(part, { force: true }).catch(() => undefined)
        throw explain(error, root)
      }
    },

    async get(key) {
      const { type } = insistOnKey(key)
      const file = await orNull(open(pathOf(key), 'r'), root)
      return file && contentOf(file, type, root)
    },

    async stat(key) {
      const { type } = insistOnKey(key)
      const facts = await orNull(stat(pathOf(key)), root)
      return facts && { size: facts.size, type, changedAt: facts.mtime }
    },

    async delete(key) {
      await orNull(rm(pathOf(key)), root)
    },

    list: (kind, after = '') => listed(root, kind, after),

    async removeUnfinished(before) {
      const parts = join(root, UNFINISHED)
      for (const name of await namesIn(parts, root)) {
        const facts = await orNull(stat(join(parts, name)), root)
        if (facts && facts.mtime < before) await orNull(rm(join(parts, name)), root)
      }
    },
  }
}

async function contentOf(file: FileHandle, type: string, root: string): Promise<FileContent> {
  try {
    const facts = await file.stat()
    return { size: facts.size, type, changedAt: facts.mtime, body: read(file, root) }
  } catch (error) {
    await file.close()
    throw explain(error, root)
  }
}

async function* read(file: FileHandle, root: string): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } catch (error) {
    throw explain(error, root)
  } finally {
    await file.close()
  }
}

async function* listed(root: string, kind: FileKind, after: string): AsyncGenerator<ListedFile> {
  for (const shard of await namesIn(join(root, kind), root)) {
    if (`${kind}/${shard}/\uffff` <= after) continue
    for (const name of await namesIn(join(root, kind, shard), root)) {
      const known = readKey(`${kind}/${shard}/${name}`)
      if (known === null || known.key <= after) continue
      const facts = await orNull(stat(join(root, kind, shard, name)), root)
      if (facts) yield { key: known.key, id: known.id, size: facts.size, changedAt: facts.mtime }
    }
  }
}

async function namesIn(folder: string, root: string): Promise<string[]> {
  return ((await orNull(readdir(folder), root)) ?? []).sort()
}

/** Folders that are made now are written down as well, or a loss of power would take the file along with them. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

async function syncFolder(folder: string): Promise<void> {
  if (platform() === 'win32') return // a folder cannot be opened there, and a rename is written by the journal
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function orNull<T>(asked: Promise<T>, root: string): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw explain(error, root)
  }
}

/** A full disk is said by its own words (http/explain-error.ts). */
function explain(error: unknown, root: string): unknown {
  const code = errorCode(error)
  if (code === '' || code === 'ENOSPC' || code === 'EDQUOT' || code.startsWith('ERR_')) return error
  return new FilesUnavailable(`The folder of photographs and files ${root} cannot be used (${code}).`, error)
}

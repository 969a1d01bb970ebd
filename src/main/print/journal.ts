import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'

/** What a journal held when it was opened. */
export interface JournalRead {
  entries: unknown[]
  /** Entries in its middle cannot be read: what follows from the others is not to be relied on. The file lies aside. */
  isDamaged: boolean
  /** How far the file is sound, or at least ends with an entry. */
  wholeBytes: number
}

/**
 * Entries in a file, one to a line, each on the disk before its promise resolves. Entries appended while the disk is busy share
 * one flush, so that five hundred at once cost a handful.
 */
export interface Journal {
  append(entry: unknown): Promise<void>
  close(): Promise<void>
}

interface Options {
  path: string
  /** As `readJournal` found it. */
  wholeBytes: number
  /** Everything that the file must still tell; asked when it is written anew. */
  snapshot(): Iterable<unknown>
}

/** Larger than this, and four times as large as when it was opened, the file is written anew. */
const compactFrom = 1024 * 1024
const growth = 4

export async function readJournal(path: string): Promise<JournalRead> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { entries: [], isDamaged: false, wholeBytes: 0 }
    throw error
  }
  const lines = text.split('\n')
  const read = lines.map(entryOf)
  // What broke off was never acted upon: an entry counts from its flush on.
  const whole = read.slice(0, read.findLastIndex((entry) => entry !== undefined) + 1)
  const entries = whole.filter((entry) => entry !== undefined)
  const wholeText = whole.length === 0 ? '' : `${lines.slice(0, whole.length).join('\n')}\n`
  return { entries, isDamaged: entries.length < whole.length, wholeBytes: Buffer.byteLength(wholeText) }
}

/** Writes the file anew from the snapshot, then takes entries. */
export async function openJournal({ path, wholeBytes, snapshot }: Options): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true })
  // A full disk must not keep the app from starting: then the file goes on as it is, without what broke off.
  let file = await writeAnew(path, snapshot()).then(
    () => openTail(path),
    () => openTail(path, wholeBytes),
  )
  let flushing: Promise<void> | null = null
  let isClosed = false
  let waiting: { line: string; done(): void; failed(error: unknown): void }[] = []

  /** False where it could not be done; the file is then as it was. */
  const compact = async () => {
    await file.close()
    const isDone = await writeAnew(path, snapshot()).then(
      () => true,
      () => false,
    )
    file = await openTail(path)
    return isDone
  }
  const flush = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        // Written anew, nothing of the batch needs a line of its own: the snapshot tells it already.
        if (!file.isLarge() || !(await compact())) await file.write(batch.map(({ line }) => line).join(''))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    flushing = null
  }
  return {
    append(entry) {
      if (isClosed) return Promise.reject(new Error('the journal is closed'))
      return new Promise((resolve, reject) => {
        waiting.push({ line: lineOf(entry), done: resolve, failed: reject })
        flushing ??= flush()
      })
    },
    async close() {
      isClosed = true
      await flushing
      await file.close()
    },
  }
}

/** A file that is only written at its end. A write that fails is taken off again, so that no later entry joins its rest. */
interface Tail {
  write(text: string): Promise<void>
  isLarge(): boolean
  close(): Promise<void>
}

async function openTail(path: string, end?: number): Promise<Tail> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  if (end !== undefined) await file.truncate(end)
  const { size } = await file.stat()
  const limit = Math.max(compactFrom, size * growth)
  let length = size
  return {
    async write(text) {
      const bytes = Buffer.from(text, 'utf8')
      try {
        await writeAll(file, bytes, length)
        await file.datasync()
        length += bytes.length
      } catch (error) {
        await file.truncate(length)
        throw error
      }
    },
    isLarge: () => length > limit,
    close: () => file.close(),
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}

/** Whole or not at all. Nobody may hold `path` open: Windows replaces no open file. */
async function writeAnew(path: string, entries: Iterable<unknown>): Promise<void> {
  const beside = `${path}.new`
  try {
    const file = await open(beside, 'w', 0o600)
    try {
      await file.writeFile(Array.from(entries, lineOf).join(''))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
  await flushFolder(dirname(path))
}

/** The rename itself is to outlive a power cut; Windows opens no folders and needs none. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function lineOf(entry: unknown): string {
  const text = JSON.stringify(entry)
  return `${sumOf(text)} ${text}\n`
}

function entryOf(line: string): unknown {
  const [, sum, text = ''] = /^([0-9a-f]{8}) (.+)$/s.exec(line) ?? []
  if (sum !== sumOf(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // A line whose sum is right and that is no JSON was not written here.
    return undefined
  }
}

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}

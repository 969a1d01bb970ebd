import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

interface SaveOptions {
  signal: AbortSignal
  /** Bytes the sender promised, or null; a shorter body is an error, never a shorter file. */
  expectedBytes: number | null
  onBytes(received: number): void
  /** Hears of the hidden file before it is there, and when it is gone. */
  partials?: { begin(path: string): void; end(path: string): void }
}

function partialName(name: string): string {
  return `.${name.slice(0, 60)}.${randomUUID().slice(0, 8)}.part`
}

export function isPartialName(name: string): boolean {
  return /^\..{1,60}\.[0-9a-f]{8}\.part$/.test(name)
}

/** Thrown when the body ended before its promised length. */
export class CutShort extends Error {}

/** Thrown when the sender fell silent: the cable is out, or the server hangs. */
export class Stalled extends Error {}

/**
 * Writes a body to `path` by way of a hidden file beside it, renamed when all bytes are on the disk. Whatever goes wrong
 * (cancel, broken connection, full disk), no partial file stays and a file already at `path` is untouched. Answers the bytes.
 */
export async function saveStream(body: Readable, path: string, options: SaveOptions): Promise<number> {
  const partial = join(dirname(path), partialName(basename(path)))
  let received = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      options.onBytes(received)
      done(null, chunk)
    },
  })
  options.partials?.begin(partial)
  try {
    await pipeline(body, counted, createWriteStream(partial, { flags: 'wx' }), { signal: options.signal })
    if (options.expectedBytes !== null && received < options.expectedBytes) throw new CutShort()
    await flush(partial)
    options.signal.throwIfAborted()
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    options.partials?.end(partial)
  }
  return received
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

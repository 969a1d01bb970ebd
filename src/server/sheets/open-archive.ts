import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import * as yauzl from 'yauzl'
import { refusalMessages } from '../../shared/kernel/sheet.ts'
import { damaged, notXlsx, ratioIgnoredBelow, type SheetLimits, SheetRefused } from './limits.ts'

/** A zip archive whose directory has passed the limits. Part names are compared without case, as Office does. */
export interface Archive {
  /** All part names, as written. */
  readonly names: readonly string[]
  has(name: string): boolean
  /** The part's bytes, chunk by chunk. Throws SheetRefused when they are not what the directory promised. */
  read(name: string): AsyncGenerator<Buffer>
}

const encryptedFlag = 0x1

/**
 * Opens a zip from its central directory alone, before anything is inflated: number of entries, unpacked size and
 * ratio are judged there, and the same sizes are enforced again while inflating, because directories lie.
 * Throws SheetRefused.
 */
export async function openArchive(bytes: Buffer, limits: SheetLimits): Promise<Archive> {
  const zip = await openZip(bytes)
  if (zip.entryCount > limits.entries)
    throw new SheetRefused(refusalMessages.tooLargeUnpacked, { entries: limits.entries })
  const entries = await readDirectory(zip, limits)
  const spent = { bytes: 0 }
  return {
    names: [...entries.values()].map((entry) => entry.fileName),
    has: (name) => entries.has(name.toLowerCase()),
    read: (name) => readPart(zip, entries.get(name.toLowerCase()), limits, spent),
  }
}

async function openZip(bytes: Buffer): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
  } catch {
    // The first bytes said "zip", so a missing directory means that the end is missing.
    throw damaged()
  }
}

async function readDirectory(zip: yauzl.ZipFile, limits: SheetLimits): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  let packed = 0
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      if (entry.generalPurposeBitFlag & encryptedFlag) throw new SheetRefused(refusalMessages.encrypted)
      const name = entry.fileName.toLowerCase()
      // Two parts of one name mean different workbooks to different readers.
      if (entries.has(name)) throw damaged(entry.fileName)
      entries.set(name, entry)
      packed += entry.compressedSize
      unpacked += entry.uncompressedSize
      if (unpacked > limits.unpackedBytes) throw tooLargeUnpacked(limits)
    }
  } catch (error) {
    throw error instanceof SheetRefused ? error : damaged()
  }
  if (unpacked > ratioIgnoredBelow && unpacked > packed * limits.ratio) throw tooLargeUnpacked(limits)
  return entries
}

function tooLargeUnpacked(limits: SheetLimits): SheetRefused {
  return new SheetRefused(refusalMessages.tooLargeUnpacked, { bytes: limits.unpackedBytes })
}

async function* readPart(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry | undefined,
  limits: SheetLimits,
  spent: { bytes: number },
): AsyncGenerator<Buffer> {
  if (!entry) throw notXlsx()
  let size = 0
  let checksum = 0
  try {
    for await (const chunk of await openPart(zip, entry)) {
      size += chunk.length
      spent.bytes += chunk.length
      if (size > entry.uncompressedSize) throw damaged(entry.fileName)
      if (spent.bytes > limits.unpackedBytes) throw tooLargeUnpacked(limits)
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw error instanceof SheetRefused ? error : damaged(entry.fileName)
  }
  if (size !== entry.uncompressedSize || checksum !== entry.crc32) throw damaged(entry.fileName)
}

const deflated = 8
/** Zlib's own 16 kB make every part a hundred turns of the event loop. */
const chunkSize = 256 * 1024

async function openPart(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<AsyncIterable<Buffer>> {
  if (entry.compressionMethod !== deflated) return zip.openReadStreamPromise(entry)
  const packed = await zip.openReadStreamPromise(entry, { decompress: false })
  // The error, if any, is thrown where the inflated stream is read.
  return pipeline(packed, createInflateRaw({ chunkSize }), () => {})
}

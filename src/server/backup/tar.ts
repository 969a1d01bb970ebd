import { type FileHandle, open } from 'node:fs/promises'

const BLOCK = 512
/** A header has eleven octal digits for a size. */
const MOST_SIZE = 0o77777777777
const LONGEST_NAME = 100

/** One file in an archive; `bytes` must be read, or left, before the next one is asked for. */
export interface TarEntry {
  name: string
  size: number
  bytes(): AsyncGenerator<Buffer>
}

/** The archive is cut off or damaged, or was never one. */
export class BadTar extends Error {}

/**
 * The header of a plain file (ustar): our archives hold nothing else, so that any `tar` opens them and no library is needed to
 * read them. Throws a `RangeError` for a name above 100 signs or a size above 8 GB: neither is ever made.
 */
export function tarHeader(name: string, size: number, modified: Date): Buffer {
  if (Buffer.byteLength(name) > LONGEST_NAME || size > MOST_SIZE) throw new RangeError(`${name} fits into no archive`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    header.write(value.toString(8).padStart(length - 1, '0'), at, 'latin1')
  header.write(name, 0, 'utf8')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(Math.floor(modified.getTime() / 1000), 136, 12)
  header.write('0', 156, 'latin1')
  header.write('ustar\u000000', 257, 'latin1')
  // Summed with its own field as blanks.
  header.fill(' ', 148, 156)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

/** What stands between the end of such a file and the next header. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK)

/** The files of an archive in their order, a few hundred kilobytes in memory. Throws `BadTar`, also while bytes are read. */
export async function* readTar(path: string): AsyncGenerator<TarEntry> {
  const file = await open(path, 'r')
  try {
    for (let at = 0; ; ) {
      const header = await exactly(file, at, BLOCK)
      if (header.every((byte) => byte === 0)) return
      const { name, size } = readHeader(header)
      const start = at + BLOCK
      yield { name, size, bytes: () => piecesOf(file, start, size) }
      at = start + size + tarPadding(size).length
    }
  } finally {
    await file.close()
  }
}

/** All bytes of a small entry. */
export async function wholeEntry(entry: TarEntry): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of entry.bytes()) parts.push(part)
  return Buffer.concat(parts)
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/[\0 ].*$/s, '')
  const [name, size, sum] = [text(0, 100), text(124, 136), text(148, 156)]
  const blank = Buffer.from(header).fill(' ', 148, 156)
  const isOurs = header.toString('latin1', 257, 262) === 'ustar' && /^[0-7]+$/.test(size) && name !== ''
  if (!isOurs || Number.parseInt(sum, 8) !== sumOf(blank)) throw new BadTar('a header of the archive is damaged')
  return { name, size: Number.parseInt(size, 8) }
}

const PIECE = 256 * 1024

async function* piecesOf(file: FileHandle, start: number, size: number): AsyncGenerator<Buffer> {
  for (let read = 0; read < size; ) {
    const piece = await exactly(file, start + read, Math.min(PIECE, size - read))
    read += piece.length
    yield piece
  }
}

async function exactly(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  for (let have = 0; have < length; ) {
    const { bytesRead } = await file.read(buffer, have, length - have, at + have)
    if (bytesRead === 0) throw new BadTar('the archive ends in the middle')
    have += bytesRead
  }
  return buffer
}

function sumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0)
}

import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { contract } from '../../shared/areas.ts'
import type { FileCall } from '../../shared/bridge.ts'
import { type Call, givesFile } from '../../shared/kernel/call.ts'
import { Problem, systemCode } from '../problem.ts'
import type { Say } from '../words.ts'

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

/** What went wrong while a file was fetched and saved, in words for the user. */
export function saveProblem(error: unknown, say: Say): Problem {
  if (error instanceof Problem) return error
  const code = systemCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Problem('disk', say('There is no room left on the disk.'))
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new Problem('disk', say('The app may not write there. Choose another folder.'))
  }
  if (code === 'EBUSY') return new Problem('disk', say('The file is in use by another program.'))
  if (error instanceof Stalled) {
    return new Problem('unreachable', say('The server sent nothing more of the file, so it was given up.'))
  }
  if (error instanceof CutShort || code === null || code.startsWith('ECONN') || code.startsWith('UND_ERR')) {
    return new Problem('unreachable', say('The connection broke off before the file was complete.'))
  }
  return new Problem('disk', say('The file could not be saved: {{reason}}', { reason: code }))
}

/** Names for saved files, made from what a server says and safe on every system. */

const longest = 120

/** Windows opens devices by these names, whatever the ending. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i

/** Marks that turn the reading direction or are not seen: `invoice\u202Efdp.exe` reads as a PDF. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu

/** One plain file name: no folder, no forbidden or unseen character, not reserved, at most 120 characters with its ending. */
export function cleanName(wanted: string, fallback: string): string {
  const bare = wanted.normalize('NFC').replace(unseen, '').split(/[\\/]/).at(-1) ?? ''
  const plain = bare.replace(/[<>:"|?*]/g, '_').replace(/^[.\s]+|[.\s]+$/g, '')
  if (plain === '') return fallback
  const { stem, ending } = parts(plain)
  const safeStem = reserved.test(stem.split('.')[0]?.trim() ?? '') ? `_${stem}` : stem
  return `${cut(safeStem, longest - ending.length)}${ending}`
}

function parts(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.')
  if (dot <= 0 || name.length - dot > 10) return { stem: name, ending: '' }
  return { stem: name.slice(0, dot), ending: name.slice(dot) }
}

/** Cuts by whole characters, so that none is left half. */
function cut(text: string, length: number): string {
  let saved = ''
  for (const character of text) {
    if (saved.length + character.length > length) break
    saved += character
  }
  return saved.trimEnd()
}

/**
 * The file name of a Content-Disposition header (RFC 6266: `filename*` wins over `filename`), cleaned; `fallback` when the
 * header is missing, names nothing, or names another kind of file than `fallback` does.
 */
export function nameFromDisposition(header: string | null, fallback: string): string {
  const safeFallback = cleanName(fallback, 'file')
  const wanted = header === null ? null : (extended(header) ?? plain(header))
  if (wanted === null) return safeFallback
  const name = cleanName(wanted, safeFallback)
  const { ending } = parts(safeFallback)
  // An .exe in the place of a .csv is no name of ours.
  return parts(name).ending.toLowerCase() === ending.toLowerCase() ? name : `${parts(name).stem}${ending}`
}

function extended(header: string): string | null {
  const found = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  if (found === undefined) return null
  try {
    return decodeURIComponent(found)
  } catch {
    // Wrongly escaped: the plain name is used.
    return null
  }
}

function plain(header: string): string | null {
  const found = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header)
  if (found === null) return null
  return found[1] !== undefined ? found[1].replace(/\\(.)/g, '$1') : (found[2]?.trim() ?? null)
}

/** What the renderer may have main fetch: calls of the contract that give a file, and nothing else of the server. */
const patterns = Object.values(contract)
  .flatMap((area) => Object.values(area) as Call[])
  .filter(givesFile)
  .map((call) => ({ method: call.method, path: patternOf(call.path), takesFile: call.takesFile !== null }))

export const isFileCall = (call: FileCall): boolean => isKnown(call, false)

/** Those of them that a file is uploaded to. */
export const isUploadCall = (call: FileCall): boolean => isKnown(call, true)

function isKnown(call: FileCall, takesFile: boolean): boolean {
  const [path = ''] = call.path.split('?')
  return patterns.some(
    (known) => known.takesFile === takesFile && known.method === call.method && known.path.test(path),
  )
}

/** A path word stands for one segment, percent-escaped, and never for `.` or `..`. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    const literal = segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return literal.replace(/\\\{\w+\\\}/g, "(?!\\.{1,2}(?:/|$))(?:[\\w.~!'()*-]|%(?!2[eEfF]|5[cC])[0-9a-fA-F]{2})+")
  })
  return new RegExp(`^/${segments.join('/')}$`)
}

/**
 * The one port for bytes that are kept apart from the database: photographs, and files that people sent. Behind it lies a folder
 * or S3-compatible storage (open-files.ts). Rows name files by their id; a file is put before its row and deleted after it, so
 * that no row is ever without its file. What a crash leaves over is found by sweep-orphans.ts.
 */
export interface Files {
  /**
   * Whole or not at all, and on the disk when it resolves; the same key again puts the new bytes in place of the old.
   * Throws `FilesUnavailable`; a full disk as the system says it (ENOSPC); a `RangeError` above `MOST_BYTES`.
   */
  put(key: FileKey, bytes: Uint8Array): Promise<void>
  /** Null where there is none. The body must be read, or broken off. Throws `FilesUnavailable`, also while the body is read. */
  get(key: FileKey): Promise<FileContent | null>
  /** Null where there is none. */
  stat(key: FileKey): Promise<FileFacts | null>
  /** Nothing happens where there is none. */
  delete(key: FileKey): Promise<void>
  /** Files of a kind in the order of their keys, those behind `after` only; for cleaning, never for answering a call. */
  list(kind: FileKind, after?: string): AsyncGenerator<ListedFile>
  /** Removes what puts that never ended left before that moment. */
  removeUnfinished(before: Date): Promise<void>
}

export interface FileFacts {
  /** Bytes. */
  size: number
  /** As its kind says: never guessed from what somebody sent. */
  type: string
  changedAt: Date
}

export interface FileContent extends FileFacts {
  body: AsyncGenerator<Uint8Array>
}

export interface ListedFile {
  key: FileKey
  id: string
  size: number
  changedAt: Date
}

/** What is kept. An ending says the type, so neither place needs to remember one. */
export const fileKinds = {
  /** Photographs of QC as they are shown. */
  photos: { ending: 'jpg', type: 'image/jpeg' },
  thumbnails: { ending: 'jpg', type: 'image/jpeg' },
  /** Pictures of styles, large and small. */
  pictures: { ending: 'jpg', type: 'image/jpeg' },
  icons: { ending: 'jpg', type: 'image/jpeg' },
  /** Files as people sent them, kept for their corrected copy. */
  uploads: { ending: 'bin', type: 'application/octet-stream' },
  /** Pictures and PDFs that prove an agreement; their row says which. */
  proofs: { ending: 'bin', type: 'application/octet-stream' },
  /** Pictures and PDFs of markers; their row says which. */
  markers: { ending: 'bin', type: 'application/octet-stream' },
  /** Files of records, until their job has read them. */
  imports: { ending: 'bin', type: 'application/octet-stream' },
} as const

export type FileKind = keyof typeof fileKinds

declare const isKey: unique symbol
/** `photos/3f/0197….jpg`: made by `fileKey` alone, of a kind and an id of ours. No text of a user is ever in one. */
export type FileKey = string & { readonly [isKey]: true }

/** Larger files are a fault of the program: files of records, the largest uploads, end at 90 MB. */
export const MOST_BYTES = 100 * 1024 * 1024

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The key of a file by its id, a uuid. Its last two digits, which are random, spread the files over 256 folders. */
export function fileKey(kind: FileKind, id: string): FileKey {
  if (!UUID.test(id)) throw new TypeError('a file is named by a uuid')
  return `${kind}/${id.slice(-2)}/${id}.${fileKinds[kind].ending}` as FileKey
}

/** What a key says; null for any other text. Places ask it before they touch anything, whatever the types promised. */
export function readKey(text: string): { kind: FileKind; id: string; key: FileKey } | null {
  const [kind = '', , name = ''] = text.split('/')
  const id = name.slice(0, 36)
  if (!isKind(kind) || !UUID.test(id)) return null
  const key = fileKey(kind, id)
  return key === text ? { kind, id, key } : null
}

function isKind(text: string): text is FileKind {
  return Object.hasOwn(fileKinds, text)
}

/** Throws where the key is none of ours. */
export function insistOnKey(key: string): { kind: FileKind; id: string; type: string } {
  const read = readKey(key)
  if (read === null) throw new TypeError('this is no key of a file')
  return { ...read, type: fileKinds[read.kind].type }
}

export function insistOnSize(bytes: Uint8Array): void {
  if (bytes.length > MOST_BYTES) throw new RangeError(`a file of ${bytes.length} bytes is more than is kept`)
}

/** The place of the files does not answer, or refuses. The message is for whoever runs the server; callers hear a 503. */
export class FilesUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'FilesUnavailable'
  }
}

/** A whole file in memory; null where there is none. */
export async function bytesOf(files: Files, key: FileKey): Promise<Buffer | null> {
  const content = await files.get(key)
  if (content === null) return null
  const bytes = Buffer.allocUnsafeSlow(content.size)
  let at = 0
  for await (const part of content.body) {
    if (at + part.length > bytes.length) throw new RangeError(`${key} is longer than it said`)
    bytes.set(part, at)
    at += part.length
  }
  return bytes.subarray(0, at)
}

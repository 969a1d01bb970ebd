import { z } from 'zod'

/** Raised when an older program could no longer read what is written. */
export const BACKUP_FORMAT = 1

export const HEAD = 'head.json'
export const MANIFEST = 'manifest.json'

const applied = z.object({ name: z.string(), checksum: z.string() })

/**
 * The first entry: what must be known before anything is read. `tables` are all tables of the schema with the columns that are
 * copied (none that PostgreSQL computes), in the order in which they follow.
 */
export const headShape = z.object({
  format: z.number(),
  made_at: z.iso.datetime(),
  /** Of the program that made it. */
  version: z.string(),
  /** `SHOW server_version`. */
  postgres: z.string(),
  migrations: z.array(applied),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** Of the photographs and files: in this file, in the folder beside it (`backups-folder.ts`), or in the storage of FILES_URL. */
  files: z.enum(['inside', 'beside', 'elsewhere']),
  installation: z.uuid(),
})
export type Head = z.infer<typeof headShape>

/** The last entry: a file without it was never finished. */
export const manifestShape = z.object({
  /** `bytes` and `sha256` are of the text of COPY, before it is packed. */
  tables: z.record(z.string(), z.object({ rows: z.number(), bytes: z.number(), sha256: z.string() })),
  /** A sequence that was never asked has no value. */
  sequences: z.record(z.string(), z.string().nullable()),
  /** `sha256` is over `key size sha256` of each, by lines, in their order. */
  files: z.object({ count: z.number(), bytes: z.number(), sha256: z.string() }),
})
export type Manifest = z.infer<typeof manifestShape>

/** What is done now, for whoever waits: bytes of the whole, where the whole is known. */
export interface Progress {
  step: 'tables' | 'files' | 'verify' | 'restore' | 'compare'
  bytes: number
  total?: number
}

export type Watcher = { signal?: AbortSignal | undefined; onProgress?: ((progress: Progress) => void) | undefined }

/** A backup cannot be made, read or put back. The message may be shown. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'BackupError'
  }
}

/** Throws a `BackupError` when it was asked to end. */
export function stopIfAsked(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new BackupError('It was stopped. Nothing of it was kept.')
}

export const tableEntry = (table: string, place: number): string =>
  `tables/${table}/${String(place).padStart(6, '0')}.gz`

export const fileEntry = (key: string): string => `files/${key}`

/** The table of an entry; null for other entries. */
export const tableOf = (entry: string): string | null => /^tables\/([a-z0-9_]+)\/\d{6}\.gz$/.exec(entry)?.[1] ?? null

/** The key of a file's entry; null for other entries. */
export const keyOf = (entry: string): string | null => (entry.startsWith('files/') ? entry.slice(6) : null)

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { bytesOf, type FileContent, type Files, fileKey } from '../../files/files.ts'
import type { FileOwner } from '../../files/sweep-orphans.ts'
import type { CallContext, Db } from '../../http/call.ts'
import type { Picture } from './image-work.ts'

/** Where a photograph's bytes are: behind the port, or still in its row from before there was one. */
export const storedPhotoColumns = {
  file_id: col.textOrNull,
  /** Of the size that was asked for; null where `file_id` is set. */
  stored: col.bytes.nullable(),
}

export type StoredPhoto = Row<typeof storedPhotoColumns>

export type PhotoSize = 'full' | 'thumbnail'

/** Puts both sizes. Before the row that names them, always. Throws `FilesUnavailable`. */
export async function putPhoto(files: Files, id: string, photo: Pick<Picture, 'picture' | 'thumbnail'>): Promise<void> {
  await Promise.all([
    files.put(fileKey('photos', id), photo.picture),
    files.put(fileKey('thumbnails', id), photo.thumbnail),
  ])
}

/** Removes both sizes: after the last row that named them, or when none came to name them. */
export async function dropPhoto(files: Files, id: string): Promise<void> {
  await Promise.all([files.delete(fileKey('photos', id)), files.delete(fileKey('thumbnails', id))])
}

/** The columns of `StoredPhoto`, for a qc_image `i`. */
export function storedColumns(size: PhotoSize): RawBuilder<unknown> {
  return sql`i.file_id, ${sql.ref(size === 'full' ? 'i.picture' : 'i.thumbnail')} AS stored`
}

/** A photograph as it is read; null where its file is gone. Throws `FilesUnavailable`. */
export async function openPhoto(
  files: Files,
  { file_id, stored }: StoredPhoto,
  size: PhotoSize,
): Promise<FileContent['body'] | null> {
  if (stored !== null) return once(stored)
  if (file_id === null) return null
  const content = await files.get(fileKey(size === 'full' ? 'photos' : 'thumbnails', file_id))
  return content?.body ?? null
}

/**
 * A photograph that rows of this table keep, or one that the caller just sent; no other is given. Null where there is none.
 * For work whose photographs are its own people's to see.
 */
export async function keptPhoto(
  table: (typeof keepers)[number],
  { image_id, size }: { image_id: string; size: PhotoSize },
  { db, files, caller }: Pick<CallContext, 'db' | 'files' | 'caller'>,
  /** Which of its rows the caller may see: a condition on `f`. */
  seen: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<FileContent['body'] | null> {
  const { rows } = await rowsOf(storedPhotoColumns)`
    SELECT ${storedColumns(size)} FROM qc_image i WHERE i.id = ${image_id}
      AND (i.user_id = ${caller.userId} OR EXISTS (SELECT FROM ${sql.table(table)} f WHERE f.image_id = i.id AND ${seen}))`.execute(
    db,
  )
  return rows[0] ? openPhoto(files, rows[0], size) : null
}

/** The whole photograph in memory. */
export async function photoBytes(files: Files, { file_id, stored }: StoredPhoto): Promise<Buffer | null> {
  return stored ?? (file_id === null ? null : bytesOf(files, fileKey('photos', file_id)))
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Tables whose rows keep photographs by `image_id`: inspections, discrepancies of boxes, gate passes, samples, tech packs, corrective actions, disputes, rolls of fabric, messages and materials. A new one is named here. */
const keepers = [
  'qc_photo',
  'box_discrepancy_photo',
  'gate_pass_photo',
  'catalogue_sample_photo',
  'tech_pack_photo',
  'corrective_action_photo',
  'qc_dispute_photo',
  'roll_photo',
  'talk_photo',
  'material',
] as const

/** Whether something keeps a photograph `i`. */
export const isKept = sql<boolean>`(${sql.join(
  keepers.map((table) => sql`EXISTS (SELECT 1 FROM ${sql.table(table)} p WHERE p.image_id = i.id)`),
  sql` OR `,
)})`

/** Photographs that were sent before that time, and that nothing took: first their rows, then the files nobody shares. */
export async function removeUnusedPhotos(db: Db, files: Files, before: RawBuilder<Date>): Promise<void> {
  const { rows } = await rowsOf({ file_id: col.textOrNull })`DELETE FROM qc_image i WHERE i.created_at < ${before}
    AND NOT (${isKept}) RETURNING file_id`.execute(db)
  const ids = [...new Set(rows.flatMap(({ file_id }) => file_id ?? []))]
  const named = new Set(await photoOwner.named(db, ids))
  for (const id of ids) if (!named.has(id)) await dropPhoto(files, id)
}

export const photoOwner: FileOwner = {
  kinds: ['photos', 'thumbnails'],
  async named(db, ids) {
    // Also by its own id: a row that is about to be moved gives its files that name.
    const { rows } = await rowsOf({
      id: col.text,
    })`SELECT file_id AS id FROM qc_image WHERE file_id = ANY(${ids}::uuid[])
      UNION SELECT id FROM qc_image WHERE id = ANY(${ids}::uuid[])`.execute(db)
    return rows.map(({ id }) => id)
  },
}

/** Rows whose ids are read at once; the photographs themselves are moved one by one. */
const MOVED_AT_ONCE = 50

/**
 * Moves photographs from the database to the files, `most` at the most, until `signal`; gives how many. A file is named by its
 * row's id, so whoever moves it again, after a crash or at the same time on another server, writes the same file.
 */
export async function movePhotos(db: Db, files: Files, most: number, signal: AbortSignal): Promise<number> {
  let moved = 0
  while (moved < most && !signal.aborted) {
    const { rows } = await rowsOf({ id: col.text })`SELECT id FROM qc_image WHERE file_id IS NULL
      ORDER BY id LIMIT ${Math.min(MOVED_AT_ONCE, most - moved)}`.execute(db)
    if (rows.length === 0) return moved
    for (const { id } of rows) {
      if (signal.aborted) return moved
      await movePhoto(db, files, id)
      moved += 1
    }
  }
  return moved
}

async function movePhoto(db: Db, files: Files, id: string): Promise<void> {
  const { rows } = await rowsOf({ picture: col.bytes, thumbnail: col.bytes })`
    SELECT picture, thumbnail FROM qc_image WHERE id = ${id} AND file_id IS NULL`.execute(db)
  if (rows[0] === undefined) return // swept away, or moved by another server
  await putPhoto(files, id, rows[0])
  await sql`UPDATE qc_image SET file_id = id, bytes = length(picture), picture = NULL, thumbnail = NULL
    WHERE id = ${id} AND file_id IS NULL`.execute(db)
}

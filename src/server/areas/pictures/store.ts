import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { v7 } from 'uuid'
import { picturesWords } from '../../../shared/areas/pictures/area.ts'
import { stylePictureSides } from '../../../shared/kernel/pictures.ts'
import { type Auditor, recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Files, fileKey } from '../../files/files.ts'
import type { FileOwner } from '../../files/sweep-orphans.ts'
import type { Db, Tx } from '../../http/call.ts'
import { conflict, invalidInput } from '../../http/errors.ts'
import { setFace } from './faces.ts'
import type { PictureOf } from './named-styles.ts'

/** A picture whose two files are there, and no row yet. */
export interface PutPicture {
  fileId: string
  width: number
  height: number
  /** Of the large one. */
  bytes: number
  /** Of the file as it was chosen. */
  sha256: Buffer
}

export function sumOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/**
 * Draws a picture in both sizes and puts them: before the transaction that calls `savePicture`, always, since drawing takes its time
 * and a row must not be without its files. Throws `invalid_input` in words for what is no picture, is damaged or has too many
 * pixels, and `FilesUnavailable`. Where nothing names it after all, `dropPicture` it; a sweep finds what a crash leaves.
 */
export async function putPicture(files: Files, bytes: Buffer, sha256 = sumOf(bytes)): Promise<PutPicture> {
  // Loaded when needed: it brings the library that decodes.
  const { preparePicture } = await import('../photos/image-work.ts')
  const { width, height, picture, thumbnail } = await preparePicture(bytes, stylePictureSides)
  const fileId = v7()
  await Promise.all([files.put(fileKey('pictures', fileId), picture), files.put(fileKey('icons', fileId), thumbnail)])
  return { fileId, width, height, bytes: picture.length, sha256 }
}

/** Removes both sizes: after the row that named them, or when none came to name them. */
export async function dropPicture(files: Files, fileId: string): Promise<void> {
  await Promise.all([files.delete(fileKey('pictures', fileId)), files.delete(fileKey('icons', fileId))])
}

export interface SavedPicture {
  outcome: 'added' | 'replaced' | 'unchanged'
  picture_id: string
  position: number
  /** What was in its place before. */
  replaced: string | null
}

/** More of one style and colour than this is no catalogue any more. */
const MOST_PLACES = 99

/**
 * Puts a picture in its place; without a place behind those that are there. The same file again changes nothing, another takes the
 * place of what was there. Of files that were dropped together none takes the place of another. Where it is `unchanged` the caller drops what it put. Throws `conflict` where there is no place left.
 */
export async function savePicture(
  tx: Tx,
  by: Auditor,
  { styleId, style, color, position }: PictureOf & { position: number | null },
  put: PutPicture,
  dropId: string | null = null,
): Promise<SavedPicture> {
  // One after another for a style, so that two files never ask for one place.
  await sql`SELECT id FROM style WHERE id = ${styleId} FOR NO KEY UPDATE`.execute(tx)
  const there = await picturesAt(tx, { styleId, color })
  const same = there.find((one) => one.sha256.equals(put.sha256) && (position === null || one.position === position))
  if (same) return { outcome: 'unchanged', picture_id: same.id, position: same.position, replaced: null }
  const at = position ?? (there.at(-1)?.position ?? 0) + 1
  if (at > MOST_PLACES) throw conflict(picturesWords.isFull, { values: { style_id: style } })
  const before = there.find((one) => one.position === at)
  if (before && dropId !== null && before.drop_id === dropId) throw invalidInput(picturesWords.samePlace)
  if (before) await markRemoved(tx, by, before.id)
  const id = v7()
  await tx
    .insertInto('style_picture')
    .values({
      id,
      style_id: styleId,
      color,
      position: at,
      file_id: put.fileId,
      width: put.width,
      height: put.height,
      bytes: put.bytes,
      sha256: put.sha256,
      added_by: by.caller.userId,
      drop_id: dropId,
    })
    .execute()
  await setFace(tx, styleId)
  const outcome = before ? 'replaced' : 'added'
  const details = { color, position: at }
  await recordEvent(tx, by, { entity: 'style', entityId: style, event: `style.picture_${outcome}`, details })
  return { outcome, picture_id: id, position: at, replaced: before?.id ?? null }
}

/** The picture that a file is already, so that it need not be drawn; null where there is none. */
export async function samePicture(
  db: Db,
  of: Pick<PictureOf, 'styleId' | 'color'> & { position: number | null },
  sha256: Buffer,
): Promise<{ id: string; position: number } | null> {
  const there = await picturesAt(db, of)
  return (
    there.find((one) => one.sha256.equals(sha256) && (of.position === null || one.position === of.position)) ?? null
  )
}

async function picturesAt(db: Db, { styleId, color }: Pick<PictureOf, 'styleId' | 'color'>) {
  const { rows } = await rowsOf({ id: col.text, position: col.number, sha256: col.bytes, drop_id: col.textOrNull })`
    SELECT id, position, sha256, drop_id FROM style_picture
    WHERE style_id = ${styleId} AND coalesce(color, '') = ${color ?? ''} AND removed_at IS NULL ORDER BY position`.execute(
    db,
  )
  return rows
}

export async function markRemoved(tx: Tx, { caller }: Auditor, id: string): Promise<void> {
  await sql`UPDATE style_picture SET removed_at = now(), removed_by = ${caller.userId} WHERE id = ${id}`.execute(tx)
}

/** Pictures that were taken off before that time: first their rows, then their files. */
export async function removeOldPictures(db: Db, files: Files, before: RawBuilder<Date>): Promise<void> {
  const { rows } = await rowsOf({ file_id: col.text })`
    WITH gone AS (DELETE FROM style_picture WHERE removed_at < ${before} RETURNING file_id),
      offered AS (DELETE FROM catalogue_picture WHERE removed_at < ${before} RETURNING file_id)
    SELECT file_id FROM gone UNION SELECT file_id FROM offered`.execute(db)
  // A style that went live shares its files with the offer that it was.
  const wanted = new Set(
    await pictureOwner.named(
      db,
      rows.map(({ file_id }) => file_id),
    ),
  )
  for (const { file_id } of rows) if (!wanted.has(file_id)) await dropPicture(files, file_id)
}

export const pictureOwner: FileOwner = {
  kinds: ['pictures', 'icons'],
  async named(db, ids) {
    const { rows } = await rowsOf({ id: col.text })`
      SELECT file_id AS id FROM style_picture WHERE file_id = ANY(${ids}::uuid[])
      UNION SELECT file_id FROM catalogue_picture WHERE file_id = ANY(${ids}::uuid[])`.execute(db)
    return rows.map(({ id }) => id)
  },
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { draftDays, pictureMessages } from '../../../shared/kernel/pictures.ts'
import { reasonUsually, refusalReasons, severities, severityZh } from '../../../shared/kernel/reasons.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Files } from '../../files/files.ts'
import { type Caller, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { notFound, Refusal } from '../../http/errors.ts'
import { keepLimits } from '../../http/keep-limits.ts'
import { forVendor } from '../../http/own-rows.ts'
import { isPlaced, ownSite } from '../../http/own-sites.ts'
import { allOfChina, ofSites } from '../qc-boxes/sites.ts'
import type { Picture } from './image-work.ts'
import {
  dropPhoto,
  isKept,
  openPhoto,
  putPhoto,
  type StoredPhoto,
  storedColumns,
  storedPhotoColumns,
} from './photo-files.ts'

type Saved = Gives<Contract['photos']['uploadReviewImage']> & { file_id: string | null }

/**
 * A photograph for an inspection. The same file sent again by the same person is the same photograph until an inspection took it;
 * then it is another one, since it may be meant for a box of another vendor.
 */
export const uploadReviewImage: Handlers<Contract['photos']>['uploadReviewImage'] = async (
  { file, made_by },
  context,
) => {
  const sent = { userId: context.caller.userId, sha256: createHash('sha256').update(file.bytes).digest() }
  // Loaded when needed, and before the command: decoding takes its time.
  const { preparePicture } = await import('./image-work.ts')
  const known = await findSent(context.db, sent)
  if (known !== 'unused') await assertRoom(context.db, sent)
  const drawn = known === null ? await putDrawn(context.files, await preparePicture(file.bytes)) : null
  let named: string | null = null
  const answer = await context.command(async (tx) => {
    const { file_id, ...kept } =
      drawn !== null ? await keep(tx, sent, drawn) : ((await keepAnother(tx, sent)) ?? (await keepOn(tx, sent)))
    named = file_id
    await recordEvent(tx, context, {
      entity: 'file',
      entityId: kept.image_id,
      event: 'photo.uploaded',
      details: { made_by },
    })
    return reply(kept, 'Photo added.')
  })
  // Another call was first with the same file. What cannot be removed now, or was put by a command that failed, is swept later:
  // of a failed one nobody knows here whether its row was written after all.
  if (drawn !== null && named !== drawn.fileId) await dropPhoto(context.files, drawn.fileId).catch(() => undefined)
  return answer
}

type Drawn = Pick<Picture, 'width' | 'height'> & { fileId: string; bytes: number }

/** The files before the row, so that no crash leaves a photograph without its picture. */
async function putDrawn(files: Files, photo: Picture): Promise<Drawn> {
  const fileId = v7()
  await putPhoto(files, fileId, photo)
  return { width: photo.width, height: photo.height, fileId, bytes: photo.picture.length }
}

interface Sent {
  userId: string
  /** Of the file as it came. */
  sha256: Buffer
}

const given = sql`RETURNING id AS image_id, width, height, coalesce(bytes, length(picture)) AS bytes, file_id`

async function findSent(db: Db, { userId, sha256 }: Sent): Promise<'used' | 'unused' | null> {
  const { rows } = await rowsOf({ isTaken: col.flag })`
    SELECT ${isKept} AS "isTaken" FROM qc_image i WHERE user_id = ${userId} AND sha256 = ${sha256}`.execute(db)
  if (rows[0] === undefined) return null
  return rows[0].isTaken ? 'used' : 'unused'
}

/**
 * Pictures of one person that no inspection has taken, until they are swept: also those that were drawn on, since the drawing is
 * another picture. More than a month leaves behind, and less than fills a disk (keep-limits.ts).
 */
async function assertRoom(db: Db, { userId }: Sent): Promise<void> {
  const { rows } = await rowsOf({ unused: col.number, bytes: col.number })`
    SELECT count(*)::int AS unused, coalesce(sum(bytes), 0)::bigint AS bytes FROM qc_image i
    WHERE i.user_id = ${userId} AND i.created_at > now() - ${draftDays} * interval '1 day' AND NOT ${isKept}`.execute(
    db,
  )
  const most = keepLimits.unusedPhotos.perUser
  const { unused = 0, bytes = 0 } = rows[0] ?? {}
  if (unused >= most.rows || bytes >= most.bytes) throw new Refusal('too_many_requests', pictureMessages.tooManyUnused)
}

const savedColumns = {
  image_id: col.text,
  width: col.number,
  height: col.number,
  bytes: col.number,
  file_id: col.textOrNull,
}

/** The same picture once more, under an id of its own, from the same files; null where no inspection has the one that is known. */
async function keepAnother(tx: Tx, { userId, sha256 }: Sent): Promise<Saved | null> {
  // The one that an inspection has gives up what it is known by.
  const { rows } = await rowsOf({ id: col.text })`
    UPDATE qc_image i SET sha256 = sha256(i.sha256 || uuid_send(i.id))
    WHERE user_id = ${userId} AND sha256 = ${sha256} AND ${isKept} RETURNING id`.execute(tx)
  if (rows[0] === undefined) return null
  const copied = await rowsOf(savedColumns)`
    INSERT INTO qc_image (id, user_id, width, height, sha256, file_id, bytes, picture, thumbnail)
    SELECT ${v7()}, user_id, width, height, ${sha256}, file_id, bytes, picture, thumbnail FROM qc_image WHERE id = ${rows[0].id}
    ON CONFLICT (user_id, sha256) DO UPDATE SET created_at = now() ${given}`.execute(tx)
  return copied.rows[0] ?? null
}

/** Counts its days anew, so that it is not swept away under the inspection that is being written. */
async function keepOn(tx: Tx, { userId, sha256 }: Sent): Promise<Saved> {
  const { rows } = await rowsOf(savedColumns)`
    UPDATE qc_image SET created_at = now() WHERE user_id = ${userId} AND sha256 = ${sha256} ${given}`.execute(tx)
  if (rows[0] === undefined)
    throw new Refusal('unavailable', 'The server cannot do this right now. Please try again in a moment.')
  return rows[0]
}

async function keep(tx: Tx, { userId, sha256 }: Sent, drawn: Drawn): Promise<Saved> {
  const { rows } = await rowsOf(savedColumns)`
    INSERT INTO qc_image (id, user_id, width, height, sha256, file_id, bytes)
    VALUES (${v7()}, ${userId}, ${drawn.width}, ${drawn.height}, ${sha256}, ${drawn.fileId}, ${drawn.bytes})
    ON CONFLICT (user_id, sha256) DO UPDATE SET created_at = now() ${given}`.execute(tx)
  if (rows[0] === undefined) throw new Error('a photograph was not written')
  return rows[0]
}

/** A photograph, or its thumbnail. A vendor gets those of China's inspections of its own boxes, of India's where pieces of the box came back to it, and no others; people of a site do not get those of another site's. */
export const qcImage: Handlers<Contract['photos']>['qcImage'] = async ({ image_id, size }, context) => {
  const found = await storedImage(context.db, context.caller, { image_id, size })
  const body = found && (await openPhoto(context.files, found, size))
  if (!body) throw notFound('This photo is not there.')
  return { body, isImmutable: true }
}

async function storedImage(
  db: Db,
  caller: Caller,
  { image_id, size }: { image_id: string; size: 'full' | 'thumbnail' },
): Promise<StoredPhoto | undefined> {
  const vendorId = forVendor(caller)
  const isTold = sql`(${ofSites(allOfChina, 'n')} OR EXISTS (SELECT 1 FROM return_note_line r
    WHERE r.box_id = n.box_id AND r.site_id = n.site_id))`
  const isOwn = sql`EXISTS (SELECT 1 FROM qc_photo p JOIN qc_inspection n ON n.id = p.inspection_id
    JOIN box b ON b.id = n.box_id JOIN shipment h ON h.id = b.shipment_id
    WHERE p.image_id = i.id AND h.vendor_id = ${vendorId} AND ${isTold})`
  const elsewhere = sql`(EXISTS (SELECT 1 FROM qc_photo p JOIN qc_inspection n ON n.id = p.inspection_id
      JOIN site s ON s.id = n.site_id WHERE p.image_id = i.id AND NOT ${ownSite(caller, 's')})
    OR EXISTS (SELECT 1 FROM box_discrepancy_photo p JOIN box_discrepancy c ON c.id = p.discrepancy_id
      JOIN site s ON s.id = c.site_id WHERE p.image_id = i.id AND NOT ${ownSite(caller, 's')}))`
  const isAtOwn = isPlaced(caller) ? sql`NOT ${elsewhere}` : sql`true`
  const { rows } = await rowsOf(storedPhotoColumns)`
    SELECT ${storedColumns(size)} FROM qc_image i
    WHERE i.id = ${image_id} AND ${vendorId === null ? isAtOwn : isOwn}`.execute(db)
  return rows[0]
}

/** The words of a refusal in both languages, each reason with its usual severity. */
export const getReviewCommentMeta: Handlers<Contract['photos']>['getReviewCommentMeta'] = async () =>
  reply({
    reasons: refusalReasons.map((reason) => {
      const { zh, severity } = reasonUsually[reason]
      return { reason, reason_zh: zh, severity }
    }),
    severities: severities.map((severity) => ({ severity, severity_zh: severityZh[severity] })),
  })

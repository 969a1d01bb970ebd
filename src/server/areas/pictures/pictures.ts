import { sql } from 'kysely'
import { picturesWords } from '../../../shared/areas/pictures/area.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { fileKey } from '../../files/files.ts'
import { type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { madeAtOwnFacility } from '../facilities/whose.ts'
import { setFace } from './faces.ts'
import { placeByCode, placeByName } from './named-styles.ts'
import { dropPicture, markRemoved, putPicture, samePicture, savePicture, sumOf } from './store.ts'

type Calls = Handlers<Contract['pictures']>

/** A picture's bytes. A vendor gets those of its own styles and of what its facility makes; others are not there for it. */
export const picture: Calls['picture'] = async ({ picture_id, size }, { db, files, caller }) => {
  const { rows } = await rowsOf({ file_id: col.text })`
    SELECT p.file_id FROM style_picture p JOIN style s ON s.id = p.style_id
    WHERE p.id = ${picture_id} AND p.removed_at IS NULL AND (${ownRows(caller, 's.vendor_id')} OR ${madeAtOwnFacility(caller, 'style', 's.id')})
    UNION ALL SELECT p.file_id FROM catalogue_picture p JOIN catalogue_style c ON c.id = p.catalogue_id
    WHERE p.id = ${picture_id} AND p.removed_at IS NULL AND (${ownRows(caller, 'c.vendor_id')} OR ${madeAtOwnFacility(caller, 'catalogue', 'c.id')})`.execute(
    db,
  )
  const [found] = rows
  const content = found && (await files.get(fileKey(size === 'large' ? 'pictures' : 'icons', found.file_id)))
  if (!content) throw notFound(picturesWords.gone)
  return { body: content.body, isImmutable: true }
}

/** A picture for the style that it names. What it names is asked before it is decoded: most that is wrong is wrong there. */
export const upload: Calls['upload'] = async ({ file, style_id, color, drop_id, source_sha256 }, context) => {
  const { db, files } = context
  const at = style_id
    ? { ...(await placeByCode(db, style_id, color ?? null)), position: null }
    : await placeByName(db, file.name)
  const sha256 = source_sha256 ? Buffer.from(source_sha256, 'hex') : sumOf(file.bytes)
  const place = { style_id: at.style, color: at.color, color_zh: at.color_zh }
  const same = await samePicture(db, at, sha256)
  if (same !== null) {
    const { id: picture_id, position } = same
    const data = { outcome: 'unchanged' as const, picture_id, ...place, position, replaced: null }
    return context.command(async () => reply(data, picturesWords.unchanged))
  }
  const put = await putPicture(files, file.bytes, sha256)
  let named: string | null = null
  const answer = await context.command(async (tx) => {
    const saved = await savePicture(tx, context, at, put, drop_id)
    named = saved.outcome === 'unchanged' ? null : put.fileId
    return reply({ ...place, ...saved }, picturesWords[saved.outcome])
  })
  // Somebody else was first with the same file, or this very call came twice. What cannot be removed now is swept later.
  if (named === null) await dropPicture(files, put.fileId).catch(() => undefined)
  return answer
}

const placed = {
  id: col.text,
  style: col.text,
  style_id: col.text,
  color: col.textOrNull,
  color_zh: col.textOrNull,
  position: col.number,
}

/** A picture with its style's row locked, so that its place stays as it is. */
async function lockPicture(tx: Tx, id: string, isRemoved: boolean) {
  const { rows } = await rowsOf(placed)`
    SELECT p.id, p.style_id, s.code AS style, p.color, p.position,
      (SELECT k.color_zh FROM sku k WHERE k.style_id = s.id AND k.color = p.color LIMIT 1) AS color_zh
    FROM style_picture p JOIN style s ON s.id = p.style_id
    WHERE p.id = ${id} AND (p.removed_at IS NOT NULL) = ${isRemoved} FOR NO KEY UPDATE OF s, p`.execute(tx)
  const [found] = rows
  if (found === undefined) throw notFound(picturesWords.gone)
  const { id: picture_id, style, color, color_zh, position } = found
  return { styleId: found.style_id, place: { picture_id, style_id: style, color, color_zh, position } }
}

export const remove: Calls['remove'] = ({ picture_id }, context) =>
  context.command(async (tx) => {
    const { styleId, place } = await lockPicture(tx, picture_id, false)
    await markRemoved(tx, context, picture_id)
    await setFace(tx, styleId)
    await recordEvent(tx, context, { ...aboutStyle(place), event: 'style.picture_removed' })
    return reply(place, picturesWords.removed)
  })

export const restore: Calls['restore'] = ({ picture_id }, context) =>
  context.command(async (tx) => {
    const { styleId, place } = await lockPicture(tx, picture_id, true)
    const { rows } = await rowsOf({ id: col.text })`SELECT id FROM style_picture WHERE style_id = ${styleId}
      AND coalesce(color, '') = ${place.color ?? ''} AND position = ${place.position} AND removed_at IS NULL`.execute(
      tx,
    )
    if (rows.length > 0) throw conflict(picturesWords.isTaken)
    await sql`UPDATE style_picture SET removed_at = NULL, removed_by = NULL WHERE id = ${picture_id}`.execute(tx)
    await setFace(tx, styleId)
    await recordEvent(tx, context, { ...aboutStyle(place), event: 'style.picture_restored' })
    return reply(place, picturesWords.restored)
  })

function aboutStyle({ style_id, color, position }: { style_id: string; color: string | null; position: number }) {
  return { entity: 'style' as const, entityId: style_id, details: { color, position } }
}

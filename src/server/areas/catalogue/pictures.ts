import { sql } from 'kysely'
import { v7 } from 'uuid'
import { catalogueWords } from '../../../shared/areas/catalogue/words.ts'
import { picturesWords } from '../../../shared/areas/pictures/area.ts'
import type { Contract } from '../../../shared/areas.ts'
import { type Auditor, recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { dropPicture, type PutPicture, putPicture, sumOf } from '../pictures/store.ts'
import { type HeldStyle, holdToJudge } from './hold.ts'

type Routes = Handlers<Contract['catalogue']>

const MOST_PLACES = 99

/** After its pictures changed: its first, of the whole style before those of its colours. */
export async function setCatalogueFace(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE catalogue_style SET picture_id = (SELECT p.id FROM catalogue_picture p WHERE p.catalogue_id = catalogue_style.id
    AND p.removed_at IS NULL ORDER BY coalesce(p.color, ''), p.position LIMIT 1) WHERE id = ${id}::uuid`.execute(tx)
}

/**
 * Puts a picture behind those of its style and colour; `put` has its files already. The same file again is `unchanged`: the caller then
 * drops what it put. Throws conflict where there is no place left.
 */
export async function saveCataloguePicture(
  tx: Tx,
  by: Auditor,
  held: Pick<HeldStyle, 'id' | 'code'>,
  color: string | null,
  put: PutPicture & { averageHash?: bigint | null },
): Promise<{ outcome: 'added' | 'unchanged'; picture_id: string; position: number }> {
  const { rows } = await rowsOf({ id: col.text, position: col.number, sha256: col.bytes })`
    SELECT id, position, sha256 FROM catalogue_picture WHERE catalogue_id = ${held.id}::uuid AND coalesce(color, '') = ${color ?? ''}
      AND removed_at IS NULL ORDER BY position`.execute(tx)
  const same = rows.find(({ sha256 }) => sha256.equals(put.sha256))
  if (same) return { outcome: 'unchanged', picture_id: same.id, position: same.position }
  const position = (rows.at(-1)?.position ?? 0) + 1
  if (position > MOST_PLACES) throw conflict(picturesWords.isFull, { values: { style_id: held.code } })
  const id = v7()
  await sql`INSERT INTO catalogue_picture (id, catalogue_id, color, position, file_id, width, height, bytes, sha256, average_hash, added_by)
    VALUES (${id}::uuid, ${held.id}::uuid, ${color}, ${position}, ${put.fileId}::uuid, ${put.width}, ${put.height}, ${put.bytes},
      ${put.sha256}, ${put.averageHash?.toString() ?? null}::bigint, ${by.caller.userId}::uuid)`.execute(tx)
  await setCatalogueFace(tx, held.id)
  await recordEvent(tx, by, {
    ...{ entity: 'catalogue_style', entityId: held.code, event: 'catalogue.picture_added' },
    details: { color, position },
  })
  return { outcome: 'added', picture_id: id, position }
}

export const addPicture: Routes['addPicture'] = async ({ file, catalogue_id, color }, context) => {
  const sha256 = sumOf(file.bytes)
  const put = await putPicture(context.files, file.bytes, sha256)
  const { likenessOf } = await import('../photos/image-work.ts')
  const looks = await likenessOf(file.bytes).catch(() => null)
  let isNamed = false
  const answer = await context
    .command(async (tx) => {
      const [held] = await holdToJudge(tx, context, [catalogue_id])
      if (!held) throw notFound(catalogueWords.notFound, { catalogue_id })
      if (held.style_id !== null) throw conflict(catalogueWords.alreadyLive, { values: { catalogue_id } })
      if (color !== undefined) await assertColor(tx, held, color)
      const saved = await saveCataloguePicture(tx, context, held, color ?? null, { ...put, averageHash: looks })
      isNamed = saved.outcome === 'added'
      return reply(saved, isNamed ? catalogueWords.pictureAdded : catalogueWords.pictureThere)
    })
    .finally(() => (isNamed ? undefined : dropPicture(context.files, put.fileId).catch(() => undefined)))
  return answer
}

async function assertColor(tx: Tx, held: HeldStyle, color: string): Promise<void> {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT id FROM catalogue_color WHERE catalogue_id = ${held.id}::uuid AND color = ${color}`.execute(tx)
  if (rows.length === 0) throw notFound(picturesWords.noColour, { style_id: held.code, color })
}

export const removePicture: Routes['removePicture'] = ({ picture_id }, context) =>
  context.command(async (tx) => {
    const { rows } = await rowsOf({ code: col.text })`
      SELECT c.code FROM catalogue_picture p JOIN catalogue_style c ON c.id = p.catalogue_id
      WHERE p.id = ${picture_id}::uuid AND p.removed_at IS NULL AND ${ownRows(context.caller, 'c.vendor_id')}`.execute(
      tx,
    )
    const [held] = rows[0] ? await holdToJudge(tx, context, [rows[0].code]) : []
    if (!held) throw notFound(picturesWords.gone)
    if (held.style_id !== null) throw conflict(catalogueWords.alreadyLive, { values: { catalogue_id: held.code } })
    await sql`UPDATE catalogue_picture SET removed_at = now(), removed_by = ${context.caller.userId}::uuid
      WHERE id = ${picture_id}::uuid AND removed_at IS NULL`.execute(tx)
    await setCatalogueFace(tx, held.id)
    await recordEvent(tx, context, {
      ...{ entity: 'catalogue_style', entityId: held.code, event: 'catalogue.picture_removed' },
    })
    const { rows: now } = await rowsOf({ picture: col.textOrNull })`
      SELECT picture_id AS picture FROM catalogue_style WHERE id = ${held.id}::uuid`.execute(tx)
    return reply({ catalogue_id: held.code, picture: now[0]?.picture ?? null }, catalogueWords.pictureRemoved)
  })

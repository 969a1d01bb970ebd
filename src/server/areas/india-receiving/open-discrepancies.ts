import { z } from 'zod'
import type { BoxDiscrepancyKind, BoxOutcome } from '../../../shared/areas/india-receiving/rules.ts'
import { indiaReceivingMessages } from '../../../shared/areas/india-receiving/rules.ts'
import type { BoxOrigin } from '../../../shared/areas/qc-boxes/qc-sites.ts'
import { recordEvents } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { eventsAt } from '../qc-boxes/sites.ts'
import type { ArrivingBox } from '../receiving/at-door.ts'

/** What is wrong with a whole box, before it is noted. */
export interface NewBoxDiscrepancy {
  kind: BoxDiscrepancyKind
  /** site.id */
  siteId: string
  /** SSCC of a known box, else what was scanned. */
  code: string
  boxId: string | null
  origin: BoxOrigin | null
  number: string | null
  pieces: number | null
  remark?: string | null
  imageIds?: readonly string[]
}

const openedColumns = { id: col.text, kind: z.enum(['short', 'excess', 'damaged']), code: col.text }

const notedEvents: Readonly<Record<BoxDiscrepancyKind, string>> = {
  short: 'box.short_noted',
  excess: 'box.excess_noted',
  damaged: 'box.damage_noted',
}

/**
 * Notes what is wrong with boxes, each kind once while it is open, with an event on every box. Gives those that are new. Throws not_found
 * for a photograph that is not there.
 */
export async function openBoxDiscrepancies(
  tx: Tx,
  context: CallContext,
  found: readonly NewBoxDiscrepancy[],
): Promise<Row<typeof openedColumns>[]> {
  if (found.length === 0) return []
  const of = <T>(read: (one: NewBoxDiscrepancy) => T) => found.map(read)
  const by = context.caller.userId
  const { rows } = await rowsOf(openedColumns)`
    INSERT INTO box_discrepancy (id, kind, site_id, code, box_id, origin, number, pieces, remark, owner_id, opened_by)
    SELECT n.*, ${by}::uuid, ${by}::uuid FROM unnest(${newIds(found.length)}::uuid[], ${of((o) => o.kind)}::text[],
      ${of((o) => o.siteId)}::uuid[], ${of((o) => o.code)}::text[], ${of((o) => o.boxId)}::uuid[],
      ${of((o) => o.origin)}::text[], ${of((o) => o.number)}::text[], ${of((o) => o.pieces)}::int[],
      ${of((o) => o.remark || null)}::text[]) AS n
    ON CONFLICT (site_id, kind, code) WHERE settled_at IS NULL AND withdrawn_at IS NULL DO NOTHING
    RETURNING id, kind, code`.execute(tx)
  const ids = new Map(rows.map(({ id, kind, code }) => [`${kind} ${code}`, id]))
  const photos = found.flatMap(({ kind, code, imageIds = [] }) => {
    const id = ids.get(`${kind} ${code}`)
    return id === undefined ? [] : [...new Set(imageIds)].map((imageId, at) => ({ id, imageId, position: at + 1 }))
  })
  await addPhotos(tx, photos)
  await recordEvents(
    tx,
    context,
    rows.map(({ kind, code }) => {
      const remark = found.find((one) => one.kind === kind && one.code === code)?.remark
      return {
        entity: eventsAt('india_qc'),
        entityId: code,
        event: notedEvents[kind],
        ...(remark && { details: { remark } }),
      }
    }),
  )
  return rows
}

async function addPhotos(tx: Tx, photos: readonly { id: string; imageId: string; position: number }[]): Promise<void> {
  if (photos.length === 0) return
  const { rows } = await rowsOf({ id: col.text })`
    INSERT INTO box_discrepancy_photo (discrepancy_id, image_id, position)
    SELECT n.id, i.id, n.position FROM unnest(${photos.map(({ id }) => id)}::uuid[],
      ${photos.map(({ imageId }) => imageId)}::uuid[], ${photos.map(({ position }) => position)}::int[])
      AS n (id, image_id, position) JOIN qc_image i ON i.id = n.image_id
    RETURNING discrepancy_id AS id`.execute(tx)
  if (rows.length < photos.length) throw notFound(indiaReceivingMessages.noPhoto)
}

interface Settling {
  kinds: readonly BoxDiscrepancyKind[]
  outcome: BoxOutcome
  remark?: string | null
}

/** Settles by itself what an event at the door has answered: open discrepancies of these kinds, of boxes by box.id. Gives the codes of their boxes. */
export async function settleOfBoxes(
  tx: Tx,
  context: CallContext,
  boxIds: readonly string[],
  { kinds, outcome, remark = null }: Settling,
): Promise<string[]> {
  if (boxIds.length === 0) return []
  const { rows } = await rowsOf({ code: col.text })`
    UPDATE box_discrepancy SET outcome = ${outcome}, outcome_remark = ${remark}, settled_at = now(),
      settled_by = ${context.caller.userId}, version = version + 1
    WHERE box_id = ANY(${boxIds}::uuid[]) AND kind = ANY(${kinds}::text[]) AND settled_at IS NULL AND withdrawn_at IS NULL
    RETURNING code`.execute(tx)
  await recordEvents(
    tx,
    context,
    rows.map(({ code }) => ({
      entity: eventsAt('india_qc'),
      entityId: code,
      event: 'box.discrepancy_settled',
      details: { outcome },
    })),
  )
  return rows.map(({ code }) => code)
}

/** A box with what it came by, as the door reads it. */
type CameBy = Pick<ArrivingBox, 'id' | 'origin' | 'consignment'>

/** Boxes of these (box.id) that nobody expects any more: the arrival of what brings them was closed, whether they were there then or not. */
export async function shortAgain(tx: Tx, boxes: readonly CameBy[]): Promise<Set<string>> {
  if (boxes.length === 0) return new Set()
  const { rows } = await rowsOf({ id: col.text })`
    SELECT n.id FROM unnest(${boxes.map(({ id }) => id)}::uuid[], ${boxes.map(({ origin }) => origin)}::text[],
      ${boxes.map(({ consignment }) => consignment)}::text[]) AS n (id, origin, number)
    JOIN arrival_closing a ON a.origin = n.origin AND a.number = n.number`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

import { sql } from 'kysely'
import { v7 } from 'uuid'
import { type MarkerRow, markerShape } from '../../../shared/areas/production/calls.ts'
import { isSameMarker, type Marker, markerFaultsOf } from '../../../shared/areas/production/marker.ts'
import { markerFileWords, plotKind } from '../../../shared/areas/production/marker-files.ts'
import { productionWords } from '../../../shared/areas/production/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { FileType } from '../../../shared/kernel/call.ts'
import { pictureKind } from '../../../shared/kernel/pictures.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { fileKey } from '../../files/files.ts'
import type { FileOwner } from '../../files/sweep-orphans.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, notFound, refusedField } from '../../http/errors.ts'
import { dropDrafts } from './drafts.ts'
import { holdOrders, moveOrders } from './move-orders.ts'
import { type KnownOrder, linesOf, orderOf, orderRows } from './orders.ts'

type Routes = Handlers<Contract['production']>

/** Writes a marker as the order's next version; what looks mistyped is refused until somebody is sure. */
export const completeCad: Routes['completeCad'] = (input, context) =>
  context.command(async (tx) => {
    const { marker, file_id = null, is_sure } = input
    const [order] = await holdOrders(tx, context, [input], 'complete_cad')
    if (order === undefined) throw new Error('a held order is not there')
    const sizes = [...new Set((await linesOf(tx, order.id)).map(({ size }) => size))]
    const faults = markerFaultsOf(marker, { sizes, cloth: (await narrowestCloth(tx, [order.id])).get(order.id) ?? [] })
    const wrong = faults.filter(({ isDoubt }) => !isDoubt || !is_sure)
    const [first] = wrong
    if (first !== undefined)
      throw invalidInput(wrong.every(({ isDoubt }) => isDoubt) ? productionWords.doubtful : first.message, {
        values: first.values,
        fields: wrong.map(({ isDoubt: _, ...field }) => field),
      })
    if (file_id !== null) await assertFile(tx, file_id)
    const [last] = await markersOf(tx, order.id)
    // One that was taken back to CAD may be found right as it is.
    if (last?.is_current && order.state !== 'CAD' && last.file_id === file_id && isSameMarker(last, marker))
      throw conflict(productionWords.sameMarker, { values: { number: last.number } })
    const [number = 1] = await writeMarkers(tx, context, [{ order, marker, file_id }])
    const [row] = await orderRows(tx, [order.id])
    if (row === undefined) throw new Error('an order was lost')
    return reply({ order: row, number }, productionWords.cadDone)
  })

interface Made {
  order: KnownOrder
  marker: Marker
  file_id: string | null
}

/** Reads the newest marker of each of orders, by their ids. */
export async function lastMarkers(
  tx: Tx,
  orders: readonly string[],
): Promise<Map<string, Marker & { is_current: boolean }>> {
  const { rows } = await rowsOf({ ...lastColumns, order_id: col.text })`
    SELECT DISTINCT ON (m.order_id) m.order_id::text AS order_id, m.width_mm, m.length_mm, m.efficiency_tenths, m.consumption,
      m.grid_version = o.grid_version AS is_current
    FROM production_marker m JOIN production_order o ON o.id = m.order_id WHERE m.order_id = ANY(${orders}::uuid[])
    ORDER BY m.order_id, m.number DESC`.execute(tx)
  return new Map(rows.map(({ order_id, ...marker }) => [order_id, marker]))
}

/** Writes markers of held orders as the next version of each, and moves them. Gives their numbers. */
export async function writeMarkers(tx: Tx, context: CallContext, made: readonly Made[]): Promise<number[]> {
  if (made.length === 0) return []
  const held = made.map(({ order }) => order)
  const of = <T>(value: (one: Made) => T) => made.map(value)
  const { rows } = await rowsOf({ order_id: col.text, number: col.number })`
    INSERT INTO production_marker (order_id, number, grid_version, width_mm, length_mm, efficiency_tenths, consumption, file_id, made_by)
    SELECT n.order_id, coalesce((SELECT max(m.number) FROM production_marker m WHERE m.order_id = n.order_id), 0) + 1, n.grid, n.width, n.length,
      n.efficiency, n.consumption::jsonb, n.file_id, ${context.caller.userId}::uuid
    FROM unnest(${of(({ order }) => order.id)}::uuid[], ${of(({ order }) => order.grid_version)}::int[], ${of(({ marker }) => marker.width_mm)}::int[],
      ${of(({ marker }) => marker.length_mm)}::int[], ${of(({ marker }) => marker.efficiency_tenths)}::int[],
      ${of(({ marker }) => JSON.stringify(marker.consumption))}::text[], ${of(({ file_id }) => file_id)}::uuid[])
      AS n (order_id, grid, width, length, efficiency, consumption, file_id)
    RETURNING order_id::text AS order_id, number`.execute(tx)
  const numbers = new Map(rows.map(({ order_id, number }) => [order_id, number]))
  await dropDrafts(
    tx,
    context,
    held.map(({ id }) => id),
    ['marker', 'marker_file'],
  )
  const markers = new Map(made.map(({ order, marker }) => [order.id, marker]))
  await moveOrders(tx, context, held, 'complete_cad', {
    details: ({ id }) => {
      const { width_mm = 0, length_mm = 0, efficiency_tenths = 0 } = markers.get(id) ?? {}
      return {
        number: numbers.get(id) ?? 1,
        width_cm: width_mm / 10,
        length_m: length_mm / 1_000,
        efficiency: efficiency_tenths / 10,
      }
    },
  })
  return held.map(({ id }) => numbers.get(id) ?? 1)
}

interface Cloth {
  material: string
  width_mm: number
}

/** Reads the narrowest width of each fabric of orders, by their ids: of the rolls that they hold, else of the rolls that they may hold, else of the master. */
export async function narrowestCloth(tx: Tx, orders: readonly string[]): Promise<Map<string, Cloth[]>> {
  const { rows } = await rowsOf({ order_id: col.text, material: col.text, width_mm: col.numberOrNull })`
    SELECT n.order_id::text AS order_id, m.code AS material, coalesce(
      (SELECT min(f.width_mm) FROM roll_reservation r JOIN fabric_roll f ON f.id = r.roll_id WHERE r.document_id = n.order_id AND f.material_id = m.id),
      w.free_mm, m.width_mm) AS width_mm
    FROM (SELECT DISTINCT l.order_id, x.material_id FROM production_order_line l JOIN sku_material x ON x.sku_id = l.sku_id
      WHERE l.order_id = ANY(${orders}::uuid[])) n
    JOIN material m ON m.id = n.material_id AND m.kind = 'product_fabric'
    LEFT JOIN (SELECT f.material_id, min(f.width_mm) AS free_mm FROM fabric_roll f WHERE f.state = 'accepted' AND f.free > 0 GROUP BY 1) w
      ON w.material_id = m.id ORDER BY m.code`.execute(tx)
  return Map.groupBy(
    rows.flatMap(({ width_mm, ...row }) => (width_mm === null ? [] : [{ ...row, width_mm }])),
    ({ order_id }) => order_id,
  )
}

const markerColumns = {
  number: col.number,
  width_mm: col.number,
  length_mm: col.number,
  efficiency_tenths: col.number,
  consumption: markerShape.shape.consumption,
  is_current: col.flag,
  file_id: col.textOrNull,
  file_name: col.textOrNull,
  made_by: col.text,
  made_at: col.instant,
}

const { width_mm, length_mm, efficiency_tenths, consumption, is_current } = markerColumns
const lastColumns = { width_mm, length_mm, efficiency_tenths, consumption, is_current }

/** Markers of an order, newest first. */
export async function markersOf(db: Db | Tx, order: string): Promise<MarkerRow[]> {
  const { rows } = await rowsOf(markerColumns)`
    SELECT m.number, m.width_mm, m.length_mm, m.efficiency_tenths, m.consumption, 
      m.grid_version = o.grid_version AND m.number = (SELECT max(n.number) FROM production_marker n WHERE n.order_id = o.id) AS is_current,
      m.file_id::text AS file_id, f.name AS file_name, u.name AS made_by, m.made_at
    FROM production_marker m JOIN production_order o ON o.id = m.order_id JOIN app_user u ON u.id = m.made_by
    LEFT JOIN marker_file f ON f.id = m.file_id WHERE m.order_id = ${order}::uuid ORDER BY m.number DESC`.execute(db)
  return rows.map(({ made_at, ...row }) => ({ ...row, made_at: made_at.toISOString() }))
}

const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString('latin1') === '%PDF-'

/** Puts the file before its row: a PDF as it is, a picture drawn anew. Plot files of CAD are kept as they are, too. Throws not_found for an order that the caller does not see, invalid_input for other files. */
export const uploadMarkerFile: Routes['uploadMarkerFile'] = async ({ order_action_id, file }, context) => {
  await orderOf(context.db, context, order_action_id)
  const kept = await keptOf(file.bytes)
  const id = v7()
  await context.files.put(fileKey('markers', id), kept.bytes)
  const answer = await context.command(async (tx) => {
    await sql`INSERT INTO marker_file (id, name, type, bytes, by)
      VALUES (${id}::uuid, ${file.name}, ${kept.type}, ${kept.bytes.length}, ${context.caller.userId}::uuid)`.execute(
      tx,
    )
    await recordEvent(tx, context, {
      entity: 'file',
      entityId: file.name,
      event: 'marker.uploaded',
      details: { order: order_action_id, bytes: kept.bytes.length },
    })
    return reply({ file_id: id, file_name: file.name })
  })
  // The same key gave the reply of before. What cannot be removed now is swept later.
  if (answer.data.file_id !== id) await context.files.delete(fileKey('markers', id)).catch(() => undefined)
  return answer
}

/** How plot files are kept; they are given back as bytes, since no browser shall guess what to do with them. */
const plotTypes = { dxf: 'image/vnd.dxf', plt: 'application/vnd.hp-hpgl' } as const

async function keptOf(bytes: Buffer) {
  if (isPdf(bytes)) return { type: 'application/pdf', bytes } as const
  const plot = plotKind(bytes)
  if (plot !== null) return { type: plotTypes[plot], bytes } as const
  if (pictureKind(bytes) === null) throw refusedField('file', markerFileWords.wrongKind)
  // Loaded when needed: it brings the library that decodes.
  const { preparePicture } = await import('../photos/image-work.ts')
  return { type: 'image/jpeg', bytes: (await preparePicture(bytes)).picture } as const
}

async function assertFile(tx: Tx, id: string): Promise<void> {
  const { rows } = await rowsOf({
    id: col.text,
  })`SELECT id::text AS id FROM marker_file WHERE id = ${id}::uuid`.execute(tx)
  if (rows.length === 0) throw refusedField('file_id', productionWords.fileGone)
}

const servedAs: Readonly<Record<string, readonly [FileType, string]>> &
  Record<'image/jpeg', readonly [FileType, string]> = {
  'application/pdf': ['application/pdf', 'pdf'],
  'image/jpeg': ['image/jpeg', 'jpg'],
  [plotTypes.dxf]: ['application/octet-stream', 'dxf'],
  [plotTypes.plt]: ['application/octet-stream', 'plt'],
}

export const markerFile: Routes['markerFile'] = async ({ file_id }, { db, files }) => {
  const { rows } = await rowsOf({ name: col.text, type: col.text })`
    SELECT name, type FROM marker_file WHERE id = ${file_id}::uuid`.execute(db)
  const [row] = rows
  const content = row && (await files.get(fileKey('markers', file_id)))
  if (!content) throw notFound(productionWords.fileGone)
  const [type, ending] = servedAs[row.type] ?? servedAs['image/jpeg']
  const name = `${row.name.replace(/\.[^.]*$/, '')}.${ending}`
  return { body: content.body, name, type, isForeign: true, isImmutable: true }
}

/** Files that a row names, of a marker or not yet of one. */
export const markerOwner: FileOwner = {
  kinds: ['markers'],
  async named(db, ids) {
    if (ids.length === 0) return []
    const { rows } = await rowsOf({ id: col.text })`
      SELECT id::text AS id FROM marker_file WHERE id = ANY(${ids}::uuid[])`.execute(db)
    return rows.map(({ id }) => id)
  },
}

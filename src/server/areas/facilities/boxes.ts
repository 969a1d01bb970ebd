import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { type FacilityBoxRow, facilityBoxRow } from '../../../shared/areas/facilities/calls.ts'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { counted } from '../../documents/paper.ts'
import { type CallContext, type Caller, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, moveNotAllowed, notFound, refusedField } from '../../http/errors.ts'
import { trimOwn } from '../../http/keep-limits.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { nextCodes } from '../shipments/boxes.ts'
import { assertInProduction, type HeldLine, holdLines, lineOf, movePieces } from './stage-lines.ts'
import { facilityOf, type OwnFacility, ownFacilities } from './whose.ts'

type Routes = Handlers<Contract['facilities']>
type Asked = Taken<Contract['facilities']['getFacilityBoxes']>

/** Boxes of facilities, newest first. */
export const facilityBoxQuery = listQuery<Asked, FacilityBoxRow>({
  from: sql`facility_box b JOIN production_facility f ON f.id = b.facility_id LEFT JOIN facility_shipment h ON h.id = b.shipment_id`,
  id: sql<string>`b.id`,
  scope: ({ caller }) => sql<SqlBool>`${ownFacilities(caller)} AND b.unpacked_at IS NULL`,
  tabs: { free: sql`b.shipment_id IS NULL`, shipped: sql`b.shipment_id IS NOT NULL`, all: sql`true` },
  rules: {
    facility: (code) => sql`f.code = ${code}`,
    shipment_id: (number) => sql`h.number = ${number}`,
    search: (text) => {
      const like = containing(text)
      return sql<SqlBool>`(b.code LIKE ${like} OR h.number ILIKE ${like} OR EXISTS (SELECT 1 FROM facility_box_line x JOIN facility_line l ON l.id = x.line_id
        JOIN sku k ON k.id = l.sku_id JOIN facility_job j ON j.id = l.job_id JOIN production_order o ON o.id = j.order_id
        WHERE x.box_id = b.id AND (k.nm_sku ILIKE ${like} OR o.number ILIKE ${like})))`
    },
  },
  order: () => ({
    by: [
      [sql`b.made_at`, 'timestamptz'],
      [sql`b.id`, 'uuid'],
    ],
    isDescending: true,
  }),
  rows: (ids, { db }) => facilityBoxRows(db, ids),
})

const rowColumns = facilityBoxRow.extend({ id: z.string() })

/** Rows by facility_box.id, in the order given. */
export async function facilityBoxRows(db: Db | Tx, ids: readonly string[]): Promise<FacilityBoxRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(rowColumns)`
    SELECT b.id, b.code AS box_id, f.code AS facility, h.number AS shipment_id, b.box_no, b.pieces, b.weight_grams, b.made_at, b.version,
      u.name AS made_by, EXISTS (SELECT 1 FROM qc_box q WHERE q.box_id = b.id) AS is_received,
      (SELECT jsonb_agg(jsonb_build_object('order_action_id', o.number, 'nm_sku', k.nm_sku, 'color', l.color, 'size', l.size,
          'quantity', x.quantity) ORDER BY o.number, l.color, k.size_rank, l.size)
        FROM facility_box_line x JOIN facility_line l ON l.id = x.line_id JOIN sku k ON k.id = l.sku_id
        JOIN facility_job j ON j.id = l.job_id JOIN production_order o ON o.id = j.order_id WHERE x.box_id = b.id) AS lines
    FROM facility_box b JOIN production_facility f ON f.id = b.facility_id JOIN app_user u ON u.id = b.made_by
    LEFT JOIN facility_shipment h ON h.id = b.shipment_id WHERE b.id = ANY(${[...ids]}::uuid[])`.execute(db)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, ...row }) => row)
}

type Packing = Taken<Contract['facilities']['createBox']>

const heldColumns = { id: col.text, code: col.text, version: col.number, shipment: col.textOrNull }
type HeldBox = Row<typeof heldColumns>

/** Holds a box that is on no shipment. Throws not_found, conflict, stale. */
async function holdBox(tx: Tx, { id: facilityId, facility }: OwnFacility, code: string, version: number | undefined) {
  const { rows } = await rowsOf(heldColumns)`
    SELECT b.id, b.code, b.version, (SELECT h.number FROM facility_shipment h WHERE h.id = b.shipment_id) AS shipment
    FROM facility_box b WHERE b.code = ${code} AND b.facility_id = ${facilityId}::uuid AND b.unpacked_at IS NULL FOR NO KEY UPDATE OF b`.execute(
    tx,
  )
  const [held] = rows
  if (held === undefined) throw notFound(facilityWords.noBox, { code, facility }, 'box_id')
  if (held.shipment !== null) throw conflict(facilityWords.boxTaken, { values: { code, number: held.shipment } })
  await assertFresh(tx, { entity: 'facility_box', entityId: code, version: held.version }, version)
  return held
}

const insideColumns = { line_id: col.text, quantity: col.number }

/** Packs pieces into a new box, or a box of before otherwise: its code, what it holds, and its label for a day. */
export const createBox: Routes['createBox'] = (input, context) =>
  context.command(async (tx) => {
    const own = await facilityOf(tx, context.caller, input.facility)
    if (input.box_id === undefined && input.lines.length === 0) throw refusedField('lines', facilityWords.emptyBox)
    const pieces = input.lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const most = await readSetting(tx, 'facility_box_pieces')
    if (pieces > most) throw invalidInput(facilityWords.boxFull, { values: { pieces, most } })
    const held = input.box_id === undefined ? null : await holdBox(tx, own, input.box_id, input.version)
    const { rows: inside } = await rowsOf(insideColumns)`
      SELECT line_id, quantity FROM facility_box_line WHERE box_id = ${held?.id ?? null}::uuid ORDER BY line_id`.execute(
      tx,
    )
    const { taken, before } = await heldFor(
      tx,
      context.caller,
      own,
      input,
      new Map(inside.map((one) => [one.line_id, one.quantity])),
    )
    const { weight_grams = null } = input
    const box = held ?? (await newBox(tx, context, own, { pieces, weight_grams }))
    if (held !== null)
      await sql`UPDATE facility_box SET pieces = ${pieces}, weight_grams = coalesce(${weight_grams}::int, weight_grams), version = version + 1,
          unpacked_at = CASE WHEN ${pieces} = 0 THEN now() END WHERE id = ${held.id}::uuid`.execute(tx)
    await sql`DELETE FROM facility_box_line WHERE box_id = ${box.id}::uuid`.execute(tx)
    await sql`INSERT INTO facility_box_line (box_id, line_id, quantity) SELECT ${box.id}::uuid, n.*
      FROM unnest(${taken.map(({ line }) => line.id)}::uuid[], ${taken.map(({ quantity }) => quantity)}::int[]) AS n`.execute(
      tx,
    )
    const orders = [...new Set([...taken, ...before].map(({ line }) => line.number))]
    const auditId = await recordEvent(tx, context, {
      entity: 'facility_box',
      entityId: box.code,
      event: `facility_box.${held === null ? 'packed' : pieces === 0 ? 'unpacked' : 'changed'}`,
      details: { facility: own.facility, pieces, orders: orders.join(', ') },
    })
    const moves = (kind: 'box' | 'unbox', of: readonly Inside[]) =>
      of.map(({ line, quantity }) => ({ kind, lineId: line.id, boxId: box.id, quantity, auditId }))
    await movePieces(tx, context, [...moves('unbox', before), ...moves('box', taken)])
    if (pieces === 0) return reply({ box_id: box.code, box: null, label_url: null }, facilityWords.boxUnpacked)
    const [row] = await facilityBoxRows(tx, [box.id])
    if (row === undefined) throw new Error('a box was lost')
    const label_url = await keepLabels(tx, context, [row])
    return reply(
      { box_id: box.code, box: row, label_url },
      held === null ? facilityWords.boxMade : facilityWords.boxChanged,
    )
  })

/** Keeps labels of boxes for a day and gives their address. */
async function keepLabels(tx: Tx, { caller }: CallContext, boxes: readonly FacilityBoxRow[]): Promise<string> {
  const labels = boxes.map(({ box_id: code, facility, pieces, lines }) => {
    const orders = [...new Set(lines.map(({ order_action_id }) => order_action_id))]
    const subtitle = `${orders.slice(0, 3).join(', ')} · ${counted(pieces, 'pc', 'pcs')} 件`
    return { code, title: facility, subtitle, copies: 1 }
  })
  const id = v7()
  await tx
    .insertInto('label_file')
    .values({ id, user_id: caller.userId, kind: 'facility_box', labels: JSON.stringify(labels) })
    .execute()
  await trimOwn(tx, 'label_file', caller.userId)
  return `/selvedge/labels/${id}`
}

/** Labels of boxes that were packed before. Throws not_found for one that is none of the caller's. */
export const facilityBoxLabels: Routes['facilityBoxLabels'] = ({ boxes }, context) =>
  context.command(async (tx) => {
    const { rows } = await rowsOf({ id: col.text, code: col.text })`
      SELECT b.id, b.code FROM facility_box b JOIN production_facility f ON f.id = b.facility_id
      WHERE b.code = ANY(${boxes}::text[]) AND b.unpacked_at IS NULL AND ${ownFacilities(context.caller)}`.execute(tx)
    const ids = new Map(rows.map(({ id, code }) => [code, id]))
    for (const [at, code] of boxes.entries())
      if (!ids.has(code)) throw notFound(facilityWords.unknownBox, { code }, `boxes.${at}`)
    const known = await facilityBoxRows(
      tx,
      boxes.map((code) => ids.get(code) ?? ''),
    )
    return reply({ label_url: await keepLabels(tx, context, known) }, facilityWords.labels)
  })

interface Inside {
  line: HeldLine
  quantity: number
}

/** Lines that go into a box, held, and what of them is in it already. Throws for pieces that are not packed or in another box. */
async function heldFor(
  tx: Tx,
  caller: Caller,
  { id, facility }: OwnFacility,
  { lines }: Packing,
  inside: ReadonlyMap<string, number>,
) {
  const { rows } = await rowsOf({ number: col.text })`
    SELECT DISTINCT o.number FROM facility_line l JOIN facility_job j ON j.id = l.job_id AND j.facility_id = ${id}::uuid
    JOIN production_order o ON o.id = j.order_id WHERE l.id = ANY(${[...inside.keys()]}::uuid[])`.execute(tx)
  const numbers = [...new Set([...lines.map((one) => one.order_action_id), ...rows.map((one) => one.number)])]
  const held = await holdLines(tx, caller, { numbers, facility })
  const taken: Inside[] = []
  for (const [at, { order_action_id, nm_sku, quantity }] of lines.entries()) {
    const ofOrder = held.filter(({ number }) => number === order_action_id)
    if (ofOrder[0] === undefined)
      throw notFound(facilityWords.noJob, { facility, number: order_action_id }, `lines.${at}.order_action_id`)
    assertInProduction(ofOrder[0])
    const line = lineOf(ofOrder, nm_sku, `lines.${at}.nm_sku`)
    if (taken.some((one) => one.line === line))
      throw refusedField(`lines.${at}.nm_sku`, facilityWords.skuTwice, { nm_sku })
    const available = line.pieces.packed + (inside.get(line.id) ?? 0)
    if (available < quantity)
      throw moveNotAllowed(facilityWords.boxFew, [], {
        values: { nm_sku, quantity, available },
        fields: [{ field: `lines.${at}.quantity`, message: facilityWords.boxFew }],
      })
    taken.push({ line, quantity })
  }
  const before = held.flatMap((line): Inside[] => {
    const quantity = inside.get(line.id)
    return quantity === undefined ? [] : [{ line, quantity }]
  })
  for (const { line } of before) assertInProduction(line)
  return { taken, before }
}

async function newBox(
  tx: Tx,
  { caller }: CallContext,
  own: OwnFacility,
  { pieces, weight_grams }: { pieces: number; weight_grams: number | null },
): Promise<Pick<HeldBox, 'id' | 'code'>> {
  const [code = ''] = await nextCodes(tx, 1)
  const id = v7()
  await sql`INSERT INTO facility_box (id, code, facility_id, weight_grams, pieces, made_by)
    VALUES (${id}::uuid, ${code}, ${own.id}::uuid, ${weight_grams}::int, ${pieces}, ${caller.userId}::uuid)`.execute(tx)
  return { id, code }
}

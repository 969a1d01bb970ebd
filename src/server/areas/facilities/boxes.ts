import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { type FacilityBoxRow, facilityBoxRow } from '../../../shared/areas/facilities/calls.ts'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { counted } from '../../documents/paper.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound, refusedField } from '../../http/errors.ts'
import { trimOwn } from '../../http/keep-limits.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { nextCodes } from '../shipments/boxes.ts'
import { assertInProduction, type HeldLine, holdLines, lineOf, movePieces } from './stage-lines.ts'
import { facilityOf, ownFacilities } from './whose.ts'

type Routes = Handlers<Contract['facilities']>
type Asked = Taken<Contract['facilities']['getFacilityBoxes']>

/** Boxes of facilities, newest first. */
export const facilityBoxQuery = listQuery<Asked, FacilityBoxRow>({
  from: sql`facility_box b JOIN production_facility f ON f.id = b.facility_id LEFT JOIN facility_shipment h ON h.id = b.shipment_id`,
  id: sql<string>`b.id`,
  scope: ({ caller }) => ownFacilities(caller),
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
    SELECT b.id, b.code AS box_id, f.code AS facility, h.number AS shipment_id, b.box_no, b.pieces, b.weight_grams, b.made_at,
      u.name AS made_by, EXISTS (SELECT 1 FROM qc_box q WHERE q.box_id = b.id) AS is_received,
      (SELECT jsonb_agg(jsonb_build_object('order_action_id', o.number, 'nm_sku', k.nm_sku, 'color', l.color, 'size', l.size,
          'quantity', x.quantity) ORDER BY o.number, l.color, k.size_rank, l.size)
        FROM facility_box_line x JOIN facility_line l ON l.id = x.line_id JOIN sku k ON k.id = l.sku_id
        JOIN facility_job j ON j.id = l.job_id JOIN production_order o ON o.id = j.order_id WHERE x.box_id = b.id) AS lines
    FROM facility_box b JOIN production_facility f ON f.id = b.facility_id JOIN app_user u ON u.id = b.made_by
    LEFT JOIN facility_shipment h ON h.id = b.shipment_id WHERE b.id = ANY(${[...ids]}::uuid[])`.execute(db)
  return inOrder(ids, rows, ({ id }) => id).map(({ id: _, ...row }) => row)
}

/** Packs pieces into a new box: its code, what it holds, and its label for a day. */
export const createBox: Routes['createBox'] = (input, context) =>
  context.command(async (tx) => {
    const own = await facilityOf(tx, context.caller, input.facility)
    const { facility } = own
    const most = await readSetting(tx, 'facility_box_pieces')
    const pieces = input.lines.reduce((sum, { quantity }) => sum + quantity, 0)
    if (pieces > most) throw invalidInput(facilityWords.boxFull, { values: { pieces, most } })
    const numbers = [...new Set(input.lines.map(({ order_action_id }) => order_action_id))]
    const held = await holdLines(tx, context.caller, { numbers, facility })
    const taken = new Map<HeldLine, number>()
    for (const [at, { order_action_id, nm_sku, quantity }] of input.lines.entries()) {
      const ofOrder = held.filter(({ number }) => number === order_action_id)
      if (ofOrder[0] === undefined)
        throw notFound(facilityWords.noJob, { facility, number: order_action_id }, `lines.${at}.order_action_id`)
      assertInProduction(ofOrder[0])
      const line = lineOf(ofOrder, nm_sku, `lines.${at}.nm_sku`)
      if (taken.has(line)) throw refusedField(`lines.${at}.nm_sku`, facilityWords.skuTwice, { nm_sku })
      if (line.pieces.packed < quantity)
        throw moveNotAllowed(facilityWords.boxFew, [], {
          values: { nm_sku, quantity, available: line.pieces.packed },
          fields: [{ field: `lines.${at}.quantity`, message: facilityWords.boxFew }],
        })
      taken.set(line, quantity)
    }
    const id = v7()
    const [code = ''] = await nextCodes(tx, 1)
    await sql`INSERT INTO facility_box (id, code, facility_id, weight_grams, pieces, made_by)
      VALUES (${id}::uuid, ${code}, ${own.id}::uuid, ${input.weight_grams ?? null}, ${pieces}, ${context.caller.userId}::uuid)`.execute(
      tx,
    )
    const lines = [...taken]
    await sql`INSERT INTO facility_box_line (box_id, line_id, quantity) SELECT ${id}::uuid, n.*
      FROM unnest(${lines.map(([line]) => line.id)}::uuid[], ${lines.map(([, quantity]) => quantity)}::int[]) AS n`.execute(
      tx,
    )
    const auditId = await recordEvent(tx, context, {
      entity: 'facility_box',
      entityId: code,
      event: 'facility_box.packed',
      details: { facility, pieces, orders: numbers.join(', ') },
    })
    await movePieces(
      tx,
      context,
      lines.map(([line, quantity]) => ({ kind: 'box', lineId: line.id, boxId: id, quantity, auditId })),
    )
    const [box] = await facilityBoxRows(tx, [id])
    if (box === undefined) throw new Error('a box was lost')
    const labelUrl = await keepLabels(tx, context, [box])
    return reply({ box_id: code, box, label_url: labelUrl }, facilityWords.boxMade)
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
      WHERE b.code = ANY(${boxes}::text[]) AND ${ownFacilities(context.caller)}`.execute(tx)
    const ids = new Map(rows.map(({ id, code }) => [code, id]))
    for (const [at, code] of boxes.entries())
      if (!ids.has(code)) throw notFound(facilityWords.unknownBox, { code }, `boxes.${at}`)
    const known = await facilityBoxRows(
      tx,
      boxes.map((code) => ids.get(code) ?? ''),
    )
    return reply({ label_url: await keepLabels(tx, context, known) }, facilityWords.labels)
  })

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { indiaBoxActions } from '../../../shared/areas/india-qc/status.ts'
import { writeBoxSize, writeCbm } from '../../../shared/areas/shipments/box-size.ts'
import { factLabels, hasRight } from '../../../shared/areas.ts'
import { SSCC_LENGTH } from '../../../shared/kernel/sscc.ts'
import { col, rowsOf } from '../../database/rows.ts'
import {
  type Asking,
  codeIs,
  type Fact,
  type Finder,
  known,
  type Match,
  RELATED,
  relatedOf,
  type Traced,
} from '../../trace/finder.ts'
import { relatedFacilityShipments } from '../facilities/trace.ts'
import { relatedInvoices } from '../invoices/trace.ts'
import { linesOf, ordersIn } from '../orders/order-lines.ts'
import { relatedOrders } from '../orders/trace-orders.ts'
import { selectSkus, skuTraced } from '../orders/trace-skus.ts'
import { qcBoxesById } from '../qc-boxes/box-rows.ts'
import { inChina, inIndia } from '../qc-boxes/sites.ts'
import { relatedNotes } from '../returns/trace.ts'
import { findShipment } from './shipments.ts'
import { type BoxFacts, boxTraced, indiaFacts, nextAtDoor, qcFacts, selectBoxes } from './trace-boxes.ts'
import { nextOfShipment, relatedShipments } from './trace-shipments.ts'

export const boxFinder: Finder = {
  async find(asking, match, limit) {
    const found = await Promise.all(
      waysTo(match).map(({ condition, order }) =>
        selectBoxes(asking).where(condition).orderBy(order).limit(sql.lit(limit)).execute(),
      ),
    )
    return found.flat().map((box) => boxTraced(box, asking.caller))
  },
  async history(asking, code) {
    const box = await selectBoxes(asking).where('b.sscc', '=', code).executeTakeFirst()
    if (box === undefined) return null
    const { db, caller } = asking
    const lines = await linesOf(
      asking,
      sql<SqlBool>`l.id IN (SELECT order_line_id FROM box_line WHERE box_id = ${box.id}::uuid)`,
    )
    const [qc] = box.stage === null ? [] : await qcBoxesById(db, inChina(caller), [box.id])
    const india = hasRight(caller, 'indiaReceive') ? (await qcBoxesById(db, inIndia(caller), [box.id]))[0] : undefined
    const contents = await contentsOf(asking, box.id)
    const pieces = contents.reduce((sum, sku) => sum + sku.pieces, 0)
    const related = await Promise.all([
      box.is_production
        ? relatedFacilityShipments(asking, [box.shipment_id])
        : relatedShipments(asking, [box.shipment_id]),
      relatedOf('sku', contents.slice(0, RELATED), contents.length),
      relatedOrders(asking, ordersIn(lines)),
      relatedInvoices(asking, box.id),
      relatedNotes(asking, box.id),
    ])
    return {
      ...boxTraced(box, caller),
      facts: [...boxFacts(box, pieces), ...(qc ? qcFacts(qc) : []), ...(india ? indiaFacts(india) : [])],
      quantities: null,
      related: related.flat(),
      next:
        box.removed_at === null
          ? [
              ...nextAtDoor(asking, box, qc),
              ...(india ? indiaBoxActions(caller, box.sscc, india) : []),
              ...(box.is_production ? [] : await nextOfShipment(db, await findShipment(db, caller, box.shipment_id))),
            ]
          : [],
      scope: {
        things: [
          { kind: box.is_production ? 'facility_shipment' : 'shipment', codes: [box.shipment_id] },
          { kind: 'facility_box', codes: box.is_production ? [box.sscc] : [] },
          { kind: 'box', codes: [box.sscc] },
          { kind: 'box_in_india', codes: india ? [box.sscc] : [] },
        ],
        // A shipment's moves are of all its boxes together: what lay in this one is told by its contents.
        lines: [],
        boxes: null,
      },
    }
  },
}

/** Number, tracking id and SSCC lead to a box; the number, by which many are called, only as a whole, or beside its shipment. */
function waysTo(match: Match): { condition: RawBuilder<SqlBool>; order: RawBuilder<unknown> }[] {
  return match.isPrefix ? beginnings(match) : wholes(match)
}

const newest = sql`b.id DESC`
const tracking = sql<string>`upper(b.tracking_id)`

function beginnings(match: Match) {
  const ways = [
    { condition: sql<SqlBool>`b.removed_at IS NULL AND ${codeIs(tracking, match)}`, order: sql`${tracking} USING ~>~` },
  ]
  const digits = match.text.replace(/[\s()-]/g, '')
  if (!/^\d{4,19}$/.test(digits)) return ways
  // With the "00" before it or without: which of the two it is shows only at the end.
  for (const each of new Set([digits, digits.replace(/^00(?=\d{4})/, '')])) {
    const [from, to] = [each.padEnd(SSCC_LENGTH, '0'), each.padEnd(SSCC_LENGTH, '9')]
    if (each.length < SSCC_LENGTH)
      ways.push({ condition: sql<SqlBool>`b.sscc BETWEEN ${from} AND ${to}`, order: sql`b.sscc DESC` })
  }
  return ways
}

function wholes(match: Match) {
  const { text, sscc } = match
  const ways = [
    { condition: sql<SqlBool>`b.removed_at IS NULL AND ${codeIs(tracking, match)}`, order: newest },
    { condition: sql<SqlBool>`upper(b.box_no) = ${text} AND b.removed_at IS NULL`, order: newest },
  ]
  if (sscc !== null) ways.unshift({ condition: sql<SqlBool>`b.sscc = ${sscc}`, order: newest })
  const [, shipmentId, boxNo] = /^(\S+?)\s*[\s/#]\s*(\S+)$/.exec(text) ?? []
  if (shipmentId === undefined || boxNo === undefined) return ways
  const beside = sql<SqlBool>`h.shipment_id = ${shipmentId} AND upper(b.box_no) = ${boxNo} AND b.removed_at IS NULL`
  return [...ways, { condition: beside, order: newest }]
}

function boxFacts(box: BoxFacts, pieces: number): Fact[] {
  return known([
    { label: factLabels.shipment, text: box.shipment_id },
    { label: factLabels.box_no, text: box.box_no },
    { label: factLabels.pieces, count: pieces },
    box.tracking_id === null ? null : { label: factLabels.tracking_id, text: box.tracking_id },
    box.weight_grams === null ? null : { label: factLabels.weight, count: box.weight_grams },
    box.size === null
      ? null
      : { label: factLabels.box_size, text: `${writeBoxSize(box.size)} · ${writeCbm(box.size)} m³` },
    { label: factLabels.supplier, text: box.supplier_name, text_zh: box.supplier_name_zh },
    { label: factLabels.destination, text: box.destination, text_zh: box.destination_zh },
  ])
}

/** What lies in a box, by SKU. */
async function contentsOf(asking: Asking, boxUuid: string): Promise<(Traced & { pieces: number })[]> {
  const { rows } = await rowsOf({ sku_id: col.text, pieces: col.number })`
    SELECT p.sku_id, sum(p.quantity)::int AS pieces FROM (
      SELECT l.sku_id, bl.quantity FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id WHERE bl.box_id = ${boxUuid}::uuid
      UNION ALL SELECT l.sku_id, x.quantity FROM facility_box_line x JOIN facility_line l ON l.id = x.line_id WHERE x.box_id = ${boxUuid}::uuid) p
    GROUP BY 1`.execute(asking.db)
  if (rows.length === 0) return []
  const pieces = new Map(rows.map((row) => [row.sku_id, row.pieces]))
  const skus = await selectSkus(asking)
    .where('k.id', 'in', [...pieces.keys()])
    .orderBy('k.nm_sku')
    .execute()
  return skus.map((sku) => ({ ...skuTraced(sku, asking.caller), pieces: pieces.get(sku.id) ?? 0 }))
}

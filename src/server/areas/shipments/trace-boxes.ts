import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { indiaBoxPath, indiaQcStatuses, receivedByIndia } from '../../../shared/areas/india-qc/status.ts'
import { failedOf, passedOf } from '../../../shared/areas/qc-boxes/quantities.ts'
import { boxActions, qcBoxPath, qcStatuses, shownQcStatus } from '../../../shared/areas/qc-boxes/status.ts'
import { takeBoxIn } from '../../../shared/areas/receiving/rules.ts'
import { removedBox, shipmentPath, shipmentStatus } from '../../../shared/areas/shipments/status.ts'
import { mostBoxesInHistory } from '../../../shared/areas/trace/calls.ts'
import { type ActionName, factLabels, hasRight } from '../../../shared/areas.ts'
import { isBoundToVendor } from '../../../shared/kernel/roles.ts'
import { address, type NextAction } from '../../../shared/kernel/screens.ts'
import type { Caller } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import {
  type Asking,
  type Fact,
  known,
  pathFor,
  RELATED,
  type Related,
  relatedOf,
  type Traced,
  total,
} from '../../trace/finder.ts'
import { facilityShipmentPath } from '../facilities/trace.ts'
import { indiaStageInSql } from '../india-qc/india-status.ts'
import type { TracedLine } from '../orders/order-lines.ts'
import type { QcBoxFacts } from '../qc-boxes/box-rows.ts'
import { sizeColumn } from './box-rows.ts'

/** Where a box `b` stands in India: its place among `indiaQcStatuses`; null until India has it. */
const indiaStage = sql<number | null>`(
  SELECT ${indiaStageInSql} FROM qc_box q WHERE q.box_id = b.id AND q.site_kind = ${sql.lit('india_qc')})`

export function selectBoxes({ db, caller }: Asking) {
  return (
    db
      .selectFrom('box as b')
      .innerJoin('shipment as h', 'h.id', 'b.shipment_id')
      .innerJoin('vendor as v', 'v.id', 'h.vendor_id')
      .innerJoin('site as d', 'd.id', 'h.destination_id')
      .leftJoin('qc_box as q', (join) => join.onRef('q.box_id', '=', 'b.id').on('q.site_kind', '=', 'china_qc'))
      .where(ownRows(caller, 'h.vendor_id'))
      // What a facility sent its people trace as their own box.
      .where(isBoundToVendor(caller) ? sql<SqlBool>`NOT h.is_production` : sql<SqlBool>`true`)
      .where(sql<SqlBool>`(d.kind <> 'china_qc' OR ${atOwnSites(caller, 'd.id', 'china_qc')})`)
      .where(sql<SqlBool>`NOT EXISTS (SELECT 1 FROM qc_box n WHERE n.box_id = b.id AND n.site_kind = 'india_qc'
      AND NOT ${atOwnSites(caller, 'n.site_id', 'india_qc')})`)
      .select(indiaStage.as('india_stage'))
      .select(['b.id', 'b.sscc', 'b.box_no', 'b.tracking_id', 'b.weight_grams', 'b.created_at', 'b.removed_at'])
      .select(sizeColumn('b').as('size'))
      .select(['q.to_inspect', 'q.failed', 'q.returned', 'q.disposed'])
      .select([
        'h.shipment_id',
        'h.state',
        'h.is_production',
        'q.stage',
        'v.name as supplier_name',
        'v.name_zh as supplier_name_zh',
      ])
      .select(['d.name as destination', 'd.name_zh as destination_zh', 'd.kind as site_kind'])
  )
}

export type BoxFacts = Awaited<ReturnType<ReturnType<typeof selectBoxes>['executeTakeFirstOrThrow']>>

export function boxTraced(box: BoxFacts, caller: Caller): Traced {
  const tracking = box.tracking_id === null ? '' : ` · ${box.tracking_id}`
  return {
    kind: 'box',
    code: box.sscc,
    title: `${box.shipment_id} / ${box.box_no}`,
    subtitle: `${box.supplier_name}${tracking}`,
    subtitle_zh: `${box.supplier_name_zh}${tracking}`,
    status: statusOf(box, caller),
    path: pathOf(box, caller),
  }
}

/** India's word for those who receive there; for others China's, and without one that India has the box. */
function statusOf(box: BoxFacts, caller: Caller): string {
  if (box.removed_at !== null) return removedBox
  if (box.india_stage !== null) {
    const inIndia = indiaQcStatuses[box.india_stage]
    if (inIndia !== undefined && hasRight(caller, 'indiaReceive')) return inIndia
    if (box.stage === null) return receivedByIndia
  }
  const status = box.stage === null ? undefined : qcStatuses[box.stage]
  const quantities = {
    to_inspect: box.to_inspect ?? 0,
    failed: box.failed ?? 0,
    returned: box.returned ?? 0,
    disposed: box.disposed ?? 0,
  }
  return status === undefined ? shipmentStatus(box.state) : shownQcStatus({ status, quantities })
}

/** At QC its own place there, before the one in its shipment: the first of them that opens for the caller. */
function pathOf(box: BoxFacts, caller: Caller): string | null {
  const ofShipment = box.is_production ? facilityShipmentPath(box.shipment_id) : shipmentPath(box.shipment_id, 'boxes')
  const elsewhere = pathFor(caller, ofShipment) ?? pathFor(caller, indiaInwardPath(box))
  if (box.india_stage !== null) {
    const inIndia = pathFor(caller, indiaBoxPath(box.sscc)) ?? pathFor(caller, indiaInwardPath(box))
    if (inIndia !== null) return inIndia
  }
  if (box.stage === null) return elsewhere
  return pathFor(caller, qcBoxPath(box.sscc)) ?? pathFor(caller, qcResultPath(box.sscc)) ?? elsewhere
}

/** In the lists of those who receive in India. */
const indiaInwardPath = ({ sscc, india_stage }: Pick<BoxFacts, 'sscc' | 'india_stage'>) =>
  address(
    '/supplier/india-inward-platform',
    india_stage === null ? { boxes: '1', q: sscc } : { tab: 'received', q: sscc },
  )

const qcResultPath = (sscc: string) => address('/supplier/qc-results', { box: sscc })

/** Boxes `b` of a shipment (shipment.id). */
export function inShipment(id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`b.shipment_id = ${id}::uuid AND b.removed_at IS NULL`
}

/** Boxes `b` in which pieces of these lines lie. */
export function withLines(lines: readonly TracedLine[]): RawBuilder<SqlBool> {
  const ids = lines.map((line) => line.id)
  return sql<SqlBool>`b.removed_at IS NULL
    AND b.id IN (SELECT box_id FROM box_line WHERE order_line_id = ANY(${ids}::uuid[]))`
}

/** Boxes `b` of an invoice (invoice.id), those of a voided one as well. */
export function onInvoice(id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`b.id IN (SELECT box_id FROM invoice_box WHERE invoice_id = ${id}::uuid)`
}

/** Boxes `b` of which pieces went back with a note (return_note.id). */
export function onNote(id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`b.id IN (SELECT box_id FROM return_note_line WHERE note_id = ${id}::uuid)`
}

/** Boxes `b` of a condition as a query for their SSCCs, for `EventScope`. */
export function ssccsOf({ caller }: Asking, condition: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`SELECT b.sscc::text FROM box b JOIN shipment h ON h.id = b.shipment_id
    WHERE ${condition} AND ${ownRows(caller, 'h.vendor_id')} ORDER BY b.id DESC LIMIT ${sql.lit(mostBoxesInHistory)}`
}

/** Boxes of a condition, in the order of their packing lists. */
export async function relatedBoxes(asking: Asking, condition: RawBuilder<SqlBool>): Promise<Related[]> {
  const found = await selectBoxes(asking)
    .where(condition)
    .select(total)
    .orderBy('h.shipment_id', 'desc')
    .orderBy('b.position')
    .limit(sql.lit(RELATED))
    .execute()
  return relatedOf(
    'box',
    found.map((box) => boxTraced(box, asking.caller)),
    found[0]?.total,
  )
}

/** What QC knows of a box. What is nought is left out, but for what passed and failed once something was judged. */
export function qcFacts(box: QcBoxFacts): Fact[] {
  const isJudged = box.inspections > 0
  const some = (label: Fact['label'], count: number) => (count === 0 ? null : { label, count })
  return known([
    { label: factLabels.inwarded, at: box.inwarded_at },
    box.uncounted > 0 ? null : { label: factLabels.counted, count: box.declared + box.excess - box.missing },
    some(factLabels.missing, box.missing),
    some(factLabels.excess, box.excess),
    isJudged ? { label: factLabels.passed, count: passedOf(box) } : null,
    isJudged ? { label: factLabels.failed, count: failedOf(box) } : null,
    some(factLabels.on_hold, box.on_hold),
    box.shelf === null ? null : { label: factLabels.shelf, text: box.shelf },
    box.invoice_number === null ? null : { label: factLabels.invoice, text: box.invoice_number },
    box.export_order_number === null ? null : { label: factLabels.export_order, text: box.export_order_number },
    ...box.return_notes.map((text) => ({ label: factLabels.return_note, text })),
  ])
}

/** What India's QC knows of a box. */
export function indiaFacts(box: QcBoxFacts): Fact[] {
  const some = (label: Fact['label'], count: number) => (count === 0 ? null : { label, count })
  return known([
    { label: factLabels.india_received, at: box.inwarded_at },
    some(factLabels.accepted, passedOf(box)),
    some(factLabels.rejected, failedOf(box)),
    some(factLabels.purchased, box.purchased),
  ])
}

/** At QC what may be done there; on its way there, that it be taken in. */
export function nextAtDoor({ caller }: Asking, box: BoxFacts, qc: QcBoxFacts | undefined): NextAction<ActionName>[] {
  if (qc !== undefined) return boxActions(caller, box.sscc, qc)
  const isComing = box.state === 'PACKED_AND_SHIPPED' && box.site_kind === 'china_qc'
  return isComing ? [takeBoxIn] : []
}

import { sql } from 'kysely'
import { type QcMoveKind, qcPieces } from '../../../shared/areas/qc-boxes/quantities.ts'
import { boxClosedValues, closedForBox, type QcAction } from '../../../shared/areas/qc-boxes/status.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'
import { type AnyMove, ledgerIn } from '../../ledger/ledger-in.ts'
import { type QcDiscrepancyWire, qcDiscrepancies } from '../counting/discrepancy-rows.ts'
import { type QcBoxFacts, type QcLineWire, qcLines, unknownBox } from './box-rows.ts'
import { type BoxRows, boxRowsById } from './box-wires.ts'
import { type AtQc, actionsAt, eventsAt, type QcSites, statusAt } from './sites.ts'

export interface QcMove extends AnyMove<QcMoveKind> {
  boxId: string
  /** site.id: where the box is. */
  siteId: string
  skuId: string
  inspectionId?: string | null
  invoiceId?: string | null
  returnNoteId?: string | null
  dispositionId?: string | null
  purchaseOrderId?: string | null
  /** The audit event that the move belongs to. */
  auditId: string
}

/** A move before its event is written. */
export type PlainQcMove = Omit<QcMove, 'auditId'>

/** The pieces of boxes at QC. */
export const qcLedger = ledgerIn(
  qcPieces,
  {
    line: {
      table: 'qc_line',
      key: { boxId: 'box_id', siteId: 'site_id', skuId: 'sku_id' },
      position: 'position',
      named: (box, site, sku) => sql`(SELECT b.sscc || ' at ' || s.code || ', ' || k.nm_sku FROM box b, site s, sku k
        WHERE b.id = ${box} AND s.id = ${site} AND k.id = ${sku})`,
    },
    sums: {
      table: 'qc_box',
      key: { box_id: 'box_id', site_id: 'site_id' },
      isVersioned: true,
      named: (box, site) =>
        sql`(SELECT b.sscc || ' at ' || s.code FROM box b, site s WHERE b.id = ${box} AND s.id = ${site})`,
    },
    moves: {
      table: 'qc_move',
      ids: {
        boxId: 'box_id',
        siteId: 'site_id',
        skuId: 'sku_id',
        inspectionId: 'inspection_id',
        invoiceId: 'invoice_id',
        returnNoteId: 'return_note_id',
        dispositionId: 'disposition_id',
        purchaseOrderId: 'purchase_order_id',
        auditId: 'audit_id',
      },
    },
    lock: 'before',
  },
  async (tx, move: QcMove, { available }) => {
    const { rows } = await rowsOf({ box_no: col.text, shipment_id: col.text, nm_sku: col.text })`
      SELECT b.box_no, h.shipment_id, k.nm_sku FROM box b JOIN shipment h ON h.id = b.shipment_id, sku k
      WHERE b.id = ${move.boxId} AND k.id = ${move.skuId}`.execute(tx)
    return moveNotAllowed('Box {{box_no}} of {{shipment_id}} has only {{available}} pcs of {{nm_sku}} for this.', [], {
      values: { ...rows[0], quantity: move.quantity, available },
    })
  },
)

/**
 * Moves pieces of boxes, whole or not at all, and counts the boxes' versions up. The boxes must be locked (`lockQcBoxes`). A SKU that
 * `exceed` brings into a box gets its line; boxes that `areNew` hold nothing yet. Throws move_not_allowed, naming box and SKU.
 */
export function applyQcMoves(
  tx: Tx,
  { caller }: { caller: { userId: string } },
  moves: readonly QcMove[],
  options: { areNew?: boolean } = {},
): Promise<void> {
  return qcLedger.apply(tx, moves, { ...options, by: caller.userId })
}

/** Refuses what the guards do not allow with a box now, saying why, and naming what they do allow. */
export function guardQcAction(box: QcBoxFacts, action: QcAction): void {
  const allowed = actionsAt(box.site_kind, box)
  if (!allowed.includes(action)) throw notWithThisBox(box, closedForBox(action, box), boxClosedValues(box))
}

/** A refusal in words of its own; what is allowed with the box now stands beside it. */
export function notWithThisBox(box: QcBoxFacts, message: string, values: Record<string, string | number> = {}) {
  const { box_no, sscc, shipment_id } = box
  return moveNotAllowed(message, actionsAt(box.site_kind, box), {
    values: { box_no, sscc, shipment_id, status_key: statusAt(box.site_kind, box), ...values },
  })
}

/** Refuses a write by someone who has not seen the box as it is now. */
export async function assertFreshBox(tx: Tx, box: QcBoxFacts, seen: number | undefined): Promise<void> {
  await assertFresh(tx, { entity: eventsAt(box.site_kind), entityId: box.sscc, version: box.version }, seen)
}

/** What a command on one box answers: the box as it stands now. */
export interface AfterCommand<S extends QcSites> {
  box: BoxRows[S]
  lines: QcLineWire[]
  cases: QcDiscrepancyWire[]
}

/** Reads a box again at the end of the command that changed it, in its transaction. */
export async function afterCommand<S extends QcSites>(tx: Tx, at: AtQc<S>, was: QcBoxFacts): Promise<AfterCommand<S>> {
  const [box] = await boxRowsById(tx, at, [was.box_id])
  if (box === undefined) throw unknownBox(was.sscc)
  return { box, lines: await qcLines(tx, was, box.counts_hidden === true), cases: await qcDiscrepancies(tx, was) }
}

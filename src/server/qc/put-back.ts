import { sql } from 'kysely'
import { allowedQcActions } from '../../shared/domain/qc-status.ts'
import { recordEvents } from '../audit.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Caller, Tx, Work } from '../http/call.ts'
import { applyQcMoves } from './apply-qc-moves.ts'
import { lockQcBoxes } from './qc-box-rows.ts'
import { type ArrivedBox, scanOf } from './take-in.ts'

/** Which of these boxes (box.id) can be put back in front of the door; their rows at QC are locked then. */
export async function undoableBoxes(tx: Tx, caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  const boxes = await lockQcBoxes(tx, caller, ids)
  return new Set(boxes.filter((box) => allowedQcActions(box).includes('undo_inward')).map(({ box_id }) => box_id))
}

/** Undoes the taking in of boxes that `undoableBoxes` named: they are on their way again, and the ledger keeps both. */
export async function putBack(
  tx: Tx,
  work: Work,
  boxes: readonly (ArrivedBox & { box: { sscc: string } })[],
): Promise<void> {
  if (boxes.length === 0) return
  const ids = boxes.map(({ id }) => id)
  const auditIds = await recordEvents(
    tx,
    work,
    boxes.map(({ box, ...scan }) => ({
      entity: 'box' as const,
      entityId: box.sscc,
      event: 'box.inward_undone',
      details: scanOf(scan),
    })),
  )
  const events = new Map(ids.map((id, at) => [id, auditIds[at] ?? '']))
  const { rows: lines } = await rowsOf({ box_id: col.text, sku_id: col.text, uncounted: col.number })`
    SELECT box_id, sku_id, uncounted FROM qc_line WHERE box_id = ANY(${ids}::uuid[]) AND uncounted > 0`.execute(tx)
  await applyQcMoves(
    tx,
    work,
    lines.map(({ box_id, sku_id, uncounted }) => ({
      boxId: box_id,
      skuId: sku_id,
      kind: 'uninward' as const,
      quantity: uncounted,
      auditId: events.get(box_id) ?? '',
    })),
  )
  await sql`DELETE FROM qc_line WHERE box_id = ANY(${ids}::uuid[])`.execute(tx)
  await sql`DELETE FROM qc_box WHERE box_id = ANY(${ids}::uuid[])`.execute(tx)
  await sql`UPDATE box SET inwarded_at = NULL WHERE id = ANY(${ids}::uuid[])`.execute(tx)
}

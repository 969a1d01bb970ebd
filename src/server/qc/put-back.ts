import { sql } from 'kysely'
import { allowedQcActions } from '../../shared/domain/qc-status.ts'
import { recordEvents } from '../audit.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx, Work } from '../http/call.ts'
import { applyQcMoves } from './apply-qc-moves.ts'
import { lockQcBoxes } from './qc-box-rows.ts'
import { type AtQc, atSites, eventsAt, ofSites } from './qc-sites.ts'
import { type ArrivedBox, scanOf } from './take-in.ts'

/** Which of these boxes (box.id) can be put back in front of the door; their rows at QC are locked then. */
export async function undoableBoxes(tx: Tx, at: AtQc, ids: readonly string[]): Promise<Set<string>> {
  const boxes = await lockQcBoxes(tx, at, ids)
  return new Set(boxes.filter((box) => allowedQcActions(box).includes('undo_inward')).map(({ box_id }) => box_id))
}

/** Undoes the taking in of boxes at these sites that `undoableBoxes` named: they are on their way again, and the ledger keeps both. */
export async function putBack(
  tx: Tx,
  work: Work,
  at: Pick<AtQc, 'sites'>,
  boxes: readonly (ArrivedBox & { box: { sscc: string } })[],
): Promise<void> {
  if (boxes.length === 0) return
  const ids = boxes.map(({ id }) => id)
  const auditIds = await recordEvents(
    tx,
    work,
    boxes.map(({ box, ...scan }) => ({
      entity: eventsAt(at.sites),
      entityId: box.sscc,
      event: 'box.inward_undone',
      details: scanOf(scan),
    })),
  )
  const events = new Map(ids.map((id, at) => [id, auditIds[at] ?? '']))
  const { rows: lines } = await rowsOf({
    box_id: col.text,
    sku_id: col.text,
    uncounted: col.number,
    site_id: col.text,
  })`
    SELECT l.box_id, l.site_id, l.sku_id, l.uncounted FROM qc_line l
    WHERE l.box_id = ANY(${ids}::uuid[]) AND l.uncounted > 0 AND ${ofSites(at, 'l')}`.execute(tx)
  await applyQcMoves(
    tx,
    work,
    lines.map(({ box_id, site_id, sku_id, uncounted }) => ({
      boxId: box_id,
      siteId: site_id,
      skuId: sku_id,
      kind: 'uninward' as const,
      quantity: uncounted,
      auditId: events.get(box_id) ?? '',
    })),
  )
  await sql`DELETE FROM qc_line l WHERE l.box_id = ANY(${ids}::uuid[]) AND ${ofSites(at, 'l')}`.execute(tx)
  await sql`DELETE FROM qc_box q WHERE q.box_id = ANY(${ids}::uuid[]) AND ${atSites(at)}`.execute(tx)
  await sql`UPDATE box b SET inwarded_at = NULL WHERE b.id = ANY(${ids}::uuid[])
    AND NOT EXISTS (SELECT 1 FROM qc_box q WHERE q.box_id = b.id)`.execute(tx)
}

import { allowedQcActions, type QcAction, qcStatus } from '../../shared/domain/qc-status.ts'
import type { Tx } from '../http/call.ts'
import { moveNotAllowed } from '../http/errors.ts'
import { assertFresh } from '../vendor/freshness.ts'
import type { QcBoxFacts } from './qc-box-rows.ts'

/** Refuses what the guards do not allow with a box now, naming its status and what they do allow. */
export function guardQcAction(box: QcBoxFacts, action: QcAction): void {
  const allowed = allowedQcActions(box)
  if (!allowed.includes(action)) throw notWithThisBox(box, 'Box {{box_no}} is {{status}}.')
}

/** A refusal in words of its own; what is allowed with the box now stands beside it. */
export function notWithThisBox(box: QcBoxFacts, message: string, values: Record<string, string | number> = {}) {
  const { box_no, sscc, shipment_id } = box
  return moveNotAllowed(message, allowedQcActions(box), {
    values: { box_no, sscc, shipment_id, status_key: qcStatus(box), ...values },
  })
}

/** Refuses a write by someone who has not seen the box as it is now. */
export async function assertFreshBox(tx: Tx, box: QcBoxFacts, seen: number | undefined): Promise<void> {
  await assertFresh(tx, { entity: 'box', entityId: box.sscc, version: box.version }, seen)
}

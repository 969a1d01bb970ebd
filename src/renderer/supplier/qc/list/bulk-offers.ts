import type { QcBoxRow } from '../../../../shared/contract/qc-shapes.ts'
import type { QcBucket } from '../../../../shared/domain/qc-quantities.ts'
import type { QcTab } from '../../../../shared/domain/qc-status.ts'

/** Moves that a bulk bar offers only where boxes may be chosen that have what they take; the others are always there. */
const offered = {
  undo_inward: { of: 'uncounted', tab: 'inwarded' },
  unshelve: { of: 'shelved', tab: 'passed' },
  unready: { of: 'ready', tab: 'ready_to_ship' },
  ship: { of: 'invoiced', tab: 'ready_to_ship' },
} as const satisfies Record<string, { of: QcBucket; tab: QcTab }>

export type OfferedMove = keyof typeof offered

/** Of rows it is seen; of all that match, only their tab is known. */
export function isOffered(move: OfferedMove, boxes: readonly QcBoxRow[], tabOfAll: QcTab | null): boolean {
  const { of, tab } = offered[move]
  if (tabOfAll !== null) return tabOfAll === tab || tabOfAll === 'all'
  return boxes.some(({ quantities }) => quantities[of] > 0)
}

import { type QcMoveKind, type QcQuantities, qcPieces } from './quantities.ts'
import type { StandingBox } from './status.ts'

export interface PieceMove {
  kind: QcMoveKind
  quantity: number
}

/** A box as moves of its lines will leave it. Moves that it cannot make are left out: they are refused when they are applied. */
export function standingAfter(
  box: StandingBox,
  moves: Iterable<PieceMove>,
  changes: Partial<Pick<StandingBox, 'open_missing' | 'open_excess' | 'inspections'>> = {},
): StandingBox {
  let now: QcQuantities = box
  for (const { kind, quantity } of moves) {
    const outcome = qcPieces.move(now, kind, quantity)
    if ('line' in outcome) now = outcome.line
  }
  const { open_missing, open_excess, inspections } = box
  return { ...now, open_missing, open_excess, inspections, ...changes }
}

import type { PieceMove } from '../qc-boxes/qc-standing.ts'
import { type QcBucket, type QcMoveKind, type QcQuantities, qcPieces } from '../qc-boxes/quantities.ts'
import type { DiscrepancyOutcome } from '../qc-boxes/status.ts'

/** A move of one SKU that a count or a settlement comes to. */
export interface SkuMove {
  sku_id: string
  kind: QcMoveKind
  quantity: number
}

export interface Difference {
  sku_id: string
  kind: 'missing' | 'excess'
  quantity: number
}

/** A line of the box, by its SKU. */
export type LineToCount = Pick<QcQuantities, 'uncounted'> & { sku_id: string }

export interface Count {
  moves: SkuMove[]
  /** What was not as declared: each becomes a discrepancy. */
  differences: Difference[]
}

/**
 * What the count of a box comes to. It settles every piece that waits for it: a SKU that nobody counted was not there, and one
 * that was not declared is all excess.
 */
export function countBox(lines: readonly LineToCount[], counted: ReadonlyMap<string, number>): Count {
  const declared = new Map(lines.map((line) => [line.sku_id, line.uncounted]))
  const skus = [...declared.keys(), ...[...counted.keys()].filter((sku) => !declared.has(sku))]
  const found = skus.map((sku_id) => ({
    sku_id,
    uncounted: declared.get(sku_id) ?? 0,
    there: counted.get(sku_id) ?? 0,
  }))
  return {
    moves: found.flatMap(({ sku_id, uncounted, there }) => [
      ...some(sku_id, 'count', Math.min(there, uncounted)),
      ...some(sku_id, 'miss', uncounted - there),
      ...some(sku_id, 'exceed', there - uncounted),
    ]),
    differences: found
      .filter(({ uncounted, there }) => uncounted !== there)
      .map(({ sku_id, uncounted, there }) => ({
        sku_id,
        kind: there < uncounted ? 'missing' : 'excess',
        quantity: Math.abs(there - uncounted),
      })),
  }
}

/** Takes the whole count of a line back, with what was settled since: all that was declared waits to be counted again. */
export function uncountLine(line: QcQuantities & { sku_id: string }): SkuMove[] {
  const { sku_id, failed, excess, missing, to_inspect } = line
  return [
    ...some(sku_id, 'revert_failed', failed),
    ...some(sku_id, 'unexceed', excess),
    ...some(sku_id, 'unmiss', missing),
    ...some(sku_id, 'uncount', to_inspect + failed - excess),
  ]
}

function some(sku_id: string, kind: QcMoveKind, quantity: number): SkuMove[] {
  return quantity > 0 ? [{ sku_id, kind, quantity }] : []
}

/** Where the pieces of an outcome may lie, the first first, and the moves that bring them from there to where it puts them. */
type Ways = Partial<Record<QcBucket, readonly QcMoveKind[]>>

/** What each outcome of a discrepancy is for, and what moves; null where nothing does. Pieces claimed or written off stay missing. */
export const settlements: Record<DiscrepancyOutcome, { of: Difference['kind']; ways: Ways | null }> = {
  found: { of: 'missing', ways: { missing: ['find'] } },
  claim: { of: 'missing', ways: null },
  write_off: { of: 'missing', ways: null },
  accepted: { of: 'excess', ways: null },
  send_back: {
    of: 'excess',
    ways: {
      to_inspect: ['fail'],
      on_hold: ['release', 'fail'],
      passed: ['decline'],
      shelved: ['unshelve', 'decline'],
      ready: ['unready', 'decline'],
      // They go back with what failed, or did.
      failed: [],
      returned: [],
    },
  },
  miscounted: { of: 'excess', ways: { to_inspect: ['unexceed'] } },
}

/** What so many pieces of a line settled so come to, or how many could be at most. */
export function settlementMoves(
  line: QcQuantities,
  outcome: DiscrepancyOutcome,
  quantity: number,
): { moves: PieceMove[] } | { available: number } {
  const { ways } = settlements[outcome]
  if (ways === null) return { moves: [] }
  const moves: PieceMove[] = []
  let left = quantity
  for (const [bucket, kinds] of Object.entries(ways)) {
    const [first] = kinds
    const taken = Math.min(left, first ? qcPieces.movable(line, first) : line[bucket as QcBucket])
    if (taken > 0) moves.push(...kinds.map((kind) => ({ kind, quantity: taken })))
    left -= taken
  }
  return left === 0 ? { moves } : { available: quantity - left }
}

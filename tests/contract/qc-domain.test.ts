import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countBox, settlementMoves, uncountLine } from '../../src/shared/areas/counting/rules.ts'
import { revertMoves, revertProblem, shelveProblem, unshelveProblem } from '../../src/shared/areas/qc-boxes/moves.ts'
import { type PieceMove, standingAfter } from '../../src/shared/areas/qc-boxes/qc-standing.ts'
import { type QcQuantities, qcPieces } from '../../src/shared/areas/qc-boxes/quantities.ts'
import {
  allowedQcActions,
  discrepancyOutcomes,
  qcStatus,
  type StandingBox,
} from '../../src/shared/areas/qc-boxes/status.ts'

/** A line as any history may have left it. */
const anyLine: fc.Arbitrary<QcQuantities> = fc
  .tuple(fc.nat(1_000), ...qcPieces.buckets.map(() => fc.oneof(fc.constant(0), fc.nat(30))))
  .map(([share, ...counts]) => {
    const pieces = counts.reduce((sum, count) => sum + count, 0)
    const line: QcQuantities = { ...qcPieces.nothing, excess: Math.floor((pieces * share) / 1_001) }
    for (const [at, bucket] of qcPieces.buckets.entries()) line[bucket] = counts[at] ?? 0
    return { ...line, declared: pieces - line.excess }
  })

const anyBox: fc.Arbitrary<StandingBox> = fc
  .tuple(anyLine, fc.nat(1_000), fc.nat(3))
  .map(([line, share, inspections]) => ({
    ...line,
    open_missing: Math.floor((line.missing * share) / 1_000),
    open_excess: Math.floor((line.excess * share) / 1_000),
    inspections,
  }))

function moved(line: QcQuantities, moves: Iterable<PieceMove>): QcQuantities {
  let now = line
  for (const { kind, quantity } of moves) {
    const outcome = qcPieces.move(now, kind, quantity)
    if (!('line' in outcome)) throw new Error(`${kind} ${quantity} of ${JSON.stringify(now)} is refused`)
    now = outcome.line
  }
  return now
}

const skus = ['a', 'b', 'c', 'd']
const anyCount = fc.record({
  declared: fc.uniqueArray(fc.tuple(fc.constantFrom(...skus), fc.integer({ min: 1, max: 30 })), {
    selector: ([sku]) => sku,
    minLength: 1,
  }),
  counted: fc.uniqueArray(fc.tuple(fc.constantFrom(...skus), fc.nat(40)), { selector: ([sku]) => sku }),
})

/** The lines of a counted box, by SKU. */
function countedLines(declared: readonly [string, number][], moves: ReturnType<typeof countBox>['moves']) {
  const lines = new Map<string, QcQuantities>(
    declared.map(([sku, pieces]) => [sku, moved(qcPieces.nothing, [{ kind: 'inward', quantity: pieces }])]),
  )
  for (const { sku_id, ...move } of moves) lines.set(sku_id, moved(lines.get(sku_id) ?? qcPieces.nothing, [move]))
  return lines
}

describe('a count', () => {
  // Would catch: a SKU passed over, a piece both there and missing, a difference without its case or the reverse.
  test('settles every piece, and what differs is a case for exactly that', () => {
    fc.assert(
      fc.property(anyCount, ({ declared, counted }) => {
        const there = new Map(counted)
        const { moves, differences } = countBox(
          declared.map(([sku_id, uncounted]) => ({ sku_id, uncounted })),
          there,
        )
        const lines = countedLines(declared, moves)
        for (const [sku, line] of lines) {
          expect([line.uncounted, line.to_inspect, qcPieces.fault(line)]).toEqual([0, there.get(sku) ?? 0, null])
          const difference = differences.find((each) => each.sku_id === sku)
          expect(difference?.kind).toBe(line.missing > 0 ? 'missing' : line.excess > 0 ? 'excess' : undefined)
          expect(difference?.quantity ?? 0).toBe(line.missing + line.excess)
        }
        expect(new Set(differences.map((each) => each.sku_id)).size).toBe(differences.length)
      }),
    )
  })

  // Would catch: pieces found or sent back since the count that a new count would count twice, or lose.
  test('can be taken back whole, whatever was settled since', () => {
    const settled = fc.array(fc.tuple(fc.constantFrom(...discrepancyOutcomes), fc.constantFrom(...skus), fc.nat(5)))
    fc.assert(
      fc.property(anyCount, settled, ({ declared, counted }, outcomes) => {
        const { moves } = countBox(
          declared.map(([sku_id, uncounted]) => ({ sku_id, uncounted })),
          new Map(counted),
        )
        const lines = countedLines(declared, moves)
        for (const [outcome, sku, wanted] of outcomes) {
          const line = lines.get(sku)
          if (line === undefined || wanted === 0) continue
          const settled = settlementMoves(line, outcome, wanted)
          if ('moves' in settled) lines.set(sku, moved(line, settled.moves))
        }
        for (const [sku, line] of lines) {
          const pieces = declared.find(([each]) => each === sku)?.[1] ?? 0
          expect(moved(line, uncountLine({ ...line, sku_id: sku }))).toEqual({
            ...qcPieces.nothing,
            declared: pieces,
            uncounted: pieces,
          })
        }
      }),
    )
  })
})

describe('reverting', () => {
  // Would catch: a piece that stays judged; one brought back that is invoiced, shipped, returned or missing.
  test('brings back every judged piece and no other', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        const reverted = moved(line, revertMoves(line))
        const { to_inspect, on_hold, passed, shelved, ready, failed, ...others } = line
        const judged = on_hold + passed + shelved + ready + failed
        const none = { on_hold: 0, passed: 0, shelved: 0, ready: 0, failed: 0 }
        expect(reverted).toEqual({ ...others, ...none, to_inspect: to_inspect + judged })
      }),
    )
  })

  // Would catch: a button that the server refuses, or a command that no guard names.
  test('the reasons say no exactly where the guards do', () => {
    fc.assert(
      fc.property(anyBox, (box) => {
        const allowed = allowedQcActions(box)
        expect(revertProblem(box) === null).toBe(allowed.includes('revert'))
        expect(unshelveProblem(box) === null).toBe(allowed.includes('unshelve'))
        // Carried from shelf to shelf, a box needs no passed piece that lies elsewhere.
        expect(shelveProblem(box) === null).toBe(allowed.includes('shelve') || box.shelved > 0)
      }),
    )
  })
})

describe('where a box stands', () => {
  // Would catch: an event that tells another status than the list shows after it.
  test('the status after moves is that of the sum of its lines after them', () => {
    const step = fc.record({
      line: fc.nat(1),
      kind: fc.constantFrom(...qcPieces.kinds),
      quantity: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(anyLine, anyLine, fc.array(step, { maxLength: 12 }), fc.nat(2), (a, b, steps, inspections) => {
        const lines = [a, b]
        const done: PieceMove[] = []
        for (const { line, kind, quantity } of steps) {
          const outcome = qcPieces.move(lines[line] ?? qcPieces.nothing, kind, quantity)
          if (!('line' in outcome)) continue
          lines[line] = outcome.line
          done.push({ kind, quantity })
        }
        const box = { ...qcPieces.sum([a, b]), open_missing: 0, open_excess: 0, inspections }
        const told = standingAfter(box, done, { open_missing: 1 })
        const found = { ...qcPieces.sum(lines), open_missing: 1, open_excess: 0, inspections }
        expect(told).toEqual(found)
        expect(qcStatus(told)).toBe(qcStatus(found))
      }),
    )
  })

  // Would catch: passed excess that cannot be sent back; excess taken off an invoice; more pieces moved than were said.
  test('excess goes back from wherever it lies, unless a paper has it', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 1, max: 40 }), (line, quantity) => {
        const settled = settlementMoves(line, 'send_back', quantity)
        const staying = line.to_inspect + line.on_hold + line.passed + line.shelved + line.ready
        const could = staying + line.failed + line.returned
        expect('moves' in settled).toBe(could >= quantity)
        if (!('moves' in settled)) {
          expect(settled.available).toBe(could)
          return
        }
        const after = moved(line, settled.moves)
        expect(after.failed - line.failed).toBe(Math.min(quantity, staying))
        for (const bucket of ['invoiced', 'shipped', 'missing', 'returned', 'uncounted'] as const)
          expect(after[bucket]).toBe(line[bucket])
      }),
    )
  })

  // Would catch: pieces on an invoice, or in India, that may be judged away under it; a box counted twice.
  test('what is on paper is not judged again, and what is counted is not counted', () => {
    fc.assert(
      fc.property(anyBox, (box) => {
        const allowed = allowedQcActions(box)
        if (box.invoiced + box.shipped > 0)
          expect(allowed.filter((action) => ['revert', 'reinspect', 'make_ready'].includes(action))).toEqual([])
        expect(allowed.includes('count')).toBe(box.uncounted > 0)
        if (box.uncounted > 0)
          expect(allowed.filter((action) => ['inspect', 'skip', 'recount'].includes(action))).toEqual([])
        if (box.inspections > 0) expect(allowed).not.toContain('recount')
      }),
    )
  })
})

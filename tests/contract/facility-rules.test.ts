import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cameFrom,
  cutOf,
  mostCut,
  planStage,
  type StageLine,
  stageFaults,
  stageLedger,
  stages,
  typedStages,
} from '../../src/shared/areas/facilities/stage-ledger.ts'

const opened = (pieces: number): StageLine => {
  const made = stageLedger.move(stageLedger.nothing, 'allot', pieces)
  if (!('line' in made)) throw new Error('not opened')
  return made.line
}

/** A line after the moves of a plan. */
function following(line: StageLine, moves: readonly { kind: (typeof stageLedger.kinds)[number]; quantity: number }[]) {
  return moves.reduce((now, { kind, quantity }) => {
    const outcome = stageLedger.move(now, kind, quantity)
    if (!('line' in outcome)) throw new Error(`${kind} of ${quantity} is refused by the ledger`)
    return outcome.line
  }, line)
}

const entry = fc.record({
  into: fc.constantFrom(...stages),
  from: fc.option(fc.constantFrom(...stages), { nil: undefined }),
  is_undo: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 130 }),
})

describe('the stages of a facility', () => {
  // Would catch: a piece more out of a stage than came in, pieces cut beyond the tolerance, a plan that the ledger refuses, pieces lost.
  test('any sequence of entries keeps every piece, none below zero, and cutting within its tolerance', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 20 }),
        fc.array(entry, { maxLength: 60 }),
        (pieces, tolerance, entries) => {
          let line = opened(pieces)
          for (const asked of entries) {
            const plan = planStage(line, { nm_sku: 'NM-1', ...asked }, tolerance)
            if ('refused' in plan) continue
            const next = following(line, plan.moves)
            expect(plan.moves.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(asked.quantity)
            expect(stageLedger.fault(next)).toBeNull()
            expect(cutOf(next)).toBeLessThanOrEqual(mostCut(pieces, tolerance))
            // Pieces beyond the order are cut only when no piece of the order waits.
            if (next.overcut > 0) expect(next.pending).toBe(0)
            line = next
          }
        },
      ),
    )
  })

  // Would catch: a mistake at a station that nobody can take back, or that comes back elsewhere.
  test('what was moved by hand can be taken back, and then stands as before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 300 }),
        fc.array(entry, { maxLength: 30 }),
        entry,
        (pieces, before, last) => {
          let line = opened(pieces)
          for (const asked of before) {
            const plan = planStage(line, { nm_sku: 'NM-1', ...asked }, 5)
            if (!('refused' in plan)) line = following(line, plan.moves)
          }
          const plan = planStage(line, { nm_sku: 'NM-1', ...last, is_undo: false }, 5)
          if ('refused' in plan) return
          const moved = following(line, plan.moves)
          const back = planStage(moved, { nm_sku: 'NM-1', ...last, is_undo: true }, 5)
          if ('refused' in back) throw new Error(back.refused.message)
          const again = following(moved, back.moves)
          // Of pieces cut beyond the order before, those beyond are taken back first: no piece is lost all the same.
          expect(cutOf(again)).toBe(cutOf(line))
          if (last.into !== 'cutting') expect(again).toEqual(line)
        },
      ),
    )
  })

  // Would catch: a refusal that does not say how many there are.
  test('says with numbers what cannot be', () => {
    const line = following(opened(100), [{ kind: 'cut', quantity: 60 }])
    expect(planStage(line, { nm_sku: 'NM-1', into: 'stitching', quantity: 61 }, 5)).toEqual({
      refused: { message: stageFaults.few, values: expect.objectContaining({ available: 60, quantity: 61 }) },
    })
    expect(planStage(line, { nm_sku: 'NM-1', into: 'cutting', quantity: 46 }, 5)).toEqual({
      refused: {
        message: stageFaults.beyond,
        values: expect.objectContaining({ after: 106, allotted: 100, most: 105, left: 45, tolerance: 5 }),
      },
    })
    expect(planStage(line, { nm_sku: 'NM-1', into: 'cutting', quantity: 45 }, 5)).toEqual({
      moves: [
        { kind: 'cut', quantity: 40 },
        { kind: 'cut_beyond', quantity: 5 },
      ],
    })
    expect(planStage(line, { nm_sku: 'NM-1', into: 'finishing', from: 'cutting', quantity: 1 }, 5)).toMatchObject({
      refused: { message: stageFaults.skipped },
    })
    expect(planStage(line, { nm_sku: 'NM-1', into: 'shipped', quantity: 1 }, 5)).toMatchObject({
      refused: { message: stageFaults.byBoxes },
    })
  })

  // Would catch: a stage that nobody can bring pieces to, or that is entered from a stage without a move of the ledger.
  test('each typed stage names where pieces come from', () => {
    for (const into of typedStages) {
      expect(cameFrom(into).length).toBeGreaterThan(0)
      for (const from of cameFrom(into)) {
        const line = { ...stageLedger.nothing, allotted: 10, [from]: 10 } as StageLine
        expect([into, from, 'moves' in planStage(line, { nm_sku: 'NM-1', into, from, quantity: 10 }, 0)]).toEqual([
          into,
          from,
          true,
        ])
      }
    }
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amendMoves, leastOrdered } from '../../src/shared/areas/orders/amendments.ts'
import { lineDecision } from '../../src/shared/areas/orders/answers.ts'
import { pieces, type Quantities } from '../../src/shared/areas/orders/quantities.ts'

/** Any line that moves could have led to: pieces anywhere. */
const anyLine: fc.Arbitrary<Quantities> = fc
  .array(fc.nat(40), { minLength: pieces.buckets.length, maxLength: pieces.buckets.length })
  .map((counts) => ({
    ...pieces.nothing,
    ...Object.fromEntries(pieces.buckets.map((bucket, at) => [bucket, counts[at] ?? 0])),
    ordered: counts.reduce((sum, count) => sum + count, 0),
  }))

function done(line: Quantities, moves: { kind: keyof typeof pieces.moves; quantity: number }[]): Quantities {
  return moves.reduce((now, { kind, quantity }) => {
    const outcome = pieces.move(now, kind, quantity)
    if (!('line' in outcome)) throw new Error(`${kind} ${quantity} was refused`)
    return outcome.line
  }, line)
}

describe('an amendment of a line', () => {
  // Would catch: pieces taken out of a box, a shipment or a refusal; a line that comes to another sum than was asked for.
  test('comes to the quantity asked for, or changes nothing and says how few are possible', () => {
    fc.assert(
      fc.property(anyLine, fc.nat(320), (line, wanted) => {
        const outcome = amendMoves(line, wanted)
        if ('least' in outcome) {
          expect(wanted).toBeLessThan(outcome.least)
          expect('moves' in amendMoves(line, outcome.least)).toBe(true)
          return
        }
        const after = done(line, outcome.moves)
        expect(after.ordered).toBe(wanted)
        expect(pieces.fault(after)).toBeNull()
        for (const bucket of ['reserved', 'packed', 'shipped', 'rejected', 'oos'] as const)
          expect(after[bucket]).toBe(line[bucket])
      }),
    )
  })

  // Would catch: ready pieces taken while others still await; a raise that puts pieces on the platform unasked.
  test('takes what awaits before what is ready, and brings more to those that await', () => {
    fc.assert(
      fc.property(anyLine, fc.nat(320), (line, wanted) => {
        const outcome = amendMoves(line, wanted)
        if (!('moves' in outcome)) return
        const after = done(line, outcome.moves)
        if (wanted >= line.ordered) expect(after.awaiting).toBe(line.awaiting + wanted - line.ordered)
        if (after.platform < line.platform) expect(after.awaiting).toBe(0)
      }),
    )
  })

  // Would catch: an amendment that cannot be taken back by another one.
  test('is undone by the amendment back, but for what is ready', () => {
    fc.assert(
      fc.property(anyLine, fc.nat(320), (line, wanted) => {
        const there = amendMoves(line, wanted)
        if (!('moves' in there)) return
        const back = amendMoves(done(line, there.moves), line.ordered)
        if (!('moves' in back)) throw new Error('no way back')
        const after = done(done(line, there.moves), back.moves)
        expect({ ...after, awaiting: 0, platform: 0 }).toEqual({ ...line, awaiting: 0, platform: 0 })
        expect(after.awaiting + after.platform).toBe(line.awaiting + line.platform)
      }),
    )
  })

  // Would catch: a vendor or its screens being offered moves that only ops make.
  test('is no move that a line offers to those who deliver it', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        expect(pieces.allowed(line)).not.toContain('amend_down')
        expect(pieces.allowed(line)).not.toContain('amend_up')
        expect(leastOrdered(line)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  // Would catch: a line amended to nothing that counts as rejected, and makes its order look refused.
  test('to nothing leaves nothing to answer', () => {
    expect(lineDecision(pieces.nothing)).toBe('CONFIRMED')
  })
})

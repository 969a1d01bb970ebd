import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentNumber } from '../../src/shared/areas/stock/lists.ts'
import {
  type Balance,
  freeOf,
  moveIn,
  type PlaceKind,
  type PlainMove,
  placeKinds,
  reverseOf,
  type StockSide,
  stockConditions,
  stockFault,
  stockMoveKinds,
  stockMoves,
} from '../../src/shared/areas/stock/moves.ts'
import type { StockMoveRow } from '../../src/shared/areas/stock/shapes.ts'

const side: fc.Arbitrary<StockSide | null> = fc.option(
  fc
    .record({
      siteId: fc.constantFrom('DEL', 'MUM'),
      kind: fc.constantFrom<PlaceKind>(...placeKinds),
      condition: fc.constantFrom(...stockConditions),
      shelf: fc.nat(1),
    })
    .map(({ shelf, ...at }) => ({ ...at, placeId: `${at.siteId} ${at.kind} ${shelf}` })),
  { freq: 4 },
)
const move: fc.Arbitrary<PlainMove> = fc.record({
  kind: fc.constantFrom(...stockMoveKinds),
  quantity: fc.integer({ min: 1, max: 9 }),
  from: side,
  to: side,
  reason: fc.constant('counted'),
})

const key = (at: StockSide | null) => at && `${at.placeId} ${at.condition}`

describe('the table of stock moves', () => {
  // Would catch: a way back that leads elsewhere, or changes a condition that the way there kept.
  test('leads back by the reverse of every move', () => {
    for (const kind of stockMoveKinds) {
      expect(reverseOf(reverseOf(kind))).toBe(kind)
      expect(stockMoves[reverseOf(kind)]).toMatchObject({ from: stockMoves[kind].to, to: stockMoves[kind].from })
      expect(stockMoves[reverseOf(kind)].site).toBe(stockMoves[kind].site)
    }
    fc.assert(
      fc.property(move, (one) => {
        fc.pre(stockFault(one) === null)
        expect(stockFault({ ...one, kind: reverseOf(one.kind), from: one.to, to: one.from })).toBeNull()
      }),
    )
  })

  // Would catch: a kind of place that goods can reach and never leave, or the other way round.
  test('leads in and out of every kind of place', () => {
    for (const kind of placeKinds) {
      const has = (of: readonly PlaceKind[] | 'outside') => of !== 'outside' && of.includes(kind)
      expect(stockMoveKinds.some((name) => has(stockMoves[name].from))).toBe(true)
      expect(stockMoveKinds.some((name) => has(stockMoves[name].to))).toBe(true)
    }
  })

  // Would catch: goods that walk to another site without a gate pass, a damaged piece that is good again without anyone saying so, or
  // pieces that are written off for no reason.
  test('refuses what is no move', () => {
    fc.assert(
      fc.property(move, (one) => {
        const { kind, from, to } = one
        fc.pre(stockFault(one) === null)
        if (from !== null && to !== null) {
          if (from.siteId !== to.siteId) expect(['dispatch', 'call_back']).toContain(kind)
          if (from.condition !== to.condition) expect(['regrade', 'arrive_damaged', 'unarrive_damaged']).toContain(kind)
          expect(key(from)).not.toBe(key(to))
        }
        expect(from === null && to === null).toBe(false)
        expect(stockFault({ ...one, quantity: 0 })).toBe('quantity')
        expect(stockFault({ ...one, quantity: 1.5 })).toBe('quantity')
        if (stockMoves[kind].needsReason) expect(stockFault({ ...one, reason: ' ' })).toBe('reason')
      }),
    )
  })
})

describe('balances', () => {
  // Would catch: a move that makes or loses pieces, takes reserved ones, or leaves half of itself behind when it is refused.
  test('are the sum of what was moved, never below what is reserved, and untouched by what is refused', () => {
    const reserved = fc.nat(4)
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), reserved, (moves, promised) => {
        const books = new Map<string, Balance>()
        const sums = new Map<string, number>()
        for (const { quantity, from, to } of moves) {
          const before = new Map(books)
          const step = { quantity, from: key(from), to: key(to) }
          if (moveIn(books, step) !== null) {
            expect(books).toEqual(before)
            continue
          }
          for (const [at, by] of [[step.from, -quantity] as const, [step.to, quantity] as const])
            if (at !== null) sums.set(at, (sums.get(at) ?? 0) + by)
          // What comes first somewhere is partly promised at once.
          for (const [at, balance] of books)
            if (balance.reserved === 0) books.set(at, { ...balance, reserved: Math.min(promised, balance.onHand) })
        }
        for (const [at, balance] of books) {
          expect(balance.onHand).toBe(sums.get(at) ?? 0)
          expect(freeOf(balance)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

// Would catch: a machine's number in a list that people read, or a paper's number that is hidden with those.
test('names documents by numbers of people alone', () => {
  const numberOf = (id: string) => documentNumber({ document: { id } } as StockMoveRow)
  expect(numberOf('GP-000001')).toBe('GP-000001')
  expect(numberOf('0c417e4c-a2d1-7c3e-9f10-2b6d3f0a9d11')).toBeNull()
})

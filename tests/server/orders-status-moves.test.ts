import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isNewVendor, isPriceJump, orderExceptions } from '../../src/shared/areas/orders/answers.ts'
import {
  allowedMoves,
  brokenInvariant,
  buckets,
  type MoveKind,
  moveKinds,
  movePieces,
  moves,
  openLine,
  type Quantities,
  reverseOf,
} from '../../src/shared/areas/orders/quantities.ts'
import {
  isLate,
  isUrgent,
  orderStage,
  orderStatus,
  orderStatuses,
  type Stage,
  stages,
  statusFilter,
} from '../../src/shared/areas/orders/status.ts'
import { addDays, dayIn, daysBetween } from '../../src/shared/kernel/days.ts'

const line: fc.Arbitrary<Quantities> = fc
  .record(
    Object.fromEntries(buckets.map((bucket) => [bucket, fc.nat(4)])) as Record<
      (typeof buckets)[number],
      fc.Arbitrary<number>
    >,
  )
  .map((parts) => ({ ...parts, ordered: buckets.reduce((sum, bucket) => sum + parts[bucket], 0) }))
  .filter((made) => made.ordered > 0)

const step = fc.record({ kind: fc.constantFrom(...moveKinds), quantity: fc.integer({ min: -2, max: 12 }) })

describe('moves of pieces', () => {
  // Catches a move that makes or loses pieces, or takes more than there are.
  test('any sequence keeps the invariant and no quantity goes below nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 60 }), (ordered, steps) => {
        let now = openLine(ordered)
        for (const { kind, quantity } of steps) {
          const outcome = movePieces(now, kind, quantity)
          if ('line' in outcome) now = outcome.line
          expect(brokenInvariant(now)).toBeNull()
          expect(now.ordered).toBe(ordered)
        }
      }),
    )
  })

  // Catches a way back that leads elsewhere.
  test('each reverse restores what was', () => {
    fc.assert(
      fc.property(line, step, (before, { kind, quantity }) => {
        const there = movePieces(before, kind, quantity)
        fc.pre('line' in there)
        if (!('line' in there)) return
        expect(movePieces(there.line, reverseOf(kind), quantity)).toEqual({ line: before })
        expect(reverseOf(reverseOf(kind))).toBe(kind)
      }),
    )
  })

  // Catches half-done refusals: quantities changed although the answer was no.
  test('what is refused changes nothing and says what is allowed', () => {
    fc.assert(
      fc.property(line, step, (before, { kind, quantity }) => {
        const copy = { ...before }
        const outcome = movePieces(before, kind, quantity)
        expect(before).toEqual(copy)
        if ('line' in outcome) return
        expect(quantity < 1 || before[moves[kind].from] < quantity).toBe(true)
        expect(outcome.allowed).toEqual(allowedMoves(before))
        for (const other of outcome.allowed) expect('line' in movePieces(before, other, 1)).toBe(true)
      }),
    )
  })

  test('half pieces and endless ones are refused', () => {
    for (const quantity of [0.5, Number.NaN, Number.POSITIVE_INFINITY, -1, 0])
      for (const kind of moveKinds as MoveKind[])
        expect(movePieces(openLine(10), kind, quantity)).toMatchObject({ refused: 'quantity' })
  })
})

const deadline = fc.integer({ min: -400, max: 400 }).map((days) => addDays('2026-02-28', days))

describe('the shown status', () => {
  // Catches an order that two statuses show, or none: a filter by each would count it twice or never.
  test('exactly one status filter covers any line on any day', () => {
    fc.assert(
      fc.property(line, deadline, deadline, (quantities, due, today) => {
        const stage = orderStage(quantities)
        const covering = orderStatuses.filter((status) => {
          const filter = statusFilter(status)
          const when = due < today ? 'past' : due === today ? 'today' : 'future'
          return filter.stages.includes(stage) && (filter.deadline === 'any' || filter.deadline === when)
        })
        expect(covering).toEqual([orderStatus(quantities, due, today)])
      }),
    )
  })

  // The rules' own words, read from the top (rules, section 1).
  test('is the first of the list that holds', () => {
    fc.assert(
      fc.property(line, deadline, deadline, (q, due, today) => {
        const open = q.awaiting + q.platform + q.reserved + q.packed
        const expected =
          q.rejected === q.ordered
            ? 'Rejected'
            : q.rejected + q.oos === q.ordered
              ? 'Out of stock'
              : open === 0 && q.shipped > 0
                ? 'Fully shipped'
                : due < today
                  ? 'Shipment delayed'
                  : due === today
                    ? 'Ship by today'
                    : q.shipped > 0
                      ? 'Partially shipped'
                      : q.platform + q.reserved + q.packed > 0
                        ? 'Added to shipping platform'
                        : 'Awaiting shipment'
        expect(orderStatus(q, due, today)).toBe(expected)
      }),
    )
  })

  test('only open orders are late, and urgent by date; a flag is urgent in any case', () => {
    for (const stage of Object.values(stages) as Stage[]) {
      const open = stage > stages.fullyShipped
      expect(isLate(stage, '2026-03-01', '2026-03-02')).toBe(open)
      expect(isLate(stage, '2026-03-02', '2026-03-02')).toBe(false)
      expect(isUrgent({ flagged: false, stage, deadline: '2026-03-03' }, '2026-03-02')).toBe(open)
      expect(isUrgent({ flagged: false, stage, deadline: '2026-03-04' }, '2026-03-02')).toBe(false)
      expect(isUrgent({ flagged: true, stage, deadline: '2026-03-30' }, '2026-03-02')).toBe(true)
    }
  })
})

describe('days', () => {
  // Catches the day of the server's zone shown to a vendor, and a remembered answer of another minute or zone.
  test('are those of the zone, also in turns', () => {
    const at = new Date('2026-03-01T16:30:00Z')
    for (let turn = 0; turn < 3; turn += 1) {
      expect(dayIn('Asia/Shanghai', at)).toBe('2026-03-02')
      expect(dayIn('Asia/Kolkata', at)).toBe('2026-03-01')
      expect(dayIn('Asia/Shanghai', new Date('2026-03-01T15:59:59.999Z'))).toBe('2026-03-01')
      expect(dayIn('Asia/Shanghai', new Date('2026-03-01T16:00:00Z'))).toBe('2026-03-02')
    }
    expect(() => dayIn('Mars/Base', at)).toThrow(RangeError)
  })

  test('add up and count back', () => {
    fc.assert(
      fc.property(deadline, fc.integer({ min: -2_000, max: 2_000 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days)
      }),
    )
  })
})

describe('exceptions', () => {
  test('a price jump is ten percent or more above the order before', () => {
    expect(isPriceJump(1_100, 1_000, 10)).toBe(true)
    expect(isPriceJump(1_099, 1_000, 10)).toBe(false)
    expect(isPriceJump(900, 1_000, 10)).toBe(false)
    expect(isPriceJump(99_999, null, 10)).toBe(false)
    // Free of charge before, and a setting of 0 %: the same price is no jump.
    expect(isPriceJump(1, 0, 10)).toBe(true)
    expect(isPriceJump(1_000, 1_000, 0)).toBe(false)
  })

  test('a vendor is new for its first days', () => {
    expect(isNewVendor('2026-01-01', '2026-01-01', 90)).toBe(true)
    expect(isNewVendor('2026-01-01', '2026-03-31', 90)).toBe(true)
    expect(isNewVendor('2026-01-01', '2026-04-01', 90)).toBe(false)
  })

  test('are told in one order', () => {
    expect(orderExceptions({ newVendor: true, late: true, priceJump: true })).toEqual([
      'price_jump',
      'late',
      'new_vendor',
    ])
    expect(orderExceptions({ newVendor: false, late: false, priceJump: false })).toEqual([])
  })
})

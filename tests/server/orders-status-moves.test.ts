import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  eachException,
  exceptionKinds,
  isNewVendor,
  isPriceJump,
  orderExceptions,
} from '../../src/shared/areas/orders/answers.ts'
import { type Bucket, pieces, type Quantities } from '../../src/shared/areas/orders/quantities.ts'
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
    Object.fromEntries(pieces.buckets.map((bucket) => [bucket, fc.nat(4)])) as Record<Bucket, fc.Arbitrary<number>>,
  )
  .map((parts) => ({ ...parts, ordered: pieces.buckets.reduce((sum, bucket) => sum + parts[bucket], 0) }))
  .filter((made) => made.ordered > 0)

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
    // Would catch: a decimal point that slipped, ¥6.85 after ¥68.50, shown as clean.
    expect(isPriceJump(685, 6_850, 10)).toBe(true)
    expect([isPriceJump(900, 1_000, 10), isPriceJump(901, 1_000, 10)]).toEqual([true, false])
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
    expect(orderExceptions(eachException(() => true))).toEqual([...exceptionKinds])
    expect(orderExceptions(eachException(() => false))).toEqual([])
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stageLedger } from '../../src/shared/areas/facilities/stage-ledger.ts'
import { pieces } from '../../src/shared/areas/orders/quantities.ts'
import { stageAges } from '../../src/shared/areas/pipeline/ages.ts'
import {
  estimateLeg,
  forecast,
  type Leg,
  legBook,
  quantile,
  type TakenLeg,
} from '../../src/shared/areas/pipeline/forecast.ts'
import { orderCases, type StagePart, stageNames, stageOf, stockCases } from '../../src/shared/areas/pipeline/stages.ts'
import { orderStates } from '../../src/shared/areas/production/order-states.ts'
import { qcPieces } from '../../src/shared/areas/qc-boxes/quantities.ts'
import { addDays } from '../../src/shared/kernel/days.ts'

const parts: readonly StagePart[] = stageNames.flatMap((name) => stageOf(name).parts)

/** How often a bucket of a ledger is counted, of each of its cases where it has some. */
const times = (of: StagePart['of'], bucket: string) =>
  parts.filter((part) => part.of === of && 'add' in part && (part.add as readonly string[]).includes(bucket)).length

// Would catch: a bucket that is new in a ledger and stands in no stage, or in two.
test('each bucket of each ledger belongs to one stage', () => {
  for (const bucket of pieces.buckets)
    expect([bucket, times('order', bucket)]).toEqual([bucket, bucket === 'awaiting' ? orderCases.length : 1])
  for (const bucket of qcPieces.buckets) {
    expect(['china', bucket, times('china', bucket)]).toEqual(['china', bucket, 1])
    expect(['india', bucket, times('india', bucket)]).toEqual(['india', bucket, 1])
  }
  for (const bucket of stageLedger.buckets) expect([bucket, times('facility', bucket)]).toEqual([bucket, 1])
  expect(parts.flatMap((part) => (part.of === 'stock' ? [part.at] : [])).toSorted()).toEqual(stockCases.toSorted())
  const states = parts.flatMap((part) => (part.of === 'production' ? part.in : []))
  // Pieces of these stand at facilities.
  expect([...states, 'SENT_FOR_PRODUCTION', 'PRODUCTION_ON_HOLD'].toSorted()).toEqual(orderStates.toSorted())
})

const today = '2026-11-28'
const ago = (days: number) => addDays(today, -days)

test('pieces stand as long as first in, first out lets them', () => {
  const days = [
    { day: ago(30), came: 50, gone: 0 },
    { day: ago(20), came: 0, gone: 50 },
    { day: ago(18), came: 40, gone: 0 },
    { day: ago(5), came: 10, gone: 0 },
  ]
  expect(stageAges(50, days, today)).toEqual({ oldest: 18, isAtLeast: false, usual: 10, most: 10, slow: 40 })
  expect(stageAges(10, days, today)).toMatchObject({ oldest: 5, slow: 0 })
  expect(stageAges(0, days, today)).toMatchObject({ oldest: null, slow: 0 })
  // More than ever came: older than the books.
  expect(stageAges(120, days, today)).toMatchObject({ oldest: 30, isAtLeast: true })
  expect(stageAges(5, [], today)).toMatchObject({ oldest: 0, isAtLeast: true, usual: null })
})

// Would catch: pieces that are slow twice, or ages beyond the first day of the books.
test('no more pieces are slow than stand there, whatever came and left', () => {
  const day = fc.record({ came: fc.integer({ min: 0, max: 99 }), gone: fc.integer({ min: 0, max: 99 }) })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), fc.array(day, { maxLength: 40 }), (standing, each) => {
      const days = each.map((one, at) => ({ ...one, day: ago(each.length - at) }))
      const { slow, oldest, usual, most } = stageAges(standing, days, today)
      expect(slow).toBeLessThanOrEqual(standing)
      expect(oldest ?? 0).toBeLessThanOrEqual(each.length)
      if (usual !== null && most !== null) expect(usual).toBeLessThanOrEqual(most)
    }),
  )
})

test('a leg with few of its own is drawn to the mean of all', () => {
  const all = Array.from({ length: 40 }, () => 10)
  expect(estimateLeg('to_china', [], all)).toEqual({ days: 10, low: 10, high: 10, own: 0 })
  const few = estimateLeg('to_china', [20, 20], all)
  expect(few.days).toBe(12)
  const many = estimateLeg(
    'to_china',
    Array.from({ length: 56 }, () => 20),
    all,
  )
  expect(many.days).toBe(18.75)
  expect(estimateLeg('china', [], [])).toEqual({ days: 4, low: 1, high: 7, own: 0 })
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5)
})

const fixed = (days: number) => ({ days, low: days - 1, high: days + 2, own: 9 })

test('late is said against the promise, and the leg that costs most', () => {
  const goods = {
    ship_by: ago(10),
    way: 'china',
    leg: 'china',
    since: ago(2),
    took: { vendor: 1, to_china: 7 },
  } as const
  const told = forecast(
    goods,
    (leg) =>
      fixed(
        { vendor: 0, to_china: 5, china: 4, to_india: 16, direct: 14, india: 4, prepare: 0, cut: 0, sew: 0, send: 0 }[
          leg
        ],
      ),
    today,
  )
  // Ship by + 0 + 5 + 4 + 10 + 4.
  expect(told.promised).toBe(addDays(ago(10), 23))
  expect(told.expected).toBe(addDays(ago(2), 4 + 16 + 4))
  expect(told).toMatchObject({ will: 9, late: 0, why: 'to_india' })
  expect(told.low <= told.expected && told.expected <= told.high).toBe(true)
  // What should have ended ends today at the earliest.
  const stuck = forecast({ ...goods, ship_by: ago(40), since: ago(30) }, () => fixed(4), today)
  expect(stuck).toMatchObject({ expected: addDays(today, 8), late: 17, will: 25, why: 'china' })
})

// Would catch: a hold that is forgotten once the leg would have ended anyway, a promise beside the due date of a production order.
test('what is on hold takes so much longer, and own production is promised on its due date', () => {
  const goods = { ship_by: ago(-6), way: 'own', leg: 'cut', since: ago(3), took: { prepare: 20 } } as const
  const usual = forecast(goods, () => fixed(5), today)
  expect(usual).toMatchObject({ promised: ago(-6), expected: addDays(ago(3), 15), will: 6, why: 'prepare' })
  expect(forecast({ ...goods, held: 4 }, () => fixed(5), today).expected).toBe(addDays(usual.expected, 4))
})

// Would catch: a day that a carrier typed and the forecast does not know, or that holds after it has passed.
test('goods whose carrier named a day come on that day, and today at the earliest', () => {
  const goods = { ship_by: ago(20), way: 'china', leg: 'to_india', since: ago(3), took: {} } as const
  const estimate = (leg: Leg) => fixed(leg === 'to_india' ? 10 : 4)
  const said = forecast({ ...goods, arrives_on: ago(-20) }, estimate, today)
  expect(said.expected).toBe(addDays(today, 24))
  expect([said.low < said.expected, said.high > said.expected]).toEqual([true, true])
  expect(forecast({ ...goods, arrives_on: ago(1) }, estimate, today).expected).toBe(addDays(today, 4))
  expect(forecast({ ...goods, leg: 'india', arrives_on: ago(-20) }, estimate, today).expected).toBe(addDays(ago(3), 4))
})

// Would catch: a sea that is slow each winter and is foretold by its summer, or a shift made of two legs.
test('a leg that took longer at this time a year ago than shortly before, will again', () => {
  const leg = (from: string, days: number): TakenLeg => ({ leg: 'to_india', key: 'sea', from, to: addDays(from, days) })
  const each = (first: string, many: number, days: number) =>
    Array.from({ length: many }, (_, at) => leg(addDays(first, at * 2), days))
  const [autumn, winter, now] = [each('2025-03-01', 60, 20), each('2025-11-10', 24, 30), each('2026-06-01', 60, 20)]
  const book = legBook([...autumn, ...winter, ...now], '2026-11-20')
  expect(book.record('to_india').season).toBe(7.5)
  expect(book.estimate('to_india', 'sea').days).toBe(27.5)
  expect(legBook([...winter.slice(0, 4), ...now], '2026-11-20').record('to_india').season).toBe(0)
})

// Would catch: a span narrower than it says, or one that is foretold from what was not known yet.
test('of a past without a trend, 8 of 10 spans hold, and of one that jumps they do not', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed / 2 ** 31
  }
  const leg = (at: number, days: number): TakenLeg => {
    const from = addDays('2026-01-01', at)
    return { leg: 'to_china', key: `v${at % 3}`, from, to: addDays(from, days) }
  }
  const even = legBook(
    Array.from({ length: 250 }, (_, at) => leg(at, 3 + Math.floor(random() * 20))),
    '2026-10-01',
  ).record('to_china')
  expect(even.checked).toBeGreaterThan(200)
  expect(even.held / even.checked).toBeGreaterThan(0.75)
  expect(even.held / even.checked).toBeLessThan(0.92)
  const jump = legBook(
    Array.from({ length: 60 }, (_, at) => leg(at, at < 50 ? 5 : 40)),
    '2026-05-01',
  ).record('to_china')
  expect(jump.checked - jump.held).toBe(10)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOldCard, readStageCode } from '../../src/shared/areas/facilities/stage-ledger.ts'
import { dueFault, isCardValid, isEmptyReason, isZeroRate, startFault } from '../../src/shared/areas/production/due.ts'
import {
  lackingBefore,
  lackingMessage,
  lackingOf,
  lackingPlace,
  lackingThings,
  nextOfProduction,
  waitsFor,
} from '../../src/shared/areas/production/lacking.ts'
import {
  freeWeeks,
  loadOf,
  madeBy,
  mondayOf,
  overloadOf,
  roomFor,
  weeksOf,
} from '../../src/shared/areas/production/load.ts'
import { isSameMarker, type Marker, markerFaultsOf } from '../../src/shared/areas/production/marker.ts'
import { markerFileWords, plotKind } from '../../src/shared/areas/production/marker-files.ts'
import { heldFromAfter, leadsTo, type OrderFacts, orderLife } from '../../src/shared/areas/production/order-life.ts'
import { orderPaths, orderStates } from '../../src/shared/areas/production/order-states.ts'
import { type Candidate, proposeFacilities } from '../../src/shared/areas/production/proposal.ts'
import {
  quotaFaultsOf,
  splitByQuantity,
  splitByQuotas,
  splitFaultsOf,
} from '../../src/shared/areas/production/split.ts'
import { stageCode, stages, stagesNotListed } from '../../src/shared/areas/production/words.ts'
import { addDays } from '../../src/shared/kernel/days.ts'
import { valuesIn } from '../../src/shared/kernel/words.ts'

const facts: fc.Arbitrary<OrderFacts> = fc
  .record({
    number: fc.constant('PR-000001'),
    state: fc.constantFrom(...orderStates),
    path: fc.constantFrom(...orderPaths),
    from: fc.constantFrom('ACTION_REQUIRED', 'READY_FOR_ALLOCATION', 'CAD', 'READY_FOR_PRODUCTION'),
    needs_marker: fc.boolean(),
    has_marker: fc.boolean(),
    is_cut: fc.boolean(),
    pieces: fc.nat(2),
    lacking: fc.subarray([...lackingThings]),
  } as const)
  .map(({ from, ...order }) => ({ ...order, held_from: order.state === 'ON_HOLD' ? from : null }))

/** An order after a move, as the server writes it. */
function moved(move: (typeof orderLife.names)[number], order: OrderFacts): OrderFacts {
  const state = leadsTo(move, order)
  const path = move === 'to_in_house' ? 'IN_HOUSE' : move === 'to_outsourced' ? 'OUTSOURCED' : order.path
  const held_from = state === 'ON_HOLD' ? (heldFromAfter(move, order) ?? order.held_from) : null
  return { ...order, state, path, held_from, has_marker: order.has_marker || move === 'complete_cad' }
}

describe('the tabs as one state machine', () => {
  const moves = fc.array(fc.constantFrom(...orderLife.names), { maxLength: 40 })

  // Would catch: a move into no tab, a hold that forgets where it came from, a cut order that is taken back or rejected.
  test('any sequence of moves keeps an order in one tab, held from a tab before it was sent', () => {
    fc.assert(
      fc.property(facts, moves, (start, sequence) => {
        let order = start
        for (const move of sequence) {
          if (orderLife.closedFor(move, order) !== null) continue
          const next = moved(move, order)
          expect(orderStates).toContain(next.state)
          expect(next.held_from !== null).toBe(next.state === 'ON_HOLD')
          if (next.held_from !== null)
            expect(['ACTION_REQUIRED', 'READY_FOR_ALLOCATION', 'CAD', 'READY_FOR_PRODUCTION']).toContain(next.held_from)
          if (order.is_cut)
            expect([move, next.state]).not.toEqual([expect.stringMatching(/revert|reject/), expect.anything()])
          if (next.state === 'SENT_FOR_PRODUCTION' && move === 'send')
            expect(lackingBefore('SENT_FOR_PRODUCTION', order.lacking)).toEqual([])
          order = next
        }
      }),
    )
  })

  // Would catch: a release that skips a step, or lands where the order never was.
  test('what is held and released is where it was, in its path', () => {
    fc.assert(
      fc.property(facts, (order) => {
        for (const [hold, state] of [
          ['hold', 'ON_HOLD'],
          ['stop', 'PRODUCTION_ON_HOLD'],
        ] as const) {
          if (orderLife.closedFor(hold, order) !== null) continue
          const held = moved(hold, order)
          expect(held.state).toBe(state)
          expect(moved('release', held)).toEqual(order)
        }
      }),
    )
  })

  // Would catch: an order that is assigned in the other path and keeps the facilities of the first.
  test('another path leads back to allocation, also of an order that is held', () => {
    fc.assert(
      fc.property(facts, (order) => {
        const move = order.path === 'IN_HOUSE' ? 'to_outsourced' : 'to_in_house'
        if (orderLife.closedFor(move, order) !== null) return
        const next = moved(move, order)
        expect(next.path).not.toBe(order.path)
        const released = next.state === 'ON_HOLD' ? moved('release', next) : next
        expect(['ACTION_REQUIRED', 'READY_FOR_ALLOCATION']).toContain(released.state)
        expect(orderLife.closedFor(move, next)).not.toBeNull()
      }),
    )
  })

  // Would catch: a marker step that is jumped over, and one that an order without a marker hangs in.
  test('reverting goes one step back, and the same step leads forward again', () => {
    fc.assert(
      fc.property(facts, (order) => {
        if (orderLife.closedFor('revert', order) !== null) return
        const back = moved('revert', order)
        const forward = (
          {
            ACTION_REQUIRED: 'make_ready',
            READY_FOR_ALLOCATION: 'assign',
            CAD: 'complete_cad',
            READY_FOR_PRODUCTION: 'send',
          } as const
        )[back.state as 'CAD']
        const ready = { ...back, lacking: [], has_marker: order.state === 'CAD' ? false : order.has_marker }
        expect(orderLife.closedFor(forward, ready)).toBeNull()
        if (order.state !== 'CAD' || order.needs_marker) expect(moved(forward, ready).state).toBe(order.state)
      }),
    )
  })
})

describe('what an order lacks', () => {
  const nothing = {
    path: 'OUTSOURCED',
    needs_marker: true,
    has_marker: true,
    pieces: 100,
    assigned: 100,
    lines_without_sku: 0,
    skus_without_fabric: 0,
    sizes_without_measures: 0,
    facilities: 2,
    facilities_with_order: 2,
    fabric_open: 0,
  } as const

  // Would catch: a way on that leads to the SKUs of all styles.
  test('of a style that is not live leads to its catalogue page', () => {
    const order = {
      order_action_id: 'PP-000001',
      path: 'IN_HOUSE',
      state: 'ACTION_REQUIRED',
      catalogue_id: 'CT-000009',
    } as const
    expect(lackingPlace('skus', { ...order, style_id: null })).toBe(
      '/supplier/catalogue-management?tab=all&style=CT-000009',
    )
    expect(lackingPlace('skus', { ...order, style_id: 'DR1008' })).toBe('/ops/records?kind=skus&search=DR1008')
    expect(lackingMessage('skus', { style_id: null, facilities: [] })).toContain('goes live')
    expect(lackingMessage('facilities', { style_id: 'DR1008', facilities: [] })).toBe('No facility is assigned yet.')
    expect(lackingMessage('facilities', { style_id: 'DR1008', facilities: ['NOI1'] })).toContain('do not add up')
  })

  // Would catch: a thing that is checked at the wrong step, and a row that waits for nothing while its order cannot go on.
  test('names each thing, in the order in which it is seen to', () => {
    expect(lackingOf(nothing)).toEqual([])
    expect(lackingOf({ ...nothing, path: 'IN_HOUSE', facilities_with_order: 0 })).toEqual([])
    const all = lackingOf({
      ...nothing,
      pieces: 0,
      lines_without_sku: 1,
      skus_without_fabric: 1,
      sizes_without_measures: 1,
      has_marker: false,
      facilities_with_order: 1,
      fabric_open: 1,
    })
    expect(all).toEqual([...lackingThings])
    expect(lackingBefore('READY_FOR_ALLOCATION', all)).toEqual(['size_grid', 'skus', 'mapping', 'measurements'])
    expect(waitsFor('ACTION_REQUIRED', ['fabric'])).toBe('release')
    expect(waitsFor('ACTION_REQUIRED', ['mapping', 'measurements'])).toBe('mapping')
    expect(waitsFor('READY_FOR_PRODUCTION', ['fabric'])).toBe('fabric')
    expect(waitsFor('READY_FOR_PRODUCTION', [])).toBe('sending')
  })
})

const lines = fc
  .array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.map((own, at) => ({ line: `L${at}`, size: `S${at % 4}`, pieces: own })))
const sum = (all: readonly { pieces: number }[]) => all.reduce((total, { pieces }) => total + pieces, 0)

describe('a split over facilities', () => {
  // Would catch: a piece that is lost or made twice by rounding, in a line or at a facility.
  test('by quantity adds up in every line and at every facility, each near its share', () => {
    fc.assert(
      fc.property(lines, fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 5 }), (all, weights) => {
        const total = sum(all)
        const given = weights.map((weight) => Math.floor((total * weight) / (weights.reduce((a, b) => a + b, 0) || 1)))
        const quotas = given.map((pieces, at) => ({ facility: `F${at}`, pieces }))
        const last = quotas.at(-1)
        if (last) last.pieces += total - sum(quotas)
        const shares = splitByQuantity(all, quotas)
        for (const { line, pieces } of all) expect(sum(shares.filter((share) => share.line === line))).toBe(pieces)
        for (const { facility, pieces } of quotas)
          expect(sum(shares.filter((share) => share.facility === facility))).toBe(pieces)
        expect(shares.every(({ pieces }) => pieces > 0)).toBe(true)
        expect(splitFaultsOf(all, shares)).toEqual([])
      }),
    )
    expect(() => splitByQuantity([{ line: 'L0', size: 'M', pieces: 3 }], [{ facility: 'F0', pieces: 4 }])).toThrow(
      RangeError,
    )
  })

  // Would catch: a size that is split although its quotas miss it, or that takes pieces of another size.
  test('by quotas of sizes splits what adds up, and says what of the rest is left', () => {
    const all = [
      { line: 'Red S', size: 'S', pieces: 10 },
      { line: 'Red M', size: 'M', pieces: 20 },
      { line: 'Blue M', size: 'M', pieces: 5 },
    ]
    const quota = (facility: string, size: string | null, pieces: number) => ({ facility, size, pieces })
    const bySize = [quota('NOI1', 'M', 25), quota('TIR2', 'S', 7)]
    expect(splitByQuotas(all, bySize)).toEqual([
      { facility: 'NOI1', line: 'Red M', pieces: 20 },
      { facility: 'NOI1', line: 'Blue M', pieces: 5 },
    ])
    expect(quotaFaultsOf(all, bySize, true)).toMatchObject([{ size: 'S', values: { given: 7, pieces: 10, left: 3 } }])
    const whole = [quota('NOI1', null, 30), quota('TIR2', null, 5)]
    expect(sum(splitByQuotas(all, whole))).toBe(35)
    expect(quotaFaultsOf(all, whole, false)).toEqual([])
    expect(splitByQuotas(all, [quota('NOI1', null, 36)])).toEqual([])
    expect(quotaFaultsOf(all, [quota('NOI1', null, 36)], false)).toMatchObject([{ size: null, values: { given: 36 } }])
  })

  // Would catch: a wrong sum that is said of the whole order instead of the cell.
  test('names the cell of a line that gets too much, an unknown line and one that stands twice', () => {
    const all = [{ line: 'L0', size: 'M', pieces: 10 }]
    const share = (line: string, pieces: number, facility = 'F0') => ({ facility, line, pieces })
    expect(splitFaultsOf(all, [share('L0', 6), share('L0', 5, 'F1')])).toMatchObject([{ at: 1, values: { given: 11 } }])
    expect(splitFaultsOf(all, [share('L0', 10), share('L9', 1)])).toMatchObject([{ at: 1, line: 'L9' }])
    expect(splitFaultsOf(all, [share('L0', 5), share('L0', 5)])).toMatchObject([{ at: 1 }])
  })
})

const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days))
const work = fc
  .record({ pieces: fc.integer({ min: 0, max: 5_000 }), starts_on: day, length: fc.integer({ min: 0, max: 60 }) })
  .map(({ length, ...one }) => ({ ...one, due_on: addDays(one.starts_on, length) }))

describe('the load of facilities', () => {
  // Would catch: pieces that are lost between weeks, a week before the start, one that begins on a Sunday.
  test('spreads work over the weeks of its days, whole and without loss', () => {
    fc.assert(
      fc.property(fc.array(work, { maxLength: 8 }), (works) => {
        for (const one of works) {
          const weeks = weeksOf(one)
          expect(sum(weeks)).toBe(one.pieces)
          for (const { monday, pieces } of weeks) {
            expect(pieces).toBeGreaterThanOrEqual(0)
            expect(mondayOf(monday)).toBe(monday)
            expect(monday >= mondayOf(one.starts_on) && monday <= one.due_on).toBe(true)
          }
        }
        expect(sum(loadOf(works))).toBe(sum(works))
      }),
    )
  })

  // Would catch: a room that does not fit, or one piece less than fits; a facility that nobody said a capacity of.
  test('the room of a facility is the most that does not overload it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.array(work, { maxLength: 4 }), work, (capacity, others, one) => {
        const load = loadOf(others)
        const room = roomFor(capacity, load, one)
        if (room > 0) expect(overloadOf(capacity, load, { ...one, pieces: room })).toBeNull()
        if (freeWeeks(capacity, load, one).length > 0)
          expect(overloadOf(capacity, load, { ...one, pieces: room + 1 })).not.toBeNull()
        expect(roomFor(null, load, one)).toBe(0)
      }),
    )
  })

  test('an empty week takes six days of work, a full one none', () => {
    const week = { starts_on: '2026-03-02', due_on: '2026-03-08' }
    expect(roomFor(100, [], week)).toBe(600)
    expect(roomFor(100, [{ monday: '2026-03-02', pieces: 600 }], week)).toBe(0)
    expect(overloadOf(100, [{ monday: '2026-03-02', pieces: 500 }], { ...week, pieces: 101 })).toMatchObject({
      values: { monday_day: '2026-03-02', free: 100, pieces: 101 },
    })
  })
})

describe('the proposal', () => {
  const candidates: fc.Arbitrary<Candidate[]> = fc
    .array(
      fc.record({
        room: fc.integer({ min: 0, max: 1_000 }),
        rate: fc.option(fc.integer({ min: 1, max: 500 })),
        pass_rate: fc.option(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((all) => all.map((one, at) => ({ ...one, facility: `F${at}` })))

  // Would catch: a facility that is proposed for more than its room, pieces that nobody makes and nobody misses, one without a reason.
  test('places every piece that there is room for, within each room, and says why of each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000 }), candidates, (pieces, all) => {
        const { lines: own, unplaced } = proposeFacilities(pieces, all)
        expect(own.map(({ facility }) => facility).toSorted()).toEqual(all.map(({ facility }) => facility))
        expect(sum(own) + unplaced).toBe(pieces)
        expect(unplaced).toBe(Math.max(0, pieces - all.reduce((total, { room }) => total + room, 0)))
        for (const line of own) {
          expect(line.pieces).toBeLessThanOrEqual(all.find(({ facility }) => facility === line.facility)?.room ?? 0)
          expect(line.pieces > 0).toBe(line.reason === 'alone' || line.reason === 'fills')
        }
        expect(proposeFacilities(pieces, all.toReversed())).toEqual({ lines: own, unplaced })
      }),
    )
  })

  // Would catch: a cheap facility of poor quality before a good one, a split where one could make all.
  test('takes one that can make all, at the lowest cost of a good piece', () => {
    const { lines: own } = proposeFacilities(500, [
      { facility: 'CHEAP', room: 900, rate: 60, pass_rate: 0.5 },
      { facility: 'DEAR', room: 900, rate: 110, pass_rate: 0.99 },
      { facility: 'GOOD', room: 900, rate: 100, pass_rate: 0.97 },
      { facility: 'SMALL', room: 100, rate: 50, pass_rate: 0.99 },
      { facility: 'FULL', room: 0, rate: 10, pass_rate: 1 },
    ])
    const byFacility = Object.fromEntries(own.map(({ facility, pieces, reason }) => [facility, [pieces, reason]]))
    expect(byFacility).toEqual({
      GOOD: [500, 'alone'],
      DEAR: [0, 'dearer'],
      SMALL: [0, 'smaller'],
      CHEAP: [0, 'poor'],
      FULL: [0, 'no_room'],
    })
  })

  // Would catch: a facility of the same cost that is said to be dearer.
  test('says of one that costs the same that it has less room', () => {
    const two = ['TIR2', 'NOI1'].map((facility) => ({
      facility,
      room: facility === 'NOI1' ? 900 : 700,
      rate: 82,
      pass_rate: null,
    }))
    const { lines: own } = proposeFacilities(600, two)
    expect(own).toMatchObject([
      { facility: 'NOI1', reason: 'alone' },
      { facility: 'TIR2', reason: 'same_cost', values: { room: 700, most: 900 } },
    ])
  })
})

describe('reasons and days', () => {
  // Would catch: a due date weeks ago that is taken, one that stays as it was and is refused.
  test('a day that is past is refused, unless it was so before', () => {
    expect(dueFault('2026-11-01', '2026-12-01', '2026-11-28')).toMatchObject({ values: { due_day: '2026-11-01' } })
    for (const [day, before] of [
      ['2026-11-01', '2026-11-01'],
      ['2026-11-28', null],
      [null, '2026-12-01'],
    ] as const)
      expect(dueFault(day, before, '2026-11-28')).toBeNull()
  })

  // Would catch: a rejection whose only word is "Other", a card of an order that was taken back and prints as if valid.
  test('Other alone is no reason, and only the last card of a sent order is valid', () => {
    expect(['Other', ' other: ', 'Other: no buttons', 'Fabric issue'].map(isEmptyReason)).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(isCardValid('SENT_FOR_PRODUCTION', true)).toBe(true)
    expect(isCardValid('SENT_FOR_PRODUCTION', false)).toBe(false)
    expect(isCardValid('READY_FOR_ALLOCATION', true)).toBe(false)
  })

  // Would catch: a step that is offered first and refused then.
  test('sending is offered only where nothing lacks', () => {
    const order = { number: 'PR-1', state: 'READY_FOR_PRODUCTION', path: 'IN_HOUSE' } as const
    expect(nextOfProduction({ ...order, lacking: [] })).toMatchObject([{ action: 'sendProduction' }])
    expect(nextOfProduction({ ...order, lacking: ['fabric'] })).toMatchObject([{ action: 'prepareProduction' }])
  })

  // Would catch: two words for one rule, of which the field says the less exact one.
  test('a due date before the start is called so, not a time without working days', () => {
    const work = { pieces: 5, starts_on: '2026-03-20', due_on: '2026-03-08' }
    expect(overloadOf(100, [], work)?.message).toBe('The due date lies before the start.')
  })
})

describe('a marker', () => {
  const marker = (more: Partial<Marker> = {}): Marker => ({
    width_mm: 1_480,
    length_mm: 6_400,
    efficiency_tenths: 842,
    consumption: [
      { size: 'S', metres: 1.2 },
      { size: 'M', metres: 1.25 },
      { size: 'L', metres: 1.31 },
    ],
    ...more,
  })
  const order = { sizes: ['S', 'M', 'L'], cloth: [{ material: 'FAB-1', width_mm: 1_500 }] }

  // Would catch: a second press that writes the same marker again.
  test('is the same whatever the order of its sizes', () => {
    expect(isSameMarker(marker(), marker({ consumption: marker().consumption.toReversed() }))).toBe(true)
    expect(isSameMarker(marker(), marker({ length_mm: 6_401 }))).toBe(false)
  })

  // Would catch: a marker that no roll is wide enough for, a size without cloth, centimetres typed as metres.
  test('names what is wrong at its cell', () => {
    expect(markerFaultsOf(marker(), order)).toEqual([])
    const narrow = { ...order, cloth: [...order.cloth, { material: 'FAB-2', width_mm: 1_400 }] }
    expect(markerFaultsOf(marker(), narrow)).toMatchObject([
      { field: 'marker.width_mm', values: { width: 148, material: 'FAB-2', fabric: 140 } },
    ])
    const odd = marker({
      consumption: [
        { size: 'S', metres: 1.2 },
        { size: 'M', metres: 1.25 },
        { size: 'XL', metres: 1.31 },
      ],
    })
    expect(markerFaultsOf(odd, order).map(({ field }) => field)).toEqual([
      'marker.consumption.2.size',
      'marker.consumption',
    ])
    const typed = marker({
      consumption: [
        { size: 'S', metres: 1.2 },
        { size: 'M', metres: 12.5 },
        { size: 'L', metres: 1.31 },
      ],
    })
    expect(markerFaultsOf(typed, order)).toMatchObject([
      { field: 'marker.consumption.1.metres', isDoubt: true },
      { field: 'marker.consumption.2.metres', isDoubt: true },
    ])
  })
})

describe('what is promised', () => {
  // Would catch: a day "by capacity" at which the pieces do not fit, or one that is later than it need be.
  test('the day by which a facility can make pieces is the first that has room for them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 9_000 }),
        fc.integer({ min: 0, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 6 }),
        (capacity, pieces, begin, taken) => {
          const starts_on = addDays('2026-11-30', begin)
          const load = taken.map((of, at) => ({ monday: addDays('2026-11-30', at * 7), pieces: of }))
          const day = madeBy(capacity, load, { pieces, starts_on })
          const roomUntil = (due_on: string) =>
            freeWeeks(capacity, load, { starts_on, due_on }).reduce((sum, { free }) => sum + free, 0)
          if (day === null) {
            expect(roomUntil(addDays(starts_on, 700))).toBeLessThan(pieces)
            return
          }
          expect(roomUntil(day)).toBeGreaterThanOrEqual(pieces)
          if (day > starts_on) expect(roomUntil(addDays(mondayOf(day), -1))).toBeLessThan(pieces)
        },
      ),
    )
    expect(madeBy(null, [], { pieces: 1, starts_on: '2026-11-30' })).toBeNull()
    expect(madeBy(100, [], { pieces: 700, starts_on: '2026-11-30' })).toBe('2026-12-07')
  })

  // Would catch: a facility that begins last week, and one that works for nothing.
  test('no start lies in the past, no rate is zero', () => {
    expect(startFault('2026-11-20', null, '2026-11-28')).not.toBeNull()
    expect(startFault('2026-11-20', '2026-11-20', '2026-11-28')).toBeNull()
    expect(startFault('2026-11-28', null, '2026-11-28')).toBeNull()
    expect([isZeroRate({ minor: 0 }), isZeroRate({ minor: 1 }), isZeroRate(null)]).toEqual([true, false, false])
  })

  // Would catch: a knitter who gets cut-and-sew pieces without a word, and a warning about a record that lists nothing.
  test('names the stages that a facility does not list', () => {
    expect(stagesNotListed('knitting, stitching, finishing')).toEqual(['cutting', 'packing'])
    expect(stagesNotListed('Cutting; Sewing / Finishing and Packing')).toEqual([])
    expect(stagesNotListed('裁剪、缝制、后整、包装')).toEqual([])
    expect([stagesNotListed(null), stagesNotListed(' ')]).toEqual([[], []])
  })
})

describe('a marker’s plot file', () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

  // Would catch: a plot of a CAD program that is refused, and a web page or program that is kept under a plot's name.
  test('is known by its content', () => {
    for (const text of [
      '  0\r\nSECTION\r\n  2\r\nHEADER\r\n  9\r\n$ACADVER',
      '999\nMade by a pattern system\n0\nSECTION\n2\nBLOCKS\n',
      'AutoCAD Binary DXF\r\n\u001a\u0000\u0000',
    ])
      expect(plotKind(bytes(text)), text).toBe('dxf')
    for (const text of ['IN;SP1;PU0,0;PD100,100;', '\u001b.(;\u001b%-1B\nIN;', 'sp1;pu;', 'PS4000,900;'])
      expect(plotKind(bytes(text)), text).toBe('plt')
    for (const text of ['PK\u0003\u0004', '<html>IN;SP1;', 'INSERT INTO x;', '0\nSECTION\n2\nEVIL', 'MZ\u0090', ''])
      expect(plotKind(bytes(text)), text).toBeNull()
    for (const kind of ['PDF', 'DXF', 'PLT']) expect(markerFileWords.wrongKind).toContain(kind)
  })
})

// Would catch: a reader of Chinese who reads "is in “Ready for production”", and a day that is said as it is stored.
test('blanks are filled in the reader’s words', () => {
  const reader = { isChinese: true, translate: () => '可生产', day: () => '2026年' }
  expect(valuesIn({ state_key: 'Ready for production', due_day: '2026-11-01' }, reader)).toMatchObject({
    ...{ state: '可生产', state_key: '可生产', due: '2026年' },
  })
  expect(valuesIn({ due_day: '2026-11-01' })).toMatchObject({ due: '01 Nov 2026' })
})

// Would catch: a code that a facility's screen does not read, and a void paper that is worked by.
test('a code of a job card says its card, and that of a replaced card is void', () => {
  for (const stage of stages) expect(readStageCode(stageCode('PR-000012', stage, 2)), stage).not.toBeNull()
  expect(readStageCode('pr-000012/cut/2')).toEqual({ order: 'PR-000012', into: 'cutting', card: 2 })
  // Printed before codes named the card.
  expect(readStageCode('PR-000012/PAC')).toEqual({ order: 'PR-000012', into: 'packed', card: null })
  for (const code of ['PR-000012', 'PR-000012/XXX', 'PR-000012/CUT/x', 'PR-000012/CUT/1/2', '/CUT'])
    expect(readStageCode(code), code).toBeNull()
  expect([isOldCard(1, { job_card: 2 }), isOldCard(2, { job_card: 2 }), isOldCard(null, { job_card: 2 })]).toEqual([
    true,
    false,
    false,
  ])
})

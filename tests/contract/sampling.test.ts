import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Aql,
  aqls,
  type InspectionLevel,
  inspectionLevels,
} from '../../src/shared/areas/inspection/master-tables.ts'
import {
  cartonsToOpen,
  largestRemainder,
  planNumbers,
  sampleOfCartons,
  spreadSample,
} from '../../src/shared/areas/inspection/sampling.ts'
import {
  computedVerdict,
  isContrary,
  isOutOfTolerance,
  noTally,
  tallyOf,
  verdictOf,
  worstComputed,
} from '../../src/shared/areas/inspection/verdict.ts'
import { severities } from '../../src/shared/kernel/reasons.ts'

/** Table 1 of ISO 2859-1:1999, a row per line of the standard, typed for this test alone. */
const table1: [upTo: number, letters: string][] = [
  [8, 'A A A A A A B'],
  [15, 'A A A A A B C'],
  [25, 'A A B B B C D'],
  [50, 'A B B C C D E'],
  [90, 'B B C C C E F'],
  [150, 'B B C D D F G'],
  [280, 'B C D E E G H'],
  [500, 'B C D E F H J'],
  [1_200, 'C C E F G J K'],
  [3_200, 'C D E G H K L'],
  [10_000, 'C D F G J L M'],
  [35_000, 'C D F H K M N'],
  [150_000, 'D E G J L N P'],
  [500_000, 'D E G J M P Q'],
  [Number.POSITIVE_INFINITY, 'D E H K N Q R'],
]

/**
 * Where the arrows of Table 2-A end: for each letter at 0.65, 1.0, 1.5, 2.5, 4.0 and 6.5 the sample and the acceptance
 * number, worked out by hand and typed for this test alone. `20/0` is n = 20, Ac = 0.
 */
const table2A: Record<string, string> = {
  A: '20/0 13/0 8/0 5/0 3/0 2/0',
  B: '20/0 13/0 8/0 5/0 3/0 2/0',
  C: '20/0 13/0 8/0 5/0 3/0 8/1',
  D: '20/0 13/0 8/0 5/0 13/1 8/1',
  E: '20/0 13/0 8/0 20/1 13/1 13/2',
  F: '20/0 13/0 32/1 20/1 20/2 20/3',
  G: '20/0 50/1 32/1 32/2 32/3 32/5',
  H: '80/1 50/1 50/2 50/3 50/5 50/7',
  J: '80/1 80/2 80/3 80/5 80/7 80/10',
  K: '125/2 125/3 125/5 125/7 125/10 125/14',
  L: '200/3 200/5 200/7 200/10 200/14 200/21',
  M: '315/5 315/7 315/10 315/14 315/21 200/21',
  N: '500/7 500/10 500/14 500/21 315/21 200/21',
  P: '800/10 800/14 800/21 500/21 315/21 200/21',
  Q: '1250/14 1250/21 800/21 500/21 315/21 200/21',
  R: '2000/21 1250/21 800/21 500/21 315/21 200/21',
}
const letterOfSample: Record<number, string> = {
  2: 'A',
  3: 'B',
  5: 'C',
  8: 'D',
  13: 'E',
  20: 'F',
  32: 'G',
  50: 'H',
  80: 'J',
  125: 'K',
  200: 'L',
  315: 'M',
  500: 'N',
  800: 'P',
  1250: 'Q',
  2000: 'R',
}

function expectedLetter(lot: number, level: InspectionLevel): string {
  const row = table1.find(([upTo]) => lot <= upTo)?.[1].split(' ') ?? []
  return row[['S-1', 'S-2', 'S-3', 'S-4', 'I', 'II', 'III'].indexOf(level)] ?? ''
}

function expectedPlan(lot: number, level: InspectionLevel, aql: Aql) {
  const place = ['0.65', '1.0', '1.5', '2.5', '4.0', '6.5'].indexOf(aql)
  const [n = 0, ac = 0] = (table2A[expectedLetter(lot, level)]?.split(' ')[place] ?? '').split('/').map(Number)
  return { code: letterOfSample[n], sample_size: Math.min(n, lot), accept: ac, reject: ac + 1 }
}

const plan = (lot: number, level: InspectionLevel, major: Aql, minor: Aql = major) =>
  planNumbers(lot, { procedure: 'normal', level, aqls: { critical: '0', major, minor } })

/** The plan of one AQL alone, as a cell of the standard gives it. */
const planOfAql = (lot: number, level: InspectionLevel, aql: Aql) =>
  planNumbers(lot, { procedure: 'normal', level, aqls: { critical: aql, major: aql, minor: aql } })

const sizeOf = (letter: string) => Number(Object.entries(letterOfSample).find(([, each]) => each === letter)?.[0])

/** Where Table 2-A leads from a letter at an AQL; at 0 nothing leads away, and nothing is taken. */
function cell(letter: string, aql: '0' | Aql): { n: number; ac: number } {
  if (aql === '0') return { n: sizeOf(letter), ac: 0 }
  const place = ['0.65', '1.0', '1.5', '2.5', '4.0', '6.5'].indexOf(aql)
  const [n = 0, ac = 0] = (table2A[letter]?.split(' ')[place] ?? '').split('/').map(Number)
  return { n, ac }
}

/** The first letter, from the largest sample that the arrows give, from which none leads to a larger one still. */
function commonLetter(lot: number, level: InspectionLevel, wanted: readonly ('0' | Aql)[]): string {
  const first = expectedLetter(lot, level)
  const largest = Math.max(...wanted.map((aql) => cell(first, aql).n))
  const letter = Object.keys(table2A).find(
    (each) => sizeOf(each) >= largest && wanted.every((aql) => cell(each, aql).n <= sizeOf(each)),
  )
  return letter ?? 'none'
}

const boundaries = table1.flatMap(([upTo]) => (Number.isFinite(upTo) ? [upTo, upTo + 1] : []))

describe('plans of ISO 2859-1', () => {
  it('are those of the standard on both sides of every boundary, at every level and AQL', () => {
    // Would catch: a letter off by one row, an arrow followed the wrong way or with the sample of the row it left.
    let checked = 0
    for (const lot of [1, 2, ...boundaries, 5_000_000])
      for (const level of inspectionLevels)
        for (const aql of aqls) {
          const { code, limits } = planOfAql(lot, level, aql)
          expect([lot, level, code]).toEqual([lot, level, expectedLetter(lot, level)])
          expect([lot, level, aql, limits.major]).toEqual([lot, level, aql, expectedPlan(lot, level, aql)])
          checked += 1
        }
    expect(checked).toBe(31 * 7 * 6)
  })

  it.each([
    [30, '2.5', 'C', 5, 0],
    [30, '4.0', 'E', 13, 1],
    [500, '2.5', 'H', 50, 3],
    [5_000, '2.5', 'L', 200, 10],
  ] as const)('lot %i at %s is %s, n %i, Ac %i', (lot, aql, code, n, ac) => {
    // Would catch: a table that is wrong in the test as well.
    expect(planOfAql(lot, 'II', aql).limits.major).toEqual({ code, sample_size: n, accept: ac, reject: ac + 1 })
  })

  it.each([
    // Lot, level, major and minor AQL; the common sample and its letter; Ac of major and of minor.
    [30, 'II', '2.5', '4.0', 20, 1, 2],
    [72, 'II', '2.5', '4.0', 20, 1, 2],
    [72, 'II', '1.0', '4.0', 13, 0, 1],
    [500, 'II', '2.5', '4.0', 50, 3, 5],
    [500, 'II', '0.65', '4.0', 80, 1, 7],
    // At C minor 4.0 has an arrow up, to B: its number, over the five that are looked at.
    [20, 'II', '2.5', '4.0', 5, 0, 0],
    [72, 'S-1', '2.5', '4.0', 5, 0, 0],
    // Fewer pieces than the sample: all of them, by its numbers.
    [8, 'II', '1.5', '4.0', 8, 0, 1],
  ] as const)('of lot %i at %s, AQL %s and %s: n %i, Ac %i and %i', (lot, level, major, minor, n, ofMajor, ofMinor) => {
    // Would catch: minor defects counted over the 20 that majors need, by the 1 that is taken of 13.
    const { sample_size, limits } = plan(lot, level, major, minor)
    expect({ sample_size, major: limits.major.accept, minor: limits.minor.accept }).toEqual({
      ...{ sample_size: n, major: ofMajor, minor: ofMinor },
    })
    expect(Object.values(limits).map((each) => each.sample_size)).toEqual([n, n, n])
    expect(limits.critical).toMatchObject({ accept: 0, reject: 1 })
  })

  it('accept and reject by what the table says of the one sample that all severities share', () => {
    // Would catch: a severity judged over the larger sample of another by the number of its own smaller one.
    const aql = fc.constantFrom('0' as const, ...aqls)
    const few = fc.integer({ min: 0, max: 30 })
    const found = fc.record({ sampled: fc.integer({ min: 0, max: 2_100 }), critical: few, major: few, minor: few })
    const anyLot = fc.oneof(fc.integer({ min: 1, max: 1_500 }), fc.integer({ min: 1, max: 2_000_000 }))
    const wish = fc.record({ critical: aql, major: aql, minor: aql })
    fc.assert(
      fc.property(anyLot, fc.constantFrom(...inspectionLevels), wish, found, (lot, level, wanted, tally) => {
        const letter = commonLetter(lot, level, Object.values(wanted))
        const n = Math.min(sizeOf(letter), lot)
        const isRejected = severities.some((severity) => tally[severity] > cell(letter, wanted[severity]).ac)
        const verdict = isRejected ? 'reject' : tally.sampled >= n ? 'accept' : 'open'
        expect(computedVerdict(planNumbers(lot, { procedure: 'normal', level, aqls: wanted }), tally)).toBe(verdict)
      }),
      { numRuns: 2_000 },
    )
  })

  it('look at every piece of a lot that is smaller than its sample', () => {
    // Would catch: a sample of 20 from 4 pieces, which can never be complete.
    expect(plan(4, 'II', '0.65').sample_size).toBe(4)
    expect(plan(1, 'S-1', '6.5').sample_size).toBe(1)
  })

  it('are not made of a lot of nothing', () => {
    for (const lot of [0, -1, 1.5, Number.NaN]) expect(() => plan(lot, 'II', '2.5')).toThrow(RangeError)
  })

  it('never sample less, nor take more than they sample, for any lot', () => {
    // Would catch: a hole in the table.
    const anyLot = fc.integer({ min: 1, max: 2_000_000 })
    fc.assert(
      fc.property(anyLot, fc.constantFrom(...inspectionLevels), fc.constantFrom(...aqls), (lot, level, aql) => {
        const { limits, sample_size } = planOfAql(lot, level, aql)
        expect(limits.major).toEqual(expectedPlan(lot, level, aql))
        expect(sample_size).toBeLessThanOrEqual(lot)
        expect(sample_size).toBeGreaterThan(0)
        expect(limits.major.reject).toBe(limits.major.accept + 1)
      }),
    )
  })

  it('open at least the root of the cartons', () => {
    expect([1, 2, 4, 5, 9, 10, 100].map(cartonsToOpen)).toEqual([1, 2, 2, 3, 3, 4, 10])
  })
})

/** In how many boxes the drawn units of each SKU could lie at most, tried one by one. */
function mostBoxes(
  lot: readonly { nm_sku: string; sscc: string }[],
  drawn: readonly { nm_sku: string; units: number }[],
): number {
  const units = drawn.flatMap(({ nm_sku, units: n }) => Array.from({ length: n }, () => nm_sku))
  const boxOf = new Map<string, number>()
  const place = (unit: number, tried: Set<string>): boolean =>
    lot.some(({ nm_sku, sscc }) => {
      if (nm_sku !== units[unit] || tried.has(sscc)) return false
      tried.add(sscc)
      const other = boxOf.get(sscc)
      if (other !== undefined && !place(other, tried)) return false
      boxOf.set(sscc, unit)
      return true
    })
  return units.filter((_, unit) => place(unit, new Set())).length
}

describe('the spread of a sample', () => {
  const cells = fc.array(
    fc.record({
      nm_sku: fc.constantFrom('S', 'M', 'L', 'XL'),
      sscc: fc.constantFrom(...'123456789abcdefgh'),
      box_no: fc.constant(''),
      pieces: fc.integer({ min: 0, max: 5_000 }),
    }),
    { maxLength: 30 },
  )
  const once = cells.map((found) => [...new Map(found.map((cell) => [`${cell.nm_sku} ${cell.sscc}`, cell])).values()])

  it('is whole, never more than is there, and within one of its share by SKU', () => {
    // Would catch: units lost by rounding, 3 of a size that has 2, a size left out that has half of the lot.
    fc.assert(
      fc.property(once, fc.integer({ min: 0, max: 2_000 }), (lot, n) => {
        const all = lot.reduce((sum, cell) => sum + cell.pieces, 0)
        const wanted = Math.min(n, all)
        const drawn = spreadSample(n, lot)
        expect(drawn.reduce((sum, cell) => sum + cell.units, 0)).toBe(wanted)
        for (const { nm_sku, sscc, units } of drawn)
          expect(units).toBeLessThanOrEqual(lot.find((c) => c.nm_sku === nm_sku && c.sscc === sscc)?.pieces ?? 0)
        for (const [sku, of] of Map.groupBy(lot, (cell) => cell.nm_sku)) {
          const share = (wanted * of.reduce((sum, cell) => sum + cell.pieces, 0)) / Math.max(1, all)
          const units = drawn.filter((cell) => cell.nm_sku === sku).reduce((sum, cell) => sum + cell.units, 0)
          expect(Math.abs(units - share)).toBeLessThan(1)
        }
        expect(spreadSample(n, lot)).toEqual(drawn)
      }),
    )
  })

  it('opens as many cartons as must be, wherever the pieces allow it', () => {
    // Would catch: every size drawn from the same first boxes, or from the same largest; 49 cartons opened where 7 do.
    const lotOf = (pieces: (box: number) => number) =>
      Array.from({ length: 49 }, (_, box) =>
        Array.from({ length: 10 }, (_, sku) => ({
          ...{ nm_sku: `${sku}`, sscc: `${box}`, box_no: '' },
          pieces: pieces(box),
        })),
      ).flat()
    const boxesOf = (drawn: { sscc: string }[]) => new Set(drawn.map(({ sscc }) => sscc)).size
    const opened = (n: number, pieces: (box: number) => number) => boxesOf(spreadSample(n, lotOf(pieces)))
    expect(opened(50, () => 1)).toBe(7)
    expect(opened(50, (box) => (box < 5 ? 2 : 1))).toBe(7)
    // Ten of each size, and no more cartons than that takes.
    expect(opened(100, () => 1)).toBe(10)
    // A box whose only SKU is drawn from another that would then be closed, unless it draws another SKU instead.
    const inTurn = [
      ['a', 'X', 4],
      ['a', 'Y', 5],
      ['b', 'Y', 1],
      ['b', 'Z', 17],
      ['c', 'V', 1],
      ['c', 'W', 1],
    ] as const
    const drawn = spreadSample(
      3,
      inTurn.map(([nm_sku, sscc, pieces]) => ({ nm_sku, sscc, box_no: '', pieces })),
    )
    expect(drawn.map(({ nm_sku, sscc }) => nm_sku + sscc)).toEqual(['aX', 'bY', 'bZ'])
    const small = cells.map((found) => found.map((cell) => ({ ...cell, pieces: cell.pieces % 4 })))
    const lots = small.map((found) => [...new Map(found.map((one) => [`${one.nm_sku} ${one.sscc}`, one])).values()])
    fc.assert(
      fc.property(lots, fc.integer({ min: 1, max: 20 }), (lot, n) => {
        const full = lot.filter(({ pieces }) => pieces > 0)
        const spread = spreadSample(n, lot)
        const wanted = Math.min(cartonsToOpen(boxesOf(full)), mostBoxes(full, spread))
        expect(boxesOf(spread)).toBeGreaterThanOrEqual(wanted)
      }),
    )
  })

  it('of many cartons opens the root of their number, from the first to the last', () => {
    // Would catch: 50 cartons to open for 125 units, a size that lies in none of the opened ones and is not looked at.
    const lot = Array.from({ length: 50 }, (_, box) =>
      ['S', 'M', 'L'].map((nm_sku) => ({ nm_sku, sscc: `${box}`, box_no: `${box}`, pieces: 20 })),
    ).flat()
    const opened = (drawn: { sscc: string }[]) =>
      [...new Set(drawn.map(({ sscc }) => Number(sscc)))].sort((a, b) => a - b)
    expect(opened(sampleOfCartons(125, lot))).toEqual([3, 9, 15, 21, 28, 34, 40, 46])
    const rare = [...lot, { nm_sku: 'XS', sscc: '1', box_no: '1', pieces: 300 }]
    expect(opened(sampleOfCartons(125, rare))).toContain(1)
    fc.assert(
      fc.property(once, fc.integer({ min: 0, max: 2_000 }), (found, n) => {
        const all = found.reduce((sum, cell) => sum + cell.pieces, 0)
        const drawn = sampleOfCartons(n, found)
        expect(drawn.reduce((sum, cell) => sum + cell.units, 0)).toBe(Math.min(n, all))
        for (const { nm_sku, sscc, units } of drawn)
          expect(units).toBeLessThanOrEqual(found.find((c) => c.nm_sku === nm_sku && c.sscc === sscc)?.pieces ?? 0)
        const bySku = (some: readonly { nm_sku: string; units: number }[]) =>
          Object.fromEntries(
            [...Map.groupBy(some, (cell) => cell.nm_sku)].map(([sku, of]) => [
              sku,
              of.reduce((sum, { units }) => sum + units, 0),
            ]),
          )
        // The same shares of sizes as a sample over all cartons has.
        expect(bySku(drawn)).toEqual(bySku(spreadSample(n, found)))
        expect(opened(drawn).length).toBeLessThanOrEqual(
          new Set(found.filter(({ pieces }) => pieces > 0).map(({ sscc }) => sscc)).size,
        )
        expect(sampleOfCartons(n, found)).toEqual(drawn)
      }),
    )
  })

  it('gives ties to the larger share, then to the earlier one', () => {
    // Would catch: another sample whenever the same box is opened.
    expect(largestRemainder(1, [5, 5])).toEqual([1, 0])
    expect(largestRemainder(3, [1, 3, 2])).toEqual([0, 2, 1])
    expect(largestRemainder(10, [1, 1, 1])).toEqual([4, 3, 3])
    expect(largestRemainder(5, [])).toEqual([])
    expect(largestRemainder(5, [0, 0])).toEqual([0, 0])
  })
})

describe('the verdict of a sample', () => {
  const numbers = plan(30, 'II', '2.5', '4.0')
  const found = (tally: Partial<typeof noTally>) => computedVerdict(numbers, { ...noTally, ...tally })

  it('rejects at once when a limit is reached, and accepts only when every sample is complete', () => {
    // Would catch: a lot accepted before its sample is complete; a reject that waits for the last piece.
    expect(found({ sampled: 5 })).toBe('open')
    expect(found({ sampled: 19, minor: 2 })).toBe('open')
    expect(found({ sampled: 20, major: 1, minor: 2 })).toBe('accept')
    expect(found({ sampled: 3, minor: 3 })).toBe('reject')
    expect(found({ sampled: 2, major: 2 })).toBe('reject')
    expect(found({ sampled: 20, critical: 1 })).toBe('reject')
  })

  it('counts a unit once, by its worst defect', () => {
    // Would catch: one shirt with a hole and a loose thread told as two bad shirts.
    const hole = { severity: 'major' as const, units: 1, is_further: false }
    const thread = { severity: 'minor' as const, units: 1, is_further: true }
    expect(tallyOf(8, [hole, thread])).toEqual({ sampled: 8, critical: 0, major: 1, minor: 0 })
    expect(tallyOf(8, [hole, { ...thread, is_further: false }])).toMatchObject({ major: 1, minor: 1 })
  })

  it('counts every unit with a defect, and as looked at, however few were said to be', () => {
    // Would catch: four bad shirts of a size of which one was ticked, counted as one, so that their lot is accepted.
    const of = (severity: 'critical' | 'major' | 'minor', units: number) => ({ severity, units, is_further: false })
    expect(tallyOf(5, [of('major', 4), of('minor', 4)])).toEqual({ sampled: 8, critical: 0, major: 4, minor: 4 })
    expect(tallyOf(0, [of('critical', 1), of('major', 1)])).toEqual({ sampled: 2, critical: 1, major: 1, minor: 0 })
    expect(tallyOf(9, [of('minor', 2)])).toEqual({ sampled: 9, critical: 0, major: 0, minor: 2 })
  })

  it('of several lots is the worst', () => {
    expect(worstComputed(['accept', 'open', 'reject'])).toBe('reject')
    expect(worstComputed(['accept', 'open'])).toBe('open')
    expect(worstComputed(['accept'])).toBe('accept')
    expect(worstComputed([])).toBe('none')
  })

  it('is gone against by passing unseen pieces of a rejected lot or too many of an open one, and by failing good ones', () => {
    // Would catch: a rejected box that anybody passes; a sorted lot or an ordinary defect that needs a lead.
    const sampled = (n: number, major = 0) => ({ ...noTally, sampled: n, major })
    const all = { passed: 0, failed: 0, tally: noTally, described: 0, lacking: 0, unseen: 0, slipped: 0 }
    expect(isContrary('reject', { ...all, passed: 28, failed: 2, tally: sampled(13, 2), described: 2 })).toBe(true)
    expect(isContrary('reject', { ...all, passed: 28, failed: 2, tally: sampled(30, 2), described: 2 })).toBe(false)
    expect(isContrary('reject', { ...all, failed: 30, tally: sampled(13, 2), described: 2 })).toBe(false)
    expect(isContrary('accept', { ...all, passed: 29, failed: 1, tally: sampled(13, 1), described: 1 })).toBe(false)
    expect(isContrary('accept', { ...all, failed: 30, tally: sampled(13, 1), described: 1 })).toBe(true)
    const open = { ...all, passed: 20, tally: sampled(4), lacking: 9, slipped: 16 }
    expect(isContrary('open', { ...open, unseen: 9 })).toBe(false)
    expect(isContrary('open', { ...open, unseen: 8 })).toBe(true)
    expect(isContrary('open', { ...open, unseen: 8, slipped: 0 })).toBe(false)
    expect(isContrary('open', { ...open, unseen: 9, passed: 0, failed: 20, described: 1 })).toBe(true)
  })

  it('is said in one word', () => {
    expect(verdictOf({ passed: 3, failed: 0, on_hold: 0 })).toBe('passed')
    expect(verdictOf({ passed: 0, failed: 3, on_hold: 0 })).toBe('failed')
    expect(verdictOf({ passed: 0, failed: 0, on_hold: 3 })).toBe('hold')
    expect(verdictOf({ passed: 1, failed: 1, on_hold: 0 })).toBe('mixed')
    expect(verdictOf({ passed: 0, failed: 0, on_hold: 0 })).toBeNull()
  })
})

it('a measurement is out of tolerance beyond it on either side, not at it', () => {
  // Would catch: >= for >, and a garment that is too small taken for a good one.
  const at = (actual_mm: number) => isOutOfTolerance({ spec_mm: 500, tolerance_mm: 10, actual_mm })
  expect([489, 490, 500, 510, 511].map(at)).toEqual([true, false, false, false, true])
})

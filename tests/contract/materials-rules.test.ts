import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { materials } from '../../src/shared/areas/data/kinds.ts'
import {
  computedRollVerdict,
  defectPoints,
  proposedSample,
  rollPoints,
  rollScore,
} from '../../src/shared/areas/materials/four-point.ts'
import {
  materialKindWords,
  materialProperties,
  materialUnitWords,
  type Property,
  propertyFaults,
} from '../../src/shared/areas/materials/material.ts'
import { needOf, shortageOf, unlikelyConsumption } from '../../src/shared/areas/materials/need.ts'
import { chooseRolls, type FreeRoll } from '../../src/shared/areas/materials/reserve.ts'
import { rollLength } from '../../src/shared/areas/materials/roll-length.ts'
import { addDays } from '../../src/shared/kernel/days.ts'

// Would catch: a kind, unit or choice that the form takes and the sheet of masters does not know, or the other way round.
test('the sheet of masters has the kinds, units and choices of the rule', () => {
  const choicesOf = (name: string) => {
    const column = materials.sheet.columns.find(({ key }) => key === name)
    return column?.kind === 'choice' ? Object.entries(column.choices).map(([key, { en }]) => [key, en]) : null
  }
  const words = (table: Readonly<Record<string, string>>) =>
    Object.entries(table).map(([key, word]) => [key, word.trim()])
  expect(choicesOf('kind')).toEqual(words(materialKindWords))
  expect(choicesOf('unit')).toEqual(words(materialUnitWords))
  for (const properties of Object.values(materialProperties))
    for (const [name, property] of Object.entries<Property>(properties)) {
      expect(materials.sheet.columns.map(({ key }) => key)).toContain(name)
      if (property.choices) expect(choicesOf(name)).toEqual(property.choices.map((choice) => [choice, choice]))
    }
})

describe('the four-point system', () => {
  // Would catch: a limit of the standard's table that belongs to the wrong side (3 inches are one point, a hole of an inch two).
  test.each([
    ['flaw', 7.62, 1],
    ['flaw', 7.63, 2],
    ['flaw', 15.24, 2],
    ['flaw', 22.86, 3],
    ['flaw', 22.87, 4],
    ['flaw', 300, 4],
    ['hole', 2.54, 2],
    ['hole', 2.55, 4],
  ] as const)('a %s of %f cm has %i points', (kind, length_cm, points) => {
    expect(defectPoints({ kind, length_cm })).toBe(points)
  })

  // Would catch: a yard that counts more than four, and defects of two yards that are cut together.
  test('a linear yard counts four at most', () => {
    const hole = (at_cm: number) => ({ kind: 'hole', length_cm: 5, at_cm }) as const
    expect(rollPoints([hole(10), hole(50), hole(91)])).toBe(4)
    expect(rollPoints([hole(10), hole(92)])).toBe(8)
    expect(rollPoints([])).toBe(0)
  })

  // Would catch: width and length taken in centimetres. The standard's example: 24 points in 120 yards of 60 inches are 12.
  test('the score is points in 100 square yards', () => {
    const cloth = { width_cm: 60 * 2.54, length_cm: 120 * 91.44 }
    expect(rollScore(24, cloth)).toBe(12)
    expect(computedRollVerdict(rollScore(80, cloth))).toBe('accept')
    expect(computedRollVerdict(rollScore(81, cloth))).toBe('reject')
  })

  // Would catch: a lot of which no roll is looked at, and a sample that depends on the order in which rolls were received.
  test('a tenth of each colour and lot is sampled, at least one roll, whatever their order', () => {
    const roll = fc.record({ colour: fc.constantFrom('Navy', 'Ecru'), lot: fc.constantFrom('L1', 'L2', 'L3') })
    const deliveries = fc
      .array(roll, { maxLength: 60 })
      .map((rolls) => rolls.map((each, at) => ({ ...each, code: `R${at}` })))
    fc.assert(
      fc.property(deliveries, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (rolls, keys) => {
        const sample = proposedSample(rolls)
        for (const group of Map.groupBy(rolls, ({ colour, lot }) => `${colour} ${lot}`).values()) {
          const sampled = group.filter(({ code }) => sample.includes(code))
          expect(sampled.length).toBe(Math.ceil(group.length / 10))
        }
        const mixed = rolls.map((each) => ({ each, key: keys.next().value })).toSorted((a, b) => a.key - b.key)
        expect(proposedSample(mixed.map(({ each }) => each))).toEqual(sample)
      }),
    )
  })
})

const someRoll = (most: number) =>
  fc.record({
    lot: fc.constantFrom('L1', 'L2', 'L3'),
    shade: fc.constantFrom('A', 'B', 'C'),
    free_cm: fc.integer({ min: 0, max: most }),
    received_on: fc.constantFrom('2026-10-01', '2026-11-01'),
  })

const someRolls = (count: number, most = 6_000): fc.Arbitrary<FreeRoll[]> =>
  fc.array(someRoll(most), { maxLength: count }).map((rolls) => rolls.map((each, at) => ({ ...each, roll: `R${at}` })))

const total = (rolls: readonly { free_cm: number }[]) => rolls.reduce((sum, { free_cm }) => sum + free_cm, 0)

/** The fewest groups of rolls by `of` that hold the need together, tried one set after the other. */
function fewest(rolls: readonly FreeRoll[], need: number, of: (roll: FreeRoll) => string): number {
  const sizes = [...Map.groupBy(rolls, of).values()].map(total)
  let best = Number.POSITIVE_INFINITY
  for (let set = 1; set < 1 << sizes.length; set++) {
    const chosen = sizes.filter((_, at) => set & (1 << at))
    if (chosen.reduce((sum, size) => sum + size, 0) >= need) best = Math.min(best, chosen.length)
  }
  return best
}

describe('rolls for an order', () => {
  const needs = fc.integer({ min: 1, max: 20_000 })

  // Would catch: more of a roll promised than is free, a roll picked twice, a need met by less, two rolls cut for one order.
  test('no more is taken than is free, and as much as is needed where there is as much', () => {
    fc.assert(
      fc.property(needs, someRolls(12), (need, rolls) => {
        const { picks, short_cm } = chooseRolls(need, rolls)
        const free = new Map(rolls.map(({ roll, free_cm }) => [roll, free_cm]))
        expect(new Set(picks.map(({ roll }) => roll)).size).toBe(picks.length)
        for (const { roll, cm } of picks) {
          expect(cm).toBeGreaterThan(0)
          expect(cm).toBeLessThanOrEqual(free.get(roll) ?? 0)
        }
        expect(picks.reduce((sum, { cm }) => sum + cm, 0)).toBe(Math.min(need, total(rolls)))
        expect(short_cm).toBe(Math.max(0, need - total(rolls)))
        expect(picks.filter(({ roll, cm }) => cm < (free.get(roll) ?? 0)).length).toBeLessThanOrEqual(1)
      }),
    )
  })

  // Would catch: a choice that depends on the order in which the database gives rolls: two servers would promise different rolls.
  test('the order of the rolls changes nothing', () => {
    fc.assert(
      fc.property(needs, someRolls(12), (need, rolls) => {
        expect(chooseRolls(need, rolls.toReversed())).toEqual(chooseRolls(need, rolls))
      }),
    )
  })

  // Would catch: an order cut from two shades though one would do, or from three lots though two of that shade would do.
  test('no fewer shades would do, nor fewer lots of one shade: every other choice of small cases was tried', () => {
    fc.assert(
      fc.property(needs, someRolls(9), (need, rolls) => {
        fc.pre(total(rolls) >= need)
        const { picks, reason, values } = chooseRolls(need, rolls)
        const shades = new Set(picks.map(({ shade }) => shade)).size
        const lots = new Set(picks.map(({ lot, shade }) => `${lot} ${shade}`)).size
        expect(shades).toBe(fewest(rolls, need, ({ shade }) => shade))
        expect(reason).toBe(shades > 1 ? 'more_shades' : lots > 1 ? 'one_shade' : 'one_lot')
        expect(values.shades === shades || reason !== 'more_shades').toBe(true)
        if (shades > 1) return
        const ofShades = [...Map.groupBy(rolls, ({ shade }) => shade).values()]
        expect(lots).toBe(Math.min(...ofShades.map((inShade) => fewest(inShade, need, ({ lot }) => lot))))
      }),
      { numRuns: 400 },
    )
  })

  // Would catch: a small order that breaks up the only lot which a large one could be cut of in one shade.
  test('of the lots that hold enough the smallest is taken, and of its rolls as few as can be', () => {
    const roll = (code: string, lot: string, shade: string, metres: number): FreeRoll => ({
      roll: code,
      lot,
      shade,
      free_cm: metres * 100,
      received_on: '2026-11-01',
    })
    const rolls = [
      roll('R1', 'L1', 'A', 90),
      roll('R2', 'L1', 'A', 60),
      roll('R3', 'L2', 'B', 40),
      roll('R4', 'L2', 'B', 25),
    ]
    const pick = (code: string, lot: string, shade: string, metres: number) => ({
      roll: code,
      lot,
      shade,
      cm: metres * 100,
    })
    expect(chooseRolls(2_000, rolls)).toMatchObject({ picks: [pick('R4', 'L2', 'B', 20)], reason: 'one_lot' })
    expect(chooseRolls(5_000, rolls).picks).toEqual([pick('R3', 'L2', 'B', 40), pick('R4', 'L2', 'B', 10)])
    expect(chooseRolls(16_000, rolls)).toMatchObject({
      reason: 'more_shades',
      picks: [pick('R1', 'L1', 'A', 90), pick('R2', 'L1', 'A', 60), pick('R4', 'L2', 'B', 10)],
      values: { most: 15_000, shades: 2 },
    })
    expect(chooseRolls(30_000, rolls)).toMatchObject({ reason: 'short', short_cm: 8_500 })
    expect(chooseRolls(100, [])).toMatchObject({ reason: 'none', short_cm: 100 })
  })
})

describe('what a SKU takes of a fabric', () => {
  // Would catch: a centimetre lost or added by binary fractions, on every order.
  test.each([
    [1.15, 0, 1, 115],
    [1.15, 5, 100, 12_075],
    [0.333, 3, 3, 103],
    [1.1, 10, 1_000, 121_000],
  ])('%f m and %i %% wastage for %i pieces are %i cm', (metres, wastage, pieces, cm) => {
    expect(needOf({ metres, wastage }, pieces)).toBe(cm)
  })

  // Would catch: centimetres typed into metres that pass, and a large size that is asked about.
  test('centimetres typed as metres are asked about, a larger size is not', () => {
    expect(unlikelyConsumption(140, [1.4, 1.5, 1.45])).toMatchObject({ values: { metres: 140, usual: 1.45 } })
    // The sizes that are right are not asked about beside a wrong one.
    expect(unlikelyConsumption(1.4, [140, 1.5])).toBeNull()
    expect(unlikelyConsumption(0.014, [1.4])).not.toBeNull()
    expect(unlikelyConsumption(2.1, [1.4, 1.5])).toBeNull()
    expect(unlikelyConsumption(140, [])).not.toBeNull()
    expect(unlikelyConsumption(1.4, [])).toBeNull()
  })
})

describe('the shortage of a fabric', () => {
  // Would catch: an arrival that serves a cut of the day before, and a stopped order that is not named.
  test('names the first day that fails and the orders that it stops', () => {
    const needs = [
      { order: 'PO2', day: '2026-12-09', cm: 6_000 },
      { order: 'PO1', day: '2026-12-02', cm: 5_000 },
      { order: 'PO3', day: '2026-12-16', cm: 1_000 },
    ]
    const found = shortageOf(8_000, { needs, arrivals: [{ day: '2026-12-10', cm: 5_000 }] })
    expect(found.first_day).toBe('2026-12-09')
    expect(found.stopped).toEqual([{ order: 'PO2', day: '2026-12-09', cm: 3_000 }])
    expect(found.weeks).toEqual([
      { monday: '2026-11-30', need: 5_000, arrives: 0, left: 3_000 },
      { monday: '2026-12-07', need: 6_000, arrives: 5_000, left: 2_000 },
      { monday: '2026-12-14', need: 1_000, arrives: 0, left: 1_000 },
    ])
  })

  // Would catch: an order that is stopped though everything is there, and one that goes through though cloth is missing at the end.
  test('stops an order exactly when the cloth until its day does not do', () => {
    const day = fc.integer({ min: 0, max: 40 }).map((days) => addDays('2026-12-01', days))
    const lengths = fc.record({ day, cm: fc.integer({ min: 1, max: 5_000 }) })
    const needs = fc
      .array(lengths, { maxLength: 12 })
      .map((all) => all.map((each, at) => ({ ...each, order: `PO${at}` })))
    fc.assert(
      fc.property(fc.nat(20_000), needs, fc.array(lengths, { maxLength: 6 }), (free, all, arrivals) => {
        const { stopped, first_day, weeks } = shortageOf(free, { needs: all, arrivals })
        const until = (of: readonly { day: string; cm: number }[], last: string) =>
          of.filter((each) => each.day <= last).reduce((sum, { cm }) => sum + cm, 0)
        const failing = [...new Set(all.map((each) => each.day))]
          .filter((last) => until(all, last) > free + until(arrivals, last))
          .sort()
        expect(first_day).toBe(failing[0] ?? null)
        expect(new Set(stopped.map((each) => each.day))).toEqual(new Set(failing))
        const end = weeks.at(-1)?.left ?? free
        expect(end).toBe(free + until(arrivals, '9999') - until(all, '9999'))
      }),
    )
  })
})

describe('the cloth of a roll', () => {
  // Would catch: a move without its way back, and cloth that is neither here nor cut nor gone.
  test('received = free + reserved + consumed + written off + returned, whatever is done', () => {
    const step = fc.record({ kind: fc.constantFrom(...rollLength.kinds), cm: fc.integer({ min: 1, max: 4_000 }) })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.array(step, { maxLength: 40 }), (length, steps) => {
        let roll = rollLength.open(length)
        for (const { kind, cm } of steps) {
          const done = rollLength.move(roll, kind, cm)
          if (!('line' in done)) continue
          const back = rollLength.move(done.line, rollLength.reverseOf(kind), cm)
          expect(back).toEqual({ line: roll })
          roll = done.line
          expect(rollLength.fault(roll)).toBeNull()
        }
      }),
    )
  })
})

describe('properties of a material', () => {
  const good = { composition: '100 % cotton', construction: 'Knit', width_cm: 150, gsm: 180 }
  // Would catch: a fabric without a width, of which nobody can reckon a marker; a property that is kept of no kind and lost.
  test.each([
    [{}, []],
    [{ width_cm: null }, ['width_cm']],
    [{ width_cm: 0 }, ['width_cm']],
    [{ width_cm: '150' }, ['width_cm']],
    [{ composition: '' }, ['composition']],
    [{ construction: 'Paper' }, ['construction']],
    [{ gsm: null }, []],
    [{ trim: 'Button' }, ['trim']],
  ] as const)('with %j the faults are %j', (change, faults) => {
    const found = propertyFaults('product_fabric', { ...good, ...change })
    expect(found.map(({ property }) => property)).toEqual(faults)
  })
})

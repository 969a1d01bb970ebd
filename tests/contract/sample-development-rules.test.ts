import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Costing,
  type CostLine,
  costingChanges,
  costingFaults,
  costingWords,
  costKinds,
  costOf,
  isSameCosting,
  whatIf,
} from '../../src/shared/areas/sample-development/cost.ts'
import {
  degreeOf,
  gradedFrom,
  inches,
  inMeasuringOrder,
  measureFaults,
  oddMeasure,
  positionFaults,
  readInches,
} from '../../src/shared/areas/sample-development/measures.ts'
import { missingOf, missingThings } from '../../src/shared/areas/sample-development/pre-production.ts'
import { type PackContent, packChanges } from '../../src/shared/areas/sample-development/tech-pack.ts'

/** A number as the fraction it is, for a reference that never rounds by itself. */
class Fraction {
  readonly over: bigint
  readonly under: bigint
  constructor(over: bigint, under = 1n) {
    this.over = over
    this.under = under
  }
  times(other: Fraction) {
    return new Fraction(this.over * other.over, this.under * other.under)
  }
  plus(other: Fraction) {
    return new Fraction(this.over * other.under + other.over * this.under, this.under * other.under)
  }
  /** To the nearest whole; half goes up. Found by comparing, not by the formula of the program. */
  nearest(): bigint {
    const floor = this.over / this.under
    const rest = this.over - floor * this.under
    return rest + rest >= this.under ? floor + 1n : floor
  }
  distance(whole: number): number {
    return Math.abs(Number(this.over - BigInt(whole) * this.under) / Number(this.under))
  }
}
const of = (whole: number, under = 1) => new Fraction(BigInt(whole), BigInt(under))

const lineOf = fc.record({
  kind: fc.constantFrom(...costKinds),
  name: fc.stringMatching(/^[a-z]{1,6}$/),
  material_code: fc.option(fc.stringMatching(/^FB-[0-9]{3}$/), { nil: null }),
  unit: fc.constantFrom('m', 'pc'),
  quantity_milli: fc.integer({ min: 0, max: 10_000_000 }),
  unit_price_minor: fc.integer({ min: 0, max: 10_000_000 }),
  wastage_bp: fc.integer({ min: 0, max: 99_900 }),
})
const sound = (line: CostLine): CostLine => ({ ...line, wastage_bp: line.kind === 'material' ? line.wastage_bp : 0 })
const amount = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: null })
const costing: fc.Arbitrary<Costing> = fc.record({
  currency: fc.constantFrom('INR', 'CNY'),
  lines: fc
    .uniqueArray(lineOf, { maxLength: 12, selector: ({ kind, name }) => `${kind} ${name}` })
    .map((lines) => lines.map(sound)),
  overhead_bp: fc.integer({ min: 0, max: 20_000 }),
  margin_bp: fc.integer({ min: 0, max: 20_000 }),
  target_minor: amount,
  quoted_minor: amount,
  actual_minor: amount,
  rate: fc.option(
    fc.record({
      currency: fc.constant('USD'),
      millionths: fc.integer({ min: 1, max: 100_000_000 }),
      on: fc.constant('2026-03-14'),
    }),
    { nil: null },
  ),
  remark: fc.constant(''),
})

const shirt: Costing = {
  currency: 'INR',
  lines: [
    {
      ...{ kind: 'material', name: 'Poplin', material_code: 'FB-1', unit: 'm' },
      quantity_milli: 1_350,
      unit_price_minor: 18_500,
      wastage_bp: 500,
    },
    {
      ...{ kind: 'trim', name: 'Buttons', material_code: null, unit: 'pc' },
      quantity_milli: 7_000,
      unit_price_minor: 150,
      wastage_bp: 0,
    },
    {
      ...{ kind: 'cmt', name: 'Sewing', material_code: null, unit: 'pc' },
      quantity_milli: 1_000,
      unit_price_minor: 9_000,
      wastage_bp: 0,
    },
  ],
  ...{ overhead_bp: 800, margin_bp: 1_200, target_minor: 45_000, quoted_minor: null, actual_minor: null },
  ...{ rate: { currency: 'USD', millionths: 11_900, on: '2026-03-14' }, remark: '' },
}

describe('what a garment costs', () => {
  // Would catch: wastage on everything, overhead after the margin, a margin of the price instead of on the cost.
  test('by hand', () => {
    // 1.35 m × 185.00 × 1.05 = 262.2375; 7 × 1.50 = 10.50; 90.00.
    const { amounts, direct, overhead, cost, margin, price, converted } = costOf(shirt)
    expect(amounts).toEqual([26_224, 1_050, 9_000])
    // 362.74, 8 % of it 29.0192, 12 % of 391.76 is 47.0112; 438.77 × 0.0119 = 5.221363
    expect({ direct, overhead, cost, margin, price, converted }).toEqual({
      ...{ direct: 36_274, overhead: 2_902, cost: 39_176, margin: 4_701, price: 43_877, converted: 522 },
    })
  })

  // Would catch: floating point, rounding twice or too early, half a minor unit that goes down, numbers beyond 2^53.
  test('is that of exact fractions, rounded half up where it is said and nowhere else', () => {
    fc.assert(
      fc.property(costing, (one) => {
        fc.pre(costingFaults(one, '2026-03-14').every(({ message }) => message !== costingWords.tooMuch))
        const cost = costOf(one)
        const exact = one.lines.map(({ quantity_milli, unit_price_minor, wastage_bp }) =>
          of(quantity_milli, 1_000)
            .times(of(unit_price_minor))
            .times(of(10_000 + wastage_bp, 10_000)),
        )
        const amounts = exact.map((line) => line.nearest())
        expect(cost.amounts.map(BigInt)).toEqual(amounts)
        const direct = amounts.reduce((sum, each) => sum + each, 0n)
        const overhead = new Fraction(direct).times(of(one.overhead_bp, 10_000)).nearest()
        const margin = new Fraction(direct + overhead).times(of(one.margin_bp, 10_000)).nearest()
        const price = direct + overhead + margin
        expect([cost.direct, cost.overhead, cost.margin, cost.price].map(BigInt)).toEqual([
          ...[direct, overhead, margin, price],
        ])
        expect(cost.converted === null ? null : BigInt(cost.converted)).toEqual(
          one.rate && new Fraction(price).times(of(one.rate.millionths, 1_000_000)).nearest(),
        )
        expect(Object.values(cost.byKind).reduce((sum, each) => sum + each, 0)).toBe(cost.direct)
        // No line is further from the truth than half a minor unit.
        const sum = exact.reduce((all, line) => all.plus(line), of(0))
        expect(sum.distance(cost.direct)).toBeLessThanOrEqual(one.lines.length / 2 + 1e-6)
      }),
    )
  })

  // Would catch: a what-if that writes into the costing, or in which nothing changed costs something else.
  test('a what-if of nothing is the costing; dearer fabric never makes it cheaper', () => {
    fc.assert(
      fc.property(costing, fc.integer({ min: 0, max: 10_000 }), (one, bp) => {
        const before = structuredClone(one)
        expect(costOf(whatIf(one, { kinds: {} }))).toEqual(costOf(one))
        expect(costOf(whatIf(one, { kinds: { material: bp } })).price).toBeGreaterThanOrEqual(costOf(one).price)
        expect(costOf(whatIf(one, { kinds: { material: -10_000 } })).byKind.material).toBe(0)
        expect(one).toEqual(before)
      }),
    )
  })

  // Would catch: a rate of tomorrow, one into its own currency, a part that stands twice, wastage of sewing, an empty costing.
  test('refuses what cannot be meant, each at its place', () => {
    const at = (one: Costing) => costingFaults(one, '2026-03-14').map(({ line, at: field }) => `${line} ${field}`)
    const { lines, rate } = shirt
    const [fabric, , sewing] = lines
    if (!fabric || !sewing || !rate) throw new Error('the shirt lacks its parts')
    expect(at(shirt)).toEqual([])
    expect(at({ ...shirt, lines: [] })).toEqual(['null lines'])
    const huge = { ...fabric, quantity_milli: 10_000_000, unit_price_minor: 100_000_000_000 }
    expect(at({ ...shirt, lines: [huge] })).toEqual(['null lines'])
    expect(at({ ...shirt, lines: [fabric, { ...fabric, name: ' POPLIN' }] })).toEqual(['1 name'])
    expect(at({ ...shirt, lines: [{ ...sewing, wastage_bp: 1 }] })).toEqual(['0 wastage'])
    expect(at({ ...shirt, rate: { ...rate, on: '2026-03-15' } })).toEqual(['null rate_on'])
    expect(at({ ...shirt, rate: { ...rate, currency: 'INR' } })).toEqual(['null rate_currency'])
  })
})

describe('versions of a costing', () => {
  // Would catch: a change that nothing says, a version that differs from itself, old beside new the wrong way round.
  test('what changed is said of everything that differs, and of nothing else', () => {
    fc.assert(
      fc.property(costing, costing, (was, now) => {
        expect(costingChanges(was, was)).toEqual([])
        expect(isSameCosting(was, structuredClone(was))).toBe(true)
        const [there, back] = [costingChanges(was, now), costingChanges(now, was)]
        const turned = back.map((one) => ({ ...one, was: one.now, now: one.was }))
        const sorted = (all: typeof there) =>
          all.map((one) => JSON.stringify([one.kind, one.what, one.field, one.was, one.now])).sort()
        expect(sorted(turned)).toEqual(sorted(there))
        if (there.length === 0) expect(costOf(now)).toEqual(expect.objectContaining({ price: costOf(was).price }))
      }),
    )
  })

  test('by hand', () => {
    const [fabric, buttons] = shirt.lines
    if (!fabric || !buttons) throw new Error('the shirt lacks its parts')
    const next = { ...shirt, lines: [{ ...fabric, unit_price_minor: 19_000 }, buttons], margin_bp: 1_000 }
    expect(costingChanges(shirt, next)).toEqual([
      { kind: 'material', what: 'Poplin', field: 'unit_price_minor', was: 18_500, now: 19_000 },
      { kind: 'cmt', what: 'Sewing', field: 'line', was: 9_000, now: null },
      { kind: null, what: 'Margin %', field: 'margin_bp', was: 1_200, now: 1_000 },
    ])
  })
})

describe('final measurements', () => {
  const points = ['S', 'M', 'L'].map((size, at) => ({ size, point: 'Chest', spec_mm: 440 + at * 20 }))
  const asked = { points, sizes: ['S', 'M', 'L', 'XL'] }
  const typed = (size: string, measured_mm: number | null, more = {}) => ({
    ...{ size, point: 'Chest', measured_mm, is_sure: false, ...more },
  })
  const found = (...measures: ReturnType<typeof typed>[]) =>
    measureFaults(measures, asked).map(({ at, field, message }) => `${at} ${field}: ${message}`)

  // Would catch: inches that pass as centimetres, and honest measures out of tolerance that are called mistyped.
  test('inches typed as centimetres are marked, whatever is within a quarter is not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1_500 }),
        fc.double({ min: 0.92, max: 1.08, noNaN: true }),
        (spec, off) => {
          expect(oddMeasure(Math.round((spec * off) / 2.54), spec)).toBe('inches')
          expect(oddMeasure(Math.round(spec * off * 2.54), spec)).toBe('centimetres')
          expect(oddMeasure(Math.round(spec * (0.76 + (off - 0.92) * 3)), spec)).toBeNull()
          expect(oddMeasure(spec, null)).toBeNull()
        },
      ),
    )
  })

  test('a point twice or unknown, a size that the style lacks, an outlier: each at its field', () => {
    expect(found(typed('S', 441), typed('M', 470), typed('XL', 505))).toEqual([])
    expect(found(typed('M', 181))).toEqual(['0 measured: This looks like inches: it is taken as centimetres.'])
    expect(found(typed('M', 181, { is_sure: true }))).toEqual([])
    expect(found(typed('M', null))).toEqual([])
    expect(found(typed('S', 441), typed('S', 441))).toEqual([
      '0 point: This point of this size stands twice for this sample.',
      '1 point: This point of this size stands twice for this sample.',
    ])
    expect(found(typed('4XL', 441))).toEqual(['0 size: The style has no such size.'])
    expect(found(typed('M', 441, { point: 'Pocket' }))).toEqual([
      '0 point: The style’s spec has no such point of measure.',
    ])
    // No spec of XL: it is held against the sizes beside it.
    expect(found(typed('S', 441), typed('M', 461), typed('XL', 190))).toEqual([
      '2 measured: This looks like inches: it is taken as centimetres.',
    ])
    expect(measureFaults([typed('M', 441)], { points: [], sizes: [] })).toHaveLength(1)
  })

  // Would catch: a size graded from the wrong neighbour, and a grading that never ends.
  test('sizes are graded from the base in both directions', () => {
    const sizes = ['XS', 'S', 'M', 'L', 'XL']
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 4, maxLength: 4 }),
        fc.nat(4),
        (steps, base) => {
          const spec = (at: number) => 400 + steps.slice(0, at).reduce((sum, step) => sum + step, 0)
          const jumps = steps.map((increment_mm, at) => ({
            ...{ from_size: sizes[at] ?? '', to_size: sizes[at + 1] ?? '', increment_mm },
          }))
          const graded = gradedFrom({ size: sizes[base] ?? '', spec_mm: spec(base) }, jumps.toReversed())
          expect(sizes.map((size) => graded.get(size))).toEqual(sizes.map((_, at) => spec(at)))
        },
      ),
    )
    expect([...gradedFrom({ size: 'M', spec_mm: 1 }, [{ from_size: 'A', to_size: 'B', increment_mm: 2 }])]).toEqual([
      ['M', 1],
    ])
  })

  test('critical points come first, in the order they were put; the others as they stood', () => {
    const spec = ['Chest', 'Waist', 'Hem', 'Length'].map((point) => ({ point }))
    const placed = [
      { point: 'Hem', is_critical: false },
      { point: 'Length', is_critical: true },
      { point: 'Chest', is_critical: true },
    ]
    expect(inMeasuringOrder(spec, placed).map(({ point }) => point)).toEqual(['Length', 'Chest', 'Hem', 'Waist'])
    expect(inMeasuringOrder(spec, [])).toEqual(spec)
    const named = (...all: string[]) =>
      positionFaults(
        all.map((point) => ({ point, is_critical: false })),
        ['Chest', 'Hem'],
      )
    expect(named('Chest', 'Hem')).toEqual([])
    expect(named('Chest', 'Chest').map(({ at }) => at)).toEqual([1])
    expect(named('Pocket').map(({ at }) => at)).toEqual([0])
  })

  test.each([
    [0, 10, 0],
    [5, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
    [1, null, 2],
    [null, 10, null],
  ] as const)('%s mm beyond a tolerance of %s is of degree %s', (over, tolerance, degree) => {
    expect(degreeOf(over, tolerance)).toBe(degree)
  })

  // Would catch: an eighth read as 1.8, and lengths that come back as others.
  test('inches are read as people write them', () => {
    expect([...['18', '18 1/4', '1/2', '18.25', '18,25', ''].map(readInches)]).toEqual([457, 464, 13, 464, 464, null])
    expect(['x', '18 1/3', '18 1/4 1/4', '/4', '900', '-3', '1/4 3'].map(readInches)).toEqual(Array(7).fill(undefined))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), (mm) => {
        const read = readInches(inches(mm))
        if (read !== undefined && read !== null) expect(Math.abs(read - mm)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('tech packs', () => {
  const pack: PackContent = {
    ...{
      catalogue_id: 'CT-000001',
      name: 'Shirt',
      name_zh: '衬衫',
      category: 'Shirts',
      sample_id: 'SM-000001',
      round: 1,
    },
    ...{ base_size: 'M', sizes: ['M', 'L'], grading: [], weight_g: 180, picture: null, image_ids: [] },
    points: [
      {
        ...{ point: 'Chest', point_zh: '胸围', how_to_measure: 'Flat', is_critical: true },
        measures: [{ size: 'M', spec_mm: 460, tolerance_mm: 10 }],
      },
    ],
    materials: [{ kind: 'material', name: 'Poplin', material_code: 'FB-1', quantity_milli: 1_350, unit: 'm' }],
    making: { fabric: '', construction: 'French seams', labels: '', packing: '', care: '' },
  }

  // Would catch: a tolerance, a material or a seam that changes without a line of it.
  test('the next one says what changed', () => {
    expect(packChanges(pack, structuredClone(pack))).toEqual([])
    const [chest] = pack.points
    if (!chest) throw new Error('no chest')
    const next: PackContent = {
      ...pack,
      points: [{ ...chest, measures: [{ size: 'M', spec_mm: 460, tolerance_mm: 5 }] }],
      materials: [],
      making: { ...pack.making, labels: 'Neck, woven' },
    }
    expect(packChanges(pack, next)).toEqual([
      { part: 'measures', what: 'Chest · M', was: '46.0 ± 1.0', now: '46.0 ± 0.5' },
      { part: 'making', what: 'Garment labels', was: null, now: 'Neck, woven' },
      { part: 'materials', what: 'Poplin', was: '1.35 m · FB-1', now: null },
    ])
  })
})

test('a pre-production order says what is missing, and nothing once all is there', () => {
  const nothing = { lacking: 2, pieces: 0, fabrics: 0, costings: 0, sentPacks: 0 }
  expect(missingOf(nothing)).toEqual(missingThings)
  expect(missingOf({ lacking: 0, pieces: 10, fabrics: 1, costings: 1, sentPacks: 1 })).toEqual([])
  expect(missingOf({ ...nothing, lacking: 0, pieces: 5, costings: 3 })).toEqual(['fabric', 'tech_pack'])
})

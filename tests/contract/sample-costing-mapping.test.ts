import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellsTyped, isClash } from '../../src/renderer/ops/samples/measure-cells.ts'
import {
  type Costing,
  type CostLine,
  costingChanges,
  costKinds,
} from '../../src/shared/areas/sample-development/cost.ts'
import {
  fillsOf,
  type MappedMaterial,
  mappedAmounts,
  mappingDrift,
  withSources,
} from '../../src/shared/areas/sample-development/from-mapping.ts'
import { mergedCosting } from '../../src/shared/areas/sample-development/merge-costing.ts'
import { quantityFaults, takesQuantities } from '../../src/shared/areas/sample-development/pre-production.ts'

const poplin: MappedMaterial = {
  ...{ material_id: 'FAB-1', name: 'Poplin', kind: 'material', placement: 'Body', unit: 'm' },
  ...{ quantity_milli: 1_420, wastage_bp: 500, unit_price: { minor: 18_500, currency: 'INR' } },
}
const buttons: MappedMaterial = {
  ...{ material_id: 'TRM-1', name: 'Buttons', kind: 'trim', placement: '', unit: 'pc' },
  ...{ quantity_milli: 6_060, wastage_bp: 0, unit_price: { minor: 12, currency: 'CNY' } },
}
const line = (more: Partial<CostLine> = {}): CostLine => ({
  ...{ kind: 'material', name: 'My poplin', material_code: 'FAB-1', unit: 'm' },
  ...{ quantity_milli: 1_350, unit_price_minor: 18_500, wastage_bp: 500 },
  ...more,
})

describe('materials from the mapping', () => {
  // Would catch: consumption ten times too small, a loss of trims that is forgotten, or told as wastage that only fabric may have.
  test('are converted with their loss, and never to less than is needed', () => {
    const kept = { kind: 'product_fabric', trim: null, unit: 'metre', consumption: 14_201, wastage_tenths: 50 } as const
    expect(mappedAmounts(kept)).toEqual({ kind: 'material', unit: 'm', quantity_milli: 1_421, wastage_bp: 500 })
    const trim = { kind: 'product_accessories', trim: 'Button', unit: 'piece', consumption: 60_000 } as const
    expect(mappedAmounts({ ...trim, wastage_tenths: 10 })).toEqual({
      ...{ kind: 'trim', unit: 'pc', quantity_milli: 6_060, wastage_bp: 0 },
    })
    expect(mappedAmounts({ ...trim, trim: 'Packing materials', wastage_tenths: 0 }).kind).toBe('packing')
  })

  // Would catch: typed amounts overwritten unseen, a price of another currency, the same material twice.
  test('say what they would change, line by line', () => {
    const [first, second] = fillsOf([line()], [poplin, buttons], 'INR')
    expect(first).toMatchObject({ at: 0, name: 'My poplin', differs: ['quantity_milli'] })
    expect(second).toMatchObject({ at: null, name: 'Buttons', differs: [], values: { unit_price_minor: null } })
    const two = fillsOf([], [poplin, { ...poplin, material_id: 'FAB-2' }], 'INR')
    expect(two.map(({ name }) => name)).toEqual(['Poplin (Body)', 'Poplin (Body) FAB-2'])
  })

  // Would catch: a changed amount or a mapping that went, and nothing that marks it.
  test('mark what they say otherwise since', () => {
    const skus = [{ nm_sku: 'NM-1', color: 'Navy', size: 'M', materials: [poplin] }]
    const source = { nm_sku: 'NM-1', placement: 'Body' }
    expect(mappingDrift(line(), skus, 'INR')).toBeNull()
    expect(mappingDrift(line({ source }), skus, 'INR')).toEqual({ isGone: false, values: { quantity_milli: 1_420 } })
    expect(mappingDrift(line({ source, quantity_milli: 1_420 }), skus, 'INR')).toBeNull()
    expect(mappingDrift(line({ source }), [], 'INR')).toEqual({ isGone: true, values: {} })
    expect(withSources([line()], [line({ source })])[0]?.source).toEqual(source)
    expect(withSources([line({ material_code: 'FAB-9' })], [line({ source })])[0]?.source).toBeUndefined()
  })
})

const costing: fc.Arbitrary<Costing> = fc.record({
  currency: fc.constantFrom('INR', 'CNY'),
  lines: fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom(...costKinds),
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      material_code: fc.constantFrom(null, 'FB-1', 'FB-2'),
      unit: fc.constant('m'),
      quantity_milli: fc.integer({ min: 0, max: 3 }),
      unit_price_minor: fc.integer({ min: 0, max: 3 }),
      wastage_bp: fc.constant(0),
    }),
    { maxLength: 6, selector: ({ kind, name }) => `${kind} ${name}` },
  ),
  overhead_bp: fc.integer({ min: 0, max: 2 }),
  margin_bp: fc.integer({ min: 0, max: 2 }),
  target_minor: fc.option(fc.integer({ min: 0, max: 2 }), { nil: null }),
  quoted_minor: fc.constant(null),
  actual_minor: fc.constant(null),
  rate: fc.option(
    fc.record({
      currency: fc.constant('USD'),
      millionths: fc.integer({ min: 1, max: 2 }),
      on: fc.constant('2026-03-14'),
    }),
    {
      nil: null,
    },
  ),
  remark: fc.constantFrom('', 'x'),
})

describe('what was typed over a version that somebody else has overtaken', () => {
  // Would catch: typed work lost, or the other person's put back to what it was.
  test('keeps what either of them changed', () => {
    fc.assert(
      fc.property(costing, costing, (base, other) => {
        expect(costingChanges(mergedCosting(base, other, base), other)).toEqual([])
        expect(costingChanges(mergedCosting(base, base, other), other)).toEqual([])
        expect(costingChanges(mergedCosting(base, other, other), other)).toEqual([])
      }),
    )
    const base: Costing = {
      ...{ currency: 'INR', lines: [line()], overhead_bp: 0, margin_bp: 1_200, target_minor: null },
      ...{ quoted_minor: null, actual_minor: null, rate: null, remark: '' },
    }
    const mine = { ...base, margin_bp: 2_000, lines: [line({ quantity_milli: 1_400 })] }
    const theirs = { ...base, remark: 'theirs', lines: [line({ unit_price_minor: 17_000 })] }
    expect(mergedCosting(base, mine, theirs)).toEqual({
      ...base,
      ...{ margin_bp: 2_000, remark: 'theirs', lines: [line({ quantity_milli: 1_400, unit_price_minor: 17_000 })] },
    })
  })

  // Would catch: an old draft that overwrites what somebody measured since, without a word.
  test('measures: a cell that both changed is asked about, one that they have alike is nothing typed', () => {
    const draft = { a: { mm: 464, is_sure: false, was: null }, b: { mm: 610, is_sure: false, was: null } }
    const standing = new Map([
      ['a', 495],
      ['b', 610],
    ])
    const cells = cellsTyped(draft, standing)
    expect([...cells.keys()]).toEqual(['a'])
    expect(isClash(cells.get('a'), 495)).toBe(true)
    expect(isClash({ mm: 464, is_sure: false, was: 495 }, 495)).toBe(false)
  })
})

// Would catch: quantities of a size that nobody makes, a cell twice, changes of an order that has gone on.
test('quantities name sizes of the style, each cell once, while the order still asks', () => {
  const cell = (color: string, size: string) => ({ color, size })
  const faults = quantityFaults([cell('Black', 'M'), cell('Black', 'M'), cell('', 'M'), cell('Black', '9XL')], ['M'])
  expect(faults.map(({ field }) => field)).toEqual(['lines.1.size', 'lines.3.size'])
  expect([takesQuantities('ACTION_REQUIRED'), takesQuantities('CAD')]).toEqual([true, false])
})

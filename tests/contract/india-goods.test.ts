import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOf, filledBySize, gridOf, tooMuch } from '../../src/renderer/supplier/sku-dimensions/dimension-grid.ts'
import {
  countryName,
  eanOf,
  missingOfFacts,
  missingOfGoods,
  mrpText,
} from '../../src/shared/areas/india-labels/rules.ts'
import type { DimensionRow } from '../../src/shared/areas/sku-dimensions/calls.ts'
import {
  dimensionText,
  isMissing,
  isOutlier,
  measures,
  mostMeasured,
  outliersOf,
  volumetricGrams,
} from '../../src/shared/areas/sku-dimensions/rules.ts'

const none = { length_mm: null, width_mm: null, height_mm: null, weight_grams: null }

describe('sizes and weights', () => {
  // Would catch: cm³ taken for mm³, so that a parcel weighs a thousand times too much or too little.
  it('weigh by their volume what a carrier bills', () => {
    const parcel = { length_mm: 500, width_mm: 400, height_mm: 250, weight_grams: 900 }
    // 50 × 40 × 25 cm over 5,000 are ten kilograms.
    expect(volumetricGrams(parcel, 5_000)).toBe(10_000)
    expect(volumetricGrams(parcel, 6_000)).toBe(8_333)
    expect(volumetricGrams({ ...parcel, height_mm: null }, 5_000)).toBeNull()
    expect(dimensionText({ ...parcel, weight_grams: null })).toBe('500 × 400 × 250 mm, – g')
  })

  // Would catch: half and twice the median themselves marked; an outlier by a median of nothing.
  it('are unusual below half and above twice the median alone', () => {
    expect([49, 50, 100, 200, 201].map((value) => isOutlier(value, 100))).toEqual([true, false, false, false, true])
    expect(isOutlier(null, 100) || isOutlier(900, null)).toBe(false)
    const medians = { length_mm: 300, width_mm: 200, height_mm: 20, weight_grams: 180 }
    expect(outliersOf({ length_mm: 300, width_mm: 30, height_mm: 20, weight_grams: 1_800 }, medians)).toEqual([
      'width_mm',
      'weight_grams',
    ])
    expect(outliersOf({ ...none, weight_grams: 5 }, undefined)).toEqual([])
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        (median) => !isOutlier(median, median) && !isOutlier(2 * median, median),
      ),
    )
  })

  // Would catch: a limit of the screen that the database refuses, or the other way around.
  it('have the limits of the database', () => {
    const path = join(import.meta.dirname, '../../src/server/database/migrations/0032_sku_dimensions.sql')
    const migration = readFileSync(path, 'utf8')
    for (const measure of measures)
      expect(migration).toContain(`${measure} integer CHECK (${measure} BETWEEN 1 AND ${mostMeasured[measure]})`)
    expect(isMissing(none)).toBe(true)
  })
})

describe('the grid of a style', () => {
  const row = (nm_sku: string, color: string, size: string, part: Partial<DimensionRow> = {}) =>
    ({ nm_sku, color, size, version: 3, ...none, ...part }) as DimensionRow
  const rows = [
    row('A-BLK-S', 'Black', 'S', { length_mm: 300, width_mm: 200, height_mm: 20, weight_grams: 180 }),
    row('A-BLK-M', 'Black', 'M', { length_mm: 310 }),
    row('A-RED-S', 'Red', 'S', { weight_grams: 190 }),
    row('A-RED-M', 'Red', 'M'),
  ]

  // Would catch: a size written over the weight that another colour really has; another size's measures taken.
  it('fills what is empty from the first of the same size', () => {
    const changes = changesOf(rows, filledBySize(rows, gridOf(rows)))
    expect(changes).toEqual([
      { nm_sku: 'A-RED-S', version: 3, length_mm: 300, width_mm: 200, height_mm: 20, weight_grams: 190 },
      { nm_sku: 'A-RED-M', version: 3, ...none, length_mm: 310 },
    ])
  })

  // Would catch: a cleared cell sent as nought, which nothing measures; rows sent that nobody touched.
  it('sends the rows that changed, a cleared cell as nothing', () => {
    expect(changesOf(rows, gridOf(rows))).toEqual([])
    const values = { ...gridOf(rows), 'A-BLK-M length_mm': { n: 0 }, 'A-RED-M weight_grams': { n: 60_000 } }
    expect(changesOf(rows, values).map(({ nm_sku, length_mm }) => [nm_sku, length_mm])).toEqual([
      ['A-BLK-M', null],
      ['A-RED-M', null],
    ])
    expect(tooMuch(rows, values)).toEqual([{ cell: 'A-RED-M weight_grams', most: 50_000 }])
  })
})

describe('a label for sale in India', () => {
  // Would catch: an MRP of nought or an origin of blanks that passes for known.
  it('says what it lacks', () => {
    const goods = { mrp_minor: 249_900, origin: 'CN', color: 'Black', size: 'M' }
    expect(missingOfGoods(goods)).toEqual([])
    expect(missingOfGoods({ ...goods, mrp_minor: 0, origin: '  ', size: ' ' })).toEqual(['mrp', 'origin', 'size'])
    const facts = { company_name: 'S', company_address: ' ', consumer_care: '', net_quantity: '1 N' }
    expect(missingOfFacts(facts)).toEqual(['company_address', 'consumer_care'])
  })

  // Would catch: an EAN-8 or a carton's code printed as an EAN-13, which no till reads; lakhs grouped by thousands.
  it('writes codes, prices and countries as India reads them', () => {
    expect(eanOf('4006381333931')).toBe('4006381333931')
    expect(eanOf('036000291452')).toBe('0036000291452')
    expect([eanOf('96385074'), eanOf('4006381333932'), eanOf('14006381333938'), eanOf(null)]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect([mrpText(249_900), mrpText(12_345_678)]).toEqual(['2,499.00', '1,23,456.78'])
    expect([countryName('CN'), countryName('IN'), countryName('1?')]).toEqual(['China', 'India', '1?'])
  })
})

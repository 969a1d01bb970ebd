import { describe, expect, it } from 'vitest'
import { keyAt, readRolls, receiveColumns, withEdits, withScan } from '../../src/renderer/ops/fabrics/receive-sheet.ts'
import { readDecimal } from '../../src/renderer/ops/materials/sheet-cells.ts'
import {
  cellOf,
  changesOf,
  copied,
  faultOf,
  mappingOf,
  skusOf,
  takenFrom,
  warningOf,
  withCells,
} from '../../src/renderer/ops/product-mapping/mapping-grid.ts'
import type { SkuMaterialRow } from '../../src/shared/areas/materials/calls.ts'

const pasted = (lines: readonly string[][], at = 0) =>
  lines.flatMap((line, row) => line.map((text, column) => ({ row: row + at, column, text })))
const good = ['R-1', 'L1', 'A', '52.4', '150', '180', '']

describe('the sheet of rolls', () => {
  // Would catch: a minus that becomes a plus, a thousands separator that becomes a point.
  it('reads decimals as people type them, and none below zero', () => {
    expect(['52.4', '1,200.5', '１２', ' ', '-5', 'x', '1,2'].map(readDecimal)).toEqual([
      ...[52.4, 1200.5, 12, null],
      ...[undefined, undefined, undefined],
    ])
  })

  // Would catch: the headings of a packing list taken for a roll, rows that are cut off at the sheet's end.
  it('takes a pasted packing list with its headings, and grows', () => {
    const headings = ['Roll', 'Lot', 'Shade', 'Metres', 'Width', 'GSM', 'Shrinkage']
    const rows = withEdits([{}], pasted([headings, good, good.with(0, 'R-2')]))
    expect(rows.map(({ supplier_roll }) => supplier_roll)).toEqual(['R-1', 'R-2'])
    const { rolls, faults } = readRolls(rows)
    expect(faults).toEqual([])
    expect(rolls[1]).toEqual({
      ...{ supplier_roll: 'R-2', lot: 'L1', shade: 'A', length_m: 52.4 },
      ...{ width_cm: 150, gsm: 180, shrinkage: null },
    })
  })

  // Would catch: a fault at another cell than its own, or that of an empty row.
  it('names each fault at its cell, and a roll that is there twice', () => {
    const rows = withEdits([], pasted([good, [], good, good.with(0, 'R-3').with(4, '0').with(5, '1.5'), ['R-4']]))
    const named = readRolls(rows).faults.map(({ row, column }) => `${row} ${column}`)
    expect(named.toSorted()).toEqual(
      ['2 supplier_roll', '3 gsm', '3 width_cm', '4 length_m', '4 lot', '4 shade', '4 width_cm'].toSorted(),
    )
    expect(receiveColumns.map((_, at) => keyAt(at))).toContain('shrinkage')
  })

  // Would catch: a scan that overwrites a typed row, or that takes the length of another roll.
  it('puts a scan into the next row with the lot and measures of the row above', () => {
    const rows = withScan(withEdits([{}, {}], pasted([good])), 'R-9')
    expect(rows[1]).toMatchObject({ supplier_roll: 'R-9', lot: 'L1', shade: 'A', width_cm: '150' })
    expect(rows[1]?.length_m).toBeUndefined()
    expect(withScan(rows, 'R-10')).toHaveLength(3)
  })
})

const row = (color: string, size: string, consumption: number | null, style_id = 'ST'): SkuMaterialRow => ({
  ...{ nm_sku: `${style_id}-${color}-${size}`, style_id, style_name: '', style_name_zh: '', color, color_zh: '', size },
  ...{ material_id: consumption === null ? null : 'F1', material_name: null, placement: '', consumption },
  ...{
    unit: 'metre',
    wastage: 0,
    unlikely: null,
    open_pieces: 0,
    open_orders: [],
    version: consumption === null ? 0 : 3,
  },
})

describe('the grid of a mapping', () => {
  const rows = [row('Red', 'S', 1.2), row('Red', 'M', null), row('Blue', 'S', null), row('Blue', 'M', null)]
  const skus = skusOf(rows)
  const begins = mappingOf(rows)
  const [part] = begins.parts
  if (!part || !skus[0]) throw new Error('the grid has a part and rows')
  const first = skus[0]
  const typedOf = (mapping: typeof begins) => skus.map(({ nm_sku }) => cellOf(mapping, nm_sku, part).consumption)

  // Would catch: a copy to all colours that gives every size the same, a saved entry that is sent though nothing is different.
  it('copies to sizes and colours, and sends what differs with the version that was read', () => {
    expect(changesOf(begins, skus)).toEqual([])
    const sizes = copied(begins, skus, { from: first, to: 'sizes' })
    expect(typedOf(sizes)).toEqual(['1.2', '1.2', '', ''])
    const longer = withCells(sizes, [{ nm_sku: 'ST-Red-M', part, cell: { consumption: '1.3' } }])
    const all = copied(longer, skus, { from: first, to: 'colours' })
    expect(typedOf(all)).toEqual(['1.2', '1.3', '1.2', '1.3'])
    expect(changesOf(all, skus).map(({ nm_sku, version }) => [nm_sku, version])).toEqual([
      ['ST-Red-M', 0],
      ['ST-Blue-S', 0],
      ['ST-Blue-M', 0],
    ])
  })

  // Would catch: another style's figures written over those that are typed.
  it('takes over what another style takes by size, and leaves what is there', () => {
    const taken = takenFrom(begins, skus, [row('Green', 'S', 2, 'OT'), row('Green', 'M', 2.1, 'OT')])
    expect(typedOf(taken)).toEqual(['1.2', '2.1', '2', '2.1'])
  })

  // Would catch: an emptied entry that is silently kept; centimetres that pass as metres.
  it('marks what cannot be saved, and asks about what is unlikely', () => {
    const at = { part, column: 'consumption' } as const
    const emptied = withCells(begins, [{ nm_sku: first.nm_sku, part, cell: { consumption: '' } }])
    expect(faultOf(emptied, first, at)).not.toBeNull()
    expect(faultOf(begins, first, at)).toBeNull()
    const mistyped = withCells(copied(begins, skus, { from: first, to: 'sizes' }), [
      { nm_sku: 'ST-Blue-S', part, cell: { consumption: '120' } },
    ])
    const blue = skus[2]
    if (!blue) throw new Error('the third SKU is blue')
    expect(warningOf(mistyped, skus, { sku: blue, part, isCloth: true })?.values).toMatchObject({ metres: 120 })
    expect(warningOf(mistyped, skus, { sku: first, part, isCloth: true })).toBeNull()
  })
})

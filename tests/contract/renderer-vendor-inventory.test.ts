import { describe, expect, it } from 'vitest'
import {
  changesOf,
  pricesNow,
  saidChanges,
  withRealStock,
} from '../../src/renderer/supplier/vendor-inventory/inventory-grid.ts'

const sku = { nm_sku: 'LG1-BLK-M', version: 3, promised: 95 } as Parameters<typeof withRealStock>[0][number]

describe('the grid of inventory', () => {
  // Would catch: a cell with fewer pieces than promised that shows none, so that its colour's sum is more than there is.
  it('shows the real stock of what is typed, below zero too', () => {
    const typed = { [sku.nm_sku]: { available: 93, in_production: 4 } }
    expect(withRealStock([sku], typed)[sku.nm_sku]).toEqual({ available: 93, in_production: 4, real_stock: -2 })
  })

  // Would catch: stock that nobody typed said anew with the other number, so that what was shipped meanwhile comes back.
  it('says only what was typed', () => {
    const start = { [sku.nm_sku]: { available: 93, in_production: 4 } }
    expect(changesOf([sku], start, start)).toEqual([])
    expect(changesOf([sku], start, { [sku.nm_sku]: { available: 93, in_production: 9 } })).toEqual([
      { nm_sku: sku.nm_sku, version: 3, in_production: 9 },
    ])
    expect(changesOf([sku], start, { [sku.nm_sku]: { available: 0, in_production: 4 } })).toEqual([
      { nm_sku: sku.nm_sku, version: 3, available: 0 },
    ])
  })

  // Would catch: a history that says "13 + 136 → 99 + 136", which nobody reads.
  it('says number by number what a vendor changed', () => {
    expect(saidChanges('13 + 136', '99 + 136')).toEqual([{ label: 'Stock available', was: '13', now: '99' }])
    expect(saidChanges('13 + 136', '12 + 0')).toHaveLength(2)
    expect(saidChanges('46.50 CNY', '48.83 CNY')).toBeNull()
    expect(saidChanges(null, '99 + 136')).toBeNull()
  })

  // Would catch: a price typed over others that the dialog does not show, or the price of one SKU shown for all.
  it('says what SKUs cost now, from the least to the dearest', () => {
    const [cheap, dear] = [4_200, 4_800].map((minor) => ({ price: { minor, currency: 'CNY' as const } }))
    if (!cheap || !dear) throw new Error('two prices are made')
    expect(pricesNow([dear, cheap])).toEqual({ least: cheap.price, most: dear.price, lacksSome: false })
    expect(pricesNow([cheap, { price: null }])).toEqual({ least: cheap.price, most: cheap.price, lacksSome: true })
    expect(pricesNow([{ price: null }])).toEqual({ least: null, most: null, lacksSome: true })
  })
})

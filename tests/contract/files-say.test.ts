import { expect, test } from 'vitest'
import { missingOf } from '../../src/shared/areas/invoices/lists.ts'
import { orderFields } from '../../src/shared/areas/orders/lists.ts'
import { daysLeft } from '../../src/shared/areas/orders/status.ts'

// Would catch: "Days left −27" in the file of an order that is fully shipped, of which the screen says nothing.
test('days are left while something is open', () => {
  const quantities = { awaiting: 0, on_platform: 0, packed: 0 }
  expect(daysLeft({ days_remaining: -27, quantities })).toBe(null)
  for (const open of ['awaiting', 'on_platform', 'packed'] as const)
    expect(daysLeft({ days_remaining: -27, quantities: { ...quantities, [open]: 1 } })).toBe(-27)
})

// Would catch: a file of exceptions without the jump, or with two columns that are called alike.
test('exceptions of an order are told with the price before and the price now', () => {
  const parts = orderFields.find(({ id }) => id === 'exceptions')?.with ?? []
  expect(parts).toEqual(expect.arrayContaining(['previous_unit_price', 'unit_price', 'currency']))
  const headers = orderFields.map(({ header }) => header)
  expect(new Set(headers).size).toBe(headers.length)
})

// Would catch: an empty cell where the screen says "Complete"; facts asked for of an invoice that is void or gone.
test('an invoice says what it lacks, or that it is complete, while it can be filled', () => {
  const hs = [{ field: 'hs_code' as const, style_id: 'ST-1' }] as never
  const of = (state: 'LIVE' | 'VOID', missing = hs) => missingOf({ state, export_order: null, missing })
  expect(of('LIVE')).toEqual(['HS code'])
  expect(of('LIVE', [] as never)).toEqual(['Complete'])
  expect(of('VOID')).toEqual([])
})

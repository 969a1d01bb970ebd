import { describe, expect, it } from 'vitest'
import { findCard } from '../../src/renderer/supply-management/production/card-scan.ts'
import type { FacilityOrderRow } from '../../src/shared/areas/facilities/calls.ts'

const rows = [{ order_action_id: 'PR-000001', facility: 'NOI1' }] as FacilityOrderRow[]
const nothing = { rows: [], facility: '', isAsking: true }
const found = { order: 'PR-000001', facility: 'NOI1', into: null, card: null }

describe('a scanned job card', () => {
  it('opens its order, at the stage of its code', () => {
    const known = { rows, facility: 'NOI1', isAsking: false }
    expect(findCard(' pr-000001 ', known)).toEqual(found)
    expect(findCard('PR-000001/REW/3', known)).toEqual({ ...found, into: 'rework', card: 3 })
    // Of no order in sight: the facility's own are looked up by their number.
    expect(findCard('PR-000009/CUT', known)).toEqual({
      ...{ order: 'PR-000009', facility: 'NOI1', into: 'cutting', card: null },
    })
    expect(findCard('PR-000009', known)).toBeNull()
  })

  // Would catch: a card scanned into a screen that has just been opened, of which it is said that no order has it.
  it('waits for orders and facilities that are on their way', () => {
    expect(findCard('PR-000001', nothing)).toBe('later')
    expect(findCard('PR-000001/CUT', nothing)).toBe('later')
    expect(findCard('PR-000002', { rows, facility: 'NOI1', isAsking: true })).toBe('later')
    // What is there already is not waited with.
    expect(findCard('PR-000001', { rows, facility: '', isAsking: true })).toEqual(found)
  })
})

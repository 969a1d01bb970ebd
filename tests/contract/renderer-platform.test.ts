import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  draftSums,
  faultOf,
  type PlatformItem,
  readyAll,
  scheduleItems,
  typeQuantity,
  undoPlan,
} from '../../src/renderer/supplier/platform/platform-draft.ts'
import { listShown } from '../../src/renderer/supplier/platform/ShippingPlatformScreen.tsx'
import { lineKey } from '../../src/shared/areas/shipments/packing.ts'

function item(nm_sku: string, awaiting: number, ready: number, oos: number): PlatformItem {
  const style = { style_id: 'S', style_name: 'Dress', style_name_zh: '连衣裙', color: 'Red', color_zh: '红', size: 'M' }
  return {
    order_id: 'O-1',
    nm_sku,
    supplier_id: 'GZ01',
    supplier_name: 'Guangzhou',
    supplier_name_zh: '广州',
    ...style,
    picture: null,
    size_rank: 1,
    shipping_deadline: '2026-01-01',
    is_late: false,
    is_urgent: false,
    requested_quantity: awaiting + ready + oos,
    awaiting_shipment_quantity: awaiting,
    ready_quantity: ready,
    reserved_quantity: 0,
    oos_quantity: oos,
    destination: 'Delhi',
    destination_zh: '德里',
  }
}

const any = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)).map(([a, r, o]) => item('A', a, r, o))

const state = { tab: 'awaiting', view: 'orders', q: '', supplier: '', late: false, style: '', to: '' } as const

describe('what is chosen on the shipping platform', () => {
  // Would catch: chosen orders gone after a look at their lines, or kept under another filter.
  it('stays chosen by order and by line, and not in another list', () => {
    expect(listShown({ ...state, view: 'lines', q: 'LG' })).toBe(listShown(state))
    expect(listShown({ ...state, late: true })).not.toBe(listShown(state))
    expect(listShown({ ...state, tab: 'all' })).not.toBe(listShown(state))
  })
})

describe('quantities typed on the shipping platform', () => {
  it('a value typed back to the saved one is no change: the save must not send it', () => {
    const line = item('A', 10, 4, 1)
    const draft = typeQuantity({}, line, 'ready', 6)
    expect(scheduleItems(draft)).toEqual([{ order_id: 'O-1', nm_sku: 'A', ready_quantity: 6 }])
    expect(typeQuantity(draft, line, 'ready', 4)).toEqual({})
  })

  it('ready and new out of stock together never exceed awaiting and ready', () => {
    fc.assert(
      fc.property(any, fc.nat(70), fc.nat(70), (line, ready, oos) => {
        const draft = typeQuantity(typeQuantity({}, line, 'ready', ready), line, 'oos', oos)
        const typed = draft[lineKey(line)]
        const newOos = oos - line.oos_quantity
        const fits = newOos >= 0 && ready + newOos <= line.awaiting_shipment_quantity + line.ready_quantity
        expect(faultOf(line, typed) === null).toBe(fits)
      }),
    )
  })

  it('a cleared cell is zero', () => {
    const line = item('A', 0, 5, 0)
    expect(scheduleItems(typeQuantity({}, line, 'ready', null))).toMatchObject([{ ready_quantity: 0 }])
  })

  it('"all awaiting" always fits, whatever was typed as out of stock before', () => {
    fc.assert(
      fc.property(any, fc.nat(20), (line, more) => {
        const oos = line.oos_quantity + Math.min(more, line.awaiting_shipment_quantity)
        const draft = readyAll(typeQuantity({}, line, 'oos', oos), [line])
        expect(faultOf(line, draft[lineKey(line)])).toBeNull()
      }),
    )
  })

  it('an undo sets ready back and recovers only the pieces that this save called out of stock', () => {
    const lines = [item('A', 10, 2, 3), item('B', 5, 0, 0)]
    const [a, b] = lines as [PlatformItem, PlatformItem]
    const draft = typeQuantity(typeQuantity(typeQuantity({}, a, 'ready', 5), a, 'oos', 7), b, 'oos', 1)
    const before = new Map(lines.map((line) => [lineKey(line), line]))
    expect(undoPlan(draft, before)).toEqual({
      recover: [
        {
          order_id: 'O-1',
          lines: [
            { nm_sku: 'A', quantity: 4 },
            { nm_sku: 'B', quantity: 1 },
          ],
        },
      ],
      schedule: [{ order_id: 'O-1', nm_sku: 'A', ready_quantity: 2 }],
    })
    expect(draftSums(draft, before)).toEqual({ lines: 2, ready: 3, oos: 5, isKnown: true })
    // Would catch: "Ready 0" said of lines that could not be loaded.
    expect(draftSums(draft, new Map())).toMatchObject({ lines: 2, isKnown: false })
  })
})

import { describe, expect, it } from 'vitest'
import {
  type Box,
  boxChanges,
  boxFaults,
  changesBack,
  openEdits,
  typeBox,
} from '../../src/renderer/supplier/shipments/boxes/box-edits.ts'
import { nextStep, type ShipmentDetails } from '../../src/renderer/supplier/shipments/ShipmentActions.tsx'

function box(box_no: string, tracking_id: string | null, weight_grams: number | null = null): Box {
  return {
    box_id: box_no,
    box_no,
    sscc: '0'.repeat(18),
    tracking_id,
    weight_grams,
    size: null,
    is_inwarded: false,
    items: [],
  }
}

describe('tracking ids and weights typed box by box', () => {
  const one = box('1', 'SF0000001', 1_500)
  const two = box('2', null)

  it('text typed back to what is saved is no edit, so an unchanged box is never sent', () => {
    const edits = typeBox({}, one, 'weight', '2')
    expect(boxChanges(edits)).toEqual([{ box_no: '1', weight_grams: 2_000 }])
    expect(typeBox(edits, one, 'weight', '1.5')).toEqual({})
  })

  it('a cleared tracking id is taken away, not left as it was', () => {
    expect(boxChanges(typeBox({}, one, 'tracking_id', ''))).toEqual([{ box_no: '1', tracking_id: null }])
  })

  it('an id that another box shows is a fault in either letter case; two boxes may swap', () => {
    const clash = typeBox({}, two, 'tracking_id', 'sf0000001')
    expect(boxFaults(clash, [one, two]).get('2 tracking_id')).toBe('Invalid box tracking details.')
    expect(boxFaults(typeBox(clash, one, 'tracking_id', 'SF0000002'), [one, two]).size).toBe(0)
  })

  it('an undo brings back what stood there, empty included', () => {
    const changes = boxChanges(typeBox(typeBox({}, one, 'weight', ''), two, 'tracking_id', 'SF0000009'))
    expect(changesBack(changes, [one, two])).toEqual([
      { box_no: '1', weight_grams: 1_500 },
      { box_no: '2', tracking_id: null },
    ])
  })

  // Would catch: a block pasted over an inwarded box, or typed before it came in, that makes the whole save be refused.
  it('takes nothing for a box that was inwarded, and loses what was typed for it before', () => {
    const typed = typeBox(typeBox({}, one, 'weight', '2'), two, 'weight', '3')
    const came = { ...one, is_inwarded: true }
    expect(boxChanges(openEdits(typed, [came, two]))).toEqual([{ box_no: '2', weight_grams: 3_000 }])
    expect(openEdits(typed, [one, two])).toBe(typed)
    expect(typeBox({}, came, 'weight', '2')).toEqual({})
  })
})

describe('the next step of a shipment', () => {
  const event = (name: string, at: string) => ({ event: name, at }) as ShipmentDetails['history'][number]
  function details(boxes: Box[], history: ShipmentDetails['history']): ShipmentDetails {
    const allowed_moves = ['pack', 'describe', 'change', 'ship', 'cancel']
    const lines = [{ ready_quantity: 5, quantity_in_box: boxes.length > 0 ? 5 : 0 }]
    return { shipment: { status: 'Awaiting packing', allowed_moves }, lines, boxes, history } as ShipmentDetails
  }

  it('packs, prints, ships; labels printed before a new packing list do not count', () => {
    const boxes = [box('1', null)]
    const packed = event('shipment.packed', '2026-01-01T10:00:00Z')
    expect(nextStep(details([], []))).toBe('pack')
    expect(nextStep(details(boxes, [packed]))).toBe('print')
    expect(nextStep(details(boxes, [packed, event('labels.shipping', '2026-01-01T11:00:00Z')]))).toBe('ship')
    expect(nextStep(details(boxes, [event('labels.shipping', '2026-01-01T09:00:00Z'), packed]))).toBe('print')
  })
})

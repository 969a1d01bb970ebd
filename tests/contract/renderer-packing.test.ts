import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../src/renderer/api/client.ts'
import { cellsOf } from '../../src/renderer/kit/quantity-grid/paste-labels.ts'
import {
  boxesNeeded,
  type Distribution,
  distribute,
} from '../../src/renderer/supplier/shipments/packing/PackingTab.tsx'
import { clearArea, copyArea, fillArea } from '../../src/renderer/supplier/shipments/packing/packing-area.ts'
import {
  addBox,
  type Boxes,
  boxTotal,
  draftOf,
  duplicateBox,
  fillDown,
  nextBoxNo,
  type PackingLine,
  wireBoxes,
} from '../../src/renderer/supplier/shipments/packing/packing-draft.ts'
import {
  lossOf,
  noHistory,
  noted,
  type PackingHistory,
  redone,
  settled,
  undone,
} from '../../src/renderer/supplier/shipments/packing/packing-history.ts'
import { planBoxes } from '../../src/renderer/supplier/shipments/packing/packing-paste.ts'
import { faultKey, packingFaults, packingSums } from '../../src/renderer/supplier/shipments/packing/packing-sums.ts'
import { usePackingDraft } from '../../src/renderer/supplier/shipments/packing/use-packing-draft.ts'
import type { ShipmentDetails } from '../../src/renderer/supplier/shipments/ShipmentActions.tsx'
import { lineKey } from '../../src/shared/areas/shipments/packing.ts'
import { driveHook } from '../support/hooks.ts'

function line(nm_sku: string, ready_quantity: number): PackingLine {
  const names = { style_id: 'S', style_name: 'Dress', style_name_zh: '连衣裙', color: 'Red', color_zh: '红', size: 'M' }
  const elsewhere = { requested_quantity: 99, awaiting_shipment_quantity: 0, oos_quantity: 0 }
  return {
    order_id: 'O-1',
    nm_sku,
    ...names,
    picture: null,
    size_rank: 1,
    ...elsewhere,
    ready_quantity,
    quantity_in_box: 0,
  }
}

const lines = [line('A', 10), line('B', 7)]
const boxed = (...contents: Record<string, number>[]): Boxes =>
  contents.reduce<Boxes>((boxes, content) => {
    const pieces = Object.fromEntries(
      Object.entries(content).map(([sku, n]) => [lineKey({ order_id: 'O-1', nm_sku: sku }), n]),
    )
    return addBox(boxes, { pieces })
  }, [])

describe('boxes while they are typed', () => {
  it('the next number continues the last one and is never taken', () => {
    expect(nextBoxNo([])).toBe('1')
    expect(nextBoxNo(addBox([], { box_no: 'A09' }))).toBe('A10')
    const odd = addBox(addBox([], { box_no: '3' }), { box_no: '2' })
    expect(nextBoxNo(odd)).toBe('4')
    expect(nextBoxNo(addBox([], { box_no: 'first' }))).toBe('first1')
  })

  it('a copy of a box has no tracking id: two boxes with one id would be refused', () => {
    const copy = duplicateBox(addBox([], { tracking_id: 'SF0000001', weight: '12' }), 0)[1]
    expect(copy).toMatchObject({ box_no: '2', tracking_id: '', weight: '12' })
  })

  it('fill down repeats pieces and weight, never numbers', () => {
    const boxes = boxed({ A: 3 }, {}, { B: 1 })
    expect(fillDown(boxes, lines, 0, 3).map(boxTotal)).toEqual([3, 3, 4])
    expect(fillDown(boxes, lines, 0, 0)).toBe(boxes)
  })

  // Would catch: a marked part that is emptied, copied or filled one row or column too far, or a box that loses its number.
  it('empties, copies and fills what is marked and nothing else', () => {
    const boxes = boxed({ A: 1, B: 2 }, { A: 3, B: 4 }, { A: 5, B: 6 })
    const upper = { top: 0, left: 3, bottom: 1, right: 4 }
    expect(copyArea(boxes, lines, upper)).toBe('1\t2\n3\t4')
    expect(copyArea(boxes, lines, { top: 2, left: 0, bottom: 2, right: 3 })).toBe('3\t\t\t5')
    expect(clearArea(boxes, lines, { ...upper, left: 0, right: 3 }).map(boxTotal)).toEqual([2, 4, 11])
    expect(clearArea(boxes, lines, { ...upper, left: 0 }).map(({ box_no }) => box_no)).toEqual(['1', '2', '3'])
    expect(fillArea(boxes, lines, upper).map(boxTotal)).toEqual([3, 3, 11])
    expect(fillArea(boxes, lines, { top: 0, left: 3, bottom: 0, right: 3 }).map(boxTotal)).toEqual([3, 5, 7])
  })

  it('sums tell missing and surplus apart: 2 too many of A must not hide 2 missing of B', () => {
    expect(packingSums(boxed({ A: 12, B: 5 }), lines)).toMatchObject({ ready: 17, packed: 17, missing: 2, surplus: 2 })
  })

  it('names empty boxes, repeated numbers, and tracking ids given twice', () => {
    const boxes = [
      ...addBox(boxed({ A: 1 }), { tracking_id: 'SF0000001', pieces: { x: 1 } }),
      { id: 9, box_no: '1', tracking_id: 'sf0000001', weight: 'heavy', pieces: {} },
    ]
    const faults = packingFaults(boxes, lines)
    expect(faults.get(faultKey(9, 'box_no'))).toBe('Multiple entries found.')
    expect(faults.get(faultKey(9, 'contents'))).toBe('Quantity in box is zero.')
    expect(faults.get(faultKey(9, 'tracking_id'))).toBe('Invalid box tracking details.')
    expect(faults.get(faultKey(9, 'weight'))).toBe('Invalid weight')
    expect(faults.has(faultKey(0, 'contents'))).toBe(false)
  })

  it('what is sent comes back the same from the server', () => {
    const sent = wireBoxes(addBox(boxed({ A: 3, B: 2 }), { weight: '1.5', pieces: {} }), lines)
    expect(sent[0]?.items).toEqual([
      { order_id: 'O-1', nm_sku: 'A', quantity: 3 },
      { order_id: 'O-1', nm_sku: 'B', quantity: 2 },
    ])
    const wire = sent.map((box) => ({
      ...box,
      box_id: '',
      sscc: '',
      tracking_id: null,
      weight_grams: box.weight_grams ?? null,
      size: null,
      is_inwarded: false,
    }))
    expect(wireBoxes(draftOf(wire), lines)).toEqual(sent)
  })
})

const pasteBoxes = (...given: Parameters<typeof planBoxes>) => planBoxes(...given).readings[0]

describe('a block pasted from a spreadsheet', () => {
  it('makes the boxes it needs and keeps what it does not cover', () => {
    const { boxes, refused } = pasteBoxes(boxed({ A: 1 }), lines, { row: 0, column: 3 }, [
      ['2', '3'],
      ['4', 'x'],
    ])
    expect(refused).toBe(1)
    expect(boxes.map((box) => [box.box_no, boxTotal(box)])).toEqual([
      ['1', 5],
      ['2', 4],
    ])
  })

  it('takes box numbers, tracking ids and weights from the columns in front', () => {
    const { boxes } = pasteBoxes([], lines, { row: 0, column: 0 }, [['C-7', 'SF0000001', '12.5', '1']])
    expect(boxes[0]).toMatchObject({ box_no: 'C-7', tracking_id: 'SF0000001', weight: '12.5' })
  })

  it('a minus sign is refused and changes nothing', () => {
    expect(pasteBoxes(boxed({ A: 1 }), lines, { row: 0, column: 3 }, [['-5', '1']]).boxes.map(boxTotal)).toEqual([2])
  })

  const made = (nm_sku: string, color: string, color_zh: string, size: string, size_rank: number) => ({
    ...line(nm_sku, 10),
    ...{ color, color_zh, size, size_rank },
  })
  const four = [
    made('BS', 'Black', '黑色', 'S', 1),
    made('BM', 'Black', '黑色', 'M', 2),
    made('MS', 'Mocha', '摩卡色', 'S', 1),
    made('MM', 'Mocha', '摩卡色', 'M', 2),
  ]
  const inBox = (boxes: Boxes, at = 0) => four.map((one) => boxes[at]?.pieces[lineKey(one)] ?? 0)
  const start = { row: 0, column: 3 }

  // Would catch: a matrix of colours and sizes that becomes a box a colour, its names refused cell by cell.
  it('puts a matrix with names into the box of the cursor, in either language and any order', () => {
    const blocks = [
      'Colour\tM\tS\nMocha\t4\t3\nBlack\t2\t1',
      '\tS\tM\n黑\t1\t2\n摩卡色\t3\t4',
      '\t摩卡色\t黑色\nS\t3\t1\nM\t4\t2',
    ]
    for (const text of blocks) {
      const plan = planBoxes(boxed({}, {}), four, { row: 1, column: 4 }, cellsOf(text))
      expect(plan.isAsked).toBe(false)
      expect(inBox(plan.readings[0].boxes, 1)).toEqual([1, 2, 3, 4])
      expect(inBox(plan.readings[0].boxes)).toEqual([0, 0, 0, 0])
    }
    const strange = planBoxes(boxed({}), four, start, cellsOf('\tS\tXL\nBlack\t1\t2\nNavy\t3\t4'))
    expect(strange).toMatchObject({ isAsked: true, readings: [{ outside: 3, unknown: ['XL', 'Navy'] }] })
  })

  // Would catch: a headed list whose columns land under whatever stands in that place here; numbers lost beyond the last column.
  it('puts columns under their names, and asks before it loses a number or guesses', () => {
    const plan = planBoxes([], four, { row: 0, column: 0 }, cellsOf('Box no\tMM\tBlack S\nC-7\t4\t1\nC-8\t\t5'))
    expect(plan.isAsked).toBe(false)
    expect(plan.readings[0].boxes.map(({ box_no }) => box_no)).toEqual(['C-7', 'C-8'])
    expect(inBox(plan.readings[0].boxes)).toEqual([1, 0, 0, 4])
    expect(planBoxes(boxed({}), four, start, cellsOf('1\t2\t3\t4\t5'))).toMatchObject({
      isAsked: true,
      readings: [{ how: 'boxes', outside: 1 }],
    })
    const bare = planBoxes(boxed({}), four, start, cellsOf('1\t2\n3\t4'))
    expect(bare).toMatchObject({ isAsked: true, readings: [{ how: 'box' }, { how: 'boxes' }] })
    expect(inBox(bare.readings[0].boxes)).toEqual([1, 2, 3, 4])
  })
})

describe('the way back in the packing grid', () => {
  const strokes = (history: PackingHistory<string>, cell: string, ...texts: string[]) => {
    const [before = '', ...others] = texts
    return others.reduce(({ steps, now }, next) => ({ steps: noted(steps, now, cell), now: next }), {
      steps: history,
      now: before,
    })
  }

  // Would catch: Ctrl+Z twice after typing and a paste elsewhere, which took the typing back and left the paste.
  it('takes typing and pasting back in the order in which they were done, and does them again', () => {
    const typed = strokes(noHistory, '0 A', 'nothing', '1', '12')
    const pasted = noted(settled(typed.steps), typed.now, null)
    const first = undone(pasted, 'pasted')
    expect(first?.to).toBe('12')
    const second = first && undone(first.history, first.to)
    // Both strokes of the cell are one step.
    expect(second?.to).toBe('nothing')
    expect(second && undone(second.history, second.to)).toBeNull()
    const again = second && redone(second.history, second.to)
    expect(again?.to).toBe('12')
    expect(again && redone(again.history, again.to)?.to).toBe('pasted')
    // What is done anew ends the way forward.
    expect(second && redone(noted(second.history, second.to, '0 B'), 'other')).toBeNull()
  })

  it('the same cell typed in a second time is a step of its own', () => {
    const once = strokes(noHistory, '0 A', 'nothing', '1')
    const twice = strokes(settled(once.steps), '0 A', '1', '5')
    expect(undone(twice.steps, '5')?.to).toBe('1')
  })

  // Would catch: a question before discarding that says nothing is lost, or counts boxes that are saved.
  it('knows what discarding would lose', () => {
    const saved = boxed({ A: 3 }, { B: 2 })
    expect(lossOf(saved, saved, lines)).toEqual({ boxes: 0, pieces: 0, removed: 0 })
    const typed = addBox(addBox(saved.slice(0, 1), { pieces: { 'O-1 x': 4 } }), {
      pieces: { [lineKey({ order_id: 'O-1', nm_sku: 'A' })]: 6 },
    }).map((box, at) => ({ ...box, id: at === 0 ? 0 : box.id + 10 }))
    expect(lossOf(typed, saved, lines)).toEqual({ boxes: 2, pieces: 10, removed: 1 })
  })
})

describe('distribution', () => {
  const how = fc.constantFrom<Distribution>('solid', 'mixed', 'spread')
  const amounts = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 6 })

  it('packs every missing piece once, keeps full boxes, and needs as many boxes as it said', () => {
    fc.assert(
      fc.property(
        how,
        fc.integer({ min: 1, max: 30 }),
        amounts,
        fc.integer({ min: 0, max: 5 }),
        (mode, size, ready, first) => {
          const wanted = ready.map((quantity, at) => line(`S${at}`, quantity + first))
          const before = first > 0 ? boxed({ S0: first }) : []
          const after = distribute(before, wanted, mode, size)
          expect(packingSums(after, wanted)).toMatchObject({ missing: 0, surplus: 0 })
          expect(after.slice(0, before.length)).toEqual(before)
          expect(after.length - before.length).toBe(boxesNeeded(before, wanted, mode, size))
          if (mode !== 'spread')
            for (const box of after.slice(before.length)) expect(boxTotal(box)).toBeLessThanOrEqual(size)
        },
      ),
    )
  })

  it('shared out, boxes differ by one piece at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), amounts, (count, ready) => {
        const totals = distribute(
          [],
          ready.map((quantity, at) => line(`S${at}`, quantity)),
          'spread',
          count,
        ).map(boxTotal)
        if (totals.length === count) expect(Math.max(...totals) - Math.min(...totals)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('one SKU a box: no box mixes', () => {
    const made = distribute([], lines, 'solid', 4)
    expect(made.map((box) => Object.values(box.pieces))).toEqual([[4], [4], [2], [4], [3]])
  })

  it('fills empty boxes before it makes new ones', () => {
    expect(distribute(addBox([]), lines, 'mixed', 17)).toHaveLength(1)
  })
})

describe('a packing list that is being saved', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  // Would catch: pieces typed while the save was under way, gone with its answer; or refused after it as somebody else's work.
  it('keeps what is typed meanwhile, on the version that the save made', async () => {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
    const shipment = { shipment_id: 'SH-1', version: 1, allowed_moves: ['pack'] }
    const detailsOf = (version: number) =>
      ({ shipment: { ...shipment, version }, lines, boxes: [] }) as unknown as ShipmentDetails
    const packing = driveHook((at: { version: number }) => usePackingDraft(detailsOf(at.version), () => undefined), {
      version: 1,
    })
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const sent = vi.spyOn(api.shipments, 'updatePackingItems').mockReturnValue(promise as never)
    await packing.go((now) => now.change(addBox))
    await packing.go((now) => void now.save.run(false))
    await packing.go((now) => now.change(addBox))
    await packing.go(() => resolve({ data: { shipment: { ...shipment, version: 2 } } }))
    packing.draw({ version: 2 })
    expect(packing.now).toMatchObject({ isTyped: true, isStale: false })
    expect(packing.now.boxes).toHaveLength(2)
    await packing.go((now) => now.save.run(false))
    expect(sent.mock.calls.map(([{ version, boxes }]) => [version, boxes.length])).toEqual([
      [1, 1],
      [2, 2],
    ])
    expect(packing.now.isTyped).toBe(false)
  })
})

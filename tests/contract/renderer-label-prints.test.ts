import { describe, expect, it } from 'vitest'
import { previewZooms } from '../../src/renderer/print/kinds.ts'
import { chosenBoxes, piecesIn } from '../../src/renderer/print/labels/chosen-boxes.ts'

const box = (box_no: string, quantity: number) => ({ box_no, items: [{ nm_sku: 'A', quantity }] })
const boxes = [box('1', 1), box('2', 2), box('3', 4), box('BX-1', 8), box('4-5', 16)]
const pieces = (text: string) => piecesIn(chosenBoxes(text, boxes).boxes).get('A')

describe('boxes as somebody names them for their labels', () => {
  // Would catch: a name with a dash that is read as a range, labels of all boxes where one of them was mistyped, a box counted twice.
  it('are found by name, by a range of numbers, or all', () => {
    expect([pieces(''), pieces('bx-1'), pieces('1-2'), pieces('4-5'), pieces('1，BX-1 1-3')]).toEqual([
      31, 8, 3, 16, 15,
    ])
    expect(chosenBoxes('1, BX-9', boxes).unknown).toEqual(['BX-9'])
  })
})

describe('the preview of a page', () => {
  // Would catch: a page on its long side of which the preview shows two thirds, where all of it prints.
  it('holds its whole width, whichever side it lies on; labels have their true size', () => {
    const [whole] = previewZooms('paper')
    expect([210, 297].map((widthMm) => Math.round(whole.zoomOf(widthMm) * widthMm))).toEqual([122, 122])
    expect(previewZooms('shipping')[0].zoomOf(100)).toBe(1)
  })

  // Would catch: a preview that draws its page again after each drawing, until the window answers nothing.
  it('is of the same zooms each time it is asked for', () => {
    expect(previewZooms('paper')[0]).toBe(previewZooms('paper')[0])
    expect(previewZooms('shipping')[0]).toBe(previewZooms('shipping')[0])
  })
})

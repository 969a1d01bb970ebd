import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextPlace, readSheet } from '../../src/renderer/kit/quantities.tsx'
import { readKilograms, writeKilograms } from '../../src/renderer/kit/weight.ts'
import { changedTracking, readTrackingPaste } from '../../src/renderer/supplier/shipments/boxes/PasteTrackingDialog.tsx'

const plain = { shiftKey: false, atStart: true, atEnd: true }

describe('keys of a sheet', () => {
  it('never leaves the sheet: a cursor outside would type into nothing', () => {
    const keys = fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', 'Tab', 'a')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(keys, fc.boolean())),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        (presses, rows, columns) => {
          let at = { row: 0, column: 0 }
          for (const [key, shiftKey] of presses)
            at = nextPlace(at, { ...plain, key, shiftKey }, { rows, columns }) ?? at
          expect(at.row >= 0 && at.row < rows && at.column >= 0 && at.column < columns).toBe(true)
        },
      ),
    )
  })

  it('Tab wraps into the next row and leaves after the last cell: no trap for the keyboard', () => {
    const size = { rows: 2, columns: 2 }
    expect(nextPlace({ row: 0, column: 1 }, { ...plain, key: 'Tab' }, size)).toEqual({ row: 1, column: 0 })
    expect(nextPlace({ row: 1, column: 1 }, { ...plain, key: 'Tab' }, size)).toBeNull()
    expect(nextPlace({ row: 0, column: 0 }, { ...plain, key: 'Tab', shiftKey: true }, size)).toBeNull()
  })

  it('an arrow moves the caret inside a text before it moves the cell', () => {
    const size = { rows: 1, columns: 3 }
    expect(nextPlace({ row: 0, column: 1 }, { ...plain, key: 'ArrowLeft', atStart: false }, size)).toBeNull()
    expect(nextPlace({ row: 0, column: 1 }, { ...plain, key: 'ArrowLeft' }, size)).toEqual({ row: 0, column: 0 })
  })

  it('reads blocks of Excel and leaves a single cell to the field', () => {
    expect(readSheet('12\r\n')).toBeNull()
    expect(readSheet('1\t2\r\n3\t4\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
    expect(readSheet('"a b"\t1')).toEqual([['a b', '1']])
  })
})

const onWay = (box_no: string, tracking_id: string | null) => ({ box_no, tracking_id, is_inwarded: false })
const boxes = ['1', '2', '3'].map((box_no) => onWay(box_no, box_no === '3' ? 'SF0000003' : null))

describe('pasted tracking ids', () => {
  it('one per line goes to the boxes in order; an empty line leaves its box alone', () => {
    const pasted = readTrackingPaste('SF0000001\n\nSF0000009\n', boxes)
    expect(changedTracking(pasted)).toEqual([
      { box_no: '1', tracking_id: 'SF0000001' },
      { box_no: '3', tracking_id: 'SF0000009' },
    ])
  })

  it('box number and id side by side, in any order, under a heading', () => {
    const pasted = readTrackingPaste('箱号\t运单号\n3\tsf0000007\n1\tSF0000001', boxes)
    expect(changedTracking(pasted)).toEqual([
      { box_no: '3', tracking_id: 'SF0000007' },
      { box_no: '1', tracking_id: 'SF0000001' },
    ])
  })

  it('marks what the server would refuse: twice the same, kept by another box, malformed, no such box', () => {
    const problems = (text: string) => readTrackingPaste(text, boxes).map((each) => each.problem)
    expect(problems('SF0000001\nSF0000001')).toEqual(['duplicate', 'duplicate'])
    expect(problems('SF0000003')).toEqual(['duplicate'])
    expect(problems('1\tSF1')).toEqual(['malformed'])
    expect(problems('9\tSF0000001')).toEqual(['unknown-box'])
    expect(problems('SF0000001\nSF0000002\nSF0000004\nSF0000005')).toEqual([null, null, null, 'unknown-box'])
    // An inwarded box keeps its id, and a list that says the same is no fault.
    const came = [onWay('1', null), { ...onWay('2', 'SF0000002'), is_inwarded: true }]
    const ofThem = (text: string) => readTrackingPaste(text, came).map((each) => each.problem)
    expect(ofThem('SF0000001\nSF0000009')).toEqual([null, 'inwarded'])
    expect(ofThem('SF0000001\nSF0000002')).toEqual([null, null])
  })

  it('two boxes may swap their ids, and the same id again is no change', () => {
    const both = [onWay('A', 'SF0000001'), onWay('B', 'SF0000002')]
    expect(changedTracking(readTrackingPaste('SF0000002\nSF0000001', both))).toHaveLength(2)
    expect(changedTracking(readTrackingPaste('SF0000001\nSF0000002', both))).toEqual([])
  })

  it('a box whose id cell is empty stays as it is, and never takes its own number for an id', () => {
    const long = [onWay('CARTON-01', null)]
    expect(readTrackingPaste('CARTON-01\t', long)).toEqual([])
  })

  it('what is sent never holds an id twice nor one that stays on another box', () => {
    const id = fc.constantFrom('SF0000001', 'SF0000002', 'sf0000003', 'x', '')
    fc.assert(
      fc.property(fc.array(id, { maxLength: 5 }), (ids) => {
        const sent = changedTracking(readTrackingPaste(ids.join('\n'), boxes))
        const after = boxes.map(
          (box) => sent.find((each) => each.box_no === box.box_no)?.tracking_id ?? box.tracking_id,
        )
        const set = after.filter((each) => each !== null)
        expect(new Set(set).size).toBe(set.length)
      }),
    )
  })
})

describe('weights', () => {
  it('come back as they were typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (grams) => {
        expect(readKilograms(writeKilograms(grams))).toBe(grams)
      }),
    )
  })

  it('understands what people type, and refuses the rest', () => {
    expect(readKilograms('１２，５ kg')).toBe(12_500)
    expect(readKilograms('')).toBeNull()
    for (const wrong of ['-1', '0', '1.2345', 'abc', '1001']) expect(readKilograms(wrong)).toBeUndefined()
  })
})

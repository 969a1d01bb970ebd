import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTooLong } from '../../src/renderer/kit/quantities.tsx'
import {
  areaOf,
  firstPlace,
  type GridShape,
  heightOf,
  placeBlock,
  setQuantities,
  spotAt,
  spotsIn,
  step,
  stepInOrder,
  writeBlock,
} from '../../src/renderer/kit/quantity-grid/grid-model.ts'
import { readBlock } from '../../src/renderer/kit/quantity-grid/paste-labels.ts'
import { filledLines, planPaste } from '../../src/renderer/kit/quantity-grid/paste-plan.ts'
import { totalsOf } from '../../src/renderer/kit/quantity-grid/totals.ts'

/** Two colours by three sizes; the second colour does not come in M. */
const shape: GridShape = {
  rows: [
    { key: 'black', label: 'Black' },
    { key: 'ivory', label: 'Ivory' },
  ],
  columns: ['S', 'M', 'L'].map((size) => ({ key: size, label: size })),
  layers: [
    { key: 'ready', label: 'Ready' },
    { key: 'oos', label: 'Out of stock' },
  ],
  cellId: (row, column) => (row === 'ivory' && column === 'M' ? null : `${row}-${column}`),
}

const at = (r: number, c: number) => ({ r, c })

describe('a block from a spreadsheet', () => {
  it('reads what Excel and people write: full-width digits, thousands separators, blanks, quotes, CRLF', () => {
    expect(readBlock('１２\t1,200\t\r\n"7"\t 3 \t0\r\n')).toEqual([
      [12, 1200, null],
      [7, 3, 0],
    ])
  })

  it('refuses a minus sign, fractions and words instead of changing them into some number', () => {
    expect(readBlock('-5\t1.5\t2')).toEqual([['refused', 'refused', 2]])
    expect(readBlock('1.0')).toEqual([[1]])
  })

  // Would catch: an EAN or an SSCC in a cell that becomes 690,123 pieces.
  it('takes a code for no number, and every number that pieces come in', () => {
    expect(readBlock('6901234567892\t"006901234000000017"\t999,999')).toEqual([['refused', 'refused', 999_999]])
    expect(['1234567', '６９０１２３４', '6 901 234'].every(isTooLong)).toBe(true)
    expect(['', '0', '120', '999999'].some(isTooLong)).toBe(false)
  })

  it('leaves headings off: a block copied with its sizes and colours lands right', () => {
    expect(readBlock('\tS\tM\nBlack\t1\t2\nIvory\t3\t4')).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  it('skips SKUs that are not there and counts what fell outside', () => {
    const pasting = placeBlock(shape, readBlock('1\t2\t3\t4\n5\t6\t7\t8'), areaOf(at(2, 0), at(2, 0)))
    expect(pasting.edits).toEqual([
      { cell: 'ivory-S', layer: 'ready', quantity: 1 },
      { cell: 'ivory-L', layer: 'ready', quantity: 3 },
      { cell: 'ivory-S', layer: 'oos', quantity: 5 },
      { cell: 'ivory-L', layer: 'oos', quantity: 7 },
    ])
    expect(pasting.outside).toBe(4)
  })

  it('fills a marked area with one value', () => {
    const { edits, outside } = placeBlock(shape, readBlock('9'), areaOf(at(3, 2), at(0, 0)))
    expect(edits).toHaveLength(10)
    expect(outside).toBe(0)
  })

  it('comes back the same when copied and pasted, also over missing SKUs', () => {
    const all = areaOf(at(0, 0), at(3, 2))
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 99_999 }), { minLength: 10, maxLength: 10 }), (numbers) => {
        const edits = spotsIn(shape, all).map(({ cell, layer }, n) => ({
          cell,
          layer: layer.key,
          quantity: numbers[n] ?? 0,
        }))
        const values = setQuantities({}, edits)
        const pasting = placeBlock(shape, readBlock(writeBlock(shape, values, all)), areaOf(at(0, 0), at(0, 0)))
        expect(setQuantities({}, pasting.edits)).toEqual(values)
      }),
    )
  })
})

/** Three colours by three sizes with the layers of an answer. */
const answer: GridShape = {
  rows: [
    { key: 'Black', label: 'Black', names: ['黑色'] },
    { key: 'Mocha', label: 'Mocha', names: ['摩卡色'] },
    { key: 'Ivory', label: 'Ivory', names: ['象牙白'] },
  ],
  columns: ['36', '38', '40'].map((size) => ({ key: size, label: size })),
  layers: ['Ready', 'Out of stock', 'Refused'].map((label) => ({ key: label, label })),
  cellId: (row, column) => `${row} ${column}`,
}

const planAt = (text: string, r = 0, c = 0) => planPaste(answer, text, areaOf(at(r, c), at(r, c)))
const filledBy = (text: string, r = 0, c = 0) => filledLines(answer, planAt(text, r, c).readings[0])
const lines = (layer: string, ...numbers: number[][]) =>
  numbers.map((row, n) => ({
    row: answer.rows[n]?.label,
    layer,
    numbers: row.map((quantity, column) => [answer.columns[column]?.label, quantity]),
  }))
const nine = [
  [1, 2, 3],
  [4, 5, 6],
  [7, 8, 9],
]
const ofNine = (layer: string) => lines(layer, ...nine)

describe('a matrix of colours and sizes', () => {
  // Would catch: three colours pasted as Ready, Out of stock and Refused of the first.
  it('goes colour by colour into the kind of the cursor, whichever cell that is in', () => {
    const text = nine.map((row) => row.join('\t')).join('\n')
    expect(planAt(text).isAsked).toBe(false)
    expect(filledBy(text)).toEqual(ofNine('Ready'))
    expect(filledBy(text, 4, 2)).toEqual(ofNine('Out of stock'))
  })

  // Would catch: names that are dropped, so that another order of lines or columns fills the wrong cells.
  it('is matched by its names, in either language, in any order, and with lines and columns exchanged', () => {
    const blocks = [
      'Colour\t40\t36\t38\nIvory\t9\t7\t8\nBLACK\t3\t1\t2\n Mocha \t6\t4\t5',
      '颜色\t36\t38\t40\t合计\n黑\t1\t2\t3\t6\n摩卡色\t4\t5\t6\t15\n象牙白\t7\t8\t9\t24\n合计\t12\t15\t18\t45',
      '\tBlack\tMocha\tIvory\n40\t3\t6\t9\n36\t1\t4\t7\n38\t2\t5\t8',
      'Style\tColour\t36\t38\t40\nDress\tBlack\t1\t2\t3\nDress\tMocha\t4\t5\t6\nDress\tIvory\t7\t8\t9',
    ]
    for (const text of blocks) {
      expect(planAt(text, 4, 1).isAsked, text).toBe(false)
      expect(filledBy(text, 4, 1)).toEqual(ofNine('Out of stock'))
    }
    const kinds = filledBy('Mocha\tReady\t1\t2\t3\n\tRefused\t4\t5\t6')
    expect(kinds).toMatchObject([
      { row: 'Mocha', layer: 'Ready' },
      { row: 'Mocha', layer: 'Refused' },
    ])
  })

  // Would catch: numbers of a colour that is not in the order, taken for another's or dropped unsaid.
  it('is shown first when a name is not there, or more lines came than colours', () => {
    const strange = planAt('\t36\t46\nBlack\t1\t2\nNavy\t3\t4')
    expect(strange).toMatchObject({ isAsked: true, readings: [{ outside: 3, unknown: ['46', 'Navy'] }] })
    expect(planAt('1\n2\n3\n4').readings).toMatchObject([
      { how: 'screen', outside: 0 },
      { how: 'lines', outside: 1 },
    ])
    expect(planAt('1\n2\n3\n4').isAsked).toBe(true)
  })

  // Would catch: a block that fits both ways and spills into out of stock without a word.
  it('asks when it could be several colours or several kinds of one, and comes back as it was copied', () => {
    const plan = planAt('1\n2')
    expect(plan.isAsked).toBe(true)
    expect(plan.readings.map(({ how }) => how)).toEqual(['lines', 'screen'])
    expect(planPaste(answer, '1\n2', areaOf(at(0, 0), at(0, 0)), true)).toMatchObject({
      isAsked: false,
      readings: [{ edits: [{ layer: 'Ready' }, { layer: 'Out of stock' }] }],
    })
    expect(planAt('5\t6', 1, 1)).toMatchObject({
      isAsked: false,
      readings: [{ edits: [{ layer: 'Out of stock' }, {}] }],
    })
    expect(planAt('5\t6', 1, 2)).toMatchObject({ isAsked: true, readings: [{ outside: 1 }] })
  })

  // Would catch: a block as large as the grid that overwrites its first lines in silence, though it was pasted at the last colour.
  it('asks about a block as large as the grid that is pasted in its midst', () => {
    const [rows, layers] = [answer.rows.length, answer.layers.length]
    const column = Array.from({ length: rows }, (_, n) => n + 1).join('\n')
    const atLast = planAt(column, (rows - 1) * layers, 0)
    expect(atLast.isAsked).toBe(true)
    expect(atLast.readings.map(({ how, outside }) => [how, outside])).toEqual([
      ['whole', 0],
      ['here', rows - 1],
    ])
    const line = Array.from({ length: answer.columns.length }, (_, n) => n + 1).join('\t')
    expect(planAt(line, 0, 1)).toMatchObject({
      isAsked: true,
      readings: [{ how: 'whole' }, { how: 'here', outside: 1 }],
    })
    expect(planAt(line, 0, 0).isAsked).toBe(false)
  })
})

describe('moving in the grid', () => {
  it('steps over what is not there and stays at the edge', () => {
    expect(step(shape, at(2, 0), 0, 1)).toEqual(at(2, 2))
    expect(step(shape, at(1, 1), 1, 0)).toEqual(at(1, 1))
    expect(step(shape, at(0, 0), -1, 0)).toEqual(at(0, 0))
  })

  it('reaches every cell once by Tab and then leaves: no keyboard trap, no cell that cannot be reached', () => {
    const seen: string[] = []
    for (let place: ReturnType<typeof stepInOrder> = firstPlace(shape); place; place = stepInOrder(shape, place, 1)) {
      const spot = spotAt(shape, place)
      seen.push(`${spot?.cell} ${spot?.layer.key}`)
    }
    expect(new Set(seen).size).toBe(10)
    expect(seen).toHaveLength(10)
    expect(heightOf(shape)).toBe(4)
  })
})

it('adds rows, columns and all of them to the same sum', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('black-S', 'black-M', 'ivory-L', 'elsewhere'), fc.nat({ max: 999 })),
      (ready) => {
        const values = Object.fromEntries(Object.entries(ready).map(([cell, n]) => [cell, { ready: n }]))
        const totals = totalsOf(shape, values)
        const sum = (keys: string[], of: (key: string) => number) => keys.reduce((total, key) => total + of(key), 0)
        expect(sum(['black', 'ivory'], (row) => totals.row(row, 'ready'))).toBe(totals.all('ready'))
        expect(sum(['S', 'M', 'L'], (column) => totals.column(column, 'ready'))).toBe(totals.all('ready'))
      },
    ),
  )
})

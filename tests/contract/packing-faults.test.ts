import { describe, expect, it } from 'vitest'
import { type PackingEntry, rowFaults } from '../../src/shared/areas/shipments/packing.ts'
import { sheetMessages } from '../../src/shared/kernel/sheet.ts'

const ready = [
  { order_id: 'PO-1', nm_sku: 'A', ready_quantity: 99 },
  { order_id: 'PO-1', nm_sku: 'B', ready_quantity: 99 },
  { order_id: 'PO-2', nm_sku: 'C', ready_quantity: 99 },
]

type Told = [box: string, tracking: string | null, order?: string, sku?: string]

/** Rows by their place; each SKU stands in a box once, so that nothing but what is tested is wrong. */
function faultsOf(told: readonly Told[]) {
  const entries = told.map(([box_no, tracking_id, order_id, nm_sku], row): PackingEntry<number> => {
    return { row, box_no, tracking_id, order_id: order_id ?? 'PO-1', nm_sku: nm_sku ?? 'A', quantity: 1 }
  })
  return rowFaults(entries, ready)
    .filter(({ message }) => message !== 'Multiple entries found.')
    .map(({ row, field, expected, values }) => [row, field, expected, ...(values ? [values] : [])])
}

const six = (box: string, wrong: number, id: string, odd: string): Told[] =>
  Array.from({ length: 6 }, (_, at): Told => [box, at === wrong ? odd : id])

describe('tracking ids of a box', () => {
  // Would catch: the first row deciding, so that one wrong id marks five right cells and proposes the wrong one.
  it.each([0, 3, 5])(
    'the odd one out is the fault wherever it stands (row %i), and the right one is proposed',
    (wrong) => {
      expect(faultsOf(six('1', wrong, 'SF000001', 'SF000009'))).toEqual([[wrong, 'tracking_id', 'SF000001']])
    },
  )

  // Would catch: a row that was given the next box's id marking all of that box, because it comes first.
  it('a row with the id of the box after it does not mark that box', () => {
    const rows: Told[] = [...six('1', 2, 'SF000001', 'SF000002'), ...six('2', -1, 'SF000002', '')]
    expect(faultsOf(rows)).toEqual([[2, 'tracking_id', 'SF000001']])
  })

  it('of two rows that disagree the one with another box’s id is wrong', () => {
    const rows: Told[] = [
      ['1', 'SF000002'],
      ['1', 'SF000001'],
      ['2', 'SF000002'],
    ]
    expect(faultsOf(rows)).toEqual([[0, 'tracking_id', 'SF000001']])
  })

  // Would catch: a guess put forward as the right value.
  it('where as many rows say one thing as another, all are named and none is proposed', () => {
    const rows: Told[] = [
      ['1', 'SF000001'],
      ['1', 'SF000002'],
    ]
    const right = 'One tracking ID for the whole box.'
    expect(faultsOf(rows)).toEqual([
      [0, 'tracking_id', right],
      [1, 'tracking_id', right],
    ])
  })

  // Would catch: a box number proposed as a tracking id; the box with one row winning over the one with six.
  it('an id on two boxes is the fault of the box with fewer rows of it, which is told who has it', () => {
    const rows: Told[] = [['1', 'SF000002'], ...six('2', -1, 'SF000002', '')]
    const right = 'A tracking ID of its own: box {{box_no}} has this one.'
    expect(faultsOf(rows)).toEqual([[0, 'tracking_id', right, { box_no: '2' }]])
  })

  it('cells left empty say nothing', () => {
    const rows: Told[] = [
      ['1', null],
      ['1', 'SF000001'],
      ['1', null],
      ['2', null],
    ]
    expect(faultsOf(rows)).toEqual([])
  })
})

describe('an order and a SKU that do not belong together', () => {
  // Would catch: the SKU's cell marked for a wrong order number.
  it.each([
    ['an order that is not there', 'PO-9', 'C', [[0, 'order_id', 'PO-2']]],
    ['the number of another order', 'PO-1', 'C', [[0, 'order_id', 'PO-2']]],
    ['a SKU that is nowhere', 'PO-1', 'X', [[0, 'nm_sku', sheetMessages.changeLines]]],
    [
      'neither known',
      'PO-9',
      'X',
      [
        [0, 'order_id', sheetMessages.changeLines],
        [0, 'nm_sku', sheetMessages.changeLines],
      ],
    ],
  ] as const)('%s', (_, order, sku, faults) => {
    expect(faultsOf([['1', null, order, sku]])).toEqual(faults)
  })
})

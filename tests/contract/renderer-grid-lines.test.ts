import { expect, it } from 'vitest'
import { placed, withKept } from '../../src/renderer/kit/quantity-grid/use-lines-in-sight.ts'

// Would catch: a cell that loses the keyboard when its row is scrolled out of sight, a row that is drawn twice, one of a grid that has fewer by now.
it('rows that the keyboard is in are drawn however far the grid is scrolled', () => {
  expect(withKept([40, 41, 42], [3, 41], 100)).toEqual([3, 40, 41, 42])
  expect(withKept([0, 1], [0, 99], 50)).toEqual([0, 1])
})

// Would catch: a sheet that is higher or lower than its rows, so that the last ones cannot be scrolled to.
it('drawn rows and the gaps between them are as high as all rows', () => {
  const item = (index: number) => ({ index, start: index * 29, end: (index + 1) * 29 })
  const { rows, below } = placed([3, 40, 41].map(item), 100 * 29)
  expect(rows).toEqual([
    { at: 3, gap: 3 * 29 },
    { at: 40, gap: 36 * 29 },
    { at: 41, gap: 0 },
  ])
  expect(rows.reduce((sum, { gap }) => sum + gap + 29, below)).toBe(100 * 29)
  expect(placed([], 0)).toEqual({ rows: [], below: 0 })
})

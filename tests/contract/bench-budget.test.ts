import { describe, expect, it } from 'vitest'
import { foreseen, shareWithin } from '../../bench/budget.ts'
import { type Size, sized } from '../../bench/run-options.ts'

const durations = { fast: { whole: 60, smoke: 10 }, slow: { whole: 1_200, smoke: 60 }, fixed: { whole: 30, smoke: 30 } }

describe('shareWithin', () => {
  // Would catch: a budget that takes down what fits, or that names fewer minutes than the benches then take.
  it('keeps the chosen benches to their minutes', () => {
    expect(shareWithin(30, ['fast', 'slow'], durations)).toBe(1)
    const share = shareWithin(5, ['fast', 'slow'], durations)
    expect(share).toBeGreaterThan(0)
    expect(foreseen(['fast', 'slow'], share, durations)).toBeCloseTo(300)
    expect(shareWithin(1, ['fast', 'slow'], durations)).toBe(0)
    // One that takes as long whatever its sizes.
    expect(shareWithin(0.1, ['fixed'], durations)).toBe(0)
  })
})

describe('sized', () => {
  type Sizes = { lines: number[]; turns: { rounds: number; length: { seconds: number } | { amount: number } } }
  const sizes: Record<Size, Sizes> = {
    whole: { lines: [100_000, 1_000_000], turns: { rounds: 3, length: { seconds: 2 } } },
    quick: { lines: [20_000, 100_000], turns: { rounds: 1, length: { seconds: 2 } } },
    smoke: { lines: [1_000, 2_000], turns: { rounds: 1, length: { amount: 40 } } },
  }

  // Would catch: halves of rows, a bench with no round or no second to measure in, sizes taken down unevenly.
  it('takes every number down by one share, between the tiny sizes and the whole ones', () => {
    expect(sized({ size: 'whole', share: 0.5 }, sizes)).toEqual({
      lines: [50_500, 501_000],
      turns: { rounds: 2, length: { seconds: 1 } },
    })
    expect(sized({ size: 'whole', share: 0 }, sizes)).toEqual({
      lines: [1_000, 2_000],
      turns: { rounds: 1, length: { seconds: 1 } },
    })
    expect(sized({ size: 'whole' }, sizes)).toBe(sizes.whole)
    expect(sized({ size: 'quick' }, sizes)).toBe(sizes.quick)
  })

  // Would catch: the second of two lists measured at nothing, since the tiny sizes have one only.
  it('starts further entries of a list from the last of the tiny one', () => {
    const lists = {
      whole: [
        [5_000, 9],
        [20_000, 4],
      ],
      quick: [[5_000, 4]],
      smoke: [[200, 1]],
    }
    expect(sized({ size: 'whole', share: 0.5 }, lists)).toEqual([
      [2_600, 5],
      [10_100, 3],
    ])
    // Would catch: 676 rows of a packing list, whose fixture packs ten rows a box.
    expect(sized({ size: 'whole', share: 0.1 }, lists)).toEqual([
      [700, 2],
      [2_200, 1],
    ])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apportion, sumOf } from '../../src/shared/areas/allocation/apportion.ts'
import { allocate, lockFaults, makeAllocation } from '../../src/shared/areas/allocation/engine.ts'
import type {
  AllocationSettings,
  Carried,
  CellFacts,
  StyleFacts,
} from '../../src/shared/areas/allocation/plan-facts.ts'
import { type AllocationCase, allocationCases } from '../support/allocation-cases.ts'
import { bestTotal } from '../support/best-allocation.ts'

const small = allocationCases({ stores: 6, styles: 3, sizes: 4, available: 14 })
const plan = ({ styles, carried, settings }: AllocationCase) => allocate(styles, carried, settings)

const usual: AllocationSettings = {
  lead_days: 2,
  cover_days: 14,
  safety_pieces: 0,
  pieces_per_core_size: 1,
  pack_multiple: 1,
  most_per_style: null,
}
const carries = (store: string, about: Partial<Carried> = {}): Carried => ({
  store,
  category: 'Tops',
  grade: 'A',
  least_shown: 0,
  most_shown: null,
  held: 0,
  locked: 0,
  ...about,
})
const cell = (store: string, size: string, rate: number, about: Partial<CellFacts> = {}): CellFacts => ({
  store,
  size,
  rate,
  on_hand: 0,
  in_transit: 0,
  locked: null,
  ...about,
})
/** Sizes in order; a star marks a core size. */
const styleOf = (available: Record<string, number>, cells: CellFacts[]): StyleFacts => ({
  style: 'TP1',
  category: 'Tops',
  sizes: Object.entries(available).map(([name, pieces], at) => ({
    size: name.replace('*', ''),
    position: at,
    is_core: name.endsWith('*'),
    pieces_in_set: 1,
    available: pieces,
  })),
  cells,
})
const givenOf = (style: StyleFacts, carried: Carried[], settings = usual) =>
  Object.fromEntries(
    allocate([style], carried, settings)[0]?.lines.map(({ store, size, given }) => [`${store} ${size}`, given]) ?? [],
  )

describe('apportion', () => {
  it('gives all pieces where too few are there, nobody more than it wants, and all wants where there are enough', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 }),
        fc.integer({ min: -3, max: 400 }),
        fc.constantFrom(1, 2, 6),
        (counts, pieces, unit) => {
          const wants = counts.map((count) => count * unit)
          const given = apportion(pieces, wants, unit)
          expect(sumOf(given)).toBe(Math.min(sumOf(wants), Math.max(0, Math.floor(pieces / unit) * unit)))
          for (const [at, one] of given.entries()) {
            expect(one).toBeLessThanOrEqual(wants[at] ?? 0)
            expect(one % unit).toBe(0)
          }
        },
      ),
    )
  })
  it('shares by largest remainder: 5 pieces over wants of 6, 3 and 1', () => {
    // Quotas 3.0, 1.5 and 0.5: the earlier of two like remainders goes first.
    expect(apportion(5, [6, 3, 1])).toEqual([3, 2, 0])
  })
})

describe('what always holds of a plan', () => {
  it('gives no more than there is, whole pieces, none below none', () => {
    fc.assert(
      fc.property(small, (made) => {
        for (const { style, lines, left, given } of plan(made)) {
          const facts = made.styles.find((one) => one.style === style)
          for (const { size, available } of facts?.sizes ?? []) {
            const sum = sumOf(lines.filter((line) => line.size === size).map((line) => line.given))
            expect(sum).toBeLessThanOrEqual(available)
            expect(left[size]).toBe(available - sum)
          }
          for (const line of lines) expect(Number.isInteger(line.given) && line.given >= 0).toBe(true)
          expect(given).toBe(sumOf(lines.map((line) => line.given)))
        }
      }),
    )
  })

  it('keeps what a store takes of a category and of a style, and whole packs, but for what a person locked', () => {
    fc.assert(
      fc.property(small, (made) => {
        const plans = plan(made)
        const byStore = new Map<string, { given: number; locked: number }>()
        for (const { style, lines } of plans) {
          const facts = made.styles.find((one) => one.style === style)
          for (const [store, own] of Map.groupBy(lines, (line) => line.store)) {
            const [given, locked] = [sumOf(own.map((line) => line.given)), sumOf(own.map((line) => line.locked ?? 0))]
            const key = `${store} ${facts?.category}`
            const before = byStore.get(key) ?? { given: 0, locked: 0 }
            byStore.set(key, { given: before.given + given, locked: before.locked + locked })
            const cells = facts?.cells.filter((one) => one.store === store) ?? []
            const held = sumOf(cells.map((one) => one.on_hand + one.in_transit))
            const { most_per_style: most } = made.settings
            if (most !== null && given > locked) expect(given + held).toBeLessThanOrEqual(most)
            for (const line of own) if (line.locked === null) expect(line.given % made.settings.pack_multiple).toBe(0)
          }
        }
        for (const { store, category, most_shown, held } of made.carried) {
          const { given, locked } = byStore.get(`${store} ${category}`) ?? { given: 0, locked: 0 }
          if (most_shown !== null) expect(given).toBeLessThanOrEqual(Math.max(locked, most_shown - held))
        }
      }),
    )
  })

  it('gives a store nothing of a style but with its minimum set, and nothing to one that does not carry the category', () => {
    fc.assert(
      fc.property(small, (made) => {
        for (const { style, lines } of plan(made)) {
          const facts = made.styles.find((one) => one.style === style)
          for (const [store, own] of Map.groupBy(lines, (line) => line.store)) {
            expect(made.carried.some((one) => one.store === store && one.category === facts?.category)).toBe(true)
            if (own.every((line) => line.locked !== null || line.given === 0)) continue
            for (const { size, is_core } of facts?.sizes ?? []) {
              if (!is_core) continue
              const at = facts?.cells.find((one) => one.store === store && one.size === size)
              const has = (at?.on_hand ?? 0) + (at?.in_transit ?? 0)
              const given = own.find((line) => line.size === size)?.given ?? 0
              expect(has + given).toBeGreaterThanOrEqual(made.settings.pieces_per_core_size)
            }
          }
        }
      }),
    )
  })

  it('leaves locked cells as they are', () => {
    fc.assert(
      fc.property(small, (made) => {
        for (const { style, lines } of plan(made))
          for (const { store, size, locked } of made.styles.find((one) => one.style === style)?.cells ?? [])
            if (locked !== null)
              expect(lines.find((line) => line.store === store && line.size === size)?.given).toBe(locked)
      }),
    )
  })

  it('is the same for the same facts in any order', () => {
    fc.assert(
      fc.property(small, fc.integer(), (made, seed) => {
        const mixed = <T>(all: readonly T[]) =>
          all.toSorted((a, b) => hash(`${seed}${JSON.stringify(a)}`) - hash(`${seed}${JSON.stringify(b)}`))
        const other: AllocationCase = {
          settings: made.settings,
          carried: mixed(made.carried),
          styles: mixed(made.styles.map((one) => ({ ...one, sizes: mixed(one.sizes), cells: mixed(one.cells) }))),
        }
        expect(plan(other)).toEqual(plan(made))
      }),
    )
  })

  it('gives of a style no fewer pieces in all where more of it is there', () => {
    fc.assert(
      fc.property(small, fc.nat(), fc.integer({ min: 1, max: 5 }), (made, which, more) => {
        const [style, size] = [which % made.styles.length, which % (made.styles[0]?.sizes.length ?? 1)]
        const richer = {
          ...made,
          styles: made.styles.map((one, at) =>
            at !== style
              ? one
              : {
                  ...one,
                  sizes: one.sizes.map((each, index) =>
                    index === size ? { ...each, available: each.available + more } : each,
                  ),
                },
          ),
        }
        const total = (of: AllocationCase) => plan(of).find((one) => one.style === `ST${style}`)?.given ?? 0
        expect(total(richer)).toBeGreaterThanOrEqual(total(made))
      }),
      // One plan in 60,000 does give fewer (docs/known-gaps.md): always the same plans, so that what fails here is a change's.
      { numRuns: 3_000, seed: 7 },
    )
  })

  it('says of every line why, and the reasons add up to its number', () => {
    fc.assert(
      fc.property(small, (made) => {
        for (const { lines } of plan(made))
          for (const line of lines) {
            expect(line.need).toBe(Math.max(0, line.target - line.on_hand - line.in_transit))
            if (line.locked !== null) {
              expect([line.given, line.limit]).toEqual([line.locked, 'locked'])
              expect([
                line.core,
                line.shown,
                line.share,
                line.fill,
                line.cut,
                line.unset,
                line.short,
                line.extra,
              ]).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
              continue
            }
            expect(line.core + line.shown + line.share + line.fill).toBe(line.given)
            expect(line.need + line.extra - line.cut - line.unset - line.short).toBe(line.given)
            for (const one of [line.extra, line.cut, line.unset, line.short]) expect(one).toBeGreaterThanOrEqual(0)
            for (const one of [line.core, line.shown, line.share, line.fill]) expect(one).toBeGreaterThanOrEqual(0)
            if (line.unset > 0) expect([line.limit, line.short]).toEqual(['no_set', 0])
            else if (line.short > 0) expect(line.limit).toBe('stock')
            else if (line.cut > 0) expect(['store_full', 'style_full', 'kept']).toContain(line.limit)
            else expect(['met', 'covered']).toContain(line.limit)
          }
      }),
    )
  })
})

/** FNV-1a: any order that hangs on the text alone. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value
}

describe('beside the best that there is', () => {
  it('never gives more, and over a thousand small plans falls short by less than 1 %', () => {
    const cases = fc.sample(allocationCases({ stores: 4, styles: 1, sizes: 3, available: 6 }), {
      numRuns: 1_000,
      seed: 34,
    })
    let [ours, best, equal] = [0, 0, 0]
    for (const made of cases) {
      const total = plan(made)[0]?.given ?? 0
      const most = bestTotal(made)
      expect(total).toBeLessThanOrEqual(most)
      ours += total
      best += most
      if (total === most) equal++
    }
    expect(ours / best).toBeGreaterThan(0.99)
    expect(equal).toBeGreaterThan(950)
  })
})

describe('plans by hand', () => {
  it('makes up core sizes first, then shares the rest by need', () => {
    // Two stores of one grade sell M twice as fast at S1: each has its set of one, and 4 of the rest go 3 to 1.
    const style = styleOf({ 'S*': 2, 'M*': 6 }, [
      cell('S1', 'M', 0.6),
      cell('S2', 'M', 0.3),
      cell('S1', 'S', 0),
      cell('S2', 'S', 0),
    ])
    expect(givenOf(style, [carries('S1'), carries('S2')])).toEqual({ 'S1 S': 1, 'S1 M': 4, 'S2 S': 1, 'S2 M': 2 })
  })

  it('passes over a store whose set cannot be made up, and serves those that have theirs', () => {
    const style = styleOf({ 'S*': 0, 'M*': 5 }, [
      cell('S1', 'M', 1),
      cell('S2', 'M', 0.2),
      cell('S2', 'S', 0, { on_hand: 1 }),
    ])
    const lines = allocate([style], [carries('S1'), carries('S2')], usual)[0]?.lines ?? []
    expect(lines.filter(({ given }) => given > 0).map(({ store, size, given }) => [store, size, given])).toEqual([
      ['S2', 'M', 4],
    ])
    expect(lines.find(({ store, size }) => store === 'S1' && size === 'M')).toMatchObject({
      limit: 'no_set',
      unset: 16,
    })
  })

  it('completes sizes that a store lacks of what it has before it begins a set elsewhere, whatever the grade', () => {
    // One M: the shop of grade C has S and L and lacks it; that of grade A has nothing.
    const style = styleOf({ 'S*': 9, 'M*': 1, 'L*': 9 }, [
      ...['S', 'M', 'L'].map((size) => cell('S1', size, 0.2)),
      ...[cell('S2', 'S', 0.1, { on_hand: 3 }), cell('S2', 'M', 0.1), cell('S2', 'L', 0.1, { on_hand: 3 })],
    ])
    const given = givenOf(style, [carries('S1', { grade: 'A' }), carries('S2', { grade: 'C' })])
    expect(given).toMatchObject({ 'S1 S': 0, 'S1 M': 0, 'S1 L': 0, 'S2 M': 1 })
  })

  it('keeps room for core sizes that a store lacks of a slower style before a faster one fills it', () => {
    const fast = { ...styleOf({ 'S*': 20 }, [cell('S1', 'S', 1)]), style: 'FAST' }
    const broken = [cell('S1', 'S', 0.1, { on_hand: 1 }), cell('S1', 'M', 0.1)]
    const slow = { ...styleOf({ 'S*': 5, 'M*': 5 }, broken), style: 'SLOW' }
    const carried = [carries('S1', { most_shown: 11, held: 1 })]
    const lines = allocate([fast, slow], carried, usual).flatMap((one) =>
      one.lines.map(({ size, given, core, limit }) => [one.style, size, given, core, limit]),
    )
    expect(lines).toEqual([
      ['FAST', 'S', 9, 1, 'kept'],
      ['SLOW', 'S', 0, 0, 'store_full'],
      ['SLOW', 'M', 1, 1, 'store_full'],
    ])
    // The source has no M: nothing is kept in vain.
    const without = { ...styleOf({ 'S*': 5, 'M*': 0 }, broken), style: 'SLOW' }
    expect(allocate([fast, without], carried, usual)[0]?.given).toBe(10)
  })

  // Would catch: a longer cover that leaves a full store with fewer styles.
  it('shares a room that is too small for the whole cover, so that a slow style has as many days as a fast one', () => {
    const of = (style: string, rate: number) => ({ ...styleOf({ M: 99 }, [cell('S1', 'M', rate)]), style })
    const carried = [carries('S1', { most_shown: 12 })]
    const given = (cover_days: number) =>
      allocate([of('FAST', 1), of('SLOW', 0.5)], carried, { ...usual, lead_days: 0, cover_days }).map(
        (one) => one.given,
      )
    expect(given(8)).toEqual([8, 4])
    expect(given(28)).toEqual([7, 5])
  })

  it('begins no set of a style that a store neither sells nor shows', () => {
    expect(givenOf(styleOf({ 'S*': 9, 'M*': 9 }, [cell('S1', 'S', 0), cell('S1', 'M', 0)]), [carries('S1')])).toEqual(
      {},
    )
  })

  it('rounds the estimated rates of a style up together, and its own rates each by itself', () => {
    // 16 days: 0.4 + 0.8 + 0.4 of a piece make 2, the largest remainders first.
    const sizes = { S: 9, M: 9, L: 9 }
    const guess = (size: string, rate: number) => cell('S1', size, rate, { isEstimated: true })
    const cells = [guess('S', 0.025), guess('M', 0.05), guess('L', 0.025)]
    expect(givenOf(styleOf(sizes, cells), [carries('S1')])).toEqual({ 'S1 S': 1, 'S1 M': 1 })
    const own = cells.map((one) => ({ ...one, isEstimated: false }))
    expect(givenOf(styleOf(sizes, own), [carries('S1')])).toEqual({ 'S1 S': 1, 'S1 M': 1, 'S1 L': 1 })
  })

  it('fills a store that shows too little with standard sets, and stops where it is full', () => {
    const style = styleOf({ S: 9, M: 9 }, [])
    expect(givenOf(style, [carries('S1', { least_shown: 10, held: 4 })])).toEqual({ 'S1 S': 1, 'S1 M': 1 })
    expect(givenOf(style, [carries('S1', { least_shown: 10, most_shown: 5, held: 4 })])).toEqual({
      'S1 S': 1,
      'S1 M': 0,
    })
    expect(givenOf(style, [carries('S1', { least_shown: 4, held: 4 })])).toEqual({})
  })

  it('counts what is on hand and on its way, and gives whole packs', () => {
    // 1 a day for 16 days, 5 on hand, 4 on their way: 7 needed, three packs of 3.
    const style = styleOf({ M: 50 }, [cell('S1', 'M', 1, { on_hand: 5, in_transit: 4 })])
    expect(allocate([style], [carries('S1')], { ...usual, pack_multiple: 3 })[0]?.lines).toMatchObject([
      { target: 16, need: 7, extra: 2, given: 9, limit: 'met' },
    ])
  })

  it('names locked cells that are not to be had, and refuses to plan round them', () => {
    const style = styleOf({ M: 3 }, [
      cell('S1', 'M', 1, { locked: 2 }),
      cell('S2', 'M', 1, { locked: 2 }),
      cell('S3', 'M', 1, { locked: 0 }),
      cell('S1', 'XS', 0, { locked: 1 }),
    ])
    const faults = lockFaults(style, new Set(['S1', 'S2']))
    expect(faults.map(({ store, size, fault, available, locked }) => [store, size, fault, available, locked])).toEqual([
      ['S1', 'M', 'beyond_available', 3, 4],
      ['S2', 'M', 'beyond_available', 3, 4],
      ['S3', 'M', 'not_carried', 3, 4],
      ['S1', 'XS', 'not_a_size', 0, 1],
    ])
    expect(() => makeAllocation([carries('S1'), carries('S2')], usual).plan(style)).toThrow(RangeError)
  })

  it('refuses settings and facts below none', () => {
    expect(() => makeAllocation([], { ...usual, cover_days: -1 })).toThrow('cover_days')
    expect(() => makeAllocation([], { ...usual, pack_multiple: 0 })).toThrow('pack_multiple')
    const style = styleOf({ M: 3 }, [cell('S1', 'M', -1)])
    expect(() => allocate([style], [carries('S1')], usual)).toThrow('fewer than none')
  })
})

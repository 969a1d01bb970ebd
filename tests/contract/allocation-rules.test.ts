import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { sumOf } from '../../src/shared/areas/allocation/apportion.ts'
import type { Carried, CellFacts, StyleFacts } from '../../src/shared/areas/allocation/engine.ts'
import { barring, proposeReplenishment } from '../../src/shared/areas/allocation/replenish.ts'
import { afterHoldback, splitBySource } from '../../src/shared/areas/allocation/split.ts'
import { allocationCases } from '../support/allocation-cases.ts'

describe('from which warehouse pieces come', () => {
  const cases = fc
    .record({
      free: fc.array(fc.record({ source: fc.nat(2), sku: fc.nat(3), free: fc.nat(20) }), { maxLength: 9 }),
      wishes: fc.array(fc.record({ store: fc.nat(4), sku: fc.nat(3), share: fc.nat(8) }), { maxLength: 12 }),
    })
    .map(({ free, wishes }) => {
      const at = [...new Map(free.map((one) => [`${one.source} ${one.sku}`, one])).values()].map((one) => ({
        ...{ source: `W${one.source}`, sku: `K${one.sku}`, free: one.free },
      }))
      const left = new Map<string, number>()
      for (const { sku, free: pieces } of at) left.set(sku, (left.get(sku) ?? 0) + pieces)
      const wanted = [...new Map(wishes.map((one) => [`${one.store} ${one.sku}`, one])).values()].flatMap((one) => {
        const sku = `K${one.sku}`
        const quantity = Math.min(one.share, left.get(sku) ?? 0)
        left.set(sku, (left.get(sku) ?? 0) - quantity)
        return quantity > 0 ? [{ store: `S${one.store}`, sku, quantity }] : []
      })
      return { at, wanted }
    })

  // Would catch: a piece that is taken twice or nowhere, a line of no piece.
  test('every store gets what it is given, and no warehouse gives what it lacks', () => {
    fc.assert(
      fc.property(cases, ({ at, wanted }) => {
        const outwards = splitBySource(wanted, at)
        for (const { store, sku, quantity } of wanted)
          expect(
            sumOf(outwards.filter((one) => one.store === store && one.sku === sku).map((one) => one.quantity)),
          ).toBe(quantity)
        for (const { source, sku, free } of at)
          expect(
            sumOf(outwards.filter((one) => one.source === source && one.sku === sku).map((one) => one.quantity)),
          ).toBeLessThanOrEqual(free)
        expect(outwards.every(({ quantity }) => quantity > 0)).toBe(true)
      }),
    )
  })

  test('a store gets an SKU from one warehouse where one has all of it; more than there is is refused', () => {
    const free = [
      { source: 'W1', sku: 'K', free: 3 },
      { source: 'W2', sku: 'K', free: 5 },
    ]
    const one = { store: 'S1', sku: 'K' }
    expect(splitBySource([{ ...one, quantity: 4 }], free).map(({ source, quantity }) => [source, quantity])).toEqual([
      ['W2', 4],
    ])
    expect(splitBySource([{ ...one, quantity: 7 }], free).map(({ source, quantity }) => [source, quantity])).toEqual([
      ['W1', 3],
      ['W2', 4],
    ])
    expect(() => splitBySource([{ ...one, quantity: 9 }], free)).toThrow('1 pieces of K')
  })

  test('what is held back stays, in whole pieces', () => {
    expect([afterHoldback(19, 10), afterHoldback(19, 0), afterHoldback(19, 100), afterHoldback(-2, 10)]).toEqual([
      17, 19, 0, 0,
    ])
  })
})

const settings = {
  ...{ lead_days: 2, cover_days: 8, safety_pieces: 0, pieces_per_core_size: 1, pack_multiple: 1, most_per_style: null },
  least_rate_thousandths: 100,
}
const carries = (store: string, about: Partial<Carried> = {}): Carried => ({
  ...{ store, category: 'Tops', grade: 'A', least_shown: 0, most_shown: null, held: 0, locked: 0 },
  ...about,
})
const cell = (store: string, size: string, rate: number, about: Partial<CellFacts> = {}): CellFacts => ({
  ...{ store, size, rate, on_hand: 0, in_transit: 0, locked: null },
  ...about,
})
const style = (cells: CellFacts[], available = [9, 9]): StyleFacts => ({
  ...{ style: 'TP1', category: 'Tops', cells },
  sizes: ['S', 'M'].map((size, at) => ({
    ...{ size, position: at, is_core: true, pieces_in_set: at + 1, available: available[at] ?? 0 },
  })),
})
const judge = (
  facts: StyleFacts,
  { mode = 'eaches' as 'eaches' | 'sets', isListed = true, snoozed = [] as string[], carried = [carries('S1')] } = {},
) => proposeReplenishment([{ style: facts, isListed, snoozed: new Set(snoozed) }], carried, ['S1'], settings, mode)[0]

describe('what is sent again', () => {
  const usual = [cell('S1', 'S', 0.2), cell('S1', 'M', 0.5, { on_hand: 1 })]
  it('is what the store lacks to its target', () => {
    expect(judge(style(usual))).toMatchObject({ failed: [], need: { S: 2, M: 4 }, proposed: { S: 2, M: 4 } })
  })

  it.each([
    ['no longer sold', () => judge(style(usual), { isListed: false }), 'not_listed'],
    ['not carried', () => judge(style(usual), { carried: [] }), 'not_carried'],
    ['none at the source', () => judge(style(usual, [0, 0])), 'no_stock'],
    ['slow', () => judge(style([cell('S1', 'S', 0.09)])), 'slow'],
    ['put off', () => judge(style(usual), { snoozed: ['S1'] }), 'snoozed'],
    [
      'on its way',
      () => judge(style([cell('S1', 'S', 0.2, { in_transit: 2 }), cell('S1', 'M', 0.2, { on_hand: 2 })])),
      'on_its_way',
    ],
    ['enough', () => judge(style([cell('S1', 'S', 0.2, { on_hand: 9 })])), 'covered'],
    ['no room', () => judge(style(usual), { carried: [carries('S1', { most_shown: 1, held: 1 })] }), 'no_room'],
    ['no minimum set', () => judge(style(usual, [0, 9])), 'no_room'],
  ])('is nothing where a test fails: %s', (_, made, test) => {
    const proposal = made()
    expect(proposal?.failed).toEqual([test])
    expect(sumOf(Object.values(proposal?.proposed ?? {}))).toBe(0)
  })

  it('is whole sets, as many as the need comes to, while all sizes are there', () => {
    expect(judge(style(usual), { mode: 'sets' })?.proposed).toEqual({ S: 2, M: 4 })
    expect(judge(style(usual, [9, 3]), { mode: 'sets' })?.proposed).toEqual({ S: 1, M: 2 })
    expect(judge(style(usual, [9, 1]), { mode: 'sets' })).toMatchObject({ failed: ['no_room'], proposed: {} })
  })

  // Would catch: a piece proposed that is not there, a set that is none, pieces for a store that a test bars.
  it.each(['eaches', 'sets'] as const)('gives no more than there is, and nothing that is barred: %s', (mode) => {
    fc.assert(
      fc.property(allocationCases({ stores: 5, styles: 3, sizes: 4, available: 12 }), (made) => {
        const stores = ['S000', 'S001', 'S002', 'S003', 'S004']
        const styles = made.styles.map((one) => ({ ...one, cells: one.cells.map((at) => ({ ...at, locked: null })) }))
        const all = styles.map((one) => ({ style: one, isListed: true, snoozed: new Set<string>() }))
        const goBy = { ...made.settings, least_rate_thousandths: 10 }
        const proposals = proposeReplenishment(all, made.carried, stores, goBy, mode)
        for (const { style: name, sizes } of styles) {
          const own = proposals.filter((one) => one.style === name)
          for (const { size, available } of sizes)
            expect(sumOf(own.map(({ proposed }) => proposed[size] ?? 0))).toBeLessThanOrEqual(available)
          for (const { failed, proposed } of own) {
            if (failed.length > 0) expect(sumOf(Object.values(proposed))).toBe(0)
            if (failed.some((test) => barring.includes(test)) || mode === 'eaches') continue
            const sets = new Set(
              sizes
                .filter(({ pieces_in_set }) => pieces_in_set > 0)
                .map((one) => (proposed[one.size] ?? 0) / one.pieces_in_set),
            )
            expect(sets.size).toBeLessThanOrEqual(1)
          }
        }
      }),
    )
  })
})

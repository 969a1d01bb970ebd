import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { sumOf } from '../../src/shared/areas/allocation/apportion.ts'
import { type ReplayFacts, type ReplaySettings, replay } from '../../src/shared/areas/allocation/replay.ts'
import {
  heatClasses,
  heatMetrics,
  heatOf,
  isTooMuch,
  lackingSizes,
  ownRateAtStore,
  type SkuAtStore,
  styleAtStore,
} from '../../src/shared/areas/allocation/store-stock.ts'
import {
  proposeTransfers,
  type TransferCell,
  type TransferSettings,
  type TransferStore,
  type TransferStyle,
} from '../../src/shared/areas/allocation/transfers.ts'
import { addDays } from '../../src/shared/kernel/days.ts'

describe('a style at a store', () => {
  const size = (name: string, about: Partial<SkuAtStore> = {}): SkuAtStore => ({
    ...{ size: name, is_core: true, on_hand: 0, in_transit: 0, rate: 0, sold_30: 0, days_out: 0, age_days: null },
    ...about,
  })

  // Would catch: cover without what is on its way, the lost days of a size that is not core, an age of what is gone.
  it('is summed up from its sizes', () => {
    const sizes = [
      size('S', { on_hand: 3, rate: 0.25, sold_30: 6, age_days: 40 }),
      size('M', { in_transit: 2, rate: 0.25, sold_30: 3, days_out: 7, age_days: 90 }),
      size('XL', { is_core: false, on_hand: 1, sold_30: 0, days_out: 30, age_days: 12 }),
    ]
    expect(styleAtStore(sizes, 1)).toEqual({
      ...{ on_hand: 4, in_transit: 2, rate: 0.5, sold_30: 9, cover: 12, sell_through: 9 / 13 },
      ...{ age_days: 40, lost_days: 7, lacks: [] },
    })
    expect(styleAtStore(sizes, 3).lacks).toEqual(['M'])
    expect(styleAtStore([size('S'), size('M')], 1)).toMatchObject({ cover: null, sell_through: null, lacks: [] })
  })

  // Would catch: dead stock that the mean of the category makes look as if it sold, and new goods that look dead.
  it('does not sell where nothing was told of it for a month; new goods sell as their category does', () => {
    const of = { own: null, wasTold: false, on_hand: 5, age_days: 60 }
    expect(ownRateAtStore(of)).toBe(0)
    expect(ownRateAtStore({ ...of, age_days: 2 })).toBeNull()
    expect(ownRateAtStore({ ...of, on_hand: 0 })).toBeNull()
    expect(ownRateAtStore({ ...of, wasTold: true })).toBeNull()
    expect(ownRateAtStore({ ...of, own: 0.1, wasTold: true })).toBe(0.1)
  })

  // Would catch: two classes of one measure that look and read alike, and so tell nobody anything without colour.
  test('every class of a measure has a word of its own, and a look or a mark of its own', () => {
    for (const metric of heatMetrics) {
      const all = heatClasses[metric]
      expect(new Set(all.map(({ word }) => word)).size).toBe(all.length)
      expect(new Set(all.map(({ mark, look }) => `${mark} ${look}`)).size).toBe(all.length)
    }
  })

  it('is in the class that the settings say', () => {
    const settings = { lead_days: 3, cover_days: 21, most_cover_days: 60 }
    const of = { on_hand: 6, in_transit: 0, sell_through: 0.5, age_days: 61, lost_days: 4, is_carried: true }
    const cover = (days: number | null) => heatOf('cover', { ...of, cover: days }, settings).in.word
    expect([2.9, 3, 23.9, 24, 60, 60.1, null].map(cover)).toEqual([
      ...['Sold out before goods can come', 'Below target', 'Below target', 'As wanted', 'As wanted', 'Too much'],
      'Does not sell',
    ])
    expect(heatOf('age', { ...of, cover: 1 }, settings).in.word).toBe('61 to 90 days')
    expect(heatOf('sell_through', { ...of, cover: 1 }, settings)).toMatchObject({ value: 50, in: { word: 'Steady' } })
    expect(isTooMuch({ on_hand: 6, in_transit: 0, cover: 60, is_carried: true }, 60)).toBe(false)
    expect(isTooMuch({ on_hand: 6, in_transit: 0, cover: null, is_carried: true }, 60)).toBe(true)
    // Left over of a category that it does not carry: no target is below, it only lies there.
    const left = { ...of, cover: 4, is_carried: false }
    expect(heatOf('cover', left, settings).in.word).toBe('Category not carried')
    expect(isTooMuch(left, 60)).toBe(true)
    expect(styleAtStore([size('S', { on_hand: 2, rate: 0.2 }), size('M')], 1, false).lacks).toEqual([])
  })
})

interface TransferCase {
  styles: TransferStyle[]
  stores: TransferStore[]
  settings: TransferSettings
}

const names = ['S', 'M', 'L', 'XL']

const transferCases: fc.Arbitrary<TransferCase> = fc
  .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 4 }))
  .chain(([shops, many, sizes]) => {
    const cell = (store: string, at: number) =>
      fc
        .record({
          rate: fc.constantFrom(0, 0, 0.02, 0.1, 0.3, 0.7),
          on_hand: fc.integer({ min: 0, max: 12 }),
          promised: fc.constantFrom(0, 0, 0, 1, 4),
          in_transit: fc.constantFrom(0, 0, 0, 1, 3),
        })
        .map(
          ({ promised, ...rest }): TransferCell => ({
            ...{ store, size: names[at] ?? '', position: at, is_core: at % 2 === 1 || at === 0 },
            ...rest,
            free: Math.max(0, rest.on_hand - promised),
          }),
        )
    const codes = Array.from({ length: shops }, (_, at) => `S${at}`)
    return fc.record({
      styles: fc.tuple(
        ...Array.from({ length: many }, (_, style) =>
          fc
            .tuple(...codes.flatMap((store) => Array.from({ length: sizes }, (_, at) => cell(store, at))))
            .map((cells): TransferStyle => ({ style: `ST${style}`, category: 'Tops', cells })),
        ),
      ),
      stores: fc.tuple(
        ...codes.map((store) =>
          fc
            .record({
              grade: fc.constantFrom('A', 'B'),
              is_carried: fc.constantFrom(true, true, true, false),
              most_shown: fc.constantFrom(null, null, 10, 40),
              held: fc.integer({ min: 0, max: 20 }),
            })
            .map((about): TransferStore => ({ store, category: 'Tops', ...about })),
        ),
      ),
      settings: fc.record<TransferSettings>({
        lead_days: fc.integer({ min: 0, max: 4 }),
        cover_days: fc.integer({ min: 1, max: 21 }),
        safety_pieces: fc.integer({ min: 0, max: 1 }),
        pieces_per_core_size: fc.integer({ min: 0, max: 2 }),
        most_cover_days: fc.integer({ min: 10, max: 60 }),
      }),
    })
  })

describe('transfers between stores', () => {
  const propose = ({ styles, stores, settings }: TransferCase) => proposeTransfers(styles, stores, settings)
  const cellOf = (made: TransferCase, style: string, store: string, size: string) =>
    made.styles.find((one) => one.style === style)?.cells.find((cell) => cell.store === store && cell.size === size)

  // Would catch: cases of which none has a transfer, so that all below holds of nothing.
  it('are proposed in many of the cases', () => {
    const made = fc.sample(transferCases, 400).map(propose)
    expect(made.filter((lines) => lines.length > 0).length).toBeGreaterThan(40)
  })

  it('send whole pieces that are free, and leave a giver its core sizes and what it sells until goods come', () => {
    fc.assert(
      fc.property(transferCases, (made) => {
        const lines = propose(made)
        for (const line of lines) expect(Number.isInteger(line.quantity) && line.quantity > 0).toBe(true)
        for (const [key, own] of Map.groupBy(lines, ({ style, from, size }) => `${style} ${from} ${size}`)) {
          const [style = '', from = '', size = ''] = key.split(' ')
          const cell = cellOf(made, style, from, size)
          if (cell === undefined) throw new Error('a line of nothing')
          const sent = sumOf(own.map(({ quantity }) => quantity))
          const { settings } = made
          expect(sent).toBeLessThanOrEqual(cell.free)
          if (!made.stores.find(({ store }) => store === from)?.is_carried) continue
          if (cell.is_core) expect(cell.free - sent).toBeGreaterThanOrEqual(Math.max(1, settings.pieces_per_core_size))
          const sells = Math.ceil(cell.rate * (settings.lead_days + settings.cover_days) - 1e-9)
          expect(cell.free - sent).toBeGreaterThanOrEqual(sells === 0 ? 0 : sells + settings.safety_pieces)
        }
      }),
      { numRuns: 500 },
    )
  })

  // Would catch: sizes that are each rounded down, or that the giver lacks itself, until it lasts for fewer days than any store should.
  it('leave a giver with its lead and cover days of the style, all sizes together', () => {
    fc.assert(
      fc.property(transferCases, (made) => {
        const { lead_days, cover_days } = made.settings
        for (const [key, own] of Map.groupBy(propose(made), ({ style, from }) => `${style} ${from}`)) {
          const [style = '', from = ''] = key.split(' ')
          if (!made.stores.find(({ store }) => store === from)?.is_carried) continue
          const cells =
            made.styles.find((one) => one.style === style)?.cells.filter(({ store }) => store === from) ?? []
          const left = sumOf(cells.map((cell) => cell.free + cell.in_transit)) - sumOf(own.map((one) => one.quantity))
          expect(left + 1e-9).toBeGreaterThanOrEqual(sumOf(cells.map(({ rate }) => rate)) * (lead_days + cover_days))
        }
      }),
      { numRuns: 500 },
    )
  })

  it('come from stores with too much alone, and mend every core size of a store that gets any', () => {
    fc.assert(
      fc.property(transferCases, (made) => {
        const lines = propose(made)
        const coverOf = (style: string, store: string) => {
          const cells =
            made.styles.find((one) => one.style === style)?.cells.filter((cell) => cell.store === store) ?? []
          const [has, rate] = [
            sumOf(cells.map((one) => one.free + one.in_transit)),
            sumOf(cells.map((one) => one.rate)),
          ]
          return { cells, cover: rate === 0 ? Number.POSITIVE_INFINITY : has / rate }
        }
        for (const { style, from, to } of lines) {
          const isCarried = (code: string) => made.stores.find(({ store }) => store === code)?.is_carried
          if (isCarried(from)) expect(coverOf(style, from).cover).toBeGreaterThan(made.settings.most_cover_days)
          expect(isCarried(to)).toBe(true)
          expect(coverOf(style, to).cover).toBeLessThanOrEqual(made.settings.most_cover_days)
        }
        for (const [key, own] of Map.groupBy(lines, ({ style, to }) => `${style} ${to}`)) {
          const [style = '', to = ''] = key.split(' ')
          const { cells } = coverOf(style, to)
          const minimum = made.settings.pieces_per_core_size
          expect(lackingSizes(cells, minimum).length).toBeGreaterThan(0)
          const after = cells.map((cell) => ({
            ...cell,
            on_hand: cell.on_hand + sumOf(own.filter(({ size }) => size === cell.size).map(({ quantity }) => quantity)),
          }))
          expect(lackingSizes(after, minimum)).toEqual([])
        }
      }),
      { numRuns: 500 },
    )
  })

  it('say why: core and need add up, core is what was lacking, need leads to the target at most', () => {
    fc.assert(
      fc.property(transferCases, (made) => {
        const lines = propose(made)
        for (const { quantity, core, need } of lines) {
          expect(core + need).toBe(quantity)
          expect(Math.min(core, need)).toBeGreaterThanOrEqual(0)
        }
        for (const own of Map.groupBy(lines, ({ style, to, size }) => `${style} ${to} ${size}`).values()) {
          const { taker } = own[0] ?? { taker: { lack: 0, on_hand: 0, in_transit: 0, target: 0 } }
          expect(sumOf(own.map(({ core }) => core))).toBe(taker.lack)
          const has = taker.on_hand + taker.in_transit + sumOf(own.map(({ quantity }) => quantity))
          if (own.some(({ need }) => need > 0)) expect(has).toBeLessThanOrEqual(taker.target)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('keep the room of a store in its category', () => {
    fc.assert(
      fc.property(transferCases, (made) => {
        for (const [to, own] of Map.groupBy(propose(made), (line) => line.to)) {
          const store = made.stores.find((one) => one.store === to)
          const most = store?.most_shown ?? null
          if (most !== null)
            expect((store?.held ?? 0) + sumOf(own.map(({ quantity }) => quantity))).toBeLessThanOrEqual(most)
        }
      }),
    )
  })

  it('are the same whatever the order of rows', () => {
    fc.assert(
      fc.property(transferCases, fc.infiniteStream(fc.nat(1_000)), (made, stream) => {
        const shuffled = <T>(all: readonly T[]) =>
          all
            .map((one) => ({ one, at: stream.next().value ?? 0 }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ one }) => one)
        const other = {
          ...made,
          styles: shuffled(made.styles).map((style) => ({ ...style, cells: shuffled(style.cells) })),
          stores: shuffled(made.stores),
        }
        expect(propose(other)).toEqual(propose(made))
      }),
    )
  })

  const settings = { lead_days: 2, cover_days: 8, safety_pieces: 0, pieces_per_core_size: 1, most_cover_days: 60 }
  const at = (store: string, size: string, about: Partial<TransferCell>): TransferCell => ({
    ...{ store, size, is_core: size !== 'L', position: names.indexOf(size), rate: 0, on_hand: 0, in_transit: 0 },
    ...about,
    free: about.free ?? about.on_hand ?? 0,
  })
  const carries = (store: string, about: Partial<TransferStore> = {}): TransferStore => ({
    ...{ store, category: 'Tops', grade: 'A', is_carried: true, most_shown: null, held: 0 },
    ...about,
  })
  const rich = [
    at('RICH', 'S', { on_hand: 5, rate: 0.02 }),
    at('RICH', 'M', { on_hand: 6, rate: 0.02 }),
    at('RICH', 'L', { on_hand: 3, rate: 0.02 }),
  ]
  const poor = [
    at('POOR', 'S', { on_hand: 2, rate: 0.2 }),
    at('POOR', 'M', { rate: 0.3 }),
    at('POOR', 'L', { on_hand: 1, rate: 0.1 }),
  ]
  const style = (...cells: TransferCell[]): TransferStyle => ({ style: 'TP1', category: 'Tops', cells })

  it('a store that lacks M gets it from one that lies on M, and nothing it has enough of', () => {
    const lines = proposeTransfers([style(...rich, ...poor)], [carries('RICH'), carries('POOR')], settings)
    expect(lines.map(({ from, to, size, core, need }) => [from, to, size, core, need])).toEqual([
      ['RICH', 'POOR', 'M', 1, 2],
    ])
    expect(lines[0]?.giver).toEqual({
      on_hand: 6,
      free: 6,
      keep: 1,
      pieces: 14,
      rate: expect.closeTo(0.06),
      is_carried: true,
    })
    expect(lines[0]?.taker).toEqual({ on_hand: 0, in_transit: 0, target: 3, lack: 1, lacks: ['M'] })
  })

  it('nothing goes where the pieces are promised, the store has no room, or a core size would still be missing', () => {
    const both = [carries('RICH'), carries('POOR')]
    // A promised piece is not the giver's any more: it lasts so much shorter.
    const less = rich.map((cell) => (cell.size === 'M' ? { ...cell, free: 5 } : cell))
    expect(proposeTransfers([style(...less, ...poor)], both, settings)[0]?.giver.pieces).toBe(13)
    const promised = rich.map((cell) => ({ ...cell, free: 0 }))
    expect(proposeTransfers([style(...promised, ...poor)], both, settings)).toEqual([])
    expect(
      proposeTransfers(
        [style(...rich, ...poor)],
        [carries('RICH'), carries('POOR', { most_shown: 9, held: 9 })],
        settings,
      ),
    ).toEqual([])
    const withoutS = poor.map((cell) => (cell.size === 'S' ? { ...cell, on_hand: 0, free: 0 } : cell))
    const noneOfS = rich.map((cell) => (cell.size === 'S' ? { ...cell, on_hand: 1, free: 1 } : cell))
    expect(proposeTransfers([style(...noneOfS, ...withoutS)], both, settings)).toEqual([])
  })

  // Would catch: pieces that a store which nobody can mend was to get, lost to the next one.
  it('what one store cannot be mended with is there for the next', () => {
    const oneOfM = rich.map((cell) =>
      cell.size === 'M' ? { ...cell, on_hand: 2, free: 2 } : { ...cell, on_hand: 9, free: 1 },
    )
    const hopeless = ['S', 'M'].map((size) => at('HOPE', size, { rate: 0.3, on_hand: 0, free: 0 }))
    const lines = proposeTransfers(
      [style(...oneOfM, ...hopeless, ...poor)],
      [carries('RICH'), carries('HOPE'), carries('POOR')],
      settings,
    )
    expect(lines.map(({ to, size, core }) => [to, size, core])).toEqual([['POOR', 'M', 1]])
  })

  // Would catch: a size whose estimated rate is rounded down to nothing and given away.
  it('a giver keeps of each size what it sells, rounded up, also where the rate is its category’s', () => {
    const cells = rich.map((cell) => ({ ...cell, rate: 0.0616, isEstimated: true, on_hand: 9, free: 9 }))
    const wide = { ...settings, lead_days: 3, cover_days: 21 }
    const [line] = proposeTransfers([style(...cells, ...poor)], [carries('RICH'), carries('POOR')], wide)
    expect(line?.giver.keep).toBe(2)
  })

  it('what a store does not carry it may send to the last piece, and it gets none', () => {
    const both = (rich_: boolean, poor_: boolean) => [
      carries('RICH', { is_carried: rich_ }),
      carries('POOR', { is_carried: poor_ }),
    ]
    const fast = rich.map((cell) => ({ ...cell, rate: 3 }))
    const lines = proposeTransfers([style(...fast, ...poor)], both(false, true), settings)
    expect(lines.map(({ size, quantity, giver }) => [size, quantity, giver.keep])).toEqual([['M', 3, 0]])
    expect(proposeTransfers([style(...rich, ...poor)], both(true, false), settings)).toEqual([])
  })

  it('a store of which nothing is told neither gives nor gets', () => {
    expect(proposeTransfers([style(...rich, ...poor)], [carries('POOR')], settings)).toEqual([])
    expect(proposeTransfers([style(...rich, ...poor)], [carries('RICH')], settings)).toEqual([])
  })

  it('refuses facts that cannot be', () => {
    const both = [carries('RICH'), carries('POOR')]
    expect(() => proposeTransfers([style(...rich, ...rich)], both, settings)).toThrow(RangeError)
    expect(() => proposeTransfers([style(at('RICH', 'S', { on_hand: 2, free: 3 }))], both, settings)).toThrow(
      RangeError,
    )
    expect(() => proposeTransfers([style(at('RICH', 'S', { on_hand: -1 }))], both, settings)).toThrow(RangeError)
  })
})

describe('a replay of past sales', () => {
  const weights = { days_7: 0.5, days_15: 0.3, days_30: 0.2 }
  const first = '2026-05-01'
  const day = (at: number) => addDays(first, at)
  const settings: ReplaySettings = {
    ...{ lead_days: 0, cover_days: 7, safety_pieces: 0, pieces_per_core_size: 0, pack_multiple: 1 },
    ...{ most_per_style: null, holdback_percent: 0 },
  }
  const facts = (sales: ReplayFacts['sales'], source: number, onHand = 0): ReplayFacts => ({
    styles: [
      {
        ...{ style: 'TP1', category: 'Tops', source: { M: source } },
        sizes: [{ size: 'M', name: 'M', position: 1, is_core: true, pieces_in_set: 1 }],
        stores: [{ store: 'SDEL', on_hand: { M: onHand } }],
      },
    ],
    carried: [{ store: 'SDEL', category: 'Tops', grade: 'A', least_shown: 0, most_shown: null }],
    ...{ sales, weights },
  })
  const sale = (at: number, sold: number, was_in_stock = true) => ({
    ...{ shop: 'SDEL', sku: 'M', category: 'Tops', day: day(at), sold, was_in_stock },
  })
  /** One piece a day, from thirty days before the first that is sold again. */
  const steady = Array.from({ length: 58 }, (_, at) => sale(at - 30, 1))
  const span = { from: day(0), to: day(27), every: 7 }

  // Would catch: a plan that knows the sales to come, a day that is sold twice, pieces that come from nowhere.
  it('of one piece a day: seven days of cover every seventh day lose nothing, three lose four of seven', () => {
    expect(replay(facts(steady, 100), settings, span)).toEqual({
      ...{ wanted: 28, sold: 28, lost: 0, lost_days: 0, sent: 28, left_at_stores: 0, left_at_source: 72 },
    })
    expect(replay(facts(steady, 100), { ...settings, cover_days: 3 }, span)).toEqual({
      ...{ wanted: 28, sold: 12, lost: 16, lost_days: 16, sent: 12, left_at_stores: 0, left_at_source: 88 },
    })
  })

  it('goods that come later are lost sales until then, and lie at the end', () => {
    // Two days on the way: nothing is there on the first two; then nine pieces come, five two days after the next plan, and twice seven.
    expect(replay(facts(steady, 100), { ...settings, lead_days: 2 }, span)).toEqual({
      ...{ wanted: 28, sold: 26, lost: 2, lost_days: 2, sent: 28, left_at_stores: 2, left_at_source: 72 },
    })
  })

  it('of a day that was told as without stock the rate stands for what was wanted', () => {
    const gap = steady.map((one, at) => (at >= 37 && at < 41 ? { ...one, sold: 0, was_in_stock: false } : one))
    expect(replay(facts(gap, 100), settings, span)).toMatchObject({ wanted: 28, sold: 28, lost: 0 })
    // Half a piece a day, seen every other day: four days without stock would have sold two.
    const half = Array.from({ length: 58 }, (_, at) => sale(at - 30, at % 2))
    const out = half.map((one, at) => (at >= 38 && at < 42 ? { ...one, sold: 0, was_in_stock: false } : one))
    const { wanted } = replay(facts(out, 100), settings, span)
    expect(wanted).toBeGreaterThanOrEqual(13)
    expect(wanted).toBeLessThanOrEqual(14)
  })

  it('no piece comes from nowhere or is lost, whatever was sold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 40, maxLength: 40 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 10 }),
        (sold, source, onHand, lead_days, every) => {
          const sales = sold.map((pieces, at) => sale(at - 20, pieces))
          const to = { ...span, to: day(19), every }
          const made = replay(facts(sales, source, onHand), { ...settings, lead_days }, to)
          expect(made.sold + made.left_at_stores + made.left_at_source).toBe(source + onHand)
          expect(made.wanted).toBe(sumOf(sold.slice(20)))
          expect(made.sold + made.lost).toBe(made.wanted)
          expect(made.sent).toBe(source - made.left_at_source)
          // What comes later is not known before: other sales after the last plan change nothing that is sent.
          const later = [...sales, sale(20, 9), sale(21, 9)]
          expect(replay(facts(later, source, onHand), { ...settings, lead_days }, to)).toEqual(made)
        },
      ),
    )
  })
})

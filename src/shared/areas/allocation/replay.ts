import { addDays, daysBetween } from '../../kernel/days.ts'
import { type RateWeights, type SaleDay, shopRate } from '../vendor-inventory/rates.ts'
import { sumOf } from './apportion.ts'
import { type CategoryAtStore, estimatedRate } from './curve.ts'
import { makeAllocation } from './engine.ts'
import type { AllocationSettings, Carried, SizeFacts, StyleFacts } from './plan-facts.ts'
import { afterHoldback } from './split.ts'
import { isKnownAtStore, ownRateAtStore } from './store-stock.ts'

/**
 * Sells past days once more, as if a plan had been made every so many days by given settings, each from what was known that morning
 * (walk-forward). Of a day that was told as without stock nobody knows what would have sold: the rate of sale of the last plan stands for it.
 * Pure.
 */

export interface ReplayStyle {
  style: string
  category: string
  /** `name` is what the size is called, of which there are others in the category. */
  sizes: readonly (Omit<SizeFacts, 'available'> & { name: string })[]
  /** Pieces at the source at the start, by size. */
  source: Readonly<Record<string, number>>
  /** Stores that are told of, with what they have of it at the start, by size. */
  stores: readonly { store: string; on_hand: Readonly<Record<string, number>> }[]
}

export interface ReplayFacts {
  styles: readonly ReplayStyle[]
  carried: readonly Omit<Carried, 'held' | 'locked'>[]
  /** Days as they were told, `sku` is the size's name; also of days before the first, which rates are made of. */
  sales: readonly SaleDay[]
  weights: RateWeights
}

export interface ReplaySpan {
  /** First and last day that is sold again, both included. */
  from: string
  to: string
  /** Days from plan to plan. */
  every: number
}

export interface ReplayTotals {
  /** Pieces that customers wanted, those that they got, and those that were not there. */
  wanted: number
  sold: number
  lost: number
  /** Days of an SKU in a store on which some were wanted and not there. */
  lost_days: number
  /** Pieces sent to stores, those that lie or come there at the end, and those that stay at the source. */
  sent: number
  left_at_stores: number
  left_at_source: number
}

export type ReplaySettings = AllocationSettings & { holdback_percent: number }

interface Cell {
  store: string
  size: string
  on_hand: number
  /** Pieces by the day on which they come. */
  coming: { day: string; pieces: number }[]
  rate: number
  isEstimated: boolean
  /** Parts of a piece that was wanted and not seen. */
  unseen: number
  sales: SaleDay[]
  byDay: Map<string, SaleDay>
}

interface Running {
  style: ReplayStyle
  source: Map<string, number>
  cells: Cell[]
}

/** The last day after which every row of an SKU in a store counts: thirty days without a word say nothing of it. */
const isTold = (sales: readonly SaleDay[], asOf: string) =>
  sales.some(({ day }) => day <= asOf && day > addDays(asOf, -30))

/** Replays a category day by day: yields each day that is through, so that a caller can let others have their turn, or end it. */
export function* replayDays(
  facts: ReplayFacts,
  settings: ReplaySettings,
  span: ReplaySpan,
): Generator<string, ReplayTotals> {
  if (span.every < 1 || !Number.isInteger(span.every)) throw new RangeError('a plan is made every day at most')
  const running = begin(facts)
  const totals: ReplayTotals = {
    ...{ wanted: 0, sold: 0, lost: 0, lost_days: 0, sent: 0, left_at_stores: 0, left_at_source: 0 },
  }
  for (let at = 0; at <= daysBetween(span.from, span.to); at++) {
    const day = addDays(span.from, at)
    if (at % span.every === 0) totals.sent += planDay(running, facts, settings, day)
    for (const { cells } of running) for (const cell of cells) sellDay(cell, day, totals)
    yield day
  }
  for (const { source, cells } of running) {
    totals.left_at_source += sumOf([...source.values()])
    totals.left_at_stores += sumOf(cells.map((cell) => cell.on_hand + comingTo(cell)))
  }
  return totals
}

/** Replays a category at once. */
export function replay(facts: ReplayFacts, settings: ReplaySettings, span: ReplaySpan): ReplayTotals {
  const days = replayDays(facts, settings, span)
  for (;;) {
    const { done, value } = days.next()
    if (done) return value
  }
}

const comingTo = ({ coming }: Cell) => sumOf(coming.map(({ pieces }) => pieces))

function begin({ styles, sales }: ReplayFacts): Running[] {
  const told = Map.groupBy(sales, ({ shop, sku }) => JSON.stringify([shop, sku]))
  return styles.map((style) => ({
    style,
    source: new Map(style.sizes.map(({ size }) => [size, style.source[size] ?? 0])),
    cells: style.stores.flatMap(({ store, on_hand }) =>
      style.sizes.map(({ size }): Cell => {
        const own = (told.get(JSON.stringify([store, size])) ?? []).toSorted((a, b) => (a.day < b.day ? -1 : 1))
        return {
          ...{
            store,
            size,
            on_hand: on_hand[size] ?? 0,
            coming: [],
            rate: 0,
            isEstimated: false,
            unseen: 0,
            sales: own,
          },
          byDay: new Map(own.map((one) => [one.day, one])),
        }
      }),
    ),
  }))
}

/** Plans from what was known until the evening before, and sends it. Gives the pieces. */
function planDay(running: readonly Running[], facts: ReplayFacts, settings: ReplaySettings, day: string): number {
  const asOf = addDays(day, -1)
  rateCells(running, asOf, facts.weights)
  const held = new Map<string, number>()
  for (const { style, cells } of running)
    for (const cell of cells) {
      const key = JSON.stringify([cell.store, style.category])
      held.set(key, (held.get(key) ?? 0) + cell.on_hand + comingTo(cell))
    }
  const carried = facts.carried.map((one) => ({
    ...{ ...one, locked: 0 },
    held: held.get(JSON.stringify([one.store, one.category])) ?? 0,
  }))
  const allocation = makeAllocation(carried, settings)
  const byFacts = new Map(running.map((one) => [factsOf(one, settings), one]))
  let sent = 0
  for (const style of allocation.inTurn([...byFacts.keys()], (one) => one)) {
    const one = byFacts.get(style)
    const cells = new Map(one?.cells.map((cell) => [JSON.stringify([cell.store, cell.size]), cell]))
    for (const { store, size, given } of allocation.plan(style).lines) {
      const cell = cells.get(JSON.stringify([store, size]))
      if (given === 0 || cell === undefined || one === undefined) continue
      one.source.set(size, (one.source.get(size) ?? 0) - given)
      cell.coming.push({ day: addDays(day, settings.lead_days), pieces: given })
      sent += given
    }
  }
  return sent
}

/** What each SKU sells a day, as of a day; the curve of its category in the store stands for one whose own days say too little. */
function rateCells(running: readonly Running[], asOf: string, weights: RateWeights): void {
  const stores = new Map<string, StoreCurve>()
  const onSale = new Map<string, { skus: Set<string>; sold_30: number }>()
  const known = new Set<Cell>()
  const all = running.flatMap(({ style, cells }) => {
    const nameOf = new Map(style.sizes.map(({ size, name }) => [size, name]))
    return cells.map((cell) => ({ cell, name: nameOf.get(cell.size) ?? cell.size }))
  })
  for (const { cell, name } of all) {
    const sales = cell.sales.filter((one) => one.day <= asOf)
    const wasTold = isTold(sales, asOf)
    // Nobody wrote down since when goods lie there: long enough.
    const own = ownRateAtStore({
      own: wasTold ? shopRate(sales, asOf, weights) : null,
      ...{ wasTold, on_hand: cell.on_hand, age_days: 30 },
    })
    const sold_30 = sumOf(sales.filter(({ day }) => day > addDays(asOf, -30)).map(({ sold }) => sold))
    const before = onSale.get(name) ?? { skus: new Set(), sold_30: 0 }
    onSale.set(name, { skus: before.skus.add(cell.size), sold_30: before.sold_30 + sold_30 })
    cell.rate = own ?? Number.NaN
    const first = sales[0]?.day
    const days = wasTold && first !== undefined ? daysBetween(first, asOf) + 1 : 0
    const isKnown = isKnownAtStore({ own, days })
    if (isKnown) known.add(cell)
    if (!isKnown && sold_30 === 0) continue
    const store = stores.get(cell.store) ?? { rate: 0, sizes: new Map() }
    const size = store.sizes.get(name) ?? { sold_30: 0, known: 0 }
    store.sizes.set(name, { sold_30: size.sold_30 + sold_30, known: size.known + (isKnown ? 1 : 0) })
    store.rate += own ?? 0
    stores.set(cell.store, store)
  }
  const sizesOnSale = new Map([...onSale].map(([name, { skus, sold_30 }]) => [name, { skus: skus.size, sold_30 }]))
  for (const { cell, name } of all) {
    cell.isEstimated = Number.isNaN(cell.rate)
    if (!cell.isEstimated) continue
    const store = stores.get(cell.store)
    // What is never told of in a store is not wanted there.
    cell.rate =
      store === undefined || cell.sales.length === 0 ? 0 : estimatedRate(name, known.has(cell), store, sizesOnSale)
  }
}

type StoreCurve = CategoryAtStore & { sizes: Map<string, { sold_30: number; known: number }> }

const factsOf = ({ style, source, cells }: Running, { holdback_percent }: ReplaySettings): StyleFacts => ({
  ...{ style: style.style, category: style.category },
  sizes: style.sizes.map((one) => ({
    ...one,
    available: afterHoldback(source.get(one.size) ?? 0, holdback_percent),
  })),
  cells: cells.map((cell) => ({
    ...{ store: cell.store, size: cell.size, rate: cell.rate, on_hand: cell.on_hand, in_transit: comingTo(cell) },
    isEstimated: cell.isEstimated,
    locked: null,
  })),
})

function sellDay(cell: Cell, day: string, totals: ReplayTotals): void {
  cell.on_hand += sumOf(cell.coming.filter((one) => one.day <= day).map(({ pieces }) => pieces))
  cell.coming = cell.coming.filter((one) => one.day > day)
  const told = cell.byDay.get(day)
  let wanted = told?.sold ?? 0
  if (told !== undefined && !told.was_in_stock && told.sold === 0) {
    cell.unseen += cell.rate
    wanted = Math.floor(cell.unseen + 1e-9)
    cell.unseen -= wanted
  }
  const sold = Math.min(wanted, cell.on_hand)
  cell.on_hand -= sold
  totals.wanted += wanted
  totals.sold += sold
  totals.lost += wanted - sold
  if (wanted > sold) totals.lost_days += 1
}

import { sumOf } from './apportion.ts'
import { makeAllocation, type StylePlan, salesOf } from './engine.ts'
import type { AllocationSettings, Carried, SizeFacts, StyleFacts } from './plan-facts.ts'
import type { ReplenishmentTest } from './words.ts'

export interface ReplenishmentFacts {
  style: StyleFacts
  isListed: boolean
  /** Where it is put off: by store, until which day and by whom. */
  snoozed: ReadonlyMap<string, { day: string; by: string }>
  /** Pieces at the source, free or not. */
  source: { there: number; reserved: number }
  /** What sizes are called. */
  sizeNames: ReadonlyMap<string, string>
}

/** A test that failed, with the numbers of its words. */
export interface Failure {
  test: ReplenishmentTest
  values: Readonly<Record<string, string | number>>
}

/** A style at a store, with the tests that it fails; what passes all of them is proposed. */
export interface Proposal {
  style: string
  store: string
  failed: Failure[]
  rate: number
  /** Pieces by size. */
  need: Readonly<Record<string, number>>
  proposed: Readonly<Record<string, number>>
}

type Settings = AllocationSettings & { least_rate_thousandths: number; holdback_percent: number }

/**
 * Says of every style and store what is to be sent again (rules, section 7): by the passes of an allocation among the stores where it is
 * eligible, in single pieces or in whole size sets. Pure.
 */
export function proposeReplenishment(
  all: readonly ReplenishmentFacts[],
  carried: readonly Carried[],
  stores: readonly string[],
  settings: Settings,
  mode: 'eaches' | 'sets',
): Proposal[] {
  const carriers = (category: string) =>
    new Map(carried.filter((one) => one.category === category).map((one) => [one.store, one]))
  const allocation = makeAllocation(carried, settings)
  const taken = new Map<string, number>()
  const judged = all.map((facts) => {
    const { style } = facts
    const at = carriers(style.category)
    const cellsOf = Map.groupBy(style.cells, ({ store }) => store)
    const judgedStores = stores.map((store): Judged => {
      const cells = cellsOf.get(store) ?? []
      const { need, ...sums } = needOf(style, cells, settings)
      const rate = sumOf(cells.map((cell) => cell.rate))
      const about = { store, rate, need, carrier: at.get(store), ...sums }
      return { ...about, failed: failuresOf(facts, about, settings) }
    })
    const eligible = judgedStores.filter(({ failed }) => failed.length === 0)
    return { facts, judged: judgedStores, eligible, open: withOthersFull(style, eligible, [...at.keys()]) }
  })
  return allocation
    .inTurn(judged, ({ open }) => open)
    .flatMap(({ facts, judged: judgedStores, eligible, open }) => {
      const { style } = facts
      const { given, why } =
        mode === 'sets'
          ? wholeSets(facts, eligible, taken)
          : singlePieces(facts, eligible, allocation.plan(open), {
              taken,
              settings,
            })
      for (const [store, pieces] of given) {
        const place = `${store} ${style.category}`
        taken.set(place, (taken.get(place) ?? 0) + sumOf(Object.values(pieces)))
      }
      return judgedStores.map(({ store, failed, rate, need }): Proposal => {
        const shut = why.get(store)
        return {
          style: style.style,
          store,
          failed: shut ? [shut] : failed,
          rate,
          need,
          proposed: given.get(store) ?? {},
        }
      })
    })
}

/** A store while a style is judged there: what it has, gets and should have, in pieces of all sizes. */
interface Judged {
  store: string
  rate: number
  need: Readonly<Record<string, number>>
  carrier: Carried | undefined
  on_hand: number
  coming: number
  target: number
  failed: Failure[]
}

/** Tests that need no look at what other stores get. */
function failuresOf(
  { style, isListed, snoozed, source }: ReplenishmentFacts,
  { store, rate, need, carrier, on_hand, coming, target }: Omit<Judged, 'failed'>,
  settings: Settings,
): Failure[] {
  const failed: Failure[] = []
  const fails = (test: ReplenishmentTest, values: Failure['values'] = {}) => failed.push({ test, values })
  const putOff = snoozed.get(store)
  if (!isListed) fails('not_listed')
  if (carrier === undefined) fails('not_carried', { category: style.category })
  if (sumOf(style.sizes.map(({ available }) => available)) === 0)
    fails('no_stock', { ...source, percent: settings.holdback_percent })
  if (rate * 1_000 < settings.least_rate_thousandths)
    fails('slow', { rate: Math.round(rate * 1_000) / 1_000, least: settings.least_rate_thousandths / 1_000 })
  if (putOff) fails('snoozed', putOff)
  if (sumOf(Object.values(need)) === 0)
    if (coming > 0) fails('on_its_way', { coming, on_hand, target })
    else fails('covered', { on_hand, target })
  return failed
}

/**
 * Pieces that a store lacks to its target by size; of all sizes, what is there, what it should have, and pieces on their way; none of those
 * where it lacks nothing without them.
 */
function needOf(style: StyleFacts, cells: StyleFacts['cells'], settings: AllocationSettings) {
  const need: Record<string, number> = {}
  const sums = { on_hand: 0, coming: 0, target: 0 }
  let isAwaited = false
  const bySize = new Map(cells.map((cell) => [cell.size, cell]))
  const own = style.sizes.map(({ size }) => bySize.get(size))
  for (const [at, target] of salesOf(own, settings).entries()) {
    const cell = own[at]
    if (cell === undefined) continue
    sums.on_hand += cell.on_hand
    const lacks = Math.max(0, target - cell.on_hand)
    sums.target += target
    sums.coming += cell.in_transit
    isAwaited ||= Math.min(lacks, cell.in_transit) > 0
    if (lacks > cell.in_transit) need[cell.size] = lacks - cell.in_transit
  }
  return { need, ...sums, coming: isAwaited ? sums.coming : 0 }
}

/** Stores where it is not eligible take none: every cell of theirs is locked at none. */
function withOthersFull(style: StyleFacts, eligible: readonly Judged[], carriers: readonly string[]): StyleFacts {
  const open = new Set(eligible.map(({ store }) => store))
  const none = carriers
    .filter((store) => !open.has(store))
    .flatMap((store) => style.sizes.map(({ size }) => ({ store, size, rate: 0, on_hand: 0, in_transit: 0, locked: 0 })))
  return { ...style, cells: [...style.cells.filter(({ store }) => open.has(store)), ...none] }
}

/** What stores get of a style, by size, and why the others that pass its tests get none. */
interface Given {
  given: Map<string, Record<string, number>>
  why: Map<string, Failure>
}

function noRoom({ store, carrier }: Judged, { category }: StyleFacts, taken: ReadonlyMap<string, number>): Failure {
  const [most, held] = [carrier?.most_shown ?? 0, carrier?.held ?? 0]
  return { test: 'no_room', values: { category, most, held, taken: taken.get(`${store} ${category}`) ?? 0 } }
}

function noSet({ style, sizeNames }: ReplenishmentFacts, isLacking: (size: SizeFacts) => boolean): Failure | null {
  const sizes = style.sizes.filter(isLacking).map(({ size }) => sizeNames.get(size) ?? size)
  return sizes.length === 0 ? null : { test: 'no_set', values: { sizes: sizes.join(', ') } }
}

/** By the passes of an allocation; a store without a piece says what kept it from getting one. */
function singlePieces(
  facts: ReplenishmentFacts,
  eligible: readonly Judged[],
  plan: StylePlan,
  { taken, settings }: { taken: ReadonlyMap<string, number>; settings: Settings },
): Given {
  const found: Given = { given: new Map(), why: new Map() }
  const { style } = facts
  const free = sumOf(style.sizes.map(({ available }) => available))
  for (const judged of eligible) {
    const { store } = judged
    const lines = plan.lines.filter((line) => line.store === store)
    const pieces = Object.fromEntries(lines.flatMap(({ size, given }) => (given > 0 ? [[size, given] as const] : [])))
    if (Object.keys(pieces).length > 0) {
      found.given.set(store, pieces)
      continue
    }
    const limits = new Set(lines.map(({ limit }) => limit))
    const has = sumOf(lines.map(({ on_hand, in_transit }) => on_hand + in_transit))
    const isLacking = ({ size, is_core }: SizeFacts) => {
      const cell = style.cells.find((one) => one.store === store && one.size === size)
      const lacks = settings.pieces_per_core_size - (cell?.on_hand ?? 0) - (cell?.in_transit ?? 0)
      return is_core && lacks > (plan.left[size] ?? 0)
    }
    const why = limits.has('style_full')
      ? { test: 'style_full' as const, values: { has, most: settings.most_per_style ?? 0 } }
      : limits.has('store_full')
        ? noRoom(judged, style, taken)
        : limits.has('no_set')
          ? noSet(facts, isLacking)
          : null
    found.why.set(store, why ?? { test: 'given_away', values: { free } })
  }
  return found
}

/** As many whole sets as the need comes to (half a set counts as one), while all sizes of a set are there and the store has room for it. */
function wholeSets(facts: ReplenishmentFacts, eligible: readonly Judged[], taken: ReadonlyMap<string, number>): Given {
  const found: Given = { given: new Map(), why: new Map() }
  const { style } = facts
  const sizes = style.sizes.filter(({ pieces_in_set }) => pieces_in_set > 0)
  const inSet = sumOf(sizes.map(({ pieces_in_set }) => pieces_in_set))
  const left = new Map(sizes.map(({ size, available }) => [size, available]))
  const leftOf = ({ size }: SizeFacts) => left.get(size) ?? 0
  const turn = eligible.toSorted((a, b) => b.rate - a.rate || (a.store < b.store ? -1 : 1))
  for (const judged of turn) {
    const { store, need, carrier } = judged
    const most = carrier?.most_shown ?? null
    const room = most === null ? Infinity : most - (carrier?.held ?? 0) - (taken.get(`${store} ${style.category}`) ?? 0)
    const wanted = Math.max(1, Math.round(sumOf(Object.values(need)) / inSet))
    const there = inSet === 0 ? 0 : Math.min(...sizes.map((size) => Math.floor(leftOf(size) / size.pieces_in_set)))
    const sets = Math.min(wanted, there, Math.floor(Math.max(0, room) / inSet))
    if (sets > 0) {
      found.given.set(store, Object.fromEntries(sizes.map(({ size, pieces_in_set }) => [size, sets * pieces_in_set])))
      for (const size of sizes) left.set(size.size, leftOf(size) - sets * size.pieces_in_set)
    } else {
      const lacking = noSet(facts, (size) => inSet === 0 || leftOf(size) < size.pieces_in_set)
      found.why.set(store, lacking ?? noRoom(judged, style, taken))
    }
  }
  return found
}

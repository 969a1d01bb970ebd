import { sumOf } from './apportion.ts'
import { type AllocationSettings, type Carried, inTurn, makeAllocation, type StyleFacts } from './engine.ts'
import type { ReplenishmentTest } from './words.ts'

export interface ReplenishmentFacts {
  style: StyleFacts
  isListed: boolean
  /** Stores where it is put off. */
  snoozed: ReadonlySet<string>
}

/** A style at a store, with the tests that it fails; what passes all of them is proposed. */
export interface Proposal {
  style: string
  store: string
  failed: ReplenishmentTest[]
  rate: number
  /** Pieces by size. */
  need: Readonly<Record<string, number>>
  proposed: Readonly<Record<string, number>>
}

/** Tests without which nothing is ordered at all; the others say that nothing is needed, or nothing fits. */
export const barring: readonly ReplenishmentTest[] = [
  'not_listed',
  'not_carried',
  'no_stock',
  'slow',
  'snoozed',
  'on_its_way',
]

/**
 * Says of every style and store what is to be sent again (rules, section 7): by the passes of an allocation among the stores where it is
 * eligible, in single pieces or in whole size sets. Pure.
 */
export function proposeReplenishment(
  all: readonly ReplenishmentFacts[],
  carried: readonly Carried[],
  stores: readonly string[],
  settings: AllocationSettings & { least_rate_thousandths: number },
  mode: 'eaches' | 'sets',
): Proposal[] {
  const carriers = (category: string) =>
    new Map(carried.filter((one) => one.category === category).map((one) => [one.store, one]))
  const allocation = makeAllocation(carried, settings)
  const rooms = new Map(
    carried.map((one) => [
      `${one.store} ${one.category}`,
      one.most_shown === null ? Infinity : one.most_shown - one.held,
    ]),
  )
  const byStyle = new Map(all.map((one) => [one.style, one]))
  return inTurn(all.map(({ style }) => style)).flatMap((style) => {
    const facts = byStyle.get(style)
    const at = carriers(style.category)
    const cellsOf = Map.groupBy(style.cells, ({ store }) => store)
    const needs = new Map(stores.map((store) => [store, needOf(style, cellsOf.get(store) ?? [], settings)]))
    const judged = stores.map((store) => {
      const cells = cellsOf.get(store) ?? []
      const rate = sumOf(cells.map((cell) => cell.rate))
      const { need, coming } = needs.get(store) ?? { need: {}, coming: {} }
      const failed: ReplenishmentTest[] = []
      if (facts?.isListed === false) failed.push('not_listed')
      if (!at.has(store)) failed.push('not_carried')
      if (sumOf(style.sizes.map(({ available }) => available)) === 0) failed.push('no_stock')
      if (rate * 1_000 < settings.least_rate_thousandths) failed.push('slow')
      if (facts?.snoozed.has(store)) failed.push('snoozed')
      if (sumOf(Object.values(need)) === 0) failed.push(sumOf(Object.values(coming)) > 0 ? 'on_its_way' : 'covered')
      return { store, failed, rate, need }
    })
    const eligible = new Set(judged.filter(({ failed }) => failed.length === 0).map(({ store }) => store))
    const among = { ...style, cells: style.cells.filter(({ store }) => eligible.has(store)) }
    const proposed =
      mode === 'sets'
        ? wholeSets(among, judged, rooms)
        : piecesOf(allocation.plan(withOthersFull(among, eligible, [...at.keys()])).lines)
    return judged.map(({ store, failed, rate, need }): Proposal => {
      const pieces = eligible.has(store) ? (proposed.get(store) ?? {}) : {}
      const isShut = failed.length === 0 && sumOf(Object.values(pieces)) === 0
      return { style: style.style, store, failed: isShut ? ['no_room'] : failed, rate, need, proposed: pieces }
    })
  })
}

/** Pieces that a store lacks to its target, and pieces on their way without which it would lack some. */
function needOf(style: StyleFacts, cells: StyleFacts['cells'], settings: AllocationSettings) {
  const [need, coming]: Record<string, number>[] = [{}, {}]
  for (const { size } of style.sizes) {
    const cell = cells.find((one) => one.size === size)
    if (cell === undefined || cell.rate === 0) continue
    const target = Math.ceil(cell.rate * (settings.lead_days + settings.cover_days) - 1e-9) + settings.safety_pieces
    const lacks = Math.max(0, target - cell.on_hand)
    if (need && lacks > cell.in_transit) need[size] = lacks - cell.in_transit
    if (coming && Math.min(lacks, cell.in_transit) > 0) coming[size] = Math.min(lacks, cell.in_transit)
  }
  return { need: need ?? {}, coming: coming ?? {} }
}

/** Stores where it is not eligible take none: every cell of theirs is locked at none. */
function withOthersFull(style: StyleFacts, eligible: ReadonlySet<string>, carriers: readonly string[]): StyleFacts {
  const none = carriers
    .filter((store) => !eligible.has(store))
    .flatMap((store) => style.sizes.map(({ size }) => ({ store, size, rate: 0, on_hand: 0, in_transit: 0, locked: 0 })))
  return { ...style, cells: [...style.cells, ...none] }
}

function piecesOf(lines: readonly { store: string; size: string; given: number }[]) {
  const byStore = new Map<string, Record<string, number>>()
  for (const { store, size, given } of lines) {
    if (given === 0) continue
    const pieces = byStore.get(store) ?? {}
    pieces[size] = given
    byStore.set(store, pieces)
  }
  return byStore
}

/** As many whole sets as the need comes to (half a set counts as one), while all sizes of a set are there and the store has room for it. */
function wholeSets(
  style: StyleFacts,
  judged: readonly { store: string; failed: readonly string[]; rate: number; need: Readonly<Record<string, number>> }[],
  rooms: Map<string, number>,
) {
  const sizes = style.sizes.filter(({ pieces_in_set }) => pieces_in_set > 0)
  const inSet = sumOf(sizes.map(({ pieces_in_set }) => pieces_in_set))
  const left = new Map(sizes.map(({ size, available }) => [size, available]))
  const byStore = new Map<string, Record<string, number>>()
  if (inSet === 0) return byStore
  const turn = judged
    .filter(({ failed }) => failed.length === 0)
    .toSorted((a, b) => b.rate - a.rate || (a.store < b.store ? -1 : 1))
  for (const { store, need } of turn) {
    const key = `${store} ${style.category}`
    const wanted = Math.max(1, Math.round(sumOf(Object.values(need)) / inSet))
    const there = Math.min(...sizes.map(({ size, pieces_in_set }) => Math.floor((left.get(size) ?? 0) / pieces_in_set)))
    const sets = Math.min(wanted, there, Math.floor(Math.max(0, rooms.get(key) ?? 0) / inSet))
    if (sets === 0) continue
    byStore.set(store, Object.fromEntries(sizes.map(({ size, pieces_in_set }) => [size, sets * pieces_in_set])))
    for (const { size, pieces_in_set } of sizes) left.set(size, (left.get(size) ?? 0) - sets * pieces_in_set)
    rooms.set(key, (rooms.get(key) ?? 0) - sets * inSet)
  }
  return byStore
}

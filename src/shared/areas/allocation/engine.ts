import { apportion, sumOf } from './apportion.ts'
import { chooseStores, type Opening } from './choose-stores.ts'
import { fillRoom } from './fill-room.ts'
import type { AllocationSettings, Carried, CellFacts, SizeFacts, StyleFacts } from './plan-facts.ts'
import { type Claims, claimAt, claimsOf, stepsThatFit } from './share-room.ts'

/**
 * Which pieces of a source go to which store, with the reason of every number (rules, section 7). Pure: the same facts in any order give the
 * same plan. Styles are worked one after the other, so that a plan of any size needs the memory of one style.
 */

/** What kept a cell from getting more than it got. */
export const limits = ['met', 'covered', 'locked', 'stock', 'no_set', 'style_full', 'store_full', 'kept'] as const
export type Limit = (typeof limits)[number]

/**
 * Why a cell gets what it gets. Of one that is not locked: need + extra − cut − unset − short = given = core + shown + share + fill.
 */
export interface Why {
  rate: number
  on_hand: number
  in_transit: number
  /** The larger of what is shown at least and what sells in lead and cover days, with safety. */
  target: number
  need: number
  /** Pieces beyond the need that make up the minimum set or a whole pack. */
  extra: number
  /** Pieces that the store, or its limit for the style, has no room for. */
  cut: number
  /** Pieces of a store that gets none of the style, since no minimum set can be made up for it. */
  unset: number
  /** Pieces that the source lacks. */
  short: number
  /** Pieces by pass: core sizes to a minimum set, what is shown at least, net need, room that other sizes left. */
  core: number
  shown: number
  share: number
  fill: number
  limit: Limit
}

export interface AllocationLine extends Why {
  store: string
  size: string
  given: number
  locked: number | null
}

export interface StylePlan {
  style: string
  /** Of every cell that should hold, gets or is locked; stores in the order of their turn, sizes from small to large. */
  lines: AllocationLine[]
  given: number
  /** Pieces of each size that stay at the source, by size. */
  left: Readonly<Record<string, number>>
}

/** A locked cell that cannot be. */
export interface LockFault {
  store: string
  size: string
  fault: 'not_carried' | 'not_a_size' | 'beyond_available'
  /** Pieces of the size that may be given; of all its locked cells together. */
  available: number
  locked: number
}

/** Claims on room are sums of fractions in single precision: what is this near to a whole piece is one. */
const HAIR = 1e-3

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Summed in one order, since floating sums hang on it. */
const rateOf = ({ cells }: StyleFacts) =>
  cells
    .map(({ rate }) => rate)
    .toSorted((a, b) => a - b)
    .reduce((sum, rate) => sum + rate, 0)

/** Plans all styles at once. Throws RangeError for facts that cannot be. */
export function allocate(
  styles: readonly StyleFacts[],
  carried: readonly Omit<Carried, 'locked'>[],
  settings: AllocationSettings,
): StylePlan[] {
  const locked = new Map<string, number>()
  for (const { category, cells } of styles)
    for (const cell of cells) {
      const key = JSON.stringify([cell.store, category])
      if (cell.locked) locked.set(key, (locked.get(key) ?? 0) + cell.locked)
    }
  const allocation = makeAllocation(
    carried.map((one) => ({ ...one, locked: locked.get(JSON.stringify([one.store, one.category])) ?? 0 })),
    settings,
  )
  return allocation.inTurn(styles, (style) => style).map((style) => allocation.plan(style))
}

interface Store extends Carried {
  /** Pieces that the store still takes of the category, and lacks to show enough of it. */
  room: number
  gap: number
  /** Pieces of its room that are kept for styles whose turn is still to come. */
  kept: number
  /** How much of the cover the room has place for, of all styles alike (share-room.ts). */
  step: number
}

/**
 * Plans styles one by one; what one is given takes room from those that come after it. Callers bring styles in the order of `inTurn`, which
 * looks at all of them first and keeps room for each: for core sizes that stores lack of what they have, and for equally many days of cover.
 * Throws RangeError for settings that cannot be.
 */
export function makeAllocation(carried: readonly Carried[], settings: AllocationSettings) {
  assertSettings(settings)
  const byCategory = Map.groupBy(
    carried
      .toSorted((a, b) => byText(a.grade, b.grade) || byText(a.store, b.store))
      .map(
        (one): Store => ({
          ...one,
          room: one.most_shown === null ? Number.MAX_SAFE_INTEGER : Math.max(0, one.most_shown - one.held - one.locked),
          gap: Math.max(0, one.least_shown - one.held - one.locked),
          kept: 0,
          step: 0,
        }),
      ),
    ({ category }) => category,
  )

  const placesOf = new Map(
    [...byCategory].map(([category, stores]) => [category, new Map(stores.map(({ store }, at) => [store, at]))]),
  )
  const claimed = new Map<string, Claims>()

  /** Keeps room of the stores of a category for all its styles. */
  const keepRoom = (stores: readonly Store[], claims: readonly Claims[]) => {
    const steps = stepsThatFit(
      claims,
      stores.map(({ room }) => room),
    )
    for (const [place, store] of stores.entries()) {
      store.step = steps[place] ?? 0
      store.kept = 0
      for (const one of claims) store.kept += claimAt(one, place, store.step)
    }
  }

  return {
    /**
     * Styles in the order of their turn: what sells fastest first, of all stores together; then by name. `factsOf` is called once for each,
     * so that the facts of one style are in memory at once.
     */
    inTurn<T>(all: readonly T[], factsOf: (one: T) => StyleFacts): T[] {
      const turns = all.map((one) => {
        const facts = factsOf(one)
        const [stores, places] = [byCategory.get(facts.category) ?? [], placesOf.get(facts.category) ?? new Map()]
        claimed.set(facts.style, claimsOf(facts, places, brokenRuns(facts, places, settings), settings))
        return { one, rate: rateOf(facts), style: facts.style, stores }
      })
      for (const [stores, own] of Map.groupBy(turns, ({ stores }) => stores))
        keepRoom(
          stores,
          own.flatMap(({ style }) => claimed.get(style) ?? []),
        )
      return turns.sort((a, b) => b.rate - a.rate || byText(a.style, b.style)).map(({ one }) => one)
    },

    /** Throws RangeError where locked cells are not to be had (`lockFaults` names them), and for fewer pieces than none. */
    plan(style: StyleFacts): StylePlan {
      const stores = byCategory.get(style.category) ?? []
      const [fault] = lockFaults(style, carriedBy(stores))
      if (fault) throw new RangeError(`${style.style} ${fault.size} at ${fault.store}: ${fault.fault}`)
      const claims = claimed.get(style.style)
      const own = stores.map((store, place) => (claims ? claimAt(claims, place, store.step) : 0))
      for (const [place, store] of stores.entries()) store.kept -= own[place] ?? 0
      claimed.delete(style.style)
      const plan = planStyle(style, stores, settings, own)
      for (const { store, taken } of plan.byStore) {
        store.room -= taken
        store.gap = Math.max(0, store.gap - taken)
      }
      return plan.plan
    },
  }
}

const carriedBy = (stores: readonly Carried[]) => new Set(stores.map(({ store }) => store))

/**
 * Pieces of core sizes that stores lack of a style that they have and sell, by place of the store: of those stores for which the source has
 * them. What a person locked is not filled up.
 */
function brokenRuns(
  { sizes, cells }: StyleFacts,
  places: ReadonlyMap<string, number>,
  { pieces_per_core_size: minimum, pack_multiple: pack }: AllocationSettings,
): ReadonlyMap<number, number> {
  const core = sizes.filter(({ is_core }) => is_core)
  const [held, selling] = [new Map<string, number>(), new Set<string>()]
  for (const { store, rate, on_hand, in_transit, locked } of cells) {
    const pieces = on_hand + in_transit + (locked ?? 0)
    if (pieces > 0) held.set(store, (held.get(store) ?? 0) + pieces)
    if (rate > 0) selling.add(store)
  }
  const begun = new Set([...held.keys()].filter((store) => selling.has(store)))
  const own = Map.groupBy(begun.size === 0 ? [] : cells.filter(({ store }) => begun.has(store)), ({ store }) => store)
  return new Map(
    [...own].flatMap(([store, at]): [number, number][] => {
      const place = places.get(store)
      if (place === undefined) return []
      const lacks = core.map(({ size, available }) => {
        const cell = at.find((one) => one.size === size)
        const lack = minimum - (cell?.on_hand ?? 0) - (cell?.in_transit ?? 0) - (cell?.locked ?? 0)
        const pieces = Math.ceil(Math.max(0, lack) / pack) * pack
        return pieces > 0 && (cell?.locked != null || pieces > available) ? Number.NaN : pieces
      })
      const sum = sumOf(lacks)
      return sum > 0 ? [[place, sum]] : []
    }),
  )
}

/**
 * Pieces that cells of a style at a store should have for what they sell in lead and cover days, with safety; cells from small to large. Each is
 * rounded up by itself, but those whose rate is estimated together: six sizes that sell a piece a year each need no six pieces.
 */
export function salesOf(
  cells: readonly (Pick<CellFacts, 'rate' | 'isEstimated'> | undefined)[],
  { lead_days, cover_days, safety_pieces }: Pick<AllocationSettings, 'lead_days' | 'cover_days' | 'safety_pieces'>,
): number[] {
  // A hair below the next whole piece is that piece: rates are quotients.
  const up = (pieces: number) => Math.ceil(pieces - 1e-9)
  const exact = cells.map((cell) => (cell?.rate ?? 0) * (lead_days + cover_days))
  const estimated = exact.map((pieces, at) => (cells[at]?.isEstimated ? pieces : 0))
  const whole = exact.map((pieces, at) => (cells[at]?.isEstimated ? Math.floor(pieces + 1e-9) : up(pieces)))
  let left = up(sumOf(estimated)) - sumOf(whole.filter((_, at) => cells[at]?.isEstimated))
  const rest = (at: number) => (estimated[at] ?? 0) - (whole[at] ?? 0)
  const turn = cells.flatMap((cell, at) => (cell?.isEstimated ? [at] : [])).sort((a, b) => rest(b) - rest(a))
  for (const at of turn) {
    if (left <= 0) break
    whole[at] = (whole[at] ?? 0) + 1
    left--
  }
  return whole.map((pieces) => (pieces === 0 ? 0 : pieces + safety_pieces))
}

function assertSettings(settings: AllocationSettings): void {
  const { lead_days, cover_days, safety_pieces, pieces_per_core_size, pack_multiple } = settings
  for (const [name, value] of Object.entries({ lead_days, cover_days, safety_pieces, pieces_per_core_size }))
    if (!Number.isInteger(value) || value < 0) throw new RangeError(`${name} is a whole number, at least 0`)
  if (!Number.isInteger(pack_multiple) || pack_multiple < 1) throw new RangeError('pack_multiple is at least 1')
}

/** Locked cells of stores that do not carry the category, of sizes that the style lacks, and beyond what may be given. */
export function lockFaults(style: StyleFacts, carriers: ReadonlySet<string>): LockFault[] {
  const available = new Map(style.sizes.map((one) => [one.size, one.available]))
  const locked = style.cells.filter((cell) => cell.locked !== null)
  const bySize = Map.groupBy(locked, ({ size }) => size)
  return locked.flatMap(({ store, size }): LockFault[] => {
    const all = sumOf((bySize.get(size) ?? []).map((cell) => cell.locked ?? 0))
    const free = available.get(size)
    const fault =
      free === undefined
        ? 'not_a_size'
        : !carriers.has(store)
          ? 'not_carried'
          : all > free && all > 0
            ? 'beyond_available'
            : null
    return fault === null ? [] : [{ store, size, fault, available: free ?? 0, locked: all }]
  })
}

/** Of a store and a style while it is planned; arrays by size. */
interface Row {
  store: Store
  /** Pieces that the store takes of the style, of its room that is not kept for others. */
  room: number
  /** It has some of the style, gets it or was locked at some. */
  isBegun: boolean
  rate: number
  cells: (CellFacts | undefined)[]
  target: number[]
  need: number[]
  /** Pieces that it lacks to the minimum set. */
  lack: number[]
  /** Need, minimum set and packs together, before limits. */
  raw: number[]
  /** The same within limits, and as far as the store shows too little. */
  want: number[]
  wantShown: number[]
  /** Pieces that the limits leave, in whole packs. */
  most: number
  isStyleFull: boolean
  /** Why the store can have no minimum set, whatever lies at the source. */
  closedBy: 'lock' | 'room' | null
  given: { core: number[]; shown: number[]; share: number[]; fill: number[] }
}

function planStyle(style: StyleFacts, stores: readonly Store[], settings: AllocationSettings, kept: readonly number[]) {
  const sizes = style.sizes.toSorted((a, b) => a.position - b.position || byText(a.size, b.size))
  const place = new Map(sizes.map(({ size }, at) => [size, at]))
  const rows = rowsOf(style, stores, place, kept)
  const left = sizes.map(({ available }, at) => {
    const free = available - sumOf(rows.map(({ cells }) => cells[at]?.locked ?? 0))
    return Math.floor(free / settings.pack_multiple) * settings.pack_multiple
  })
  for (const row of rows) wantsOf(row, sizes, settings)

  const openings = rows.map(
    ({ lack, want, isBegun, closedBy }): Opening => ({ lack, want, isBegun, isClosed: closedBy !== null }),
  )
  const isOpen = chooseStores(
    openings,
    left,
    sizes.flatMap(({ is_core }, at) => (is_core ? [at] : [])),
  )
  const open = rows.filter((_, at) => isOpen[at])
  for (let at = 0; at < sizes.length; at++) {
    const give = (pass: keyof Row['given'], wants: readonly number[]) => {
      const given = apportion(left[at] ?? 0, wants, settings.pack_multiple)
      for (const [index, row] of open.entries()) row.given[pass][at] = given[index] ?? 0
      left[at] = (left[at] ?? 0) - sumOf(given)
    }
    give(
      'core',
      open.map((row) => row.lack[at] ?? 0),
    )
    give(
      'shown',
      open.map((row) => (row.wantShown[at] ?? 0) - (row.given.core[at] ?? 0)),
    )
    give(
      'share',
      open.map((row) => (row.want[at] ?? 0) - (row.given.core[at] ?? 0) - (row.given.shown[at] ?? 0)),
    )
  }

  // With stores left out, the room of the others stays: which of them are left out would else hang on it.
  if (rows.every(({ closedBy }, at) => closedBy !== null || isOpen[at])) fillStores(open, left, settings.pack_multiple)

  const lines = rows.flatMap((row, index) =>
    sizes.flatMap(({ size }, at) => lineOf(row, at, size, isOpen[index] ?? false) ?? []),
  )
  return {
    byStore: open.map(({ store, given }) => ({ store, taken: sumOf(Object.values(given).map(sumOf)) })),
    plan: {
      style: style.style,
      lines,
      given: sumOf(lines.map(({ given }) => given)),
      left: Object.fromEntries(
        sizes.map(({ size, available }) => [
          size,
          available - sumOf(lines.filter((line) => line.size === size).map(({ given }) => given)),
        ]),
      ),
    } satisfies StylePlan,
  }
}

/** Gives what room allows beyond the passes; a swap takes from the last pass first. */
function fillStores(open: readonly Row[], left: number[], pack: number): void {
  const before = open.map(({ given: { core, shown, share } }) =>
    core.map((pieces, at) => pieces + (shown[at] ?? 0) + (share[at] ?? 0)),
  )
  const filled = open.map(({ most, raw, given }, index) => ({
    ...{ most, raw, least: given.core, given: [...(before[index] ?? [])] },
  }))
  fillRoom(filled, left, pack)
  for (const [index, { given }] of open.entries())
    for (const [at, was] of (before[index] ?? []).entries()) {
      const more = (filled[index]?.given[at] ?? 0) - was
      const fromShare = Math.min(Math.max(0, -more), given.share[at] ?? 0)
      given.share[at] = (given.share[at] ?? 0) - fromShare
      given.shown[at] = (given.shown[at] ?? 0) - (Math.max(0, -more) - fromShare)
      given.fill[at] = Math.max(0, more)
    }
}

/** Stores in the order of their turn: by grade, then where the style sells fastest, then by code. */
function rowsOf(
  { style, cells }: StyleFacts,
  stores: readonly Store[],
  place: ReadonlyMap<string, number>,
  kept: readonly number[],
): Row[] {
  const none = () => Array<number>(place.size).fill(0)
  const rows = new Map(
    stores.map((store, at): [string, Row] => [
      store.store,
      {
        store,
        room: Math.max(0, Math.min(store.room, Math.floor(Math.max(kept[at] ?? 0, store.room - store.kept) + HAIR))),
        isBegun: false,
        rate: 0,
        cells: Array<CellFacts | undefined>(place.size).fill(undefined),
        target: none(),
        need: none(),
        lack: none(),
        raw: none(),
        want: none(),
        wantShown: none(),
        most: 0,
        isStyleFull: false,
        closedBy: null,
        given: { core: none(), shown: none(), share: none(), fill: none() },
      },
    ]),
  )
  for (const cell of cells) {
    const at = place.get(cell.size)
    const row = rows.get(cell.store)
    if (at === undefined || row === undefined) continue
    if (row.cells[at] !== undefined) throw new RangeError(`${style} ${cell.size} at ${cell.store} is named twice`)
    assertCell(style, cell)
    row.cells[at] = cell
  }
  for (const row of rows.values()) row.rate = row.cells.reduce((sum, cell) => sum + (cell?.rate ?? 0), 0)
  return [...rows.values()].sort(
    (a, b) => byText(a.store.grade, b.store.grade) || b.rate - a.rate || byText(a.store.store, b.store.store),
  )
}

function assertCell(style: string, { store, size, rate, on_hand, in_transit, locked }: CellFacts): void {
  const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0
  if (!(rate >= 0 && Number.isFinite(rate)) || !isWhole(on_hand) || !isWhole(in_transit) || !isWhole(locked ?? 0))
    throw new RangeError(`${style} ${size} at ${store} has fewer than none`)
}

/** Says what a store wants of each size, before and within its limits. Hangs on nothing that lies at the source. */
function wantsOf(row: Row, sizes: readonly SizeFacts[], settings: AllocationSettings): void {
  const { pack_multiple: pack, pieces_per_core_size: minimum } = settings
  const packed = (pieces: number) => Math.ceil(pieces / pack) * pack
  const shownOf = ({ pieces_in_set }: SizeFacts) => (row.store.gap > 0 ? pieces_in_set : 0)
  const tiers = { shown: Array<number>(sizes.length).fill(0) }
  const hasOf = (cell: CellFacts | undefined) => (cell?.on_hand ?? 0) + (cell?.in_transit ?? 0)
  row.target = salesOf(row.cells, settings).map((sells, at) => Math.max(sells, sizes[at] ? shownOf(sizes[at]) : 0))
  const isWanted = row.target.some((pieces) => pieces > 0)
  let [held, locked] = [0, 0]
  for (const [at, size] of sizes.entries()) {
    const cell = row.cells[at]
    const [has, target] = [hasOf(cell), row.target[at] ?? 0]
    held += has
    locked += cell?.locked ?? 0
    row.need[at] = Math.max(0, target - has)
    // What a store neither sells nor shows needs no set.
    const lack = isWanted && size.is_core ? Math.max(0, minimum - has - (cell?.locked ?? 0)) : 0
    if (cell?.locked != null) {
      // What a person said is not filled up: without its core size the store gets no more than is locked.
      if (lack > 0) row.closedBy = 'lock'
      continue
    }
    row.lack[at] = packed(lack)
    row.raw[at] = packed(Math.max(lack, row.need[at]))
    tiers.shown[at] = Math.min(row.raw[at], packed(Math.max(lack, shownOf(size) - has)))
  }
  row.isBegun = held + locked > 0
  const { room } = row
  const ofStyle = settings.most_per_style === null ? room : settings.most_per_style - held - locked
  row.isStyleFull = ofStyle < room
  row.most = Math.max(0, Math.floor(Math.min(room, ofStyle) / pack) * pack)
  if (row.closedBy === null && sumOf(row.lack) > row.most) row.closedBy = 'room'
  const more = (above: readonly number[], below: readonly number[]) =>
    apportion(
      row.most - sumOf(below),
      above.map((pieces, at) => Math.max(0, pieces - (below[at] ?? 0))),
      pack,
    ).map((pieces, at) => pieces + (below[at] ?? 0))
  row.wantShown = row.closedBy !== null ? row.lack.map(() => 0) : more(tiers.shown, row.lack)
  row.want = row.closedBy !== null ? row.lack.map(() => 0) : more(row.raw, row.wantShown)
}

/** The line of a cell; null of one that needs, gets and says nothing. */
function lineOf(row: Row, at: number, size: string, isOpen: boolean): AllocationLine | null {
  const cell = row.cells[at]
  const [raw, want] = [row.raw[at] ?? 0, row.want[at] ?? 0]
  const core = row.given.core[at] ?? 0
  const shown = row.given.shown[at] ?? 0
  const share = row.given.share[at] ?? 0
  const fill = row.given.fill[at] ?? 0
  const locked = cell?.locked ?? null
  const given = locked ?? core + shown + share + fill
  const need = row.need[at] ?? 0
  if (locked === null && raw === 0 && row.target[at] === 0) return null
  const cut = row.closedBy === 'lock' ? 0 : Math.min(raw - want, raw - given)
  const missing = locked === null ? raw - cut - given : 0
  const [unset, short] = isOpen ? [0, missing] : [missing, 0]
  const limit: Limit =
    locked !== null
      ? 'locked'
      : given === raw
        ? raw === 0
          ? 'covered'
          : 'met'
        : missing > 0
          ? isOpen
            ? 'stock'
            : 'no_set'
          : row.isStyleFull
            ? 'style_full'
            : row.room < row.store.room
              ? 'kept'
              : 'store_full'
  return {
    store: row.store.store,
    size,
    given,
    locked,
    rate: cell?.rate ?? 0,
    on_hand: cell?.on_hand ?? 0,
    in_transit: cell?.in_transit ?? 0,
    target: row.target[at] ?? 0,
    need,
    extra: locked === null ? raw - need : 0,
    cut: locked === null ? cut : 0,
    unset,
    short,
    core,
    shown,
    share,
    fill,
    limit,
  }
}

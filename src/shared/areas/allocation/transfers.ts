import { sumOf } from './apportion.ts'
import { salesOf } from './engine.ts'
import { lackingSizes } from './store-stock.ts'

/**
 * What one store sends another: where one has too much of a style and another's core sizes are broken. Pure; the same facts in any order
 * give the same transfers.
 */

export interface TransferSettings {
  lead_days: number
  cover_days: number
  safety_pieces: number
  /** Pieces of each core size that a store keeps, and without which its sizes are broken. */
  pieces_per_core_size: number
  /** A store whose cover of a style is above this has too much of it. */
  most_cover_days: number
}

export interface TransferCell {
  store: string
  size: string
  is_core: boolean
  /** From small to large. */
  position: number
  /** Pieces a day. */
  rate: number
  /** Of its category's curve. */
  isEstimated?: boolean
  on_hand: number
  /** Of those, what nobody is promised. */
  free: number
  in_transit: number
}

/** A style in one colour at all stores. */
export interface TransferStyle {
  style: string
  category: string
  cells: readonly TransferCell[]
}

/** A category at an open store: one that it carries, or of which goods were left over there. */
export interface TransferStore {
  store: string
  category: string
  /** One that does not carry it may send all that it has, and gets nothing. */
  is_carried: boolean
  grade: string
  /** Pieces of the category that it takes at most; null for no limit. */
  most_shown: number | null
  /** Pieces of the category that it has or gets. */
  held: number
}

/** Pieces of a size from a store to another, and why: `quantity = core + need`. */
export interface TransferLine {
  style: string
  from: string
  to: string
  size: string
  quantity: number
  /** Pieces that make up the minimum set of a core size. */
  core: number
  /** Pieces beyond that which the taker lacks to its target. */
  need: number
  /** Of the giver: pieces that it keeps of the size; of the style, pieces that it has for sale or gets (what is promised leaves anyhow), and its rate. */
  giver: { on_hand: number; free: number; keep: number; pieces: number; rate: number; is_carried: boolean }
  taker: { on_hand: number; in_transit: number; target: number; lack: number; lacks: string[] }
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Pieces that a store wants by size, from small to large: what sells in lead and cover days, with safety; of a core size the minimum set at least.
 * What it keeps is rounded up size by size: rounded up together, a size that sells little would be given away to the last piece.
 */
const targetsOf = (cells: readonly TransferCell[], settings: TransferSettings, isKept = false) => {
  const sells = isKept ? cells.map(({ rate }) => salesOf([{ rate }], settings)[0]) : salesOf(cells, settings)
  return new Map(
    cells.map(({ size, is_core }, at) => [size, Math.max(sells[at] ?? 0, is_core ? minimumOf(settings) : 0)]),
  )
}

/** Pieces of a core size below which a store's sizes are broken: one at least, whatever the setting says. */
const minimumOf = ({ pieces_per_core_size }: TransferSettings) => Math.max(1, pieces_per_core_size)

interface Shop {
  at: TransferStore
  cells: Map<string, TransferCell>
  rate: number
  pieces: number
  target: Map<string, number>
  /** Pieces that it keeps by size, each size rounded up by itself. */
  keep: Map<string, number>
  /** Pieces that it may still send, by size: free ones beyond what it keeps. What is promised leaves anyhow. */
  spare: Map<string, number>
  /** Pieces of all sizes that it may still send and last for its lead and cover days. */
  most: number
}

/**
 * Proposes transfers. Styles are worked by name. Of each, stores with broken core sizes are mended in turn (by grade, then where it sells
 * fastest), where the spare pieces of those with too much make up all that they lack, from as few of them as may be; what the same
 * givers have beyond is sent up to the target. Throws RangeError for an SKU that is named twice, and for fewer pieces than none.
 */
export function proposeTransfers(
  styles: readonly TransferStyle[],
  stores: readonly TransferStore[],
  settings: TransferSettings,
): TransferLine[] {
  const rooms = new Map(
    stores.map((one) => [
      roomKey(one.store, one.category),
      one.most_shown === null ? Number.POSITIVE_INFINITY : Math.max(0, one.most_shown - one.held),
    ]),
  )
  return styles
    .toSorted((a, b) => byText(a.style, b.style))
    .flatMap((style) => transfersOf(style, shopsOf(style, stores, settings), rooms, settings))
}

const roomKey = (store: string, category: string) => JSON.stringify([store, category])

function shopsOf(
  { style, category, cells }: TransferStyle,
  stores: readonly TransferStore[],
  settings: TransferSettings,
): Shop[] {
  const byStore = Map.groupBy(cells, ({ store }) => store)
  return stores
    .filter((one) => one.category === category)
    .toSorted((a, b) => byText(a.store, b.store))
    .flatMap((at) => {
      const own = (byStore.get(at.store) ?? []).toSorted((a, b) => a.position - b.position || byText(a.size, b.size))
      const bySize = new Map(own.map((cell) => [cell.size, cell]))
      if (bySize.size < own.length) throw new RangeError(`${style} at ${at.store} names a size twice`)
      for (const cell of own) assertCell(style, cell)
      if (own.length === 0) return []
      return {
        ...{ at, cells: bySize, target: targetsOf(own, settings), spare: new Map<string, number>(), most: 0 },
        keep: at.is_carried ? targetsOf(own, settings, true) : new Map<string, number>(),
        rate: at.is_carried ? sumOf(own.map(({ rate }) => rate)) : 0,
        pieces: sumOf(own.map(({ free, in_transit }) => free + in_transit)),
      }
    })
}

function assertCell(style: string, { store, size, rate, on_hand, free, in_transit }: TransferCell): void {
  const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0
  if (!(rate >= 0 && Number.isFinite(rate)) || ![on_hand, free, in_transit].every(isWhole) || free > on_hand)
    throw new RangeError(`${style} ${size} at ${store} has fewer than none`)
}

function transfersOf(
  { style, category }: TransferStyle,
  shops: readonly Shop[],
  rooms: Map<string, number>,
  settings: TransferSettings,
): TransferLine[] {
  const hasTooMuch = ({ rate, pieces }: Shop) => pieces > 0 && (rate === 0 || pieces / rate > settings.most_cover_days)
  const givers = shops.filter(hasTooMuch)
  for (const giver of givers) {
    for (const [size, cell] of giver.cells) giver.spare.set(size, Math.max(0, cell.free - (giver.keep.get(size) ?? 0)))
    const lasts = Math.ceil(giver.rate * (settings.lead_days + settings.cover_days) - 1e-9)
    giver.most = Math.max(0, giver.pieces - lasts)
  }
  const takers = shops
    .filter((shop) => shop.at.is_carried && !hasTooMuch(shop) && shop.rate > 0)
    .toSorted((a, b) => byText(a.at.grade, b.at.grade) || b.rate - a.rate || byText(a.at.store, b.at.store))
  const lines: TransferLine[] = []
  for (const taker of takers) {
    const key = roomKey(taker.at.store, category)
    const sent = mend(style, taker, givers, rooms.get(key) ?? 0, settings)
    rooms.set(key, (rooms.get(key) ?? 0) - sumOf(sent.map(({ quantity }) => quantity)))
    lines.push(...sent)
  }
  return lines
}

/** What makes up a store's core sizes; nothing where the givers lack a piece of that, or the store the room for it. */
function mend(
  style: string,
  taker: Shop,
  givers: readonly Shop[],
  room: number,
  settings: TransferSettings,
): TransferLine[] {
  const cells = [...taker.cells.values()]
  const lacking = new Set(lackingSizes(cells, settings.pieces_per_core_size))
  const lack = new Map<string, number>()
  for (const cell of cells)
    if (lacking.has(cell.size)) lack.set(cell.size, minimumOf(settings) - cell.on_hand - cell.in_transit)
  if (lack.size === 0 || sumOf([...lack.values()]) > room) return []

  const able = givers.filter(
    (giver) => giver.most > 0 && [...lack.keys()].some((size) => (giver.spare.get(size) ?? 0) > 0),
  )
  const parts = new Map<string, { giver: Shop; size: string; core: number; need: number }>()
  let left = room
  const spareOf = (giver: Shop, size: string) => Math.max(0, Math.min(giver.spare.get(size) ?? 0, giver.most))
  const give = (giver: Shop, size: string, pieces: number, as: 'core' | 'need') => {
    if (pieces <= 0) return
    const key = `${giver.at.store} ${size}`
    const part = parts.get(key) ?? { giver, size, core: 0, need: 0 }
    part[as] += pieces
    parts.set(key, part)
    giver.spare.set(size, (giver.spare.get(size) ?? 0) - pieces)
    giver.most -= pieces
    left -= pieces
  }
  const missing = new Map(lack)
  const chosen: Shop[] = []
  while (sumOf([...missing.values()]) > 0) {
    const best = mostHelpful(able, missing, spareOf)
    if (best === undefined) {
      for (const { giver, size, core } of parts.values()) {
        giver.spare.set(size, (giver.spare.get(size) ?? 0) + core)
        giver.most += core
      }
      return []
    }
    chosen.push(best)
    for (const [size, pieces] of missing) {
      const sent = Math.min(pieces, spareOf(best, size))
      give(best, size, sent, 'core')
      missing.set(size, pieces - sent)
    }
  }
  for (const giver of chosen)
    for (const cell of cells) {
      const had = cell.on_hand + cell.in_transit
      const gets = sumOf([...parts.values()].filter(({ size }) => size === cell.size).map((one) => one.core + one.need))
      const wants = (taker.target.get(cell.size) ?? 0) - had - gets
      give(giver, cell.size, Math.min(wants, spareOf(giver, cell.size), left), 'need')
    }
  return [...parts.values()].flatMap(({ giver, size, core, need }): TransferLine[] => {
    const [from, to] = [giver.cells.get(size), taker.cells.get(size)]
    if (from === undefined || to === undefined) return []
    return [
      {
        ...{ style, from: giver.at.store, to: taker.at.store, size, quantity: core + need, core, need },
        giver: {
          ...{ on_hand: from.on_hand, free: from.free, keep: giver.keep.get(size) ?? 0 },
          ...{ pieces: giver.pieces, rate: giver.rate, is_carried: giver.at.is_carried },
        },
        taker: {
          ...{ on_hand: to.on_hand, in_transit: to.in_transit, target: taker.target.get(size) ?? 0 },
          ...{ lack: lack.get(size) ?? 0, lacks: [...lacking] },
        },
      },
    ]
  })
}

/** The giver that makes up most of what is missing; of equals the one where the style lasts longest, then by name. None helps: undefined. */
function mostHelpful(
  givers: readonly Shop[],
  missing: ReadonlyMap<string, number>,
  spareOf: (giver: Shop, size: string) => number,
): Shop | undefined {
  const cover = ({ pieces, rate }: Shop) => (rate === 0 ? Number.POSITIVE_INFINITY : pieces / rate)
  let best: Shop | undefined
  let most = 0
  for (const giver of givers) {
    let sum = 0
    for (const [size, pieces] of missing) sum += Math.min(pieces, spareOf(giver, size))
    const helps = Math.min(sum, giver.most)
    // Shops come by name.
    if (helps > most || (helps === most && best !== undefined && cover(giver) > cover(best)))
      [best, most] = [giver, helps]
  }
  return best
}

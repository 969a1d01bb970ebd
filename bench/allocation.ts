import { sumOf } from '../src/shared/areas/allocation/apportion.ts'
import { makeAllocation, type StylePlan } from '../src/shared/areas/allocation/engine.ts'
import type { AllocationSettings, Carried, StyleFacts } from '../src/shared/areas/allocation/plan-facts.ts'
import { median } from './measure.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, sized } from './run-options.ts'

interface Volume {
  stores: number
  styles: number
  sizes: number
}

interface Volumes {
  usual: Volume
  large: Volume
  /** Beside a linear program. */
  mid: Volume
  rounds: number
}

const MOST_USUAL_MS = 3_000
const MOST_LARGE_MS = 60_000
const MOST_LARGE_MIB = 300
/** Of what a linear program gives, that chooses the stores by pieces alone, and that has the stores of the plan. */
const LEAST_OF_FREE_PROGRAM = 0.85
const LEAST_OF_PROGRAM = 0.95

const volumes: Record<'whole' | 'quick' | 'smoke', Volumes> = {
  whole: {
    usual: { stores: 100, styles: 300, sizes: 6 },
    large: { stores: 1_000, styles: 1_000, sizes: 8 },
    mid: { stores: 40, styles: 50, sizes: 5 },
    rounds: 5,
  },
  quick: {
    usual: { stores: 100, styles: 300, sizes: 6 },
    large: { stores: 300, styles: 300, sizes: 8 },
    mid: { stores: 20, styles: 30, sizes: 5 },
    rounds: 3,
  },
  smoke: {
    usual: { stores: 10, styles: 10, sizes: 4 },
    large: { stores: 20, styles: 10, sizes: 4 },
    mid: { stores: 5, styles: 5, sizes: 3 },
    rounds: 1,
  },
}

const settings: AllocationSettings = {
  lead_days: 3,
  cover_days: 21,
  safety_pieces: 0,
  pieces_per_core_size: 1,
  pack_multiple: 1,
  most_per_style: 40,
}

/** Plans of some sizes, each with its reasons, beside a plain loop over the same rows, and beside a linear program. */
export async function benchAllocation(options: Options): Promise<BenchRow[]> {
  const { usual, large, mid, rounds } = sized(options, volumes)
  return [timesOf(usual, rounds), ...memoryOf(large), ...(await besidePrograms(mid))]
}

const nameOf = ({ stores, styles, sizes }: Volume) => `${stores} stores × ${styles} styles × ${sizes} sizes`

function timesOf(volume: Volume, rounds: number): BenchRow {
  const [styles, carried] = [stylesOf(volume), carriedBy(volume)]
  const [ours, peer]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ours.push(time(() => plan(styles, carried)))
    peer.push(time(() => plainLoop(styles, carried)))
  }
  const ms = { ours: median(ours), peer: median(peer) }
  return timeRow(`allocation of ${nameOf(volume)}, beside a plain loop`, ms, '≤ 3 s, aim 1 s', ms.ours <= MOST_USUAL_MS)
}

/** Styles come one by one and go again, twice, as they do in the job: once to be put in their turn, once to be planned. */
function memoryOf(volume: Volume): BenchRow[] {
  const carried = carriedBy(volume)
  const allocation = makeAllocation(carried, settings)
  let most = 0
  const before = process.memoryUsage().rss
  const ours = time(() => {
    let done = 0
    const look = () => {
      if (done++ % 20 === 0) most = Math.max(most, process.memoryUsage().rss - before)
    }
    const all = Array.from({ length: volume.styles }, (_, at) => at)
    const factsOf = (at: number) => {
      look()
      return styleOf(volume, at)
    }
    for (const at of allocation.inTurn(all, factsOf)) allocation.plan(factsOf(at))
  })
  const peer = time(() => {
    const rooms = roomsOf(carried)
    for (let at = 0; at < volume.styles; at++) loopStyle(styleOf(volume, at), carried, rooms)
  })
  const mib = Math.round(most / 1024 / 1024)
  return [
    timeRow(`allocation of ${nameOf(volume)}, facts made in between`, { ours, peer }, '≤ 60 s', ours <= MOST_LARGE_MS),
    {
      name: `memory on top for ${nameOf(volume)}`,
      ...{ ours: mib, peer: MOST_LARGE_MIB, unit: 'MiB', ratio: MOST_LARGE_MIB / Math.max(1, mib) },
      ...{ aim: `≤ ${MOST_LARGE_MIB} MiB`, ok: mib <= MOST_LARGE_MIB },
    },
  ]
}

/**
 * Beside the program that also chooses the stores, whatever their grade; and beside the one that serves the stores which the plan opened, for
 * what the passes themselves leave.
 */
async function besidePrograms(volume: Volume): Promise<BenchRow[]> {
  const [styles, carried] = [stylesOf(volume), carriedBy(volume)]
  const plans = plan(styles, carried)
  const ours = sumOf(plans.map(({ given }) => given))
  const row = async (of: string, isOpen: boolean, least: number): Promise<BenchRow> => {
    const peer = Math.round(await programTotal(styles, carried, plans, isOpen))
    const aim = `≥ ${least * 100} %`
    return {
      name: `pieces of ${nameOf(volume)}, beside a linear program ${of}`,
      ...{ ours, peer, unit: 'pieces', ratio: ours / peer, aim, ok: ours / peer >= least },
    }
  }
  return [
    await row('that cuts pieces and sets in parts and looks at no grade', false, LEAST_OF_FREE_PROGRAM),
    await row('that serves the same stores', true, LEAST_OF_PROGRAM),
  ]
}

function plan(styles: readonly StyleFacts[], carried: readonly Carried[]): StylePlan[] {
  const allocation = makeAllocation(carried, settings)
  return allocation.inTurn(styles, (style) => style).map((style) => allocation.plan(style))
}

function time(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** What people write first: row by row, whoever comes first is served. No minimum sets, no shares, no reasons. */
function plainLoop(styles: readonly StyleFacts[], carried: readonly Carried[]): number {
  const rooms = roomsOf(carried)
  return sumOf(styles.map((style) => loopStyle(style, carried, rooms)))
}

const roomsOf = (carried: readonly Carried[]) =>
  new Map(carried.map((one) => [`${one.store} ${one.category}`, (one.most_shown ?? Infinity) - one.held]))

function loopStyle(style: StyleFacts, carried: readonly Carried[], rooms: Map<string, number>): number {
  const left = new Map(style.sizes.map(({ size, available }) => [size, available]))
  let total = 0
  for (const { store, size, rate, on_hand, in_transit } of style.cells) {
    const key = `${store} ${style.category}`
    const need = Math.ceil(rate * (settings.lead_days + settings.cover_days)) - on_hand - in_transit
    const given = Math.max(0, Math.min(need, left.get(size) ?? 0, rooms.get(key) ?? 0))
    left.set(size, (left.get(size) ?? 0) - given)
    rooms.set(key, (rooms.get(key) ?? 0) - given)
    total += given
  }
  return carried.length === 0 ? 0 : total
}

/**
 * The most pieces that a linear program may give, of what each cell takes, within stock, room and the limit of a style. A store opens for a
 * style by parts here, and takes no more of a size than that part, with as much of its minimum set: no plan of whole sets gives more.
 */
async function programTotal(
  styles: readonly StyleFacts[],
  carried: readonly Carried[],
  plans: readonly StylePlan[],
  isOpen: boolean,
): Promise<number> {
  const { default: loadHighs } = await import('highs')
  const highs = await loadHighs()
  const categoryOf = new Map(styles.map(({ style, category }) => [style, category]))
  const heldOf = new Map(
    styles.flatMap(({ style, cells }) =>
      [...Map.groupBy(cells, ({ store }) => store)].map(([store, own]): [string, number] => [
        `${style} ${store}`,
        sumOf(own.map(({ on_hand, in_transit }) => on_hand + in_transit)),
      ]),
    ),
  )
  const rows = new Map<string, { terms: string[]; most: number }>()
  const add = (row: string, most: number, term: string) => {
    const found = rows.get(row) ?? { terms: [], most }
    found.terms.push(term)
    rows.set(row, found)
  }
  const rooms = roomsOf(carried)
  const [bounds, names, sets]: [string[], string[], string[]] = [[], [], []]
  for (const { style, lines } of plans) {
    const sizes = new Map(styles.find((one) => one.style === style)?.sizes.map((one) => [one.size, one]))
    const parts = new Map<string, string>()
    for (const { store, size, need, extra, on_hand, in_transit } of lines) {
      if (need + extra === 0) continue
      const name = `x${names.length}`
      names.push(name)
      const part = parts.get(store) ?? `y${names.length}`
      const isShut = isOpen && lines.some((line) => line.store === store && line.limit === 'no_set')
      if (!parts.has(store)) bounds.push(` 0 <= ${part} <= ${isShut ? 0 : 1}`)
      parts.set(store, part)
      sets.push(`${name} - ${need + extra} ${part} <= 0`)
      const lack = sizes.get(size)?.is_core ? settings.pieces_per_core_size - on_hand - in_transit : 0
      if (lack > 0) sets.push(`${name} - ${lack} ${part} >= 0`)
      bounds.push(` 0 <= ${name} <= ${need + extra}`)
      add(`stock ${style} ${size}`, sizes.get(size)?.available ?? 0, name)
      const room = rooms.get(`${store} ${categoryOf.get(style)}`) ?? 0
      if (room !== Infinity) add(`room ${store} ${categoryOf.get(style)}`, Math.max(0, room), name)
      const most = (settings.most_per_style ?? Infinity) - (heldOf.get(`${style} ${store}`) ?? 0)
      add(`style ${style} ${store}`, Math.max(0, most), name)
    }
  }
  const sums = [...rows.values()].map(({ terms, most }, at) => ` c${at}: ${inLines(terms)} <= ${most}`)
  sums.push(...sets.map((set, at) => ` s${at}: ${set}`))
  const program = `Maximize\n obj: ${inLines(names)}\nSubject To\n${sums.join('\n')}\nBounds\n${bounds.join('\n')}\nEnd`
  return highs.solve(program).ObjectiveValue
}

/** Lines of the LP format hold so many signs. */
const inLines = (terms: readonly string[]) => terms.join(' + ').replace(/((?:x\d+ \+ ){20})/g, '$1\n ')

const categories = ['Tops', 'Dresses', 'Bottoms', 'Lingerie']
const names = ['XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL']

function stylesOf(volume: Volume): StyleFacts[] {
  return Array.from({ length: volume.styles }, (_, at) => styleOf(volume, at))
}

/** Some seven pieces a store wanted, five there; one style in four lacks a core size nearly. */
function styleOf({ stores, sizes }: Volume, at: number): StyleFacts {
  return {
    style: `ST${String(at).padStart(4, '0')}`,
    category: categories[at % categories.length] ?? '',
    sizes: Array.from({ length: sizes }, (_, size) => ({
      ...{ size: names[size] ?? '', position: size + 1, is_core: size >= 1 && size <= 3, pieces_in_set: 1 },
      available: at % 4 === 0 && size === 2 ? Math.ceil(stores / 5) : Math.ceil((stores * (2 + ((at + size) % 7))) / 6),
    })),
    cells: Array.from({ length: stores * sizes }, (_, cell) => {
      const luck = chance(at * 1_000_003 + cell)
      return {
        store: storeName(Math.floor(cell / sizes)),
        size: names[cell % sizes] ?? '',
        ...{
          rate: (luck % 90) / 1_000,
          on_hand: luck % 5 === 0 ? 2 : 0,
          in_transit: luck % 11 === 0 ? 1 : 0,
          locked: null,
        },
      }
    }),
  }
}

function carriedBy({ stores, styles }: Volume): Carried[] {
  return Array.from({ length: stores }, (_, at) =>
    categories.map((category) => ({
      ...{ store: storeName(at), category, grade: 'ABC'[at % 3] ?? 'A', held: styles, locked: 0 },
      ...{ least_shown: styles + 10, most_shown: at % 4 === 0 ? Math.ceil(styles * 1.6) : null },
    })),
  ).flat()
}

const storeName = (at: number) => `S${String(at).padStart(4, '0')}`

/** Numbers from 0 to 9999 that a number always gives. */
function chance(of: number): number {
  let value = Math.imul(of ^ (of >>> 15), 0x2c1b3c6d)
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39)
  return ((value ^ (value >>> 15)) >>> 0) % 10_000
}

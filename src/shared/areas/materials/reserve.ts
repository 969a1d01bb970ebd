import { key } from '../../kernel/words.ts'

/** A roll of the wanted fabric that was accepted, with what nobody has reserved of it. Lengths are whole centimetres. */
export interface FreeRoll {
  roll: string
  lot: string
  shade: string
  free_cm: number
  /** YYYY-MM-DD: of two alike the older one goes first. */
  received_on: string
}

/** A length that is reserved of one roll. */
export interface RollPick {
  roll: string
  lot: string
  shade: string
  cm: number
}

export const pickReasons = {
  one_lot: key('Lot {{lot}}, shade {{shade}}: of the lots that hold {{need}} m in one shade it is the smallest.'),
  one_shade: key('Shade {{shade}} from {{lots}} lots: no lot holds {{need}} m in one shade, the most is {{most}} m.'),
  more_shades: key('{{shades}} shades: no shade holds {{need}} m, the most is {{most}} m.'),
  short: key('{{missing}} m are missing: {{free}} m are free of {{need}} m.'),
  none: key('No accepted roll of this fabric is free.'),
} as const
export const reservationWords = {
  mapped: key('Its SKUs take no fabric: map them first.'),
  nothing: key('It holds all that it needs.'),
  notFound: key('There is no production order {{order_id}}.'),
  changed: key('What is free has changed: {{quantity}} m would be reserved now. Look again.'),
  done: key('Cloth reserved.'),
  none: key('Nothing could be reserved.'),
  released: key('Cloth released.'),
} as const

export type PickReason = keyof typeof pickReasons

export interface ReservedRolls {
  picks: RollPick[]
  /** Length that no roll was found for. */
  short_cm: number
  reason: PickReason
  /** For the words of the reason; lengths in centimetres. */
  values: {
    need: number
    free: number
    missing: number
    most: number
    lots: number
    lot: string
    shade: string
    shades: number
  }
}

/** Rolls of one lot and shade, and what is free of them together. */
interface Batch {
  lot: string
  shade: string
  rolls: FreeRoll[]
  free: number
}

interface Shade {
  shade: string
  batches: Batch[]
  free: number
}

/**
 * Chooses rolls for one order. It takes as much as there is, up to the need, from as few shades as it can, and of one shade from as few
 * lots as it can; of the lots or shades that would do, the smallest, so that large ones stay whole for large orders. At most one roll is
 * cut. The same rolls give the same choice, in whatever order they come.
 */
export function chooseRolls(need_cm: number, rolls: readonly FreeRoll[]): ReservedRolls {
  const shades = shadesOf(rolls.filter(({ free_cm }) => free_cm > 0))
  const batches = shades.flatMap((shade) => shade.batches)
  const free = sum(shades)
  const values = {
    need: need_cm,
    free,
    missing: Math.max(0, need_cm - free),
    most: 0,
    lots: 0,
    lot: '',
    shade: '',
    shades: shades.length,
  }
  if (free === 0) return { picks: [], short_cm: need_cm, reason: 'none', values }
  const lot = smallest(batches, need_cm)
  if (lot !== undefined)
    return {
      picks: cut(lot.rolls, need_cm),
      short_cm: 0,
      reason: 'one_lot',
      values: { ...values, lot: lot.lot, shade: lot.shade, lots: 1 },
    }
  const covering = shades.filter((each) => each.free >= need_cm).map((each) => lotsFor(need_cm, each))
  const chosen = covering.toSorted((a, b) => a.lots - b.lots || compareSizes(a, b))[0]
  if (chosen !== undefined)
    return {
      picks: chosen.picks,
      short_cm: 0,
      reason: 'one_shade',
      values: { ...values, shade: chosen.shade, lots: chosen.lots, most: largest(batches) },
    }
  return fromMoreShades(need_cm, shades, { ...values, most: largest(shades) })
}

/** The largest shades whole, the last one only as far as it is needed: no fewer shades would do. */
function fromMoreShades(need_cm: number, shades: readonly Shade[], values: ReservedRolls['values']): ReservedRolls {
  const picks: RollPick[] = []
  let left = need_cm
  let rest = shades.toSorted((a, b) => b.free - a.free || compareSizes(a, b))
  let used = 0
  while (left > 0 && rest.length > 0) {
    const last = smallest(rest, left)
    const next = last ?? rest[0]
    if (next === undefined) break
    picks.push(...lotsFor(Math.min(left, next.free), next).picks)
    left -= Math.min(left, next.free)
    rest = rest.filter((each) => each !== next)
    used += 1
  }
  const reason = left > 0 ? 'short' : 'more_shades'
  return { picks, short_cm: left, reason, values: { ...values, shades: used } }
}

/** Takes as few lots of one shade as it can: the largest whole, the last one the smallest that holds the rest. */
function lotsFor(
  need_cm: number,
  { shade, batches, free }: Shade,
): { shade: string; free: number; lots: number; picks: RollPick[] } {
  const picks: RollPick[] = []
  let left = need_cm
  let rest = batches.toSorted((a, b) => b.free - a.free || compareSizes(a, b))
  let lots = 0
  while (left > 0) {
    const next = smallest(rest, left) ?? rest[0]
    if (next === undefined) break
    const taken = Math.min(left, next.free)
    picks.push(...cut(next.rolls, taken))
    left -= taken
    rest = rest.filter((each) => each !== next)
    lots += 1
  }
  return { shade, free, lots, picks }
}

/** The longest rolls whole, and of the others the shortest that holds the rest: as few rolls as can be, one of them cut at most. */
function cut(rolls: readonly FreeRoll[], need_cm: number): RollPick[] {
  const picks: RollPick[] = []
  let left = need_cm
  let rest = rolls.toSorted((a, b) => b.free_cm - a.free_cm || older(a, b))
  while (left > 0) {
    const enough = rest.filter(({ free_cm }) => free_cm >= left)
    const next = enough.toSorted((a, b) => a.free_cm - b.free_cm || older(a, b))[0] ?? rest[0]
    if (next === undefined) break
    const { roll, lot, shade, free_cm } = next
    picks.push({ roll, lot, shade, cm: Math.min(left, free_cm) })
    left -= Math.min(left, free_cm)
    rest = rest.filter((each) => each !== next)
  }
  return picks
}

function shadesOf(rolls: readonly FreeRoll[]): Shade[] {
  return [...Map.groupBy(rolls, ({ shade }) => shade)].map(([shade, inShade]) => {
    const batches = [...Map.groupBy(inShade, ({ lot }) => lot)].map(([lot, inLot]) => ({
      lot,
      shade,
      rolls: inLot,
      free: inLot.reduce((all, { free_cm }) => all + free_cm, 0),
    }))
    return { shade, batches, free: sum(batches) }
  })
}

const sum = (all: readonly { free: number }[]) => all.reduce((total, { free }) => total + free, 0)
const largest = (all: readonly { free: number }[]) => Math.max(...all.map(({ free }) => free))

/** The smallest that holds as much; undefined where none does. */
function smallest<T extends { free: number; shade: string; lot?: string }>(
  all: readonly T[],
  cm: number,
): T | undefined {
  return all.filter(({ free }) => free >= cm).toSorted(compareSizes)[0]
}

function compareSizes(
  a: { free: number; shade: string; lot?: string },
  b: { free: number; shade: string; lot?: string },
) {
  return a.free - b.free || compare(a.shade, b.shade) || compare(a.lot ?? '', b.lot ?? '')
}

const older = (a: FreeRoll, b: FreeRoll) => compare(a.received_on, b.received_on) || compare(a.roll, b.roll)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

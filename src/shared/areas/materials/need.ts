import { addDays } from '../../kernel/days.ts'
import { key } from '../../kernel/words.ts'

export interface Consumption {
  /** A piece, before wastage. */
  metres: number
  /** Percent of the metres that cutting loses beside them. */
  wastage: number
}

/** Whole centimetres that so many pieces take, wastage included, rounded up. */
export function needOf({ metres, wastage }: Consumption, pieces: number): number {
  // Thousandths of a millimetre first: 1.15 m are not 114.99999999999999 cm.
  const each = Math.round(metres * (100 + wastage) * 10_000) / 10_000
  return Math.ceil(Math.round(each * pieces * 10_000) / 10_000)
}

export const consumptionWords = {
  unlikely: key('{{metres}} m a piece is unlikely: the other sizes take {{usual}} m. Are these centimetres?'),
  long: key('{{metres}} m a piece is unlikely. Are these centimetres?'),
} as const

/** A size takes several times what the others do, or a fraction of it, only where the unit or a digit is wrong. */
export const unlikelyRatio = 3
/** More than this no garment takes, whatever else is known of it. */
export const longestConsumption = 15

/** Tells why a consumption looks mistyped beside those of the style's other sizes (`others`, metres a piece); null when it does not. */
export function unlikelyConsumption(
  metres: number,
  others: readonly number[],
  /** Of trims, counted in pieces or packs, only the other sizes say what is likely. */
  isCloth = true,
): { message: string; values: Record<string, number> } | null {
  // Beside one other size nobody knows which of the two is wrong; among three the odd one is.
  const usual = median(others.length > 1 ? [metres, ...others] : others)
  if (usual !== null && (metres > usual * unlikelyRatio || metres * unlikelyRatio < usual))
    return { message: consumptionWords.unlikely, values: { metres, usual: median(others) ?? usual } }
  return isCloth && metres > longestConsumption ? { message: consumptionWords.long, values: { metres } } : null
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const [upper, lower] = [sorted[half], sorted[half - 1]]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 || lower === undefined ? upper : (upper + lower) / 2
}

/** A length of one fabric that an open order needs and has not reserved. */
export interface OpenNeed {
  order: string
  /** The day on which it is to be cut. */
  day: string
  cm: number
}

/** Cloth that is ordered and not here yet. */
export interface Arrival {
  day: string
  cm: number
}

export interface Shortage {
  /** By week (its Monday): what is needed in it, what comes in it, and what is there at its end; below 0 is missing. */
  weeks: { monday: string; need: number; arrives: number; left: number }[]
  /** The first day on which a cut cannot be made; null when all can. */
  first_day: string | null
  /** Orders that cannot be cut on their day, in the order of their days, with the length that each misses. */
  stopped: { order: string; day: string; cm: number }[]
}

/**
 * Sets the needs of one fabric against what is free and on its way, day by day: who is to be cut first is served first, and what arrives
 * on a day can be cut on it. An order that cannot be served whole on its day is stopped, and leaves nothing of its share to later ones.
 */
export function shortageOf(
  free_cm: number,
  { needs, arrivals }: { needs: readonly OpenNeed[]; arrivals: readonly Arrival[] },
): Shortage {
  const ordered = needs.toSorted((a, b) => compare(a.day, b.day) || compare(a.order, b.order))
  const arrived = (day: string) => sum(arrivals.filter((each) => each.day <= day))
  const stopped: Shortage['stopped'] = []
  let used = 0
  for (const { order, day, cm } of ordered) {
    used += cm
    const missing = Math.min(cm, used - free_cm - arrived(day))
    if (missing > 0) stopped.push({ order, day, cm: missing })
  }
  return { weeks: weeksOf(free_cm, ordered, arrivals), first_day: stopped[0]?.day ?? null, stopped }
}

function weeksOf(free_cm: number, needs: readonly OpenNeed[], arrivals: readonly Arrival[]): Shortage['weeks'] {
  const mondays = new Set([...needs, ...arrivals].map(({ day }) => mondayOf(day)))
  let left = free_cm
  return [...mondays].sort().map((monday) => {
    const need = sum(needs.filter(({ day }) => mondayOf(day) === monday))
    const arrives = sum(arrivals.filter(({ day }) => mondayOf(day) === monday))
    left += arrives - need
    return { monday, need, arrives, left }
  })
}

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

const sum = (all: readonly { cm: number }[]) => all.reduce((total, { cm }) => total + cm, 0)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

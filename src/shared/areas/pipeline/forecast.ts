import { addDays, daysBetween } from '../../kernel/days.ts'
import { key } from '../../kernel/words.ts'

/**
 * Legs from an approved order to a purchase in India (`direct`: a vendor ships to India without China), and, from `prepare` on, of the
 * company’s own production until its facility ships it.
 */
export const legs = [
  'vendor',
  'to_china',
  'china',
  'to_india',
  'direct',
  'india',
  'prepare',
  'cut',
  'sew',
  'send',
] as const
export type Leg = (typeof legs)[number]

export const legWords = {
  vendor: key('Vendor, until it ships'),
  to_china: key('Vendor to China QC'),
  china: key('China QC, until export'),
  to_india: key('China to India'),
  direct: key('Vendor to India'),
  india: key('India, until bought'),
  prepare: key('Own production, until a facility has it'),
  cut: key('Facility, until cut'),
  sew: key('Facility, until packed'),
  send: key('Facility, until shipped'),
} as const satisfies Record<Leg, string>

/** The way of an order by the site that it goes to. */
export const ways = {
  china: ['vendor', 'to_china', 'china', 'to_india', 'india'],
  direct: ['vendor', 'direct', 'india'],
  own: ['prepare', 'cut', 'sew', 'send'],
} as const satisfies Record<string, readonly Leg[]>
export type Way = keyof typeof ways

/** Days that each leg is promised to take; the vendor ships on the order’s deadline, a facility on its due date. */
export const promisedDays: Readonly<Record<Leg, number>> = {
  vendor: 0,
  to_china: 5,
  china: 4,
  to_india: 10,
  direct: 14,
  india: 4,
  prepare: 14,
  cut: 5,
  sew: 10,
  send: 2,
}

/** How long a leg takes: median, and the span in which eight of ten ended. Of the vendor’s leg days after the deadline, which may be negative. */
export interface LegEstimate {
  days: number
  low: number
  high: number
  /** Of how many it is the estimate; none: as promised. */
  own: number
}

/** The last ones that are looked at. */
export const LAST_LEGS = 60
/** Where fewer legs are known in all, the promise is drawn in. */
const ENOUGH = 10
/** The mean of all counts as much as so many of one’s own. */
const WEIGHT_OF_ALL = 8

/**
 * Estimates a leg from what it took lately, `own` (of the vendor, or of the means of transport) and `all`, the newest last. Where own ones
 * are few, it is drawn to that of all: each quantile is the mean of both, weighted by how many there are; and where all are few, to the promise.
 */
export function estimateLeg(leg: Leg, own: readonly number[], all: readonly number[]): LegEstimate {
  const [mine, everybody] = [own.slice(-LAST_LEGS), all.slice(-LAST_LEGS * 4)]
  const at = (share: number): number => {
    const known = Math.min(1, everybody.length / ENOUGH)
    const whole = known * (quantile(everybody, share) ?? 0) + (1 - known) * promisedAt(leg, share)
    const part = quantile(mine, share) ?? whole
    return (mine.length * part + WEIGHT_OF_ALL * whole) / (mine.length + WEIGHT_OF_ALL)
  }
  return { days: at(0.5), low: at(0.1), high: at(0.9), own: mine.length }
}

/** What is believed of a leg of which nothing is known: the promise, and as much more or less as is half of it, three days at least. */
function promisedAt(leg: Leg, share: number): number {
  const promised = promisedDays[leg]
  return promised + Math.sign(share - 0.5) * Math.max(3, promised / 2)
}

/** The value below which such a share lies, between neighbours in proportion; null of none. */
export function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low + (high - low) * (place - Math.floor(place))
}

export interface GoodsOnTheirWay {
  /** The order’s deadline. */
  ship_by: string
  way: Way
  /** The leg that they are on, and the day on which it began; of the vendor’s leg the deadline. */
  leg: Leg
  since: string
  /** What each leg before took; of the vendor’s, days after the deadline. */
  took: Readonly<Partial<Record<Leg, number>>>
  /** Days that they have been on hold: so much longer than usual the leg takes. */
  held?: number
  /** The day on which their carrier said that they arrive in India. */
  arrives_on?: string | null
}

export interface Forecast {
  promised: string
  expected: string
  /** Eight of ten come between these. */
  low: string
  high: string
  /** Days that the promise is over already; 0 while it is not. */
  late: number
  /** Days that they come after the promise; negative: before. */
  will: number
  /** The leg that costs most of the delay; null where there is none. */
  why: Leg | null
}

/**
 * When goods are bought in India, so ready for the shelf: what is left of their leg, which ends today at the earliest, and the legs to
 * come. Spans of legs are taken as independent: their halves are added as squares.
 */
export function forecast(goods: GoodsOnTheirWay, estimate: (leg: Leg) => LegEstimate, today: string): Forecast {
  const way: readonly Leg[] = ways[goods.way]
  const at = way.indexOf(goods.leg)
  const promised = addDays(
    goods.ship_by,
    goods.way === 'own' ? 0 : way.reduce((sum, leg) => sum + promisedDays[leg], 0),
  )
  const gone = daysBetween(goods.since, today)
  const now = estimate(goods.leg)
  const said = goods.leg === 'to_india' && goods.arrives_on ? daysBetween(goods.since, goods.arrives_on) - now.days : 0
  const held = (goods.held ?? 0) + said
  const lasts = Math.max(now.days + held, gone)
  let [days, below, above] = [
    lasts,
    (lasts - Math.max(now.low + held, gone)) ** 2,
    (Math.max(now.high + held, gone) - lasts) ** 2,
  ]
  const costs: [Leg, number][] = way
    .slice(0, at)
    .map((leg) => [leg, (goods.took[leg] ?? promisedDays[leg]) - promisedDays[leg]])
  costs.push([goods.leg, lasts - promisedDays[goods.leg]])
  for (const leg of way.slice(at + 1)) {
    const next = estimate(leg)
    days += next.days
    below += (next.days - next.low) ** 2
    above += (next.high - next.days) ** 2
    costs.push([leg, next.days - promisedDays[leg]])
  }
  const expected = addDays(goods.since, Math.round(days))
  const will = daysBetween(promised, expected)
  const [worst] = costs.toSorted(([, a], [, b]) => b - a)
  const earliest = addDays(goods.since, Math.round(days - Math.sqrt(below)))
  return {
    ...{ promised, expected, will },
    low: earliest < today ? today : earliest,
    high: addDays(goods.since, Math.round(days + Math.sqrt(above))),
    late: Math.max(0, daysBetween(promised, today)),
    why: will > 0 && worst !== undefined && worst[1] > 0 ? worst[0] : null,
  }
}

/** A leg that was taken: by whom or how, from when until when; of the vendor’s from the deadline. */
export interface TakenLeg {
  leg: Leg
  /** Vendor or means of transport; empty where all are alike. */
  key: string
  from: string
  to: string
}

export interface LegRecord extends LegEstimate {
  leg: Leg
  promised: number
  /** Days by which the season makes it longer or shorter now, as it did a year ago. */
  season: number
  /** Legs that were foretold from those that had ended before they began, and how many of them ended in their span. */
  checked: number
  held: number
}

/** Of each leg the last ones are gone through. */
const MOST_CHECKED = 400
/** Fewer that had ended before foretell nothing. */
const FEWEST_BEFORE = 5

/** Legs that ended longer ago are not recent: they tell of their season alone. */
export const RECENT_DAYS = 240
/** Days before and after the day a year ago on which a leg of the same season begins. */
const [SEASON_BEFORE, SEASON_AFTER] = [30, 45]
/** Legs that ended longer ago tell nothing. */
export const PAST_DAYS = 365 + RECENT_DAYS + SEASON_BEFORE

/**
 * Days by which a leg that begins on `day` differs by its season: how much longer than the recent ones of that time those took that began
 * then a year ago, the less the fewer are known.
 */
export function seasonShift(past: readonly TakenLeg[], day: string): number {
  const then = addDays(day, -365)
  const [first, last, recent] = [
    addDays(then, -SEASON_BEFORE),
    addDays(then, SEASON_AFTER),
    addDays(then, -RECENT_DAYS),
  ]
  const days = (some: readonly TakenLeg[]) => some.map(({ from, to }) => daysBetween(from, to))
  const inSeason = days(past.filter(({ from, to }) => from >= first && from <= last && to < day))
  const before = days(past.filter(({ to }) => to < then && to >= recent))
  const known = Math.min(inSeason.length, before.length)
  if (known < FEWEST_BEFORE) return 0
  return (((quantile(inSeason, 0.5) ?? 0) - (quantile(before, 0.5) ?? 0)) * known) / (known + WEIGHT_OF_ALL)
}

/** What was taken until `today`, by leg and key and by leg, the one that ended last at the end. */
export function legBook(taken: readonly TakenLeg[], today: string) {
  const sorted = taken.toSorted((a, b) => (a.to < b.to ? -1 : a.to > b.to ? 1 : 0))
  const ever = Map.groupBy(sorted, ({ leg }) => leg)
  const first = addDays(today, -RECENT_DAYS)
  const recent = sorted.filter(({ to }) => to > first)
  const all = Map.groupBy(recent, ({ leg }) => leg)
  const own = Map.groupBy(recent, ({ leg, key }) => `${leg} ${key}`)
  const days = (some: readonly TakenLeg[] | undefined) => (some ?? []).map(({ from, to }) => daysBetween(from, to))
  const known = new Map<string, LegEstimate>()
  const shifts = new Map<string, number>()
  /** Of the month in which a leg begins. */
  const season = (leg: Leg, day: string): number => {
    const month = `${day.slice(0, 7)}-15`
    const name = `${leg} ${month}`
    const shift = shifts.get(name) ?? seasonShift(ever.get(leg) ?? [], month)
    shifts.set(name, shift)
    return shift
  }
  const moved = ({ days, low, high, own }: LegEstimate, by: number): LegEstimate => ({
    ...{ days: days + by, low: low + by, high: high + by, own },
  })
  return {
    estimate(leg: Leg, key: string): LegEstimate {
      const name = `${leg} ${key}`
      const found =
        known.get(name) ?? moved(estimateLeg(leg, days(own.get(name)), days(all.get(leg))), season(leg, today))
      known.set(name, found)
      return found
    },
    /** Goes through the past leg by leg: each is foretold from what had ended before it began, and held against what it took. */
    record(leg: Leg): LegRecord {
      const past = (all.get(leg) ?? []).slice(-MOST_CHECKED)
      let [checked, held] = [0, 0]
      for (const one of past) {
        const before = past.filter(({ to }) => to < one.from)
        if (before.length < FEWEST_BEFORE) continue
        const usual = estimateLeg(leg, days(before.filter(({ key }) => key === one.key)), days(before))
        const { low, high } = moved(usual, season(leg, one.from))
        const took = daysBetween(one.from, one.to)
        checked++
        if (took >= Math.floor(low) && took <= Math.ceil(high)) held++
      }
      const now = { ...estimateLeg(leg, [], days(past)), own: past.length }
      return { leg, promised: promisedDays[leg], ...now, season: season(leg, today), checked, held }
    },
  }
}

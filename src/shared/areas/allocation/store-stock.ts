import { key } from '../../kernel/words.ts'
import { sumOf } from './apportion.ts'

/** An SKU at a store: what lies there, what comes, and how it sells. */
export interface SkuAtStore {
  size: string
  is_core: boolean
  on_hand: number
  in_transit: number
  /** Pieces a day. */
  rate: number
  sold_30: number
  /** Of the last thirty days, those that were told as without stock. */
  days_out: number
  /** Days since the first piece of it came; null where none ever did. */
  age_days: number | null
}

/** A style in one colour at a store, as a map of stores shows it. */
export interface StyleAtStore {
  on_hand: number
  in_transit: number
  rate: number
  sold_30: number
  /** Days that it lasts at its rate, with what is on its way; null where it does not sell. */
  cover: number | null
  /** Of what was there to sell within thirty days, the part that sold; null where nothing was. */
  sell_through: number | null
  /** Of the oldest size that lies there; null where none does. */
  age_days: number | null
  /** Of the last thirty days, those that were told as without stock, of its worst core size. */
  lost_days: number
  /** Core sizes below the minimum set; none of a style of which the store has and gets nothing, or whose category it does not carry. */
  lacks: string[]
}

const toOne = (value: number) => Math.round(value * 10) / 10

/** Sums the sizes of a style at a store up. `minimum` are pieces of a core size without which its sizes are broken. */
export function styleAtStore(sizes: readonly SkuAtStore[], minimum: number, isCarried = true): StyleAtStore {
  const sum = (of: (size: SkuAtStore) => number) => sumOf(sizes.map(of))
  const [on_hand, in_transit, sold_30] = [
    sum((one) => one.on_hand),
    sum((one) => one.in_transit),
    sum((one) => one.sold_30),
  ]
  const rate = sum((one) => one.rate)
  const core = sizes.filter(({ is_core }) => is_core)
  const ages = sizes.flatMap((one) => (one.on_hand > 0 && one.age_days !== null ? [one.age_days] : []))
  return {
    ...{ on_hand, in_transit, sold_30, rate: Math.round(rate * 10_000) / 10_000 },
    cover: rate === 0 ? null : toOne((on_hand + in_transit) / rate),
    sell_through: sold_30 + on_hand === 0 ? null : sold_30 / (sold_30 + on_hand),
    age_days: ages.length === 0 ? null : Math.max(...ages),
    lost_days: Math.max(0, ...(core.length > 0 ? core : sizes).map(({ days_out }) => days_out)),
    lacks: on_hand + in_transit === 0 || !isCarried ? [] : lackingSizes(sizes, minimum),
  }
}

/** Core sizes of which a store has and gets fewer than a minimum set holds. */
export function lackingSizes(
  sizes: readonly Pick<SkuAtStore, 'size' | 'is_core' | 'on_hand' | 'in_transit'>[],
  minimum: number,
): string[] {
  return sizes.flatMap((one) => (one.is_core && one.on_hand + one.in_transit < Math.max(1, minimum) ? [one.size] : []))
}

/** With fewer days than this in the store, goods that did not sell are taken for new. */
const NEW_DAYS = 4

/**
 * How fast an SKU sells at a store by its own sales (`own` of them, null where they say too little): goods that lie there and of which nothing was
 * told for thirty days do not sell. Null where the category's curve stands for it.
 */
export function ownRateAtStore(of: {
  own: number | null
  wasTold: boolean
  on_hand: number
  age_days: number | null
}): number | null {
  const isLying = !of.wasTold && of.on_hand > 0 && of.age_days !== null && of.age_days >= NEW_DAYS
  return isLying ? 0 : of.own
}

/**
 * Whether a store's curve counts an SKU as one of those that it sells: its own sales say how fast, or it was told of for some days (out of stock,
 * for the most part). What is ordered, on its way or new in the store does not count: a rate that rose with it would have it ordered twice.
 */
export function isKnownAtStore({ own, days }: { own: number | null; days: number }): boolean {
  return own !== null || days >= NEW_DAYS
}

export const heatMetrics = ['cover', 'sell_through', 'age', 'lost_days'] as const
export type HeatMetric = (typeof heatMetrics)[number]

export const metricWords = {
  cover: key('Days of cover'),
  sell_through: key('Sell-through, %'),
  age: key('Days in the store'),
  lost_days: key('Lost days of 30'),
} as const satisfies Record<HeatMetric, string>

export const metricMeanings = {
  cover: key('Days that what is on hand and on its way lasts at the rate of sale.'),
  sell_through: key('Pieces sold within 30 days, of those and what is still on hand.'),
  age: key('Days since the oldest size that lies there first came.'),
  lost_days: key(
    'Of the last 30 days, those that the store told as without stock, of its worst core size. A day of which nothing was told counts as in stock, here and in the rate of sale.',
  ),
} as const satisfies Record<HeatMetric, string>

/** How a class is drawn: by a pattern and a mark of its own, so that nobody needs to see its colour. */
export type HeatLook = 'none' | 'bad' | 'warn' | 'fine' | 'good' | 'long'

export interface HeatClass {
  word: string
  mark: string
  look: HeatLook
}

const classes = {
  cover: {
    out: { word: key('Nothing there'), mark: '×', look: 'none' },
    short: { word: key('Sold out before goods can come'), mark: '!', look: 'bad' },
    low: { word: key('Below target'), mark: '−', look: 'warn' },
    right: { word: key('As wanted'), mark: '', look: 'good' },
    long: { word: key('Too much'), mark: '+', look: 'long' },
    unsold: { word: key('Does not sell'), mark: '○', look: 'long' },
    foreign: { word: key('Category not carried'), mark: '∅', look: 'long' },
  },
  sell_through: {
    none: { word: key('Nothing there'), mark: '×', look: 'none' },
    slow: { word: key('Slow'), mark: '−', look: 'bad' },
    steady: { word: key('Steady'), mark: '', look: 'fine' },
    fast: { word: key('Fast'), mark: '+', look: 'good' },
  },
  age: {
    none: { word: key('Nothing there'), mark: '×', look: 'none' },
    fresh: { word: key('Up to 30 days'), mark: '', look: 'good' },
    settled: { word: key('31 to 60 days'), mark: '·', look: 'fine' },
    old: { word: key('61 to 90 days'), mark: '−', look: 'warn' },
    stale: { word: key('Over 90 days'), mark: '!', look: 'bad' },
  },
  lost_days: {
    none: { word: key('No lost day'), mark: '', look: 'good' },
    few: { word: key('1 to 3 days'), mark: '·', look: 'fine' },
    some: { word: key('4 to 9 days'), mark: '−', look: 'warn' },
    many: { word: key('10 days or more'), mark: '!', look: 'bad' },
  },
} as const satisfies Record<HeatMetric, Record<string, HeatClass>>

export const heatClasses: Readonly<Record<HeatMetric, readonly HeatClass[]>> = {
  cover: Object.values(classes.cover),
  sell_through: Object.values(classes.sell_through),
  age: Object.values(classes.age),
  lost_days: Object.values(classes.lost_days),
}

export interface HeatSettings {
  lead_days: number
  cover_days: number
  most_cover_days: number
}

type Shown = Pick<StyleAtStore, 'on_hand' | 'in_transit' | 'cover' | 'sell_through' | 'age_days' | 'lost_days'> & {
  /** Whether the store carries the style's category. */
  is_carried: boolean
}

/** What a cell of the map shows: its number, null where there is none, and its class. */
export function heatOf(metric: HeatMetric, of: Shown, settings: HeatSettings): { value: number | null; in: HeatClass } {
  switch (metric) {
    case 'cover':
      return { value: of.cover, in: classes.cover[coverClass(of, settings)] }
    case 'sell_through': {
      const value = of.sell_through === null ? null : Math.round(of.sell_through * 100)
      const name = value === null ? 'none' : value < 20 ? 'slow' : value > 60 ? 'fast' : 'steady'
      return { value, in: classes.sell_through[name] }
    }
    case 'age': {
      const { age_days: value } = of
      const name =
        value === null ? 'none' : value <= 30 ? 'fresh' : value <= 60 ? 'settled' : value <= 90 ? 'old' : 'stale'
      return { value, in: classes.age[name] }
    }
    case 'lost_days': {
      const { lost_days: value } = of
      const name = value === 0 ? 'none' : value <= 3 ? 'few' : value <= 9 ? 'some' : 'many'
      return { value, in: classes.lost_days[name] }
    }
  }
}

/** Whether a style lies too long at a store: its cover is above the setting, it does not sell at all, or the store does not carry its category. */
export function isTooMuch(
  of: Pick<StyleAtStore, 'on_hand' | 'in_transit' | 'cover'> & { is_carried: boolean },
  mostCoverDays: number,
): boolean {
  return of.on_hand > 0 && (!of.is_carried || of.cover === null || of.cover > mostCoverDays)
}

function coverClass(of: Shown, { lead_days, cover_days, most_cover_days }: HeatSettings) {
  if (of.on_hand + of.in_transit === 0) return 'out'
  if (!of.is_carried) return 'foreign'
  if (of.cover === null) return 'unsold'
  if (of.cover > most_cover_days) return 'long'
  if (of.cover < lead_days) return 'short'
  return of.cover < lead_days + cover_days ? 'low' : 'right'
}

import { z } from 'zod'
import type { Figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'
import { acceptanceOf, defectsOf, dhuOf, qualityFigures } from '../qc-reports/quality.ts'

/** What a vendor did within some days, as counts; shares are made of them by the functions below. `docs/scorecards.md` says each once. */
export const vendorFigures = z.object({
  /** Approved orders whose deadline lies within the days and has passed. */
  due: z.int(),
  /** Of those: all that was to be shipped had left by the deadline, and something was. */
  on_time: z.int(),
  /** Pieces ordered by those of them that are closed (nothing open any more), and how many of these pieces were not shipped. */
  closed_pieces: z.int(),
  short_pieces: z.int(),
  /** Orders that came to the vendor within the days, how many of them it has answered, and in how many hours half of these were. */
  came: z.int(),
  answered: z.int(),
  answer_hours: z.number().nullable(),
  /** Boxes that came to QC in China within the days, and discrepancies that were opened within them; none that was withdrawn. */
  boxes: z.int(),
  discrepancies: z.int(),
  /** QC results that the vendor disputed within the days and did not withdraw, how many of them are decided, and how many upheld, whole or in part. */
  disputes: z.int(),
  disputes_decided: z.int(),
  disputes_upheld: z.int(),
  /** Lots and defects, as QC's reports say them. */
  ...qualityFigures.shape,
})

export type VendorFigures = z.output<typeof vendorFigures>

export const noVendorFigures: VendorFigures = {
  ...{ due: 0, on_time: 0, closed_pieces: 0, short_pieces: 0, came: 0, answered: 0, answer_hours: null, boxes: 0 },
  ...{ disputes: 0, disputes_decided: 0, disputes_upheld: 0 },
  ...{ discrepancies: 0, looked_at: 0, critical: 0, major: 0, minor: 0, lots_accepted: 0, lots_rejected: 0 },
}

/** A part of a whole, 0 to 1; null of nothing: no figure is not a bad one. */
const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/**
 * What a scorecard says, each described once: the columns of the list, the tiles of a card, its months and its docs are made of these.
 * `of` is null where there is nothing to judge by. `isBetterHigh` says which way is good, `behind` which list stands behind it.
 */
export const cardFigures = {
  on_time: {
    label: key('On time'),
    unit: 'percent',
    period: 'days',
    definition: key('Orders due in these days of which all that was to be shipped left by the deadline.'),
    ...{ kind: 'share', isBetterHigh: true, behind: 'late' },
    of: (f: VendorFigures) => shareOf(f.on_time, f.due),
  },
  short: {
    label: key('Short'),
    unit: 'percent',
    period: 'days',
    definition: key(
      'Of the pieces ordered by orders due in these days of which nothing is open any more, those that were never shipped: refused, out of stock or left out.',
    ),
    ...{ kind: 'share', isBetterHigh: false, behind: 'short' },
    of: (f: VendorFigures) => shareOf(f.short_pieces, f.closed_pieces),
  },
  lots: {
    label: key('Lots accepted'),
    unit: 'percent',
    period: 'days',
    definition: key('Of the lots that their sample decided in these days at QC in China, those it accepts.'),
    ...{ kind: 'share', isBetterHigh: true, behind: 'lots' },
    of: acceptanceOf,
  },
  dhu: {
    label: key('DHU'),
    unit: 'per100',
    period: 'days',
    definition: key('Defects per hundred units that QC in China looked at in these days.'),
    ...{ kind: 'number', isBetterHigh: false, behind: 'lots' },
    of: dhuOf,
  },
  discrepancies: {
    label: key('Differences per 100 boxes'),
    unit: 'per100',
    period: 'days',
    definition: key(
      'Differences of boxes at QC in China (pieces missing or too many) opened in these days and not withdrawn, for each hundred boxes that came to QC.',
    ),
    ...{ kind: 'number', isBetterHigh: false, behind: 'discrepancies' },
    of: (f: VendorFigures) => (f.boxes === 0 ? null : (f.discrepancies * 100) / f.boxes),
  },
  disputes: {
    label: key('Disputes upheld'),
    unit: 'percent',
    period: 'days',
    definition: key(
      'Of the QC results that the vendor disputed in these days and that are decided, those where the company agreed, whole or in part.',
    ),
    ...{ kind: 'share', isBetterHigh: true, behind: 'disputes' },
    of: (f: VendorFigures) => shareOf(f.disputes_upheld, f.disputes_decided),
  },
  answer: {
    label: key('Answer time'),
    unit: 'hours',
    period: 'days',
    definition: key(
      'Hours from an order’s approval to its whole answer: half of the orders that came in these days took no longer.',
    ),
    ...{ kind: 'hours', isBetterHigh: false, behind: 'answers' },
    of: (f: VendorFigures) => f.answer_hours,
  },
} as const satisfies Record<string, CardFigure>

interface CardFigure extends Figure {
  kind: 'share' | 'number' | 'hours'
  isBetterHigh: boolean
  behind: BehindKind
  of: (figures: VendorFigures) => number | null
}

export type CardFigureName = keyof typeof cardFigures
export const cardFigureNames = Object.keys(cardFigures) as [CardFigureName, ...CardFigureName[]]

/** Lists that stand behind the figures. */
export const behindKinds = ['late', 'short', 'lots', 'discrepancies', 'disputes', 'answers'] as const
export type BehindKind = (typeof behindKinds)[number]

export const behindWords = {
  late: key('Orders not on time'),
  short: key('Short lines'),
  lots: key('Rejected lots'),
  discrepancies: key('Differences'),
  disputes: key('Disputed QC results'),
  answers: key('Answers, the slowest first'),
} as const satisfies Record<BehindKind, string>

/** What is said of a row behind a figure. */
export const behindSays = {
  left_late: key('Left late'),
  open: key('Still open'),
  nothing_shipped: key('Nothing shipped'),
  shipped_short: key('Shipped short'),
  rejected_lot: key('Lot rejected'),
  missing: key('Missing pieces'),
  excess: key('Too many'),
  /** Of whatever other kind. */
  disputed: key('In dispute'),
  upheld: key('Upheld'),
  partly_upheld: key('Partly upheld'),
  turned_down: key('Turned down'),
  answered: key('Answered'),
  unanswered: key('Not answered'),
} as const
export type BehindSay = keyof typeof behindSays

/** How many things stand behind: `short` counts pieces, the others rows. */
export const behindCount: Readonly<Record<BehindKind, (f: VendorFigures) => number>> = {
  late: (f) => f.due - f.on_time,
  short: (f) => f.short_pieces,
  lots: (f) => f.lots_rejected,
  discrepancies: (f) => f.discrepancies,
  disputes: (f) => f.disputes,
  answers: (f) => f.came,
}

/** Days that a scorecard is asked for at a press; 90 where nobody says. */
export const cardPeriods = [30, 90, 365] as const
export const usualPeriod = 90

/** Of months, a card shows so many up to its last day. */
export const cardMonths = 12

export const scorecardWords = { notFound: key('There is no such vendor.') } as const

export const defectsIn = (figures: VendorFigures): number => defectsOf(figures)

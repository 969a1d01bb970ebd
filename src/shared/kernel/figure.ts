import { key } from './words.ts'

/** Units of figures. English, and the keys of their translations. */
export const figureUnits = {
  orders: key('Orders'),
  lines: key('Order lines'),
  pieces: key('Pieces'),
  shipments: key('Shipments'),
  boxes: key('Boxes'),
  notes: key('Return notes'),
  debits: key('Debit notes'),
  styles: key('Styles'),
  samples: key('Samples'),
  disputes: key('Disputes'),
  actions: key('Corrective actions'),
  prices: key('Price negotiations'),
  listings: key('Pre-stock listings'),
  passes: key('Gate passes'),
  allocations: key('Allocations'),
  arrivals: key('Arrivals'),
  counts: key('Stock counts'),
  discrepancies: key('Differences'),
  records: key('Records'),
  percent: key('Percent'),
  hours: key('Hours'),
  per100: key('Per hundred'),
} as const

/** Over which time it is counted. */
export const figurePeriods = {
  now: key('As of now'),
  days: key('In the days chosen'),
} as const

/**
 * A number that people see in several places, defined once: its label, which rows it counts, in which unit and over which time. Its SQL
 * stands once on the server; `tests/server/figures.test.ts` compares every place that shows it. All texts are English, and the keys of their
 * translations.
 */
export interface Figure {
  readonly label: string
  readonly definition: string
  readonly unit: keyof typeof figureUnits
  readonly period: keyof typeof figurePeriods
}

/** A figure as things stand now. */
export const figure = (unit: Figure['unit'], label: string, definition: string): Figure => ({
  label,
  definition,
  unit,
  period: 'now',
})

/** Gives the tooltip of a figure, in the reader's words. */
export function figureHint(
  { definition, unit, period }: Omit<Figure, 'label'>,
  t: (english: string) => string,
): string {
  return `${t(definition)}\n${t(figureUnits[unit])} · ${t(figurePeriods[period])}`
}

import { z } from 'zod'
import { day, supplierId } from '../../kernel/shapes.ts'

/**
 * Two figures that the trade goes by. DHU, defects per hundred units: all defects that were found, of every severity and also several on
 * one unit, of a hundred units looked at. Lot acceptance: of lots that their sample decided, the share that it accepts.
 */
export const qualityFigures = z.object({
  /** Units looked at. */
  looked_at: z.int(),
  critical: z.int(),
  major: z.int(),
  minor: z.int(),
  lots_accepted: z.int(),
  lots_rejected: z.int(),
})

export type QualityFigures = z.output<typeof qualityFigures>

/** By what the figures are put together. */
export const qualityGroups = ['vendor', 'category', 'inspector', 'week'] as const
export type QualityGroup = (typeof qualityGroups)[number]

/**
 * `code` is the vendor's, the category, the inspector's id, or the Monday of the week; a lot of several categories is of the category ''.
 * `name` is empty where the code is all there is to say.
 */
export const qualityRow = qualityFigures.extend({ code: z.string(), name: z.string(), name_zh: z.string() })

export type QualityRow = z.output<typeof qualityRow>

export const qualityAsked = z.object({
  /** Days of the site. */
  from: day.optional(),
  to: day.optional(),
  supplier_id: supplierId.optional(),
})

/** The same sums four times, each by another thing: the rows of each add up to `totals`. */
export const qualityReport = z.object({
  from: day,
  to: day,
  totals: qualityFigures,
  by: z.object({
    vendor: z.array(qualityRow),
    category: z.array(qualityRow),
    inspector: z.array(qualityRow),
    week: z.array(qualityRow),
  }),
})

export type QualityReport = z.output<typeof qualityReport>

export const noFigures: QualityFigures = {
  looked_at: 0,
  critical: 0,
  major: 0,
  minor: 0,
  lots_accepted: 0,
  lots_rejected: 0,
}

export function addFigures(one: QualityFigures, other: QualityFigures): QualityFigures {
  return {
    looked_at: one.looked_at + other.looked_at,
    critical: one.critical + other.critical,
    major: one.major + other.major,
    minor: one.minor + other.minor,
    lots_accepted: one.lots_accepted + other.lots_accepted,
    lots_rejected: one.lots_rejected + other.lots_rejected,
  }
}

export function defectsOf({ critical, major, minor }: Pick<QualityFigures, 'critical' | 'major' | 'minor'>): number {
  return critical + major + minor
}

/** Defects per hundred units looked at; null where nothing was: no figure is not a good one. More than 100 where units have several. */
export function dhuOf(figures: QualityFigures): number | null {
  return figures.looked_at === 0 ? null : (defectsOf(figures) * 100) / figures.looked_at
}

/** Accepted of all decided lots, 0 to 1; null where none was. */
export function acceptanceOf(figures: Pick<QualityFigures, 'lots_accepted' | 'lots_rejected'>): number | null {
  const lots = figures.lots_accepted + figures.lots_rejected
  return lots === 0 ? null : figures.lots_accepted / lots
}

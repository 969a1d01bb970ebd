import { z } from 'zod'
import { json, post } from '../../kernel/call.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import { counts, day, instant, page, part, searchText, supplierId } from '../../kernel/shapes.ts'
import { behindKinds, cardFigureNames, vendorFigures } from './figures.ts'

export const scorecardRights = rights({
  scorecards: {
    group: 'Supplier',
    label: 'See how every vendor does: on time, short, lots, differences, answers',
    isPriceless: true,
    roles: ['ops_team', 'internal_team', 'ops', 'admin', 'super_admin'],
  },
  vendorCard: {
    group: 'Supplier',
    label: 'Open the scorecard of a vendor: a vendor its own',
    isPriceless: true,
    roles: ['vendor', 'ops_team', 'internal_team', 'ops', 'admin', 'super_admin'],
  },
})

const allowed = rolesOf(scorecardRights)

/** Days of the vendors' zone, both included, 366 at most; left out: the ninety up to today. */
const days = { from: day.optional(), to: day.optional() }

export const scorecardRow = z.object({
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  ...vendorFigures.shape,
  /** Corrective actions that wait for the vendor now, and those of them whose due date has passed. */
  open_actions: z.int(),
  overdue_actions: z.int(),
})
export type ScorecardRow = z.output<typeof scorecardRow>

/** What stands behind a figure: an order, a line, a lot, a discrepancy. */
export const behindRow = z.object({
  id: z.string(),
  /** What people know it by: order, shipment or box. */
  code: z.string(),
  /** SKU, or style and colour; empty where the code says all. */
  detail: z.string(),
  /** The deadline, or the day it happened on. */
  day: day.nullable(),
  /** When it left, was answered, or came to be. */
  at: instant.nullable(),
  pieces: z.int().nullable(),
  /** Of an answer. */
  hours: z.number().nullable(),
  /** English, and the key of its translation. */
  says: z.string(),
})
export type BehindRow = z.output<typeof behindRow>

export const MOST_BEHIND = 500

export const scorecardCalls = {
  getScorecards: post('selvedge/scorecards', {
    summary: 'How every vendor did within some days. Vendors of whom there is nothing to say are left out.',
    callers: allowed.scorecards,
    takes: z.object({
      ...days,
      search: searchText.optional(),
      supplier_ids: z.array(supplierId).max(5_000).optional(),
      sort: z.enum(['supplier', ...cardFigureNames]).default('supplier'),
      descending: z.boolean().default(false),
      ...page,
      part,
    }),
    gives: json(
      z.object({ rows: z.array(scorecardRow), next_cursor: z.string().nullable(), counts: counts.optional() }),
    ),
  }),
  getScorecard: post('selvedge/scorecards/one', {
    summary: 'The scorecard of one vendor, with its last twelve months. A vendor gets its own, whatever it asks for.',
    callers: allowed.vendorCard,
    takes: z.object({ ...days, supplier_id: supplierId.optional() }),
    gives: json(
      z.object({
        from: day,
        to: day,
        card: scorecardRow,
        /** Oldest first; the last one ends with `to`. */
        months: z.array(z.object({ month: z.string(), from: day, to: day, figures: vendorFigures })),
      }),
    ),
  }),
  scorecardBehind: post('selvedge/scorecards/behind', {
    atStandby: true,
    summary: `What stands behind a figure of a vendor’s scorecard: at most ${MOST_BEHIND} rows of it, and how many there are.`,
    callers: allowed.vendorCard,
    takes: z.object({ ...days, supplier_id: supplierId.optional(), of: z.enum(behindKinds) }),
    gives: json(z.object({ rows: z.array(behindRow), total: z.int() })),
  }),
}

import { z } from 'zod'
import { json, post } from '../../kernel/call.ts'
import { day, instant, picture, price, remark, version } from '../../kernel/shapes.ts'
import { catalogueId, surveyPlace } from '../catalogue/calls.ts'
import { catalogueStatuses } from '../catalogue/statuses.ts'
import { allowed } from './rights.ts'
import { verdicts } from './spread.ts'

export const reviewTabs = ['mine', 'open', 'overdue', 'decided'] as const

const given = z.object({
  reviewer: z.string(),
  is_mine: z.boolean(),
  verdict: z.enum(verdicts),
  score: z.int(),
  remark: z.string().nullable(),
  given_at: instant,
})

export const reviewRow = z.object({
  catalogue_id: z.string(),
  name: z.string(),
  name_zh: z.string(),
  picture,
  category: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  colors: z.array(z.object({ color: z.string(), color_zh: z.string() })),
  price,
  /** Its place in the last style survey that scored it. */
  survey: surveyPlace.nullable(),
  status: z.enum(catalogueStatuses),
  responsible: z.string(),
  /** Whether the caller is the one who decides. */
  is_responsible: z.boolean(),
  /** By name, who was asked to judge; empty: every buyer. */
  reviewers: z.array(z.string()),
  /** Whether the caller may: named, the one who decides, or a buyer where nobody is named. */
  may_judge: z.boolean(),
  /** What was said of the style (`catalogue.getStyleDetails`), so many. */
  notes: z.int(),
  deadline: day,
  is_overdue: z.boolean(),
  decision: z.enum(verdicts).nullable(),
  decision_remark: z.string().nullable(),
  decided_at: instant.nullable(),
  /** Of a review that closed undecided: where its style went, and why. */
  went_on: z
    .object({ status: z.enum(catalogueStatuses), by: z.string(), at: instant, remark: z.string().nullable() })
    .nullable(),
  /** Oldest first; none while the caller has still to judge. */
  given: z.array(given),
  spread: z.object({
    passes: z.int(),
    fails: z.int(),
    mean: z.number().nullable(),
    least: z.int().nullable(),
    most: z.int().nullable(),
  }),
  /** Verdicts of others that the caller is shown after their own. */
  hidden: z.int(),
  version,
})
export type ReviewRow = z.output<typeof reviewRow>

export const buyerReviewsCalls = {
  getBuyerReviews: post('selvedge/buyer-reviews', {
    summary:
      'Styles under review by deadline, 500 at most: the caller’s own to judge, open, overdue or closed (decided, or its style went another way).',
    callers: allowed.catalogueReview,
    takes: z.object({ tab: z.enum(reviewTabs).default('open') }),
    gives: json(z.object({ rows: z.array(reviewRow), counts: z.record(z.string(), z.int()) })),
  }),
  getReviewers: post('selvedge/buyer-reviews/people', {
    summary: 'Who judges styles, and so may be made responsible.',
    callers: allowed.catalogueReview,
    takes: z.object({}),
    gives: json(z.object({ people: z.array(z.object({ email: z.string(), name: z.string() })) })),
  }),
  openReviews: post('selvedge/buyer-reviews/open', {
    summary:
      'Puts styles before buyers, all or those named, with one who decides and a deadline; said again, it changes those.',
    callers: allowed.catalogueReview,
    changes: true,
    takes: z.object({
      catalogue_ids: z.array(catalogueId).min(1).max(200),
      responsible: z.string().trim().toLowerCase().max(200),
      /** By address, besides the one who decides; empty: every buyer. Left out, they stay as they were. */
      reviewers: z.array(z.string().trim().toLowerCase().max(200)).max(50).optional(),
      deadline: day,
    }),
    gives: json(z.object({ opened: z.int() })),
  }),
  giveVerdict: post('selvedge/buyer-reviews/verdict', {
    summary: 'The caller’s verdict of a style; said again, the last counts. Null takes it back.',
    callers: allowed.buyerReview,
    changes: true,
    forPeople: true,
    takes: z.object({
      catalogue_id: catalogueId,
      verdict: z.enum(verdicts).nullable(),
      /** Of every verdict. */
      score: z.int().min(1).max(5).optional(),
      remark: remark.optional(),
    }),
    gives: json(z.object({ review: reviewRow })),
  }),
  decideReview: post('selvedge/buyer-reviews/decide', {
    summary: 'The decision of the one responsible: it goes live, or is rejected.',
    callers: allowed.buyerReview,
    changes: true,
    forPeople: true,
    takes: z.object({
      catalogue_id: catalogueId,
      decision: z.enum(verdicts),
      remark: remark.optional(),
      version,
    }),
    gives: json(z.object({ review: reviewRow })),
  }),
}

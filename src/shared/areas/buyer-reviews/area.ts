import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { json, post } from '../../kernel/call.ts'
import { noticeStatus, toastTimes } from '../../kernel/notices.ts'
import { rights } from '../../kernel/rights.ts'
import { screen } from '../../kernel/screens.ts'
import { counts, day, instant, page, part, remark, version } from '../../kernel/shapes.ts'
import { key } from '../../kernel/words.ts'
import { catalogueId, catalogueNote, catalogueRow } from '../catalogue/calls.ts'

export const buyerReviewsRights = rights({
  review: {
    group: 'Catalogue',
    label: 'Say what they think of styles before buyers decide',
    roles: ['bm_team', 'bm_admin', 'cataloging_team', 'internal_team', 'ops', 'admin', 'super_admin'],
  },
  askReviews: {
    group: 'Catalogue',
    label: 'Ask buyers for reviews of styles, and see all of them',
    roles: ['bm_team', 'bm_admin', 'internal_team', 'ops', 'admin', 'super_admin'],
  },
})

export const verdicts = ['pass', 'unsure', 'fail'] as const
export type Verdict = (typeof verdicts)[number]

export const verdictWords = { pass: key('Pass'), unsure: key('Unsure'), fail: key('Fail') } as const

export const reviewWords = {
  notFound: key('There is no such review.'),
  noReviewer: key('{{name}} does not review styles.'),
  cannotDecide: key('{{name}} cannot decide what goes live: a buyer can.'),
  notReady: key('Style {{catalogue_id}} is “{{status_key}}”: buyers look at styles that passed an assortment.'),
  underWay: key('Style {{catalogue_id}} is under review already.'),
  decided: key('This review was decided by {{decided_by}}.'),
  notAsked: key('You are not asked in this review.'),
  notResponsible: key('{{name}} decides on this style.'),
  needsRemark: key('Please say why it fails.'),
  pastDeadline: key('The deadline lies in the past.'),
  toldToBuyers: key('Buyer review'),
} as const

export const reviewTabs = ['mine', 'to_decide', 'overdue', 'open', 'decided', 'all'] as const

const person = z.object({ user_id: z.uuid(), name: z.string() })

const givenVerdict = z.object({
  ...person.shape,
  verdict: z.enum(verdicts).nullable(),
  score: z.int().nullable(),
  remark: z.string().nullable(),
  given_at: instant.nullable(),
})

const reviewRow = z.object({
  review_id: z.uuid(),
  style: catalogueRow,
  responsible: person,
  deadline: day,
  is_overdue: z.boolean(),
  asked_at: instant,
  asked_by: z.string(),
  reviewers: z.array(givenVerdict),
  /** Of the scores given: the lowest, the highest, and their mean to a tenth; null while nobody said anything. */
  spread: z.object({ low: z.int(), high: z.int(), mean: z.number() }).nullable(),
  decision: z.enum(['pass', 'fail']).nullable(),
  decision_remark: z.string().nullable(),
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
  /** What this caller may do. */
  may_judge: z.boolean(),
  may_decide: z.boolean(),
  version,
})
export type ReviewRow = z.output<typeof reviewRow>

const { review, askReviews } = buyerReviewsRights

export const buyerReviewsCalls = {
  getBuyerReviews: post('selvedge/buyer-reviews/list', {
    summary:
      'Reviews of styles, the nearest deadline first, or how many each tab has. Whoever only reviews gets those in which they are asked.',
    callers: review.roles,
    takes: z.object({
      tab: z.enum(reviewTabs).default('mine'),
      search: z.string().trim().max(80).optional(),
      review_id: z.uuid().optional(),
      ...page,
      part,
    }),
    gives: json(z.object({ rows: z.array(reviewRow), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
  getBuyerReview: post('selvedge/buyer-reviews/one', {
    summary: 'A review with all verdicts that were given, also those changed since, and what is said of its style.',
    callers: review.roles,
    takes: z.object({ review_id: z.uuid() }),
    gives: json(
      z.object({
        review: reviewRow,
        verdicts: z.array(givenVerdict.extend({ id: z.uuid() })),
        notes: z.array(catalogueNote),
      }),
    ),
  }),
  reviewPeople: post('selvedge/buyer-reviews/people', {
    summary: 'Whom one can ask, and who of them can decide.',
    callers: askReviews.roles,
    takes: z.object({}),
    gives: json(z.object({ people: z.array(person.extend({ role: z.string(), can_decide: z.boolean() })) })),
  }),
  askBuyerReviews: post('selvedge/buyer-reviews/ask', {
    summary:
      'Puts styles that passed an assortment before buyers: who is asked, who decides, until when. A style that is before them already, without an open review, is put there anew.',
    callers: askReviews.roles,
    changes: true,
    takes: z.object({
      catalogue_ids: z.array(catalogueId).min(1).max(200),
      reviewers: z.array(z.uuid()).min(1).max(20),
      responsible: z.uuid(),
      deadline: day,
    }),
    gives: json(z.object({ asked: z.int() })),
  }),
  giveBuyerVerdict: post('selvedge/buyer-reviews/judge', {
    summary:
      'What this reviewer thinks; the last word counts until it is decided. The same verdict id again is no second word.',
    callers: review.roles,
    changes: true,
    takes: z.object({
      review_id: z.uuid(),
      verdict: z.enum(verdicts),
      score: z.int().min(1).max(5),
      remark: remark.nullish(),
      verdict_id: z.uuid().optional(),
    }),
    gives: json(reviewRow),
  }),
  decideBuyerReview: post('selvedge/buyer-reviews/decide', {
    summary:
      'The decision of the one responsible: the style goes live, or is rejected with a reason. What it lacks to go live is named.',
    callers: askReviews.roles,
    changes: true,
    takes: z.object({
      review_id: z.uuid(),
      version,
      decision: z.enum(['pass', 'fail']),
      remark: remark.nullish(),
    }),
    gives: json(reviewRow),
  }),
}

export const buyerReviewsArea = area({
  calls: buyerReviewsCalls,
  rights: buyerReviewsRights,
  screens: [
    screen('supplier', '/supplier/buyer-review', 'Buyer Review', 'endorsed', review),
    screen('supplier', '/supplier/catalogue-review', 'Catalogue Review', 'eye-open', askReviews),
  ],
  entities: ['buyer_review'],
  feed: { buyer_review: askReviews },
  events: {
    'review.asked': 'Review asked',
    'review.judged': 'Verdict of a reviewer',
    'review.decided': 'Review decided',
  },
  notices: {
    reviews_asked: {
      label: 'Styles to review',
      audience: 'person',
      roles: [],
      words: {
        one: 'Please review style {{catalogue_id}} until {{deadline}}.',
        many: 'Please review {{count}} styles.',
      },
      path: { one: '/supplier/buyer-review', many: '/supplier/buyer-review' },
      action: 'Review',
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
    review_to_decide: {
      label: 'Reviews to decide',
      audience: 'person',
      roles: [],
      words: {
        one: 'All reviewers of style {{catalogue_id}} have spoken: please decide.',
        many: 'All reviewers of {{count}} styles have spoken: please decide.',
      },
      path: { one: '/supplier/catalogue-review?tab=to_decide', many: '/supplier/catalogue-review?tab=to_decide' },
      action: 'Decide',
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
  },
  words: [...Object.values(reviewWords), ...Object.values(verdictWords)],
})

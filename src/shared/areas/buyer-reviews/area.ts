import { area } from '../../kernel/area.ts'
import { notice, toHouse, toPerson } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { buyerReviewsCalls } from './calls.ts'
import { reviewFigures } from './figures.ts'
import { buyerReviewsRights } from './rights.ts'
import { reviewWords, verdictWords } from './spread.ts'

const { buyerReview, catalogueReview } = buyerReviewsRights

export const buyerReviewsArea = area({
  calls: buyerReviewsCalls,
  rights: buyerReviewsRights,
  figures: reviewFigures,
  screens: [
    screen('catalogue', '/supplier/buyer-review', 'Buyer Review', 'thumbs-up', buyerReview),
    screen('catalogue', '/supplier/catalogue-review', 'Catalogue Review', 'comparison', catalogueReview),
  ],
  notices: {
    review_opened: notice('attention', {
      to: toHouse(buyerReview, ['bm_team', 'bm_admin'], 'Judge styles'),
      label: 'Styles to judge',
      one: ['{{catalogue_id}} waits for your verdict until {{deadline}}.', '/supplier/buyer-review'],
      many: ['{{count}} styles wait for your verdict.', '/supplier/buyer-review'],
    }),
    review_asked: notice('attention', {
      to: toPerson('Judge styles'),
      label: 'Styles that one is asked by name to judge',
      one: ['{{catalogue_id}} waits for your verdict until {{deadline}}.', '/supplier/buyer-review'],
      many: ['{{count}} styles wait for your verdict.', '/supplier/buyer-review'],
    }),
    review_overdue: notice('attention', {
      to: toPerson('Decide'),
      label: 'Reviews that nobody decided in time',
      one: ['The review of {{catalogue_id}} is overdue.', '/supplier/catalogue-review?tab=overdue'],
      many: ['{{count}} reviews are overdue.', '/supplier/catalogue-review?tab=overdue'],
    }),
  },
  entities: ['buyer_review'],
  feed: { buyer_review: catalogueReview },
  events: {
    'review.opened': 'Review opened',
    'review.given': 'Verdict given',
    'review.withdrawn': 'Verdict taken back',
    'review.decided': 'Review decided',
    'review.closed': 'Review closed: its style went another way',
    'review.reopened': 'Review open again: its style came back',
  },
  words: [...Object.values(reviewWords), ...Object.values(verdictWords)],
})

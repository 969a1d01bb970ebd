import { area } from '../../kernel/area.ts'
import { noticeStatus, toastTimes } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { buyerReviewsCalls } from './calls.ts'
import { buyerReviewsRights } from './rights.ts'
import { reviewWords, verdictWords } from './spread.ts'

const { buyerReview, catalogueReview } = buyerReviewsRights

export const buyerReviewsArea = area({
  calls: buyerReviewsCalls,
  rights: buyerReviewsRights,
  screens: [
    screen('supplier', '/supplier/buyer-review', 'Buyer Review', 'thumbs-up', buyerReview),
    screen('supplier', '/supplier/catalogue-review', 'Catalogue Review', 'comparison', catalogueReview),
  ],
  notices: {
    review_opened: {
      label: 'Styles to judge',
      audience: 'house',
      roles: ['bm_team', 'bm_admin'],
      words: {
        one: '{{catalogue_id}} waits for your verdict until {{deadline}}.',
        many: '{{count}} styles wait for your verdict.',
      },
      path: { one: '/supplier/buyer-review', many: '/supplier/buyer-review' },
      action: 'Judge styles',
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
    review_asked: {
      label: 'Styles that one is asked by name to judge',
      audience: 'person',
      roles: [],
      words: {
        one: '{{catalogue_id}} waits for your verdict until {{deadline}}.',
        many: '{{count}} styles wait for your verdict.',
      },
      path: { one: '/supplier/buyer-review', many: '/supplier/buyer-review' },
      action: 'Judge styles',
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
    review_overdue: {
      label: 'Reviews that nobody decided in time',
      audience: 'person',
      roles: [],
      words: { one: 'The review of {{catalogue_id}} is overdue.', many: '{{count}} reviews are overdue.' },
      path: { one: '/supplier/catalogue-review?tab=overdue', many: '/supplier/catalogue-review?tab=overdue' },
      action: 'Decide',
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
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

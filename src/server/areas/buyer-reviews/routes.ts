import { sql } from 'kysely'
import type { buyerReviewsArea } from '../../../shared/areas/buyer-reviews/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { decideReview, getBuyerReviews, getReviewers, giveVerdict, openReviews, tellOverdue } from './reviews.ts'

/** What buyers think of styles, and what the one responsible decides. */
export const buyerReviewsServer: ServerArea<typeof buyerReviewsArea> = {
  routes: { getBuyerReviews, getReviewers, openReviews, giveVerdict, decideReview },
  // No vendor hears what is thought of its styles.
  feeds: { buyer_review: () => sql`false` },
  removeOld: tellOverdue,
}

import { rights, rolesOf } from '../../kernel/rights.ts'
import { catalogueRights } from '../catalogue/rights.ts'

export const buyerReviewsRights = rights({
  buyerReview: {
    group: 'Catalogue',
    label: 'Judge styles as a buyer, and decide those one is responsible for',
    roles: catalogueRights.indiaCatalogue.roles,
  },
  catalogueReview: {
    group: 'Catalogue',
    label: 'Read what buyers think of styles, and open reviews',
    roles: catalogueRights.catalogue.roles,
  },
})

export const allowed = rolesOf(buyerReviewsRights)

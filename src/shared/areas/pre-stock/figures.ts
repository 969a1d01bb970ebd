import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const preStockFigures = {
  listingsOverPromised: figure(
    'listings',
    key('Pre-stock promised beyond what is there'),
    key('Listings that promise more pieces than their vendor has or brings by then.'),
  ),
} as const

import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const allocationFigures = {
  allocationsOpen: figure(
    'allocations',
    key('Allocations to finish'),
    key('Allocations that have no gate passes yet and are not given up.'),
  ),
  replenishmentDrafts: figure(
    'orders',
    key('Replenishment orders to send'),
    key('Replenishment orders that are drafts.'),
  ),
} as const

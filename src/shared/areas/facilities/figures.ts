import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const facilityFigures = {
  facilityOrdersOpen: figure(
    'orders',
    key('Production orders in work'),
    key('Orders of your facility with pieces that are not made, packed and sent yet.'),
  ),
  facilityOrdersLate: figure(
    'orders',
    key('Production orders that are late'),
    key('Orders of your facility with pieces to make, whose day there is past.'),
  ),
} as const

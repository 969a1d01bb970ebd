import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const shipmentFigures = {
  shipmentsToPack: figure(
    'shipments',
    key('Shipments to pack and ship'),
    key('Shipments that are no longer tentative and not yet packed and shipped.'),
  ),
} as const

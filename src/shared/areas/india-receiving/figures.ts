import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const indiaDoorFigures = {
  indiaBoxesOnWay: figure(
    'boxes',
    key('Boxes on their way to India'),
    key('Boxes that left QC in China and are neither received in India nor said to be short.'),
  ),
  indiaArrivalsBegun: figure(
    'arrivals',
    key('Arrivals in India to finish'),
    key(
      'Export orders and shipments of which some boxes came and others are still to come; not those that were closed.',
    ),
  ),
  indiaDifferences: figure(
    'discrepancies',
    key('Differences at receipt to settle'),
    key('Boxes that were short, too many or damaged when they came to India, and not settled.'),
  ),
} as const

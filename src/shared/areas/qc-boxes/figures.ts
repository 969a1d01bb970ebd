import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const qcFigures = {
  boxesToCount: figure(
    'boxes',
    key('Boxes to count'),
    key('Boxes at QC in China with pieces that nobody has counted.'),
  ),
  boxesToInspect: figure(
    'boxes',
    key('Boxes to inspect'),
    key('Counted boxes at QC in China with pieces to inspect or on hold, or missing pieces that are not settled.'),
  ),
  ownBoxesToCount: figure('boxes', key('Boxes of yours to count'), key('Boxes to count that are given to you.')),
  ownBoxesToInspect: figure('boxes', key('Boxes of yours to inspect'), key('Boxes to inspect that are given to you.')),
  boxesOnHold: figure(
    'boxes',
    key('Boxes with pieces on hold'),
    key('Boxes at QC in China with pieces that an inspector put on hold.'),
  ),
  boxesFailed: figure('boxes', key('Boxes with failed pieces'), key('Boxes at QC in China with pieces that failed.')),
  boxesDiffering: figure(
    'boxes',
    key('Boxes with open differences'),
    key(
      'Boxes at QC in China of which pieces are missing or too many, and nobody has said yet what becomes of them. A dispute of the vendor is counted elsewhere.',
    ),
  ),
} as const

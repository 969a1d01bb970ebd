import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const indiaQcFigures = {
  indiaToInspect: figure(
    'boxes',
    key('Boxes to inspect in India'),
    key('Boxes received in India of which nothing was inspected there.'),
  ),
  indiaInPart: figure(
    'boxes',
    key('Boxes inspected in part'),
    key('Boxes in India of which something was inspected and pieces still wait, or are on hold.'),
  ),
  indiaOwnToInspect: figure(
    'boxes',
    key('Boxes of yours to inspect in India'),
    key('Boxes to inspect in India that are given to you.'),
  ),
  indiaOwnInPart: figure(
    'boxes',
    key('Boxes of yours inspected in part'),
    key('Boxes inspected in part that are given to you.'),
  ),
  indiaOnHold: figure(
    'boxes',
    key('Boxes in India with pieces on hold'),
    key('Boxes at QC in India with pieces that an inspector put on hold.'),
  ),
  indiaRejected: figure(
    'boxes',
    key('Boxes with rejected pieces'),
    key('Boxes in India with rejected pieces of which nobody has said what becomes of them.'),
  ),
  indiaDiffering: figure(
    'boxes',
    key('Boxes in India with open differences'),
    key('Boxes in India of which pieces are missing or too many, and nobody has said yet what becomes of them.'),
  ),
} as const

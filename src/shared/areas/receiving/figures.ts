import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const receivingFigures = {
  boxesToInward: figure('boxes', key('Boxes to inward'), key('Shipped boxes that have not come to QC in China yet.')),
} as const

import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const stockCountFigures = {
  countsOpen: figure(
    'counts',
    key('Stock counts under way'),
    key('Counts that were begun and are neither posted nor cancelled.'),
  ),
} as const

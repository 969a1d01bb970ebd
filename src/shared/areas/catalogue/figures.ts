import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const catalogueFigures = {
  stylesNew: figure(
    'styles',
    key('New styles to judge'),
    key('Styles that vendors offered and nobody has judged yet.'),
  ),
  stylesWithoutDetails: figure(
    'styles',
    key('Styles without all details'),
    key('Styles whose details the vendor or the house has still to add.'),
  ),
} as const

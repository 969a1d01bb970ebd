import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const inventoryFigures = {
  stylesToRestate: figure(
    'styles',
    key('Styles whose inventory is to be restated'),
    key('Listed styles of which the vendor has not said for long what it has.'),
  ),
} as const

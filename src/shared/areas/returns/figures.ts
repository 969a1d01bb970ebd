import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const returnFigures = {
  notesSent: figure(
    'notes',
    key('Goods sent back to you'),
    key('Return notes of QC in China by which goods went back to the vendor, cancelled ones aside.'),
  ),
} as const

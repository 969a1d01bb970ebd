import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const rejectedSkuFigures = {
  indiaNotesSent: figure(
    'notes',
    key('Goods sent back to you from India'),
    key('Return notes of QC in India by which goods went back to the vendor, cancelled ones aside.'),
  ),
  debitsOpen: figure(
    'debits',
    key('Debit notes to credit'),
    key('Debit notes of QC in India of which the vendor has not credited all pieces.'),
  ),
} as const

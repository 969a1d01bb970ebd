import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const negotiationFigures = {
  pricesOfVendor: figure(
    'prices',
    key('Prices that wait for the vendor'),
    key('Open price negotiations in which the company spoke last.'),
  ),
  pricesOfHouse: figure(
    'prices',
    key('Prices that wait for us'),
    key('Open price negotiations in which the vendor spoke last.'),
  ),
} as const

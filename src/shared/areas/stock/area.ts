import { area } from '../../kernel/area.ts'
import type { StockMoveKind } from './moves.ts'
import { stockRights } from './rights.ts'

/** What happened to stock, by the kind of move. */
export const stockMoveWords: Readonly<Record<StockMoveKind, string>> = {
  receive: 'Received',
  unreceive: 'Receipt reversed',
  put_away: 'Moved within the site',
  pack: 'Packed for dispatch',
  unpack: 'Unpacked again',
  dispatch: 'Dispatched',
  call_back: 'Dispatch called back',
  arrive: 'Arrived',
  unarrive: 'Arrival reversed',
  arrive_damaged: 'Arrived damaged',
  unarrive_damaged: 'Arrival of damaged goods reversed',
  close_short: 'Never arrived',
  reopen_short: 'Expected again',
  deliver: 'Handed over',
  undeliver: 'Handing over reversed',
  sell: 'Sold',
  take_back: 'Taken back from a customer',
  regrade: 'Regraded',
  write_off: 'Written off',
  found: 'Found and taken up',
}

const events = Object.fromEntries(
  Object.entries(stockMoveWords).map(([kind, word]) => [`stock.${kind}`, word]),
) as Readonly<Record<`stock.${StockMoveKind}`, string>>

export const stockArea = area({
  calls: {},
  rights: stockRights,
  entities: ['stock'],
  feed: { stock: stockRights.seeStock },
  events,
  words: [
    'Please enter a whole number above 0.',
    'Pieces cannot be taken from there in this way.',
    'Pieces cannot be put there in this way.',
    'From one site to another pieces go by a gate pass.',
    'The condition does not go with this move.',
    'Please give a reason.',
    'The pieces lie there already.',
    'Reversed',
    '{{place}} is out of use.',
    '{{pieces}} pcs of {{code}} are still on their way.',
    '{{place}}: {{on_hand}} pcs of {{sku}} are there, {{reserved}} of them reserved; {{quantity}} cannot go. Elsewhere: {{elsewhere}}.',
    '{{place}}: {{on_hand}} pcs of {{sku}} are there, {{reserved}} of them reserved; {{quantity}} cannot go. There are none elsewhere.',
  ],
})

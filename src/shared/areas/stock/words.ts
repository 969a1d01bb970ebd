import { key } from '../../kernel/words.ts'
import type { PlaceKind, StockCondition, StockDocument, StockMoveKind } from './moves.ts'

/** What happened to stock, by the kind of move. */
export const stockMoveWords: Readonly<Record<StockMoveKind, string>> = {
  receive: key('Received'),
  unreceive: key('Receipt reversed'),
  put_away: key('Moved within the site'),
  pack: key('Packed for dispatch'),
  unpack: key('Unpacked again'),
  dispatch: key('Dispatched'),
  call_back: key('Dispatch called back'),
  arrive: key('Arrived'),
  unarrive: key('Arrival reversed'),
  arrive_damaged: key('Arrived damaged'),
  unarrive_damaged: key('Arrival of damaged goods reversed'),
  close_short: key('Never arrived'),
  reopen_short: key('Expected again'),
  deliver: key('Handed over'),
  undeliver: key('Handing over reversed'),
  sell: key('Sold'),
  take_back: key('Taken back from a customer'),
  regrade: key('Regraded'),
  write_off: key('Written off'),
  found: key('Found and taken up'),
}

/** Conditions in both languages of papers and sheets. */
export const conditionNames: Readonly<Record<StockCondition, { en: string; zh: string }>> = {
  good: { en: 'Good', zh: '正品' },
  b_grade: { en: 'B-grade', zh: '次品' },
  damaged: { en: 'Damaged', zh: '破损' },
}

export const conditionWords: Readonly<Record<StockCondition, string>> = {
  good: key('Good'),
  b_grade: key('B-grade'),
  damaged: key('Damaged'),
}

export const placeWords: Readonly<Record<PlaceKind, string>> = {
  shelf: key('Shelf'),
  floor: key('Not on a shelf'),
  quarantine: key('Quarantine'),
  packing: key('Being packed'),
  in_transit: key('In transit'),
}

export const documentWords: Readonly<Record<StockDocument, string>> = {
  opening_balance: key('Opening stock'),
  purchase_order: key('Purchase order'),
  disposition: key('Disposition of rejected pieces'),
  gate_pass: key('Gate pass'),
  allocation: key('Allocation'),
  export_order: key('Export order'),
  stock_count: key('Stock count'),
  sales: key('Sales'),
  put_away: key('Put on a shelf'),
  regrade: key('Condition changed'),
  write_off: key('Write-off'),
  found: key('Found stock'),
}

const [stained, damaged, mended] = [
  key('Loose thread or small stain'),
  key('Damaged in the warehouse'),
  key('Mended: good again'),
]

/** Why pieces usually come into a condition: none of them goes with another one. */
export const regradeReasons: Readonly<Record<StockCondition, readonly string[]>> = {
  good: [mended],
  b_grade: [stained, damaged],
  damaged: [damaged],
}

/** A usual reason of another condition: "Damaged, because mended". */
export function isReasonOfOther(reason: string, condition: StockCondition): boolean {
  return stockReasons.regrade.some((one) => one === reason) && !regradeReasons[condition].includes(reason)
}

/** What people usually say of why stock changes; others are typed. */
export const stockReasons = {
  regrade: [stained, damaged, mended],
  write_off: [key('Not there when counted'), key('Broken beyond repair'), key('Used as a sample')],
  found: [key('Found when counted'), key('Was on another shelf')],
} as const

/** What the server says of stock. */
export const stockWords = {
  wholeNumber: 'Please enter a whole number above 0.',
  noFrom: 'Pieces cannot be taken from there in this way.',
  noTo: 'Pieces cannot be put there in this way.',
  otherSite: 'From one site to another pieces go by a gate pass.',
  condition: 'The condition does not go with this move.',
  reason: 'Please give a reason.',
  reasonOfOther: 'This reason does not go with the new condition.',
  beginsInIndia: '{{place}}: stock begins in India. Goods in China belong to their boxes and orders.',
  nowhere: 'The pieces lie there already.',
  reversed: 'Reversed',
  outOfUse: '{{place}} is out of use.',
  onTheWay: '{{pieces}} pcs of {{code}} are still on their way.',
  elsewhere:
    '{{place}}: {{on_hand}} pcs of {{sku}} are there, {{reserved}} of them reserved; {{quantity}} cannot go. Elsewhere: {{elsewhere}}.',
  nowhereElse:
    '{{place}}: {{on_hand}} pcs of {{sku}} are there, {{reserved}} of them reserved; {{quantity}} cannot go. There are none elsewhere.',
  heldElsewhere:
    '{{place}}: {{on_hand}} pcs of {{sku}} are there, {{reserved}} of them reserved for gate passes ({{held}}); {{quantity}} cannot go. Elsewhere: {{elsewhere}}.',
  heldNowhereElse:
    '{{place}}: {{on_hand}} pcs of {{sku}} are there, {{reserved}} of them reserved for gate passes ({{held}}); {{quantity}} cannot go. There are none elsewhere.',
  noSite: 'There is no site {{site}} that you may see.',
  mayNotChange: 'You may not move stock at {{site}}.',
  noShelf: 'There is no shelf {{shelf}} at {{site}}.',
  noSku: 'There is no SKU {{sku}}.',
  shelfNeeded: 'Please name the shelf.',
  onlyOwn: 'There is no such move of stock, or it was taken back already.',
  moved: 'The pieces were moved.',
  regraded: 'The condition was changed.',
  writtenOff: 'The pieces were written off.',
  takenUp: 'The pieces were taken into stock.',
  takenBack: 'The pieces are back where they were.',
  putAway: '{{pieces}} pcs of {{sku}} put on {{place}}.',
  boxPutAway: 'Box {{box_no}}: {{pieces}} pcs put on {{place}}.',
  boxRestPutAway:
    'Box {{box_no}}: {{pieces}} pcs put on {{place}}, all that was left of it; {{gone}} went from the floor before.',
  unknownCode: 'No SKU, EAN or box has this code.',
  boxNotBought: 'Box {{box_no}} has no pieces at {{site}} that were bought or received and are not put away yet.',
  scanTakenBack: '{{pieces}} pcs of {{code}} are back on the floor.',
} as const

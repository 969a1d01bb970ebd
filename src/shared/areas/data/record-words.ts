import { expectations } from '../../kernel/sheet.ts'
import { type WorldColumn, worldCode } from '../../kernel/world-codes.ts'
import { isEan, isGstin } from './check-digits.ts'

/** What a value must be beside its form: by kind and column. What is said is an expectation of the sheet's faults. */
export const recordRules: Readonly<Record<string, readonly [isRight: (text: string) => boolean, expected: string]>> = {
  gstin: [isGstin, 'A GSTIN of 15 letters and digits with its check digit.'],
  ean: [isEan, 'An EAN of 8, 12, 13 or 14 digits with its check digit.'],
  time_zone: [isTimeZone, 'A time zone such as Asia/Kolkata.'],
  country: [isOneOf('country'), 'Two letters of a country, such as CN or IN.'],
  origin: [isOneOf('country'), 'Two letters of a country, such as CN or IN.'],
  currency: [isOneOf('currency'), 'Three letters of a currency, such as CNY or INR.'],
  // Spreadsheets make a day of "8-10".
  size: [(text) => !/^\d{4}-\d\d-\d\d$/.test(text), 'A size: the spreadsheet made it a date. Type it as text.'],
  email: [(text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text), 'An e-mail address.'],
}

function isOneOf(column: WorldColumn): (text: string) => boolean {
  return (text) => worldCode(column, text)?.code === text
}

/** Also by a name that the zone has had, or has on other platforms. */
function isTimeZone(text: string): boolean {
  if (isOneOf('time_zone')(text)) return true
  try {
    // Offsets and abbreviations tell nothing of summer time.
    return text.includes('/') && Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}

/** What a cell needs that a choice for the whole file gives it, said instead of what the cell alone could do. */
export const fileQuestions: Readonly<Record<string, { asks: 'dates' | 'currency'; expected: string }>> = {
  [expectations.plainDate]: {
    asks: 'dates',
    expected: 'Choose the order of days for this file, or write this one as 2026-03-14.',
  },
  [expectations.amountWithCurrency]: {
    asks: 'currency',
    expected: 'Choose the currency of this file, or write the amount with its own, such as 12.50 USD.',
  },
  [expectations.signOfSeveral]: {
    asks: 'currency',
    expected: 'Several currencies have this sign: choose that of this file, or write the code, such as 12.50 USD.',
  },
}

/** By what is said, what is asked of the file. */
export const askedOf = new Map(Object.values(fileQuestions).map(({ asks, expected }) => [expected, asks]))

export const recordWords = {
  needed: 'A new record needs this.',
  unknown: 'There is no such record.',
  notInSet: 'The size set of this style has no such size.',
  sizesOfSet: '{{set}} has {{sizes}}.',
  sameName: 'Several have this name.',
  oneOfCodes: 'Please write the code: {{codes}}.',
  unknownIn: 'Not among the {{kind}}. Bring them in first.',
  otherKind: 'This site is of another kind.',
  ordered: 'An SKU that was ordered stays of its style.',
  mostBelowLeast: 'The most is less than the least.',
  dayToCome: 'This day is still to come.',
  neededOfKind: 'A material of this kind needs this, within its bounds.',
  rollReceived: 'This roll was received already. Change it on the fabric screen.',
  stockIsGone: 'Some of it has already gone: less than that cannot have lain there.',
  mateFaulty: 'Another row of this order has a fault: it is taken whole or not at all.',
  contradicts: 'Another row of this order says something else.',
  orderKeeps: 'An order that is there keeps its vendor, order date and destination.',
  orderWrong: 'This order cannot be taken so.',
  shippedElsewhere: 'Pieces of this order were shipped before: it would arrive as open.',
  orderWhatIsOpen: 'Leave the order out, or give what is still open as its quantity and empty this cell.',
  cutElsewhere: 'Pieces of this order were cut before: it would arrive uncut.',
  orderWhatIsUncut:
    'Name the facility that it was sent to, or give what is still to be cut as its quantity and empty this cell.',
  cutBeyond: 'More pieces are cut than are ordered.',
  sentWhole: 'An order is sent as a whole: name a facility in each of its rows.',
  sentInHouse: 'Only orders of own facilities in use arrive as sent.',
  bringUnsent: 'Bring it without a facility, and assign it on its screen.',
  otherStyle: 'A production order is of one style.',
  sameCell: 'Another row of this order has this colour and size.',
  isRetired: 'This SKU is out of use.',
  noPieces: 'A line has at least one piece. Nothing is taken away by file.',
  isVendorOrder: 'A vendor order has this number.',
  movedByScreen: 'An order that is there changes between in-house and outsourced on its screen.',
  byFile: 'Changed by file',
  nothingChanged: 'Nothing changed: all of it was there already.',
  done: 'The file was taken.',
  checkedOnly: 'The file was checked. Nothing was changed.',
  saved: 'Saved.',
  retired: 'Retired.',
  recovered: 'In use again.',
  changedMeanwhile: 'This record was changed in the meantime. Please look at it again.',
  busy: 'Records of this kind are being brought in at this moment. Please try again soon.',
  noSheet: 'No sheet of this workbook has the name of a kind of records.',
  exists: 'There is such a record already.',
  stillNeeded: 'This record is still needed.',
  inUse: 'Still in use: {{where}}',
  otherPicture: 'Another row has another picture of the same style and colour.',
  tooManyForSheet: '{{kind}}: a workbook holds at most {{most}} rows. Please export this kind by CSV.',
  import: 'Import of {{name}}',
  rowsFaulty: '{{count}} rows have faults. Nothing was taken.',
} as const

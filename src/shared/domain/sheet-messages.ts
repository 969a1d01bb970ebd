/** The specification's messages (section 5) about the content of sheets: wording and translation key in one. */
export const sheetMessages = {
  notXlsx: 'Please upload .xlsx files.',
  noSkus: 'No skus provided in packing list.',
  invalidSku: 'Invalid sku format',
  invalidOrderId: 'Invalid order id format',
  invalidBox: 'Invalid box format',
  invalidQuantity: 'Invalid quantity format',
  invalidTrackingId: 'Invalid tracking id format',
  ssccAsTracking: 'This is the SSCC of a box, not a tracking ID.',
  zeroInBox: 'Quantity in box is zero.',
  negativeInBox: 'Quantity in a box cannot be negative.',
  negativeOos: 'OOS quantity cannot be negative.',
  notPositive: 'Out-of-stock or shipping quantity should be positive and cannot be zero.',
  multipleEntries: 'Multiple entries found.',
  noPackingDetails: 'Please provide packing details.',
  invalidBoxTracking: 'Invalid box tracking details.',
  notOnPlatform: 'Order and SKU not added to the shipping platform.',
  wrongOrderQuantity: 'Please enter correct quantity for order.',
} as const

/** Why a whole file is refused before its rows are looked at. Constant texts; particulars go in the refusal's params. */
export const refusalMessages = {
  empty: 'The file is empty.',
  notCsv: 'Please upload .xlsx or .csv files.',
  encrypted: 'The workbook is protected by a password. Remove the password and upload it again.',
  damaged: 'The file is damaged or incomplete.',
  tooLarge: 'The file is too large.',
  tooLargeUnpacked: 'The file unpacks to more than is allowed.',
  forbiddenXml: 'The file contains declarations that are not allowed in a workbook.',
  tooManyRows: 'The sheet has too many rows.',
  tooManyColumns: 'The sheet has too many columns.',
  missingColumns: 'Columns are missing in the sheet.',
  repeatedColumn: 'A column appears twice in the sheet.',
  tooSlow: 'The file took too long to read.',
  cancelled: 'The upload was cancelled.',
} as const

/** What would be right, said beside a fault. */
export const expectations = {
  filled: 'A value is needed here.',
  code: 'Letters and digits as printed on the order or label.',
  wholeNumber: 'A whole number of pieces.',
  carrierNumber: 'The number that the carrier gave the parcel, or nothing.',
  textId: 'Type the id as text: the spreadsheet rounded this number.',
  notDate: 'Type the id as text: the spreadsheet made it a date.',
  formulaError: 'The formula in this cell gives an error.',
  formulaUnsaved:
    'The formula has no saved result: open the file in a spreadsheet program, save it and upload it again.',
  shorter: 'The value is too long.',
} as const

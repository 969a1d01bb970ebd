import { plainText } from './codes.ts'
import { SSCC_LENGTH, ssccFault } from './sscc.ts'

/** What the trace box finds. A later area adds its kind here and its finder in the server's registry. */
export const traceKinds = ['order', 'sku', 'style', 'box', 'shipment', 'invoice', 'return_note'] as const

export type TraceKind = (typeof traceKinds)[number]

/** What a fact of a life is called: English, and the key of its translation. */
export const factLabels = {
  supplier: 'Supplier',
  style: 'Style',
  category: 'Category',
  skus: 'SKUs',
  colour: 'Colour',
  size: 'Size',
  ordered_on: 'Order date',
  deadline: 'Ship by',
  destination: 'Destination',
  unit_price: 'Unit price',
  remark: 'Remark',
  shipment: 'Shipment',
  box_no: 'Box number',
  tracking_id: 'Tracking ID',
  weight: 'Weight (g)',
  pieces: 'Pieces',
  boxes: 'Boxes',
  created: 'Created',
  shipped: 'Shipped',
  invoice: 'Invoice number',
  carrier: 'Carrier',
  boxes_inwarded: 'Boxes taken in',
  inwarded: 'Taken in',
  counted: 'Counted pieces',
  missing: 'Missing pieces',
  excess: 'Excess pieces',
  passed: 'Passed pieces',
  failed: 'Failed pieces',
  on_hold: 'Pieces on hold',
  shelf: 'Shelf',
  export_order: 'Export order',
  return_note: 'Return note',
  issued_on: 'Invoice date',
  consignee: 'Consignee',
  total: 'Total',
  reason: 'Reason',
} as const

export type FactLabel = (typeof factLabels)[keyof typeof factLabels]

/** Statuses that only a trace shows: of an order that its vendor does not see, of a box off its list, and of QC's papers. */
export const traceStatuses = {
  pending: 'Waiting for approval',
  notApproved: 'Not approved',
  removedBox: 'Taken off the packing list',
  liveInvoice: 'Invoiced',
  exportOrder: 'Export order made',
  shippedInvoice: 'Shipped to India',
  voidInvoice: 'Void',
  sentNote: 'Returned to supplier',
  cancelledNote: 'Cancelled',
} as const

/** The life of a thing with more boxes than this tells of so many, the newest. */
export const mostBoxesInLife = 10_000

/** A code as its writer or scanner meant it. */
export interface TracedCode {
  /** In the one written form: upper case, plain letters; empty when nothing is left. */
  text: string
  /** The 18 digits, when this is a sound SSCC. */
  sscc: string | null
  /** It has the form of an SSCC, but was misread or mistyped: its check digit does not fit. */
  isMisread: boolean
}

/** Without what only a scanner adds: its symbology mark ("]C1"), and GS1's separators with further elements behind them. */
export function unmarked(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: GS (0x1d) is how scanners send FNC1; others are never part of a code.
  const code = raw.trim().replace(/^(?:\][A-Za-z][0-9A-Za-z]|[\u0000-\u001f])+/, '')
  return code.split('\u001d')[0] ?? ''
}

/**
 * Reads what was typed, pasted or scanned: full-width letters, any case, blanks around, the scanner's symbology mark
 * ("]C1"), GS1's separators with further elements behind them, and an SSCC with or without its "(00)".
 */
export function readTraced(raw: string): TracedCode {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: never part of a code, as above.
  const text = plainText(unmarked(raw).replace(/[\u0000-\u001f\u007f]/g, ' ')).toUpperCase()
  const digits = text.replace(/^\(00\)([\d\s-]+)\(.*$/, '$1').replace(/[\s()-]/g, '')
  const sscc = digits.length === SSCC_LENGTH + 2 && digits.startsWith('00') ? digits.slice(2) : digits
  const fault = ssccFault(sscc)
  return { text, sscc: fault === null ? sscc : null, isMisread: fault === 'wrong-check-digit' }
}

import { plainText } from '../../kernel/codes.ts'
import { hasRight } from '../../kernel/rights.ts'
import type { Person } from '../../kernel/roles.ts'
import { openingOf } from '../../kernel/screens.ts'
import { SSCC_LENGTH, ssccFault } from '../../kernel/sscc.ts'
import { pieces, type Quantities } from '../orders/quantities.ts'
import { allowedQcActions, qcActionLabels, type StandingBox } from '../qc-boxes/status.ts'
import { allowedShipmentMoves, type ShipmentMove, type ShipmentState } from '../shipments/status.ts'

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

/** What may be done next, in the words of its button: English, and the key of its translation. */
export const actionLabels = {
  decide: 'Approve or refuse',
  withdraw: 'Take the decision back',
  answer: 'Answer the order',
  schedule: 'Say what is ready',
  makeShipment: 'Make a shipment',
  recoverPieces: 'Bring pieces back',
  reopen: 'Take the answer back',
  confirm: 'Confirm shipment',
  pack: 'Pack the boxes',
  ship: 'Mark packed and shipped',
  describe: 'Tracking IDs and weights',
  change: 'Change the lines',
  recover: 'Recover shipment',
  cancel: 'Cancel shipment',
  inward: 'Take the box in',
  ...qcActionLabels,
} as const

export type ActionName = keyof typeof actionLabels

/** `path` leads to the screen that does it, with the drawer open. */
export interface NextAction {
  action: ActionName
  path: string
}

/** One line of an order, as far as its next actions hang on it. */
export type StandingLine = Quantities & { vendor_decision: 'NEW' | 'CONFIRMED' | 'REJECTED' | 'OUT_OF_STOCK' }

export interface StandingOrder {
  decision: 'NEW' | 'APPROVED' | 'NOT_APPROVED'
  vendor_decision: 'NEW' | 'ANSWERED'
  lines: readonly StandingLine[]
}

/** What the moves' guards allow with an order now, the usual first. Guards of its commands; whose rights is another question. */
export function allowedOrderActions({ decision, vendor_decision, lines }: StandingOrder): ActionName[] {
  if (decision === 'NEW') return ['decide']
  // A refusal can be taken back too, but no screen shows refused orders yet.
  if (decision === 'NOT_APPROVED') return []
  const answered = lines.filter((line) => line.vendor_decision !== 'NEW')
  const moves = new Set(lines.flatMap(pieces.allowed))
  const isUnderWay = lines.some((line) => line.platform + line.reserved + line.packed + line.shipped > 0)
  const isUntouched = lines.every((line) => line.awaiting === line.ordered)
  const holds: Partial<Record<ActionName, boolean>> = {
    answer: vendor_decision === 'NEW',
    makeShipment: moves.has('reserve'),
    schedule: answered.some((line) => pieces.allowed(line).includes('schedule')),
    recoverPieces: moves.has('recover_refused') || moves.has('recover_oos'),
    reopen: !isUnderWay && answered.length > 0,
    withdraw: vendor_decision === 'NEW' && isUntouched,
  }
  return (Object.keys(holds) as ActionName[]).filter((action) => holds[action])
}

/** Where an order's action is done: its own drawer, or the list of all that a code is in. */
export type OrderPlace = { order: string } | { search: string }

const orderPaths: Partial<Record<ActionName, readonly [path: string, tab: string]>> = {
  decide: ['/ops/all-pending-orders', ''],
  withdraw: ['/ops/confirmed-orders', ''],
  answer: ['/supplier/my-orders', 'new'],
  schedule: ['/supplier/my-orders', 'confirmed'],
  recoverPieces: ['/supplier/my-orders', 'rejected_oos'],
  reopen: ['/supplier/my-orders', 'confirmed'],
}

/** The actions with their places; only those whose screen opens for this person. */
export function orderActions(person: Person, allowed: readonly ActionName[], place: OrderPlace): NextAction[] {
  const code = 'order' in place ? place.order : place.search
  return openTo(
    person,
    allowed.flatMap((action) => {
      if (action === 'makeShipment')
        return { action, path: address('/supplier/shipping-platform', { tab: 'on_platform', q: code }) }
      const [path, tab] = orderPaths[action] ?? []
      return path === undefined ? [] : { action, path: address(path, { tab: tab ?? '', ...place }) }
    }),
  )
}

/** A shipment, as far as its next actions hang on it. */
export interface StandingShipment {
  shipment_id: string
  state: ShipmentState
  boxesInwarded: number
  /** Every promised piece lies in a box, and there is one. */
  isPacked: boolean
}

const usual: readonly ShipmentMove[] = ['confirm', 'ship', 'pack', 'describe', 'change', 'recover', 'cancel']

const views: Partial<Record<ShipmentMove, string>> = { describe: 'boxes', change: 'lines' }

/** What may be done with a shipment, the usual first; shipping only once every piece lies in a box. */
export function shipmentActions(person: Person, shipment: StandingShipment): NextAction[] {
  const moves = allowedShipmentMoves(shipment.state, shipment.boxesInwarded)
  const now = usual.filter((move) => moves.includes(move) && (move !== 'ship' || shipment.isPacked))
  return openTo(
    person,
    now.map((action) => ({ action, path: shipmentPath(shipment.shipment_id, views[action]) })),
  )
}

export function shipmentPath(shipmentId: string, view = ''): string {
  return address('/supplier/shipment-management', { shipment: shipmentId, view })
}

/** What may be done with a box that is at QC, the usual first; of one on its way (null) that it be taken in. */
export function boxActions(person: Person, sscc: string, standing: StandingBox | null): NextAction[] {
  if (standing === null) return openTo(person, [{ action: 'inward', path: '/supplier/inward-shipments' }])
  const now = allowedQcActions(standing).filter((action) => action !== 'skip' || hasRight(person, 'chinaQcLead'))
  return openTo(
    person,
    now.map((action) => ({ action, path: qcBoxPath(sscc) })),
  )
}

export function qcBoxPath(sscc: string): string {
  return address('/supplier/qc-platform', { box: sscc })
}

/** A screen's address with the words that are not empty. */
export function address(path: string, words: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(Object.entries(words).filter(([, value]) => value !== ''))
  return search.size === 0 ? path : `${path}?${search}`
}

/** Whether the screen of an address opens for this person. */
export function opensFor(person: Person, path: string): boolean {
  return openingOf(person, path.split('?', 1)[0] ?? '') === 'opens'
}

function openTo(person: Person, actions: readonly NextAction[]): NextAction[] {
  return actions.filter(({ path }) => opensFor(person, path))
}

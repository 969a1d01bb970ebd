import { type ClosedMove, closedBy, type OfferedMove } from '../../kernel/lifecycle.ts'
import { key } from '../../kernel/words.ts'
import type { StandingBox } from '../qc-boxes/status.ts'

/** Why a box cannot become ready for an invoice, or cannot go on one. English, and the key of its translation. */
export const documentProblems = {
  notAtQc: 'This box is not at QC.',
  shipped: 'This box was shipped to India.',
  invoiced: 'This box is on an invoice.',
  uncounted: 'Pieces of this box wait to be counted.',
  uninspected: 'Pieces of this box wait for inspection.',
  nonePassed: 'Nothing of this box has passed.',
  readyAlready: 'This box is ready already.',
  notReady: 'This box is not ready for an invoice.',
  partlyReady: 'Some passed pieces of this box are not ready.',
  openExcess: 'Excess in this box is not settled: settle the difference first.',
  unordered: 'Nobody ordered a SKU of this box in its shipment.',
  onNoInvoice: 'This box is ready and on no invoice.',
} as const

/** What is said of invoices, with {{blanks}}. English, and the keys of their translations. */
export const invoiceMessages = {
  notFound: 'Invoice {{invoice_number}} was not found.',
  isVoid: 'Invoice {{invoice_number}} is void.',
  isShipped: 'Invoice {{invoice_number}} was shipped to India.',
  hasExport: 'Invoice {{invoice_number}} has the export order {{export_order_number}}.',
  noExport: 'Invoice {{invoice_number}} has no export order.',
  incomplete: 'Invoice {{invoice_number}} is not complete for an export order.',
  openExcess:
    'Box {{box}} has excess that is not settled: {{excess}}. Keep it, send it back or say that it was miscounted first.',
  noneReady: 'None of these boxes can be taken.',
  someRefused: 'Some of these boxes cannot go on an invoice.',
  currencies: 'One invoice has one currency: {{boxes}}.',
  sites: 'One invoice is issued at one site: {{boxes}}.',
  noHsCode: 'Style {{style_id}} has no HS code.',
  noDescription: 'Style {{style_id}} has no description.',
  noOrigin: 'Style {{style_id}} has no country of origin.',
  noNetWeight: 'Style {{style_id}} has no net weight.',
  noValue: 'Style {{style_id}} has no value.',
  noGrossWeight: 'The gross weight is missing: boxes without a weight are {{boxes}}.',
  weighAgain: 'Pieces left these boxes since they were weighed, weigh them again: {{boxes}}.',
  noPortOfLoading: '{{incoterm}} names a port or place of loading.',
  noPortOfDischarge: '{{incoterm}} names a port or place of destination.',
  arrivesBefore: 'The goods cannot arrive before {{day}}.',
  netAboveGross: 'The net weight of {{net}} g is more than the gross weight of {{gross}} g.',
} as const

export type DocumentProblem = (typeof documentProblems)[keyof typeof documentProblems]

/** What holds a box back from every paper: it is on its way, or its pieces are not judged. */
function unsettled(box: StandingBox): DocumentProblem | null {
  if (box.shipped > 0) return documentProblems.shipped
  if (box.invoiced > 0) return documentProblems.invoiced
  if (box.uncounted > 0) return documentProblems.uncounted
  return box.to_inspect + box.on_hold > 0 ? documentProblems.uninspected : null
}

/** Why the passed pieces of a box cannot become ready; null when they can. Says what `allowedQcActions` allows. */
export function readyProblem(box: StandingBox): DocumentProblem | null {
  const problem = unsettled(box)
  if (problem !== null) return problem
  if (box.passed + box.shelved > 0) return box.open_excess > 0 ? documentProblems.openExcess : null
  return box.ready > 0 ? documentProblems.readyAlready : documentProblems.nonePassed
}

/** Why the ready pieces of a box cannot go back to the passed ones; null when they can. */
export function unreadyProblem(box: StandingBox): DocumentProblem | null {
  if (box.ready > 0) return null
  return unsettled(box) ?? documentProblems.notReady
}

/**
 * Why a box cannot go on an invoice; null when it can. It goes on one invoice only: what passed and is not ready now
 * would be left behind for good.
 */
export function invoiceProblem(box: StandingBox): DocumentProblem | null {
  const problem = unsettled(box)
  if (problem !== null) return problem
  if (box.ready === 0) return documentProblems.notReady
  if (box.open_excess > 0) return documentProblems.openExcess
  return box.passed + box.shelved > 0 ? documentProblems.partlyReady : null
}

/**
 * Pieces of one SKU of a box, over the order lines that they were packed for: each takes what it packed, in order, and the
 * last what is beyond. Lines that get nothing are left out. Throws RangeError for pieces without any line.
 */
export function splitOverOrders<L extends { quantity: number }>(
  pieces: number,
  lines: readonly L[],
): { line: L; quantity: number }[] {
  if (!Number.isSafeInteger(pieces) || pieces < 0) throw new RangeError(`${pieces} are no whole pieces`)
  if (pieces > 0 && lines.length === 0) throw new RangeError('pieces that nobody ordered')
  let left = pieces
  const split: { line: L; quantity: number }[] = []
  for (const [at, line] of lines.entries()) {
    const quantity = at === lines.length - 1 ? left : Math.min(left, line.quantity)
    if (quantity > 0) split.push({ line, quantity })
    left -= quantity
  }
  return split
}

/** "CI-2026-000001": numbers of a series count from 1 every year of the site that issues them. */
export function invoiceSeries(prefix: string, issuedOn: string): string {
  return `${prefix}-${issuedOn.slice(0, 4)}`
}

export function invoiceNumberOf(series: string, serial: number): string {
  return `${series}-${String(serial).padStart(6, '0')}`
}

/** How an invoice stands: its own state and that of its export order, where a live one is. */
export interface StandingInvoice {
  state: 'LIVE' | 'VOID'
  exported: 'OPEN' | 'SHIPPED' | null
}

/** Invoices that go to India at once at most. */
export const mostShipped = 200

export const invoiceTabs = ['to_export', 'to_ship', 'shipped', 'void'] as const
export type InvoiceTab = (typeof invoiceTabs)[number]

/** The one tab of an invoice, beside "all"; `invoiceTabCondition` of the server is the same in SQL. */
export function invoiceTab({ state, exported }: StandingInvoice): InvoiceTab {
  if (state === 'VOID') return 'void'
  if (exported === null) return 'to_export'
  return exported === 'OPEN' ? 'to_ship' : 'shipped'
}

/** What may be done with an invoice. English, and the keys of their translations. */
export const invoiceActionLabels = {
  export: key('Make export order'),
  void: key('Void invoice'),
  ship: key('Ship to India'),
  cancel_export: key('Cancel export order'),
  document: key('Change the transport document'),
  undo_ship: key('Undo shipping'),
} as const
export type InvoiceAction = keyof typeof invoiceActionLabels

/** What the guards allow with an invoice now. */
export function invoiceActions(invoice: StandingInvoice): InvoiceAction[] {
  const allowed: Record<InvoiceTab, InvoiceAction[]> = {
    to_export: ['export', 'void'],
    to_ship: ['ship', 'cancel_export', 'document'],
    // An air waybill or bill of lading often has its number only when the goods are gone.
    shipped: ['undo_ship', 'document'],
    void: [],
  }
  return allowed[invoiceTab(invoice)]
}

/** Why something cannot be done with an invoice now; null where it can. */
export function closedForInvoice(
  action: InvoiceAction,
  invoice: StandingInvoice & { invoice_number: string; export_order_number: string | null },
): ClosedMove | null {
  const { invoice_number, export_order_number } = invoice
  const told: Record<InvoiceTab, string> = {
    to_export: invoiceMessages.noExport,
    to_ship: invoiceMessages.hasExport,
    shipped: invoiceMessages.isShipped,
    void: invoiceMessages.isVoid,
  }
  const isOpen = invoiceActions(invoice).includes(action)
  const values = { invoice_number, export_order_number: export_order_number ?? '' }
  return closedBy(isOpen ? null : told[invoiceTab(invoice)], values)
}

/** The moves of an invoice, each open, or closed with why. What takes back, only where there is something to take back. */
export function invoiceOffers(invoice: {
  invoice_number: string
  state: StandingInvoice['state']
  export_order: { export_order_number: string; state: 'OPEN' | 'SHIPPED' | 'CANCELLED' } | null
}): OfferedMove<InvoiceAction>[] {
  const { invoice_number, state, export_order: order } = invoice
  const exported = order === null || order.state === 'CANCELLED' ? null : order.state
  const standing = { invoice_number, state, exported, export_order_number: order?.export_order_number ?? null }
  const asked: Record<InvoiceTab, InvoiceAction[]> = {
    to_export: ['ship', 'document'],
    to_ship: ['export', 'void'],
    shipped: ['export', 'void', 'ship', 'cancel_export'],
    void: [],
  }
  const known = [...invoiceActions(standing), ...asked[invoiceTab(standing)]]
  return known.map((move) => ({ move, closed: closedForInvoice(move, standing) }))
}

/** What stands on an invoice about one style; null where at least one of its lines lacks it. */
export interface InvoicedStyle {
  style_id: string
  hs_code: string | null
  description: string | null
  origin: string | null
  net_weight_grams: number | null
  pieces: number
  /** The smallest price of a piece, in minor units. */
  least_price_minor: number
}

/** A box on an invoice. Its weight is of the pieces that go; null, too, where it was weighed with others. */
export interface WeighedBox {
  box_no: string
  shipment_id: string
  weight_grams: number | null
  /** What was last said of it, maybe with other pieces in it. */
  last_weight_grams: number | null
  /** Pieces of it that went back. */
  returned: number
}

export interface ExportCandidate {
  styles: readonly InvoicedStyle[]
  boxes: readonly WeighedBox[]
  /** As the export order says; null to add up the boxes. */
  gross_weight_grams: number | null
}

export interface MissingFact {
  field:
    | 'hs_code'
    | 'description'
    | 'origin'
    | 'net_weight'
    | 'value'
    | 'gross_weight'
    | 'port_of_loading'
    | 'port_of_discharge'
  /** With {{blanks}}: the key of its translation. */
  message: string
  values: Record<string, string>
}

/** Boxes named in a message before it says how many more there are. */
const NAMED_BOXES = 5

/** What an export order still wants of an invoice (rules, section 3); empty when nothing is missing. */
export function missingForExport(invoice: ExportCandidate): MissingFact[] {
  return [...invoice.styles.flatMap(missingOfStyle), ...missingWeight(invoice)]
}

function missingOfStyle(style: InvoicedStyle): MissingFact[] {
  const values = { style_id: style.style_id }
  const missing: MissingFact[] = []
  const want = (isThere: boolean, field: MissingFact['field'], message: string) => {
    if (!isThere) missing.push({ field, message, values })
  }
  want(Boolean(style.hs_code), 'hs_code', invoiceMessages.noHsCode)
  want(Boolean(style.description), 'description', invoiceMessages.noDescription)
  want(Boolean(style.origin), 'origin', invoiceMessages.noOrigin)
  want(Boolean(style.net_weight_grams), 'net_weight', invoiceMessages.noNetWeight)
  want(style.least_price_minor > 0, 'value', invoiceMessages.noValue)
  return missing
}

function missingWeight(invoice: ExportCandidate): MissingFact[] {
  const gross = grossWeight(invoice)
  if (gross === null) {
    const unweighed = invoice.boxes.filter((box) => box.weight_grams === null)
    const [outdated, never] = [unweighed.filter(isOutdated), unweighed.filter((box) => !isOutdated(box))]
    return [
      ...lackingWeight(never, invoiceMessages.noGrossWeight),
      ...lackingWeight(outdated, invoiceMessages.weighAgain),
    ]
  }
  const net = netWeight(invoice.styles)
  if (net === null || net <= gross) return []
  const message = invoiceMessages.netAboveGross
  return [{ field: 'gross_weight', message, values: { net: String(net), gross: String(gross) } }]
}

/** Weighed before pieces left it, or more came in. */
const isOutdated = (box: WeighedBox) => box.weight_grams === null && box.last_weight_grams !== null

/** Whether a gross weight counts pieces that went back: it is what the boxes weighed with them. Versions before added that up. */
function countsReturned(boxes: readonly WeighedBox[], gross: number): boolean {
  const before = boxes.reduce((sum, box) => sum + (box.last_weight_grams ?? 0), 0)
  return gross === before && boxes.some((box) => isOutdated(box) && box.returned > 0)
}

function lackingWeight(boxes: readonly WeighedBox[], message: string): MissingFact[] {
  return boxes.length === 0 ? [] : [{ field: 'gross_weight', message, values: { boxes: boxNames(boxes) } }]
}

/** What an export order may say of who pays the way to where. */
export const incoterms = ['EXW', 'FCA', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP'] as const
export type Incoterm = (typeof incoterms)[number]

/** Which place an incoterm names; at EXW goods are fetched where they are. */
const namedPlace: Record<Incoterm, 'port_of_loading' | 'port_of_discharge' | null> = {
  EXW: null,
  ...{ FCA: 'port_of_loading', FOB: 'port_of_loading' },
  ...{ CFR: 'port_of_discharge', CIF: 'port_of_discharge', CPT: 'port_of_discharge', CIP: 'port_of_discharge' },
  ...{ DAP: 'port_of_discharge', DPU: 'port_of_discharge', DDP: 'port_of_discharge' },
}

/** What the terms of an export order still want: the place that the incoterm names. */
export function missingTerms(terms: {
  incoterm: Incoterm
  port_of_loading: string
  port_of_discharge: string
}): MissingFact[] {
  const field = namedPlace[terms.incoterm]
  if (field === null || terms[field] !== '') return []
  const message = field === 'port_of_loading' ? invoiceMessages.noPortOfLoading : invoiceMessages.noPortOfDischarge
  return [{ field, message, values: { incoterm: terms.incoterm } }]
}

/** In grams: as said, unless that counts pieces that went back; else the sum of the boxes; null while a box has no weight. */
export function grossWeight({ boxes, gross_weight_grams }: Omit<ExportCandidate, 'styles'>): number | null {
  if (gross_weight_grams !== null && !countsReturned(boxes, gross_weight_grams)) return gross_weight_grams
  let sum = 0
  for (const { weight_grams } of boxes) {
    if (weight_grams === null) return null
    sum += weight_grams
  }
  return sum
}

/** In grams; null while a style has no weight. */
export function netWeight(styles: readonly Pick<InvoicedStyle, 'net_weight_grams' | 'pieces'>[]): number | null {
  let sum = 0
  for (const { net_weight_grams, pieces } of styles) {
    if (net_weight_grams === null) return null
    sum += net_weight_grams * pieces
  }
  return sum
}

/** "SH-000001 / 1, SH-000001 / 2 +7": boxes in a message, the first few by name. */
export function boxNames(boxes: readonly { box_no: string; shipment_id: string }[]): string {
  const named = boxes.slice(0, NAMED_BOXES).map((box) => `${box.shipment_id} / ${box.box_no}`)
  const more = boxes.length - named.length
  return named.join(', ') + (more > 0 ? ` +${more}` : '')
}

/** How far an invoice is, in a trace. English, and the keys of their translations. */
export const tracedInvoiceStatuses = {
  live: 'Invoiced',
  exported: 'Export order made',
  shipped: 'Shipped to India',
  void: 'Void',
} as const

/** How goods of an export order go. */
export const transports = ['air', 'sea', 'road'] as const

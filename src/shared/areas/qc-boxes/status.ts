import { closedBy, type OfferedMove } from '../../kernel/lifecycle.ts'
import { isAmong } from '../../kernel/rights.ts'
import type { Person } from '../../kernel/roles.ts'
import { address, type NextAction } from '../../kernel/screens.ts'
import { key } from '../../kernel/words.ts'
import { failedOf, type QcQuantities, qcPieces } from './quantities.ts'
import { allowed } from './rights.ts'

/** Inward QC statuses of the specification (section 4), in the order of `qc_box.stage`. */
export const qcStatuses = [
  'Qty validation pending',
  'Qty missing',
  'Qty validated',
  'QC inspection pending',
  'QC failed',
  'QC passed',
  'Shipped to India',
  'Returned to supplier',
] as const

export type QcStatus = (typeof qcStatuses)[number]

/** A box at QC, as far as its status and its actions hang on it. */
export interface StandingBox extends QcQuantities {
  /** Missing pieces of which nobody has said yet what becomes of them. */
  open_missing: number
  /** Excess pieces of which nobody has said yet what becomes of them. */
  open_excess: number
  /** How often pieces of it were judged, skipping included. */
  inspections: number
}

/** The first that holds. `qc_box.stage` is the same rule in SQL; a test holds the two together. */
export function qcStatus(box: StandingBox): QcStatus {
  const pending = box.to_inspect + box.on_hold
  if (box.uncounted > 0) return 'Qty validation pending'
  if (box.open_missing > 0 && box.inspections === 0) return 'Qty missing'
  if (pending > 0) return box.inspections === 0 ? 'Qty validated' : 'QC inspection pending'
  if (box.failed > 0) return 'QC failed'
  if (box.passed + box.shelved + box.ready + box.invoiced + box.purchased > 0) return 'QC passed'
  if (box.shipped > 0) return 'Shipped to India'
  if (box.returned > 0) return 'Returned to supplier'
  return box.disposed > 0 ? 'QC failed' : 'Qty missing'
}

/** Said in place of "QC passed" of a box of which some pieces failed and have gone back: green would be half of the truth. */
export const partFailed = 'Part failed QC'

/** Said in place of "QC inspection pending" of a box that waits for nothing but a word on what is held. */
export const onHold = 'On hold'

/** The status as people are shown it; `QcStatus` is what lists are filtered by. India's statuses say it themselves. */
export function shownQcStatus<S extends string>({
  status,
  quantities,
}: {
  status: S
  quantities: Pick<QcQuantities, 'to_inspect' | 'failed' | 'returned' | 'disposed'>
}): S | typeof partFailed | typeof onHold {
  if (status === 'QC inspection pending' && quantities.to_inspect === 0) return onHold
  return status === 'QC passed' && failedOf(quantities) > 0 ? partFailed : status
}

export const shownQcStatuses = [...qcStatuses, partFailed, onHold] as const

/** Tabs of the platform: a box that is partly passed and partly failed stands in both. */
export const qcTabs = ['inwarded', 'in_qc', 'passed', 'failed', 'ready_to_ship', 'shipped', 'returned', 'all'] as const

export type QcTab = (typeof qcTabs)[number]

/** What puts a box in a tab; `qcTabCondition` of the server is the same in SQL. */
export const inQcTab: Record<QcTab, (box: StandingBox) => boolean> = {
  inwarded: (box) => box.uncounted > 0,
  in_qc: (box) => box.uncounted === 0 && box.to_inspect + box.on_hold + box.open_missing > 0,
  passed: (box) => box.passed + box.shelved > 0,
  failed: (box) => box.failed > 0,
  ready_to_ship: (box) => box.ready + box.invoiced > 0,
  shipped: (box) => box.shipped > 0,
  returned: (box) => box.returned > 0,
  all: () => true,
}

/** What may be done with a box. English, and the key of its translation. */
export const qcActionLabels = {
  undo_inward: 'Undo inward',
  count: 'Count',
  recount: 'Count again',
  settle: 'Settle the difference',
  inspect: 'Inspect',
  reinspect: 'Inspect again',
  skip: 'Skip QC',
  shelve: 'Put on a shelf',
  unshelve: 'Take off the shelf',
  make_ready: 'Ready for invoice',
  unready: 'Not ready for invoice',
  revert: 'Revert to QC',
  return: 'Return to vendor',
} as const

export type QcAction = keyof typeof qcActionLabels

/** What the guards allow with a box now, the usual first. Whose right it is, is another question. */
export function allowedQcActions(box: StandingBox): QcAction[] {
  const isUntouched = box.inspections === 0
  const isSettled = box.uncounted + box.to_inspect + box.on_hold === 0
  const bound = box.invoiced + box.shipped > 0
  const holds: Record<QcAction, boolean> = {
    count: box.uncounted > 0,
    // Excess may be inspected before it is settled; only papers wait for it.
    settle: box.open_missing > 0 || (isSettled && box.open_excess > 0),
    inspect: box.uncounted === 0 && box.to_inspect + box.on_hold > 0,
    return: box.failed > 0,
    make_ready: isSettled && !bound && box.passed + box.shelved > 0 && box.open_excess === 0,
    shelve: box.passed > 0,
    unshelve: box.shelved > 0,
    unready: box.ready > 0,
    // One live invoice a box: what would pass now could go on none.
    reinspect: box.failed > 0 && !bound,
    skip: box.uncounted === 0 && box.to_inspect > 0,
    revert: !bound && box.passed + box.failed + box.shelved + box.ready > 0,
    recount: box.uncounted === 0 && isUntouched && box.to_inspect + box.missing > 0 && box.returned === 0,
    undo_inward: isAsInwarded(box),
  }
  return (Object.keys(holds) as QcAction[]).filter((action) => holds[action])
}

/** Why a step with a box is closed. English, and the keys of their translations. */
export const boxClosed = {
  usual: key('Box {{box_no}} is {{status}}.'),
  uncounted: key('Its pieces wait to be counted: count it first.'),
  waiting: key('Pieces that wait for their inspection: {{waiting}}. Inspect them first.'),
  shipped: key('It was shipped to India.'),
  invoiced: key('It is on an invoice.'),
  openExcess: key('Its excess is not settled: {{open_excess}} pcs. Settle the difference first.'),
  inspected: key('It was inspected already: its count stands.'),
  returned: key('Pieces of it went back to its vendor: its count stands.'),
  worked: key('It was counted or inspected already: it stays taken in.'),
} as const

const boundBy = (box: StandingBox) =>
  box.shipped > 0 ? boxClosed.shipped : box.invoiced > 0 ? boxClosed.invoiced : null
const uncountedOf = (box: StandingBox) => (box.uncounted > 0 ? boxClosed.uncounted : null)

/** What closes the steps that people look for and do not find; null where it is only the box's status. */
const whyClosed: Partial<Record<QcAction, (box: StandingBox) => string | null>> = {
  inspect: uncountedOf,
  skip: uncountedOf,
  make_ready: (box) => {
    const isWaiting = box.to_inspect + box.on_hold > 0
    if (box.uncounted > 0 || isWaiting) return uncountedOf(box) ?? boxClosed.waiting
    if (box.passed + box.shelved === 0) return null
    return boundBy(box) ?? (box.open_excess > 0 ? boxClosed.openExcess : null)
  },
  reinspect: (box) => (box.failed > 0 ? boundBy(box) : null),
  revert: (box) => (box.passed + box.failed + box.shelved + box.ready > 0 ? boundBy(box) : null),
  recount: (box) => {
    if (box.uncounted > 0) return null
    return box.inspections > 0 ? boxClosed.inspected : box.returned > 0 ? boxClosed.returned : null
  },
  undo_inward: () => boxClosed.worked,
}

/** Why a step is closed that the guards do not allow with a box now, in words. */
export function closedForBox(action: QcAction, box: StandingBox): string {
  return whyClosed[action]?.(box) ?? boxClosed.usual
}

/** What fills the blanks of it. */
export function boxClosedValues(box: StandingBox) {
  return { waiting: box.to_inspect + box.on_hold, open_excess: box.open_excess }
}

/** The steps with a box, each open, or closed with why. */
export function offeredSteps(
  box: StandingBox,
  open: readonly QcAction[],
  known = Object.keys(qcActionLabels) as QcAction[],
): OfferedMove<QcAction>[] {
  const values = boxClosedValues(box)
  return known.map((move) => ({
    move,
    closed: closedBy(open.includes(move) ? null : closedForBox(move, box), values),
  }))
}

export const boxMoves = (box: StandingBox) => offeredSteps(box, allowedQcActions(box))

/** What this person may do with a box, the usual first. */
export function boxActions(person: Person, sscc: string, standing: StandingBox): NextAction<QcAction>[] {
  const now = allowedQcActions(standing).filter((action) => action !== 'skip' || isAmong(person, allowed.chinaQcLead))
  return now.map((action) => ({ action, path: qcBoxPath(sscc) }))
}

export function qcBoxPath(sscc: string): string {
  return address('/supplier/qc-platform', { box: sscc })
}

/** Nothing was done with a box but taking it in: all its pieces wait to be counted. */
export function isAsInwarded(box: StandingBox): boolean {
  return (
    box.excess + box.inspections === 0 &&
    qcPieces.buckets.every((bucket) => bucket === 'uncounted' || box[bucket] === 0)
  )
}

/** The same in India, where its pieces may count as declared with the receipt. */
export function isAsReceived(box: StandingBox): boolean {
  return isAsInwarded({ ...box, uncounted: box.uncounted + box.to_inspect, to_inspect: 0 })
}

/** Where missing and excess pieces may end. */
export const missingOutcomes = ['found', 'claim', 'write_off'] as const
export const excessOutcomes = ['accepted', 'send_back', 'miscounted'] as const
export const discrepancyOutcomes = [...missingOutcomes, ...excessOutcomes] as const
export type DiscrepancyOutcome = (typeof discrepancyOutcomes)[number]

export const discrepancyOutcomeLabels: Record<DiscrepancyOutcome, string> = {
  found: 'Found after all',
  claim: 'Claim from the vendor',
  write_off: 'Write off',
  accepted: 'Keep the excess',
  send_back: 'Send the excess back',
  miscounted: 'Miscounted',
}

/** Of a waybill that several boxes of a shipment have: English, and the keys of their translations. */
export const waybillWords = {
  shared:
    'Waybill {{waybill}} is on {{count}} boxes of shipment {{shipment_id}}: {{box_nos}}. Scan the SSCC on the box itself.',
  candidate: 'Box {{box_no}}',
} as const

/** What fills the blanks of it; of many boxes the first are named. */
export function waybillValues(of: { waybill: string; shipment_id: string; boxes: readonly { box_no: string }[] }) {
  const { waybill, shipment_id, boxes } = of
  const named = boxes.slice(0, 12).map(({ box_no }) => box_no)
  return {
    ...{ waybill, shipment_id, count: boxes.length },
    box_nos: named.join(', ') + (boxes.length > named.length ? ' …' : ''),
  }
}

/** What a scan at the door came to; each has its own sound and colour. */
export const scanOutcomes = [
  'inwarded',
  'undone',
  'duplicate',
  'unknown',
  'shared_waybill',
  'other_site',
  'not_shipped',
  'not_undone',
] as const
export type ScanOutcome = (typeof scanOutcomes)[number]

/** The chains of the specification's `supply_chain`: which sites a box may be meant for. */
export const supplyChains = ['china', 'india'] as const
export type SupplyChain = (typeof supplyChains)[number]

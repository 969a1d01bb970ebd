import { type Tally, tallyOf } from '../../shared/areas/inspection/verdict.ts'
import { type QcMoveKind, type QcQuantities, qcColumns, qcPieces } from '../../shared/areas/qc-boxes/quantities.ts'
import type { RefusalReason, Severity } from '../../shared/kernel/reasons.ts'
import { type Arrival, type Book, fixedId, isoTime, record, userId } from './book.ts'
import { type Fate, fates, openQcBook, type QcBook, type QcBoxTold, type QcStep, qcSiteId } from './qc-book.ts'
import { tellDocuments } from './qc-documents.ts'
import { lotsToJudge, sampleOf, tellLots } from './tell-lots.ts'

interface Move {
  skuId: string
  kind: QcMoveKind
  quantity: number
  auditId: string
  reason?: RefusalReason
  remark?: string
  inspectionId?: string
  invoiceId?: string
  returnNoteId?: string
}

const STEP_MS = 50 * 60_000
const HOUR_MS = 3_600_000
const by = 'china-qc'

/** Tells what became of every box that came to China QC, as its shipment's fates say. */
export function tellQc(book: Book, end: number, rules: { invoiceSeries: string }): QcBook {
  const qc = openQcBook()
  const shipments = [...Map.groupBy(book.arrivals, ({ shipment }) => shipment.id).values()]
  const boxes = shipments.flatMap((arrivals, at) =>
    arrivals.map((arrival, place) => {
      const ways = fates[at % fates.length] ?? []
      return { arrival, fate: ways[Math.min(place, ways.length - 1)] ?? { steps: [] } }
    }),
  )
  const told = boxes.map(({ arrival, fate }) => arrive(book, qc, arrival, fate))
  for (const box of told) for (const step of fateOf(box)) tellStep(book, qc, box, step, end)
  tellDocuments(book, qc, { boxes: told, end, moveBox: move, ...rules })
  for (const box of told) writeBox(qc, box)
  return qc
}

const documents: readonly QcStep[] = ['invoice', 'ship', 'return']

/** The steps that a box does alone; papers come for several at once. A returned box's other pieces go on before. */
function fateOf({ fate }: QcBoxTold): QcStep[] {
  return fate.steps.filter((step) => !documents.includes(step))
}

function arrive(book: Book, qc: QcBook, arrival: Arrival, fate: Fate): QcBoxTold {
  const box: QcBoxTold = {
    arrival,
    fate,
    lines: new Map(),
    at: arrival.at,
    countedAt: null,
    openMissing: 0,
    openExcess: 0,
    inspections: 0,
    shelf: null,
    steps: 0,
  }
  const auditId = happens(book, box, 'box.inwarded')
  for (const { line, quantity } of arrival.contents)
    move(book, qc, box, { skuId: line.skuId, kind: 'inward', quantity, auditId })
  return box
}

function happens(book: Book, box: QcBoxTold, event: string, details: Record<string, string | number> = {}): string {
  return record(book, { at: box.at, by, entity: 'box', entityId: box.arrival.sscc, event, details })
}

/** Moves pieces by the domain's rule and writes the move down. Nothing happens for 0 pieces. */
export function move(book: Book, qc: QcBook, box: QcBoxTold, told: Move): void {
  const { skuId, kind, quantity, auditId } = told
  if (quantity === 0) return
  const outcome = qcPieces.move(box.lines.get(skuId) ?? qcPieces.nothing, kind, quantity)
  if ('refused' in outcome) throw new Error(`a story moves ${quantity} pieces by ${kind}: ${outcome.refused}`)
  box.lines.set(skuId, outcome.line)
  qc.moves.push({
    id: book.random.idAt(box.at),
    box_id: box.arrival.boxId,
    site_id: qcSiteId,
    sku_id: skuId,
    kind,
    quantity,
    reason: told.reason ?? null,
    remark: told.remark ?? null,
    inspection_id: told.inspectionId ?? null,
    invoice_id: told.invoiceId ?? null,
    return_note_id: told.returnNoteId ?? null,
    audit_id: auditId,
    at: isoTime(box.at),
  })
}

function tellStep(book: Book, qc: QcBook, box: QcBoxTold, step: QcStep, end: number): void {
  box.steps += 1
  // A box waits for its count from an hour to days; after that it is one job.
  const waited = box.steps === 1 ? HOUR_MS * book.random.between(1, 70) : STEP_MS + book.random.between(0, 20) * 60_000
  box.at = Math.min(box.at + waited, end - (10 - box.steps) * 60_000)
  steps[step]?.(book, qc, box, step)
}

type Telling = (book: Book, qc: QcBook, box: QcBoxTold, step: QcStep) => void

const steps: Readonly<Partial<Record<QcStep, Telling>>> = {
  count,
  count_short: count,
  count_over: count,
  claim,
  shelve,
  ready: makeReady,
  pass: inspect,
  pass_half: inspect,
  fail_some: inspect,
  fail_all: inspect,
  hold_some: inspect,
  skip: inspect,
}

function makeReady(book: Book, qc: QcBook, box: QcBoxTold): void {
  const auditId = happens(book, box, 'box.ready')
  for (const [skuId, line] of box.lines)
    move(book, qc, box, { skuId, kind: 'make_ready', quantity: line.passed, auditId })
}

function count(book: Book, qc: QcBook, box: QcBoxTold, step: QcStep): void {
  box.countedAt = box.at
  const auditId = happens(book, box, 'box.counted')
  const [first] = box.lines.keys()
  for (const [skuId, line] of box.lines) {
    const short = step === 'count_short' && skuId === first ? Math.min(3, line.uncounted) : 0
    const over = step === 'count_over' && skuId === first ? 2 : 0
    move(book, qc, box, { skuId, kind: 'miss', quantity: short, auditId })
    move(book, qc, box, { skuId, kind: 'count', quantity: line.uncounted - short, auditId })
    move(book, qc, box, { skuId, kind: 'exceed', quantity: over, auditId })
    if (short + over === 0) continue
    box.openMissing += short
    box.openExcess += over
    qc.cases.push({
      id: book.random.idAt(box.at),
      box_id: box.arrival.boxId,
      site_id: qcSiteId,
      sku_id: skuId,
      kind: short > 0 ? 'missing' : 'excess',
      quantity: short + over,
      settled: 0,
      owner_id: userId('ops-team'),
      remark: short > 0 ? '封箱完好，实点短装' : '比装箱单溢装两件',
      opened_at: isoTime(box.at),
      opened_by: userId(by),
    })
  }
}

/** The missing pieces are claimed from the vendor. */
function claim(book: Book, qc: QcBook, box: QcBoxTold): void {
  happens(book, box, 'box.settled', { outcome: 'claim', pieces: box.openMissing })
  for (const one of qc.cases.filter(({ box_id }) => box_id === box.arrival.boxId)) {
    one.settled = one.quantity
    qc.outcomes.push({
      id: book.random.idAt(box.at),
      case_id: one.id,
      outcome: 'claim',
      quantity: one.quantity,
      remark: '供应商确认短装，下批扣款',
      at: isoTime(box.at),
      by: userId('ops-team'),
    })
  }
  box.openMissing = 0
}

function shelve(book: Book, qc: QcBook, box: QcBoxTold): void {
  box.shelf = `A-${String(book.random.between(1, 24)).padStart(2, '0')}-${book.random.between(1, 4)}`
  const auditId = happens(book, box, 'box.shelved', { shelf: box.shelf })
  for (const [skuId, line] of box.lines) move(book, qc, box, { skuId, kind: 'shelve', quantity: line.passed, auditId })
}

const findings: readonly { reason: RefusalReason; severity: Severity; remark: string }[] = [
  { reason: 'Stain', severity: 'major', remark: '前片有油渍，直径约 2 cm' },
  { reason: 'Poor workmanship', severity: 'minor', remark: 'Loose threads at the hem, not trimmed' },
  { reason: 'Color variation', severity: 'major', remark: '与确认样色差明显' },
  { reason: 'Size issue', severity: 'major', remark: 'Chest 2 cm under the size chart' },
  { reason: 'Issue with trims', severity: 'minor', remark: '拉链头松动' },
  { reason: 'Wrong/no labels attached', severity: 'minor', remark: 'Care label missing' },
  { reason: 'Fabric damaged', severity: 'critical', remark: '左袖破洞' },
]

type Judging = 'pass' | 'pass_half' | 'fail_some' | 'fail_all' | 'hold_some' | 'skip'

function inspect(book: Book, qc: QcBook, box: QcBoxTold, step: QcStep): void {
  const judging = step as Judging
  box.inspections += 1
  const id = book.random.idAt(box.at)
  const verdict = ({ pass: 'passed', pass_half: 'passed', skip: 'passed', fail_all: 'failed' } as const)[
    judging as 'pass'
  ]
  const lots = judging === 'skip' ? [] : lotsToJudge(box)
  const auditId = happens(book, box, judging === 'skip' ? 'box.qc_skipped' : 'box.inspected')
  const found = new Map<string, Tally>()
  for (const [place, [skuId, line]] of [...box.lines].entries()) {
    const tally = judge(book, qc, box, { id, auditId, judging, place, skuId, line, sample: sampleOf(lots, skuId) })
    if (tally) found.set(skuId, tally)
  }
  qc.inspections.push({
    id,
    box_id: box.arrival.boxId,
    site_id: qcSiteId,
    number: box.inspections,
    round: 1,
    kind: judging === 'skip' ? 'skip' : 'inspection',
    previous_id: null,
    computed: tellLots(qc, box, id, lots, found),
    verdict: verdict ?? 'mixed',
    override_reason: null,
    reason: judging === 'skip' ? 'Repeat order, same lot as the box before' : null,
    remark: null,
    cartons_opened: judging === 'skip' ? null : 1,
    at: isoTime(box.at),
    by: userId(judging === 'skip' ? 'ops-team' : by),
  })
}

interface Judged {
  id: string
  auditId: string
  judging: Judging
  place: number
  skuId: string
  line: QcQuantities
  /** Pieces of it that its lot's sample takes. */
  sample: number
}

/** Gives what was looked at and found; null for a SKU that stays as it is. */
function judge(book: Book, qc: QcBook, box: QcBoxTold, told: Judged): Tally | null {
  const { id, auditId, judging, place, skuId, line, sample } = told
  const waiting = judging === 'pass_half' && place % 2 === 1 ? 0 : line.to_inspect
  if (waiting === 0) return null
  const some = place % 3 === 0 ? Math.min(waiting, book.random.between(1, 4)) : 0
  const failed = judging === 'fail_all' ? waiting : judging === 'fail_some' ? some : 0
  const held = judging === 'hold_some' ? some : 0
  const passed = waiting - failed - held
  const found = book.random.one(findings)
  const skipped = judging === 'skip'
  const of = { skuId, auditId, inspectionId: id }
  move(book, qc, box, { ...of, kind: skipped ? 'skip' : 'pass', quantity: passed })
  move(book, qc, box, { ...of, kind: 'fail', quantity: failed, reason: found.reason, remark: found.remark })
  move(book, qc, box, { ...of, kind: 'hold', quantity: held })
  // Where pieces fail, all were looked at: the good ones of a rejected lot pass.
  const sampled = judging.startsWith('fail') ? waiting : Math.min(waiting, sample)
  qc.inspectionLines.push({ inspection_id: id, sku_id: skuId, passed, failed, on_hold: held, sampled })
  if (failed > 0)
    qc.defects.push({ id: book.random.idAt(box.at), inspection_id: id, sku_id: skuId, ...found, units: failed })
  return tallyOf(sampled, failed > 0 ? [{ severity: found.severity, units: failed, is_further: false }] : [])
}

function writeBox(qc: QcBook, box: QcBoxTold): void {
  const { arrival } = box
  const sums = { ...qcPieces.nothing }
  let position = 0
  for (const [skuId, line] of box.lines) {
    for (const column of qcColumns) sums[column] += line[column]
    position += 1
    qc.lines.push({ box_id: arrival.boxId, site_id: qcSiteId, sku_id: skuId, position, ...line })
  }
  qc.boxes.push({
    box_id: arrival.boxId,
    shipment_id: arrival.shipment.id,
    vendor_id: fixedId('vendor', arrival.shipment.vendor),
    site_id: qcSiteId,
    site_kind: 'china_qc',
    inwarded_at: isoTime(arrival.at),
    inwarded_by: userId(by),
    counted_at: box.countedAt === null ? null : isoTime(box.countedAt),
    counted_by: box.countedAt === null ? null : userId(by),
    was_blind: false,
    shelf: box.shelf,
    round: 1,
    inspections: box.inspections,
    open_missing: box.openMissing,
    open_excess: box.openExcess,
    ...sums,
    updated_at: isoTime(box.at),
    updated_by: userId(by),
    version: 1 + box.steps,
  })
}

import { sql } from 'kysely'
import { v7 } from 'uuid'
import { indiaQcStatus } from '../../../shared/areas/india-qc/status.ts'
import { splitOverOrders } from '../../../shared/areas/invoices/rules.ts'
import { standingAfter } from '../../../shared/areas/qc-boxes/qc-standing.ts'
import {
  type DispositionKind,
  financialYear,
  nextStepOf,
  reconcileProblem,
  rejectedMessages,
} from '../../../shared/areas/rejected-skus/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn } from '../../../shared/kernel/days.ts'
import type { RefusalReason } from '../../../shared/kernel/reasons.ts'
import { recordEvents } from '../../audit/audit.ts'
import { readSetting } from '../../database/settings.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { nextInSeries } from '../invoices/create-invoice.ts'
import { orderedLines } from '../invoices/drafts.ts'
import { findBoxIds, lockQcBoxes, type QcBoxFacts, qcLineFacts, unknownBox } from '../qc-boxes/box-rows.ts'
import { applyQcMoves, type PlainQcMove } from '../qc-boxes/ledger.ts'
import { eventsAt, inIndia } from '../qc-boxes/sites.ts'
import { returnableLines, sendBack } from '../returns/returns.ts'
import { moveStock, type StockMove } from '../stock/move-stock.ts'
import { sitePlace } from '../stock/places.ts'
import { addEvidence } from './evidence.ts'
import { closeDecisions, undoDecisions } from './next-steps.ts'
import { type Reconciled, rejectedById } from './rejected-rows.ts'

type Input = Taken<Contract['rejectedSkus']['reconcileRejectedSkus']>

/** Decides what becomes of rejected pieces, or goes on with what was decided. */
export const reconcileRejectedSkus: Handlers<Contract['rejectedSkus']>['reconcileRejectedSkus'] = (input, context) =>
  context.command(async (tx) => {
    if (input.action === 'reconcile') return reply(await decide(tx, context, input), 'Decided.')
    if (input.action === 'undo') return reply(await undoDecisions(tx, context, input), 'Taken back.')
    return reply(await closeDecisions(tx, context, { ...input, action: input.action }), 'Noted.')
  })

/** So many pieces of a SKU in a box, and what becomes of them. */
export interface Decision {
  id: string
  box: QcBoxFacts
  sku_id: string
  nm_sku: string
  kind: DispositionKind
  quantity: number
  reason: string | null
  returnNoteId: string | null
  debitNoteId: string | null
  valueMinor: number | null
}

async function decide(tx: Tx, context: CallContext, input: Input): Promise<Reconciled> {
  const decisions = await checkedDecisions(tx, context, input)
  await addEvidence(tx, context, decisions, input.image_ids)
  const return_notes = await makeReturns(tx, context, decisions, input)
  const debit_notes = await makeDebits(tx, context, decisions)
  await writeDecisions(tx, context, decisions, input.remark ?? null)
  await moveDecided(tx, context, decisions, input.remark ?? null)
  await tellDecided(tx, context, decisions)
  const ids = [...new Set(decisions.map(({ box, sku_id }) => `${box.box_id} ${sku_id}`))]
  return { rows: await rejectedById(tx, context.caller, ids), return_notes, debit_notes }
}

/** What is asked, on locked boxes. Throws where a SKU's dispositions do not come out even, naming box and SKU. */
async function checkedDecisions(tx: Tx, context: CallContext, input: Input): Promise<Decision[]> {
  const asked = input.lines ?? []
  if (asked.length === 0) throw invalidInput(rejectedMessages.noLines)
  const refs = [...new Set(asked.map((line) => line.box_id))]
  const ids = await findBoxIds(tx, context.caller, refs)
  const known = [...new Set(ids.filter((id) => id !== null))]
  const boxes = new Map((await lockQcBoxes(tx, inIndia(context.caller), known)).map((box) => [box.box_id, box]))
  const named = new Map(refs.map((ref, at) => [ref, boxes.get(ids[at] ?? '')]))
  const lines = Map.groupBy(await qcLineFacts(tx, [...boxes.values()]), (line) => `${line.box_id} ${line.nm_sku}`)
  const seen = new Set<string>()
  return asked.flatMap(({ box_id: ref, nm_sku, dispositions }) => {
    const box = named.get(ref)
    if (box === undefined) throw unknownBox(ref)
    const [line] = lines.get(`${box.box_id} ${nm_sku}`) ?? []
    const values = { box_no: box.box_no, nm_sku }
    if (line === undefined) throw notFound('Box {{box_no}} holds no {{nm_sku}}.', values)
    if (seen.has(`${box.box_id} ${nm_sku}`)) throw invalidInput(rejectedMessages.twice, { values })
    seen.add(`${box.box_id} ${nm_sku}`)
    const problem = reconcileProblem(line.failed, dispositions, input.in_part)
    const quantity = dispositions.reduce((sum, one) => sum + one.quantity, 0)
    if (problem !== null) {
      const numbers = { ...values, quantity, available: line.failed, left: line.failed - quantity }
      throw moveNotAllowed(rejectedMessages[problem], [], { values: numbers })
    }
    return dispositions.map((one): Decision => {
      if (one.kind === 'concession' && !one.reason) throw invalidInput(rejectedMessages.noReason, { values })
      const { kind, quantity: pieces, reason } = one
      const open = { returnNoteId: null, debitNoteId: null, valueMinor: null }
      return { id: v7(), box, sku_id: line.sku_id, nm_sku, kind, quantity: pieces, reason: reason || null, ...open }
    })
  })
}

const of = (decisions: readonly Decision[], kind: DispositionKind) => decisions.filter((one) => one.kind === kind)
const piecesOf = (decisions: readonly Pick<Decision, 'quantity'>[]) =>
  decisions.reduce((sum, { quantity }) => sum + quantity, 0)
const byVendor = (decisions: readonly Decision[]) => [
  ...Map.groupBy(decisions, ({ box }) => `${box.vendor_id} ${box.site_id}`).values(),
]

/** A return note for each vendor, by the code of all returns: it moves the pieces, and tells the vendor. */
async function makeReturns(tx: Tx, context: CallContext, decisions: readonly Decision[], input: Input) {
  const numbers: string[] = []
  for (const own of byVendor(of(decisions, 'return'))) {
    if (!input.remark) throw invalidInput(rejectedMessages.noRemark)
    const reason = input.return_reason ?? (await usualReason(tx, own))
    if (reason === undefined) throw invalidInput(rejectedMessages.noRemark)
    const lines = own.map(({ box, nm_sku, quantity }) => ({ box_id: box.box_id, nm_sku, quantity }))
    const note = await sendBack(tx, context, inIndia(context.caller), { lines, reason, remark: input.remark })
    for (const decision of own) decision.returnNoteId = note.id
    numbers.push(note.return_note)
  }
  return numbers
}

/** What most of the rejected pieces have. */
async function usualReason(tx: Tx, decisions: readonly Decision[]): Promise<RefusalReason | undefined> {
  const found = await returnableLines(
    tx,
    decisions.map(({ box }) => box),
  )
  const pieces = new Map<RefusalReason, number>()
  for (const { nm_sku, reasons } of found)
    for (const reason of reasons)
      pieces.set(reason, (pieces.get(reason) ?? 0) + piecesOf(decisions.filter((one) => one.nm_sku === nm_sku)))
  return [...pieces].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

/** A debit note for each vendor and currency: the pieces at the prices of the orders that they were packed for. */
async function makeDebits(
  tx: Tx,
  context: CallContext,
  decisions: readonly Decision[],
): Promise<Reconciled['debit_notes']> {
  const credits = of(decisions, 'credit')
  if (credits.length === 0) return []
  const ordered = await orderedLines(
    tx,
    credits.map(({ box, sku_id }) => ({ box_id: box.box_id, sku_id })),
  )
  const currencies = new Map<Decision, string>()
  for (const credit of credits) {
    const { box, sku_id, nm_sku, quantity } = credit
    const lines = ordered({ box_id: box.box_id, sku_id })
    if (lines === undefined)
      throw moveNotAllowed(rejectedMessages.noPrice, [], { values: { nm_sku, box_no: box.box_no } })
    const split = splitOverOrders(quantity, lines)
    credit.valueMinor = split.reduce((sum, { line, quantity: pieces }) => sum + pieces * line.unit_price_minor, 0)
    currencies.set(credit, split[0]?.line.currency ?? '')
  }
  const notes: Reconciled['debit_notes'] = []
  for (const own of byVendor(credits).flatMap((each) => [
    ...Map.groupBy(each, (one) => currencies.get(one)).values(),
  ])) {
    const [first] = own
    if (first === undefined) continue
    const { box } = first
    const currency = currencies.get(first) ?? ''
    const series = `${await readSetting(tx, 'debit_note_series')}-${financialYear(dayIn(box.time_zone, new Date()))}`
    const serial = await nextInSeries(tx, series)
    const note = { id: v7(), debit_note: `${series}-${String(serial).padStart(6, '0')}` }
    await sql`INSERT INTO debit_note (id, number, vendor_id, site_id, currency, created_by)
      VALUES (${note.id}, ${note.debit_note}, ${box.vendor_id}, ${box.site_id}, ${currency}, ${context.caller.userId})`.execute(
      tx,
    )
    for (const credit of own) credit.debitNoteId = note.id
    const minor = own.reduce((sum, { valueMinor }) => sum + (valueMinor ?? 0), 0)
    const pieces = piecesOf(own)
    notes.push({ debit_note: note.debit_note, supplier_id: box.supplier_id, pieces, value: { minor, currency } })
    await notify(tx, context, {
      ...{ kind: 'pieces_to_credit', vendorId: box.vendor_id, things: [note.debit_note] },
      values: { debit_note: note.debit_note, pieces },
    })
  }
  return notes
}

async function writeDecisions(tx: Tx, context: CallContext, decisions: readonly Decision[], remark: string | null) {
  const column = <T>(value: (one: Decision) => T) => decisions.map(value)
  await sql`
    INSERT INTO disposition (id, box_id, site_id, sku_id, kind, quantity, state, reason, return_note_id, debit_note_id, value_minor,
      remark, by, closed_at, closed_by)
    SELECT n.id, n.box_id, n.site_id, n.sku_id, n.kind, n.quantity, n.state, n.reason, n.return_note_id, n.debit_note_id,
      n.value_minor, ${remark}::text, ${context.caller.userId}::uuid, CASE WHEN n.state = 'DONE' THEN now() END,
      CASE WHEN n.state = 'DONE' THEN ${context.caller.userId}::uuid END
    FROM unnest(${column(({ id }) => id)}::uuid[], ${column(({ box }) => box.box_id)}::uuid[],
      ${column(({ box }) => box.site_id)}::uuid[], ${column(({ sku_id }) => sku_id)}::uuid[], ${column(({ kind }) => kind)}::text[],
      ${column(({ quantity }) => quantity)}::int[], ${column(({ kind }) => (nextStepOf(kind) ? 'OPEN' : 'DONE'))}::text[],
      ${column(({ reason }) => reason)}::text[], ${column(({ returnNoteId }) => returnNoteId)}::uuid[],
      ${column(({ debitNoteId }) => debitNoteId)}::uuid[], ${column(({ valueMinor }) => valueMinor)}::bigint[])
      AS n (id, box_id, site_id, sku_id, kind, quantity, state, reason, return_note_id, debit_note_id, value_minor)`.execute(
    tx,
  )
}

/** What each way does with the pieces; a return has moved its own. */
const moveOf = {
  return: 'send_back',
  concession: 'concede',
  rework: 'dispose',
  replace: 'dispose',
  credit: 'dispose',
  b_grade: 'dispose',
  scrap: 'dispose',
} as const

async function moveDecided(tx: Tx, context: CallContext, decisions: readonly Decision[], remark: string | null) {
  const moved = decisions.flatMap((one) => (one.kind === 'return' ? [] : [{ ...one, move: moveOf[one.kind] }]))
  const byBox = [...Map.groupBy(decisions, ({ box }) => box)]
  const plain = moved.map(
    (one): PlainQcMove => ({
      ...{ boxId: one.box.box_id, siteId: one.box.site_id, skuId: one.sku_id, kind: one.move, quantity: one.quantity },
      ...{ reason: one.reason, remark, dispositionId: one.id },
    }),
  )
  const events = byBox.map(([box, own]) => ({
    entity: eventsAt(box.site_kind),
    entityId: box.sscc,
    event: 'box.reconciled',
    from: indiaQcStatus(box),
    to: indiaQcStatus(
      standingAfter(
        box,
        own.map(({ kind, quantity }) => ({ kind: moveOf[kind], quantity })),
      ),
    ),
    details: { pieces: piecesOf(own), ...kindsOf(own), ...(remark && { remark }) },
  }))
  const auditIds = await recordEvents(tx, context, events)
  const audits = new Map(byBox.map(([box], at) => [box.box_id, auditIds[at] ?? '']))
  await applyQcMoves(
    tx,
    context,
    plain.map((move) => ({ ...move, auditId: audits.get(move.boxId) ?? '' })),
  )
  await postRejected(tx, moved, auditIds[0] ?? '')
}

const kindsOf = (own: readonly Decision[]) =>
  Object.fromEntries([...Map.groupBy(own, ({ kind }) => kind)].map(([kind, each]) => [kind, piecesOf(each)]))

/** B-grade goods and scrap are stock of ours: the first on the floor, the second in quarantine until somebody writes it off. */
async function postRejected(tx: Tx, decisions: readonly Decision[], eventId: string): Promise<void> {
  const places = new Map<string, string>()
  const moves: StockMove[] = []
  for (const { id, box, sku_id, kind, quantity } of decisions) {
    if (kind !== 'b_grade' && kind !== 'scrap') continue
    const place = kind === 'b_grade' ? 'floor' : 'quarantine'
    const name = `${box.site_id} ${place}`
    const placeId = places.get(name) ?? (await sitePlace(tx, box.site_id, place))
    places.set(name, placeId)
    const to = { placeId, condition: kind === 'b_grade' ? ('b_grade' as const) : ('damaged' as const) }
    moves.push({
      kind: 'receive',
      skuId: sku_id,
      quantity,
      from: null,
      to,
      document: { type: 'disposition', id: box.sscc, line: id },
    })
  }
  if (moves.length > 0) await moveStock(tx, moves, eventId)
}

/** Vendors hear of what they are to replace, ours that it was decided; notes tell of themselves. */
async function tellDecided(tx: Tx, context: CallContext, decisions: readonly Decision[]): Promise<void> {
  for (const own of byVendor(of(decisions, 'replace'))) {
    const skus = [...new Set(own.map(({ nm_sku }) => nm_sku))]
    await notify(tx, context, {
      ...{ kind: 'pieces_to_replace', vendorId: own[0]?.box.vendor_id ?? '', things: own.map(({ id }) => id) },
      values: { pieces: piecesOf(own), nm_skus: skus.slice(0, 5).join(', ') },
    })
  }
  const boxes = new Set(decisions.map(({ box }) => box.box_id)).size
  const siteIds = decisions.map(({ box }) => box.site_id)
  await notify(tx, context, { kind: 'rejected_reconciled', siteIds, values: { pieces: piecesOf(decisions), boxes } })
}

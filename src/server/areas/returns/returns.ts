import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { disputeWords, touchesDispute } from '../../../shared/areas/disputes/rules.ts'
import { moveProblems } from '../../../shared/areas/qc-boxes/moves.ts'
import { type Contract, hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { type RefusalReason, refusalReasons } from '../../../shared/kernel/reasons.ts'
import { recordEvent, recordEvents } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, forbidden, invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { notify } from '../../notices/notify.ts'
import { assertVendorName } from '../data/vendors.ts'
import { disputedIn } from '../disputes/disputed-pieces.ts'
import { findBoxIds, lockQcBoxes, type QcBoxFacts, unknownBox } from '../qc-boxes/box-rows.ts'
import { applyQcMoves, notWithThisBox } from '../qc-boxes/ledger.ts'
import { type AtQc, atSites, eventsAt, inChina, inPlaces, type QcPlace } from '../qc-boxes/sites.ts'
import { sortBoxes } from '../qc-boxes/whole-box-moves.ts'
import {
  findReturnNote,
  foundAbout,
  isAboutThese,
  photosAbout,
  type ReturnNoteFacts,
  returnNoteWire,
  unknownNote,
} from './return-note-rows.ts'

type Summary = Handlers<Contract['returns']>['returnToVendorSummary']

/** What failed in the boxes given, or in all boxes at QC, by vendor. */
export const returnToVendorSummary: Summary = async ({ box_ids, supplier_id }, context) => {
  await assertVendorName(context, supplier_id)
  const refs = box_ids ?? (await failedBoxIds(context.db, context.caller, supplier_id))
  const { taken, left } = await sortBoxes(context.db, inChina(context.caller), refs, false, (box) =>
    returnProblem(box, supplier_id),
  )
  const lines = Map.groupBy(await returnableLines(context.db, taken), (line) => line.box_id)
  const photos = await returnablePhotos(context.db, taken)
  const disputed = Map.groupBy(await disputedIn(context.db, taken), ({ box_id, nm_sku }) => `${box_id} ${nm_sku}`)
  const suppliers = [...Map.groupBy(taken, (box) => box.vendor_id)].flatMap(([vendorId, boxes]) => {
    const [first] = boxes
    if (first === undefined) return []
    const { supplier_id, supplier_name, supplier_name_zh } = first
    const own = boxes.flatMap(({ box_id, box_no, shipment_id }) =>
      (lines.get(box_id) ?? []).map((line) => ({
        ...{ ...line, box_no, shipment_id },
        disputes: (disputed.get(`${box_id} ${line.nm_sku}`) ?? []).map(({ number, pieces }) => ({ number, pieces })),
      })),
    )
    return [
      {
        ...{ supplier_id, supplier_name, supplier_name_zh },
        boxes: boxes.length,
        pieces: own.reduce((sum, { failed }) => sum + failed, 0),
        photos: photos.get(vendorId) ?? 0,
        lines: own,
      },
    ]
  })
  suppliers.sort((a, b) => (a.supplier_name < b.supplier_name ? -1 : 1))
  return reply({ suppliers, left_out: left })
}

/** Everybody at QC sends back; only a lead takes a return back. */
export const confirmReturnToVendor: Handlers<Contract['returns']>['confirmReturnToVendor'] = async (input, context) => {
  const isReturn = input.action === 'return'
  if (!isReturn && !hasRight(context.caller, 'chinaQcLead')) throw forbidden()
  return context.command(async (tx) => {
    const at = inChina(context.caller)
    const note = isReturn ? await sendBack(tx, context, at, input) : await cancelNote(tx, context, at, input)
    const words = isReturn ? 'Return note made. The vendor is told.' : 'Return note cancelled.'
    return reply({ return_note: returnNoteWire(note) }, words)
  })
}

/** Most boxes that one summary is about. */
const MOST_BOXES = 5_000

/** Why nothing of a box can go back to its vendor; null when something can. English, and the key of its translation. */
export function returnProblem(box: QcBoxFacts, supplierId?: string): string | null {
  if (supplierId !== undefined && box.supplier_id !== supplierId) return moveProblems.otherVendor
  if (box.failed > 0) return null
  return box.returned > 0 ? moveProblems.wentBack : moveProblems.noneFailed
}

/** All boxes at QC with failed pieces, the oldest first. */
export async function failedBoxIds(db: Db, caller: Caller, supplierId: string | undefined): Promise<string[]> {
  const { rows } = await rowsOf({ box_id: col.text })`
    SELECT q.box_id FROM qc_box q JOIN vendor v ON v.id = q.vendor_id
    WHERE q.failed > 0 AND ${atSites(inChina(caller))} AND ${ownRows(caller, 'q.vendor_id')} AND ${supplierId ? sql`v.code = ${supplierId}` : sql`true`}
    ORDER BY q.inwarded_at, q.box_id LIMIT ${sql.lit(MOST_BOXES)}`.execute(db)
  return rows.map((row) => row.box_id)
}

const returnableLineColumns = {
  box_id: col.text,
  nm_sku: col.text,
  color: col.text,
  color_zh: col.text,
  size: col.text,
  failed: col.number,
  reasons: z.array(z.enum(refusalReasons)),
}

export type ReturnableLine = Row<typeof returnableLineColumns>

/** Failed pieces by SKU, with every reason that was found for them. */
export async function returnableLines(db: Db, places: readonly QcPlace[]): Promise<ReturnableLine[]> {
  const { rows } = await rowsOf(returnableLineColumns)`
    SELECT r.box_id, k.nm_sku, k.color, k.color_zh, k.size, r.failed,
      ARRAY(SELECT DISTINCT d.reason FROM ${foundAbout(sql`'infinity'`)}
        JOIN qc_defect d ON d.inspection_id = i.id AND d.sku_id = r.sku_id ORDER BY d.reason) AS reasons
    FROM qc_line r JOIN sku k ON k.id = r.sku_id JOIN style s ON s.id = k.style_id
    WHERE ${inPlaces(places, 'r')} AND r.failed > 0
    ORDER BY r.box_id, s.code, k.color, k.size_rank, k.size, k.nm_sku`.execute(db)
  return rows
}

/** How many photographs show what failed, by vendor (uuid). */
export async function returnablePhotos(db: Db, places: readonly QcPlace[]): Promise<Map<string, number>> {
  const { rows } = await rowsOf({ vendor_id: col.text, photos: col.number })`
    SELECT q.vendor_id, count(DISTINCT p.image_id)::int AS photos
    FROM qc_line r JOIN qc_box q ON q.box_id = r.box_id AND q.site_id = r.site_id
    CROSS JOIN ${photosAbout(sql`'infinity'`)}
    WHERE ${inPlaces(places, 'r')} AND r.failed > 0 AND ${isAboutThese} GROUP BY 1`.execute(db)
  return new Map(rows.map(({ vendor_id, photos }) => [vendor_id, photos]))
}

type Input = Omit<Taken<Contract['returns']['confirmReturnToVendor']>, 'action'>

/** Pieces of one SKU in a box that go back. */
interface Going {
  box: QcBoxFacts
  sku_id: string
  quantity: number
  /** Of its SKU in the box, before. */
  failed: number
}

/** Sends failed pieces of one vendor at these sites back with a note, and tells the vendor. Throws before anything is written. */
export async function sendBack(tx: Tx, context: CallContext, at: AtQc, input: Input): Promise<ReturnNoteFacts> {
  const { reason, remark } = input
  if (!reason || !remark) throw invalidInput('A return needs a reason and a remark.')
  const going = await piecesGoing(tx, input, await lockBoxes(tx, at, input))
  const [first] = going
  if (first === undefined) throw invalidInput('Please choose at least one box.')
  const disputes = await disputesOf(tx, going)
  const unsaid = disputes.filter((number) => !input.despite_disputes?.includes(number))
  if (unsaid.length > 0) throw conflict(disputeWords.goingBack, { values: { disputes: unsaid.join(', ') } })
  const noteId = v7()
  const number = await insertNote(tx, context, noteId, { ...input, reason, remark, box: first.box, disputes })
  await insertLines(tx, noteId, going)
  await moveGoing(tx, context, going, { noteId, number, reason, remark, disputes })
  const boxes = new Set(going.map(({ box }) => box.box_id))
  await notify(tx, context, {
    kind: noticesAt[at.sites].returned,
    vendorId: first.box.vendor_id,
    things: [number],
    values: { return_note: number, boxes: boxes.size, pieces: sumOf(going) },
  })
  return findReturnNote(tx, at, number)
}

/** Numbers of disputes about pieces that go back, as they stand now: those of which enough refused pieces stay are not among them. */
async function disputesOf(tx: Tx, going: readonly Going[]): Promise<string[]> {
  const disputed = await disputedIn(
    tx,
    going.map(({ box }) => box).filter((box, at, all) => all.findIndex(({ box_id }) => box_id === box.box_id) === at),
  )
  const touched = going.flatMap(({ box, sku_id, quantity, failed }) =>
    disputed.filter(
      (each) =>
        each.box_id === box.box_id &&
        each.sku_id === sku_id &&
        touchesDispute({ refused: failed, going: quantity, disputed: each.pieces }),
    ),
  )
  return [...new Set(touched.map(({ number }) => number))].sort()
}

/** What a vendor is told of notes of each country. */
const noticesAt = {
  china_qc: { returned: 'pieces_returned', cancelled: 'return_cancelled' },
  india_qc: { returned: 'pieces_returned_from_india', cancelled: 'return_from_india_cancelled' },
} as const

const sumOf = (going: readonly Going[]) => going.reduce((sum, { quantity }) => sum + quantity, 0)

/** Every box that the input names, by what it was named with; locked, of one vendor and one site. */
async function lockBoxes(tx: Tx, at: AtQc, input: Input): Promise<Map<string, QcBoxFacts>> {
  const refs = [...new Set([...(input.box_ids ?? []), ...(input.lines ?? []).map((line) => line.box_id)])]
  if (refs.length === 0) throw invalidInput('Please choose at least one box.')
  const ids = await findBoxIds(tx, at.caller, refs)
  const known = new Set(ids.filter((id) => id !== null))
  const boxes = new Map((await lockQcBoxes(tx, at, [...known])).map((box) => [box.box_id, box]))
  const named = new Map<string, QcBoxFacts>()
  for (const [at, ref] of refs.entries()) {
    const box = boxes.get(ids[at] ?? '')
    if (box === undefined) throw unknownBox(ref)
    named.set(ref, box)
  }
  const of = (fact: 'vendor_id' | 'site_id') => new Set([...boxes.values()].map((box) => box[fact])).size
  if (of('vendor_id') > 1) throw invalidInput('Please select only one vendor.')
  if (of('site_id') > 1) throw invalidInput('Please select boxes of one site.')
  return named
}

/** The lines that are named, and all that failed in boxes of which no line is. */
async function piecesGoing(tx: Tx, input: Input, named: ReadonlyMap<string, QcBoxFacts>): Promise<Going[]> {
  const lines = await linesOf(tx, [...named.values()])
  const going = new Map<string, Going>()
  const add = (box: QcBoxFacts, { sku_id, failed }: Pick<Line, 'sku_id' | 'failed'>, quantity: number) => {
    const key = `${box.box_id} ${sku_id}`
    going.set(key, { box, sku_id, failed, quantity: quantity + (going.get(key)?.quantity ?? 0) })
  }
  const chosen = new Set<string>()
  for (const { box_id: ref, nm_sku, quantity } of input.lines ?? []) {
    const box = named.get(ref)
    if (box === undefined) throw unknownBox(ref)
    const line = lines.get(box.box_id)?.find((one) => one.nm_sku === nm_sku)
    if (line === undefined) throw notFound('Box {{box_no}} holds no {{nm_sku}}.', { box_no: box.box_no, nm_sku })
    chosen.add(box.box_id)
    add(box, line, quantity)
  }
  const whole = new Map((input.box_ids ?? []).flatMap((ref) => named.get(ref) ?? []).map((box) => [box.box_id, box]))
  for (const box of whole.values()) {
    if (chosen.has(box.box_id)) continue
    if (box.failed === 0) throw notWithThisBox(box, 'Nothing of box {{box_no}} of {{shipment_id}} has failed.')
    for (const line of lines.get(box.box_id) ?? []) if (line.failed > 0) add(box, line, line.failed)
  }
  return [...going.values()]
}

const lineColumns = {
  box_id: col.text,
  sku_id: col.text,
  nm_sku: col.text,
  failed: col.number,
}

type Line = Row<typeof lineColumns>

async function linesOf(tx: Tx, boxes: readonly QcBoxFacts[]): Promise<Map<string, Line[]>> {
  const { rows } = await rowsOf(lineColumns)`
    SELECT l.box_id, l.sku_id, k.nm_sku, l.failed FROM qc_line l JOIN sku k ON k.id = l.sku_id
    WHERE ${inPlaces(boxes, 'l')} ORDER BY l.box_id, l.position`.execute(tx)
  return Map.groupBy(rows, (line) => line.box_id)
}

interface NewNote extends Pick<Input, 'carrier' | 'tracking_id'> {
  reason: RefusalReason
  remark: string
  box: QcBoxFacts
  /** Numbers. */
  disputes: readonly string[]
}

/** Gives the note's number. Numbers may have gaps: a return note is no invoice. */
async function insertNote(tx: Tx, context: CallContext, id: string, note: NewNote): Promise<string> {
  const { box, reason, remark, carrier, tracking_id, disputes } = note
  const { rows } = await rowsOf({ number: col.text })`
    INSERT INTO return_note (id, number, vendor_id, site_id, reason, remark, carrier, tracking_id, disputes, created_by)
    VALUES (${id}, 'RN-' || lpad(nextval('return_note_number')::text, 6, '0'), ${box.vendor_id}, ${box.site_id},
      ${reason}, ${remark}, ${carrier || null}, ${tracking_id || null}, ${[...disputes]}::text[], ${context.caller.userId})
    RETURNING number`.execute(tx)
  if (rows[0] === undefined) throw new Error('a return note was not written')
  return rows[0].number
}

async function insertLines(tx: Tx, noteId: string, going: readonly Going[]): Promise<void> {
  await sql`
    INSERT INTO return_note_line (note_id, box_id, site_id, sku_id, quantity)
    SELECT ${noteId}::uuid, * FROM unnest(${going.map(({ box }) => box.box_id)}::uuid[],
      ${going.map(({ box }) => box.site_id)}::uuid[],
      ${going.map(({ sku_id }) => sku_id)}::uuid[], ${going.map(({ quantity }) => quantity)}::int[])`.execute(tx)
}

interface Why {
  noteId: string
  number: string
  reason: RefusalReason
  remark: string
  disputes: readonly string[]
}

async function moveGoing(tx: Tx, context: CallContext, going: readonly Going[], why: Why): Promise<void> {
  const byBox = [...Map.groupBy(going, ({ box }) => box)]
  const auditIds = await recordEvents(
    tx,
    context,
    byBox.map(([box, pieces]) => ({
      entity: eventsAt(box.site_kind),
      entityId: box.sscc,
      event: 'box.returned',
      details: { return_note: why.number, pieces: sumOf(pieces) },
    })),
  )
  await recordEvent(tx, context, {
    entity: 'return_note',
    entityId: why.number,
    event: 'return_note.sent',
    to: 'SENT',
    details: {
      ...{ boxes: byBox.length, pieces: sumOf(going), reason: why.reason },
      ...(why.disputes.length > 0 && { disputes: why.disputes.join(', ') }),
    },
  })
  const audits = new Map(byBox.map(([box], at) => [box.box_id, auditIds[at] ?? '']))
  await applyQcMoves(
    tx,
    context,
    going.map(({ box, sku_id, quantity }) => ({
      boxId: box.box_id,
      siteId: box.site_id,
      skuId: sku_id,
      kind: 'send_back' as const,
      quantity,
      reason: why.reason,
      remark: why.remark,
      returnNoteId: why.noteId,
      auditId: audits.get(box.box_id) ?? '',
    })),
  )
}

type CancelNoteInput = Pick<Input, 'return_note' | 'remark' | 'version'>

/** Takes a return note back: its pieces are failed ones at QC again, and the note stays, marked as cancelled. */
export async function cancelNote(
  tx: Tx,
  context: CallContext,
  at: AtQc,
  input: CancelNoteInput,
): Promise<ReturnNoteFacts> {
  const { return_note: number, remark } = input
  if (number === undefined || number === '') throw invalidInput('Please choose a return note.')
  if (!remark) throw invalidInput('Please say why the return note is cancelled.')
  const { rows } = await sql`SELECT 1 FROM return_note WHERE number = ${number} FOR NO KEY UPDATE`.execute(tx)
  if (rows.length === 0) throw unknownNote(number)
  const note = await findReturnNote(tx, at, number)
  await assertFresh(tx, { entity: 'return_note', entityId: number, version: note.version }, input.version)
  if (note.state !== 'SENT')
    throw moveNotAllowed('Return note {{return_note}} is cancelled already.', [], { values: { return_note: number } })
  await takeBack(tx, context, at, { note, remark })
  await sql`UPDATE return_note SET state = 'CANCELLED', cancel_reason = ${remark}, version = version + 1
    WHERE id = ${note.id}`.execute(tx)
  await recordEvent(tx, context, {
    entity: 'return_note',
    entityId: number,
    event: 'return_note.cancelled',
    from: 'SENT',
    to: 'CANCELLED',
    details: { reason: remark },
  })
  const told = { vendorId: note.vendor_id, things: [number], values: { return_note: number } }
  await notify(tx, context, { kind: noticesAt[at.sites].cancelled, ...told })
  return findReturnNote(tx, at, number)
}

async function takeBack(
  tx: Tx,
  context: CallContext,
  at: AtQc,
  { note, remark }: { note: ReturnNoteFacts; remark: string },
): Promise<void> {
  const { rows: lines } = await rowsOf({ box_id: col.text, sku_id: col.text, quantity: col.number, site_id: col.text })`
    SELECT box_id, site_id, sku_id, quantity FROM return_note_line WHERE note_id = ${note.id} ORDER BY box_id, sku_id`.execute(
    tx,
  )
  const boxes = await lockQcBoxes(tx, at, [...new Set(lines.map((line) => line.box_id))])
  const auditIds = await recordEvents(
    tx,
    context,
    boxes.map(({ sscc, site_kind }) => ({
      entity: eventsAt(site_kind),
      entityId: sscc,
      event: 'box.return_cancelled',
      details: { return_note: note.return_note, reason: remark },
    })),
  )
  const audits = new Map(boxes.map(({ box_id }, at) => [box_id, auditIds[at] ?? '']))
  await applyQcMoves(
    tx,
    context,
    lines.map(({ box_id, site_id, sku_id, quantity }) => ({
      boxId: box_id,
      siteId: site_id,
      skuId: sku_id,
      kind: 'take_back' as const,
      quantity,
      remark,
      returnNoteId: note.id,
      auditId: audits.get(box_id) ?? '',
    })),
  )
}

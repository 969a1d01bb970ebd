import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import type { RefusalReason } from '../../shared/domain/reasons.ts'
import { recordEvent, recordEvents } from '../audit.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import type { Tx, Work } from '../http/call.ts'
import { invalidInput, notFound } from '../http/errors.ts'
import { tell } from '../notices/tell.ts'
import { applyQcMoves } from './apply-qc-moves.ts'
import { notWithThisBox } from './guard.ts'
import { findBoxIds, lockQcBoxes, type QcBoxFacts, unknownBox } from './qc-box-rows.ts'
import { eventsAt, inChina, inPlaces } from './qc-sites.ts'
import { findReturnNote, type ReturnNoteFacts } from './return-note-rows.ts'

type Input = Taken<Contract['chinaQc']['confirmReturnToVendor']>

/** Pieces of one SKU in a box that go back. */
interface Going {
  box: QcBoxFacts
  sku_id: string
  quantity: number
}

/** Sends failed pieces of one vendor back with a note, and tells the vendor. Throws before anything is written. */
export async function sendBack(tx: Tx, work: Work, input: Input): Promise<ReturnNoteFacts> {
  const { reason, remark } = input
  if (!reason || !remark) throw invalidInput('A return needs a reason and a remark.')
  const going = await piecesGoing(tx, input, await lockBoxes(tx, work, input))
  const [first] = going
  if (first === undefined) throw invalidInput('Please choose at least one box.')
  const noteId = v7()
  const number = await insertNote(tx, work, noteId, { ...input, reason, remark, box: first.box })
  await insertLines(tx, noteId, going)
  await moveGoing(tx, work, going, { noteId, number, reason, remark })
  const boxes = new Set(going.map(({ box }) => box.box_id))
  await tell(tx, work, {
    kind: 'pieces_returned',
    vendorId: first.box.vendor_id,
    things: [number],
    values: { return_note: number, boxes: boxes.size, pieces: sumOf(going) },
  })
  return findReturnNote(tx, work.caller, number)
}

const sumOf = (going: readonly Going[]) => going.reduce((sum, { quantity }) => sum + quantity, 0)

/** Every box that the input names, by what it was named with; locked, of one vendor and one site. */
async function lockBoxes(tx: Tx, work: Work, input: Input): Promise<Map<string, QcBoxFacts>> {
  const refs = [...new Set([...(input.box_ids ?? []), ...(input.lines ?? []).map((line) => line.box_id)])]
  if (refs.length === 0) throw invalidInput('Please choose at least one box.')
  const ids = await findBoxIds(tx, work.caller, refs)
  const known = new Set(ids.filter((id) => id !== null))
  const boxes = new Map((await lockQcBoxes(tx, inChina(work.caller), [...known])).map((box) => [box.box_id, box]))
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
  const add = (box: QcBoxFacts, sku_id: string, quantity: number) => {
    const key = `${box.box_id} ${sku_id}`
    going.set(key, { box, sku_id, quantity: quantity + (going.get(key)?.quantity ?? 0) })
  }
  const chosen = new Set<string>()
  for (const { box_id: ref, nm_sku, quantity } of input.lines ?? []) {
    const box = named.get(ref)
    if (box === undefined) throw unknownBox(ref)
    const line = lines.get(box.box_id)?.find((one) => one.nm_sku === nm_sku)
    if (line === undefined) throw notFound('Box {{box_no}} holds no {{nm_sku}}.', { box_no: box.box_no, nm_sku })
    chosen.add(box.box_id)
    add(box, line.sku_id, quantity)
  }
  const whole = new Map((input.box_ids ?? []).flatMap((ref) => named.get(ref) ?? []).map((box) => [box.box_id, box]))
  for (const box of whole.values()) {
    if (chosen.has(box.box_id)) continue
    if (box.failed === 0) throw notWithThisBox(box, 'Nothing of box {{box_no}} of {{shipment_id}} has failed.')
    for (const { sku_id, failed } of lines.get(box.box_id) ?? []) if (failed > 0) add(box, sku_id, failed)
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
}

/** Gives the note's number. Numbers may have gaps: a return note is no invoice. */
async function insertNote(tx: Tx, work: Work, id: string, note: NewNote): Promise<string> {
  const { box, reason, remark, carrier, tracking_id } = note
  const { rows } = await rowsOf({ number: col.text })`
    INSERT INTO return_note (id, number, vendor_id, site_id, reason, remark, carrier, tracking_id, created_by)
    VALUES (${id}, 'RN-' || lpad(nextval('return_note_number')::text, 6, '0'), ${box.vendor_id}, ${box.site_id},
      ${reason}, ${remark}, ${carrier || null}, ${tracking_id || null}, ${work.caller.userId})
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
}

async function moveGoing(tx: Tx, work: Work, going: readonly Going[], why: Why): Promise<void> {
  const byBox = [...Map.groupBy(going, ({ box }) => box)]
  const auditIds = await recordEvents(
    tx,
    work,
    byBox.map(([box, pieces]) => ({
      entity: eventsAt(box.site_kind),
      entityId: box.sscc,
      event: 'box.returned',
      details: { return_note: why.number, pieces: sumOf(pieces) },
    })),
  )
  await recordEvent(tx, work, {
    entity: 'return_note',
    entityId: why.number,
    event: 'return_note.sent',
    to: 'SENT',
    details: { boxes: byBox.length, pieces: sumOf(going), reason: why.reason },
  })
  const audits = new Map(byBox.map(([box], at) => [box.box_id, auditIds[at] ?? '']))
  await applyQcMoves(
    tx,
    work,
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

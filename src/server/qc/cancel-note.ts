import { sql } from 'kysely'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { recordEvent, recordEvents } from '../audit.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx, Work } from '../http/call.ts'
import { invalidInput, moveNotAllowed } from '../http/errors.ts'
import { tell } from '../notices/tell.ts'
import { assertFresh } from '../vendor/freshness.ts'
import { applyQcMoves } from './apply-qc-moves.ts'
import { lockQcBoxes } from './qc-box-rows.ts'
import { eventsAt, inChina } from './qc-sites.ts'
import { findReturnNote, type ReturnNoteFacts, unknownNote } from './return-note-rows.ts'

type Input = Taken<Contract['chinaQc']['confirmReturnToVendor']>

/** Takes a return note back: its pieces are failed ones at QC again, and the note stays, marked as cancelled. */
export async function cancelNote(tx: Tx, work: Work, input: Input): Promise<ReturnNoteFacts> {
  const { return_note: number, remark } = input
  if (number === undefined || number === '') throw invalidInput('Please choose a return note.')
  if (!remark) throw invalidInput('Please say why the return note is cancelled.')
  const { rows } = await sql`SELECT 1 FROM return_note WHERE number = ${number} FOR NO KEY UPDATE`.execute(tx)
  if (rows.length === 0) throw unknownNote(number)
  const note = await findReturnNote(tx, work.caller, number)
  await assertFresh(tx, { entity: 'return_note', entityId: number, version: note.version }, input.version)
  if (note.state !== 'SENT')
    throw moveNotAllowed('Return note {{return_note}} is cancelled already.', [], { values: { return_note: number } })
  await takeBack(tx, work, note, remark)
  await sql`UPDATE return_note SET state = 'CANCELLED', cancel_reason = ${remark}, version = version + 1
    WHERE id = ${note.id}`.execute(tx)
  await recordEvent(tx, work, {
    entity: 'return_note',
    entityId: number,
    event: 'return_note.cancelled',
    from: 'SENT',
    to: 'CANCELLED',
    details: { reason: remark },
  })
  const told = { vendorId: note.vendor_id, things: [number], values: { return_note: number } }
  await tell(tx, work, { kind: 'return_cancelled', ...told })
  return findReturnNote(tx, work.caller, number)
}

async function takeBack(tx: Tx, work: Work, note: ReturnNoteFacts, remark: string): Promise<void> {
  const { rows: lines } = await rowsOf({ box_id: col.text, sku_id: col.text, quantity: col.number, site_id: col.text })`
    SELECT box_id, site_id, sku_id, quantity FROM return_note_line WHERE note_id = ${note.id} ORDER BY box_id, sku_id`.execute(
    tx,
  )
  const boxes = await lockQcBoxes(tx, inChina(work.caller), [...new Set(lines.map((line) => line.box_id))])
  const auditIds = await recordEvents(
    tx,
    work,
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
    work,
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

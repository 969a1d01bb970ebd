import { sql } from 'kysely'
import { disputeWords, type NextStep } from '../../../shared/areas/disputes/rules.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { claimingNotes, hasClaim, isClaimed, isSettledClaim } from './claims.ts'
import { type Held, refuse } from './hold.ts'
import { canBeDone } from './next-step.ts'

const boxColumns = {
  box_no: col.text,
  can: col.flag,
  shipped: col.number,
  invoiced: col.number,
  inspections: col.number,
  is_claimed: col.flag,
  has_claim: col.flag,
  is_settled: col.flag,
  debit_notes: col.textOrNull,
  own_notes: col.textOrNull,
  box_notes: col.textOrNull,
  invoice_number: col.textOrNull,
}

/** Return notes of the box of a dispute `p` that stand; `of` narrows their lines `r`. */
const notes = (of = sql`true`) => sql`(SELECT string_agg(DISTINCT n.number, ', ') FROM return_note_line r
  JOIN return_note n ON n.id = r.note_id WHERE r.box_id = p.box_id AND r.site_id = p.site_id AND n.state = 'SENT' AND ${of})`

const ofUpheld = sql`r.sku_id IN (SELECT x.sku_id FROM qc_dispute_line x WHERE x.dispute_id = p.id AND x.upheld > 0)`

/**
 * Refuses a step that nobody could do any more, saying why, before it is decided; and doing nothing while upheld pieces are claimed. What
 * is upheld is written by then.
 */
export async function assertPossible(tx: Tx, held: Pick<Held, 'id'>, next: NextStep): Promise<void> {
  const { rows } = await rowsOf(boxColumns)`
    SELECT b.box_no, ${canBeDone(sql`${next}::text`)} AS can, coalesce(q.shipped, 0) AS shipped, coalesce(q.invoiced, 0) AS invoiced,
      coalesce(q.inspections, 0) AS inspections, ${isClaimed} AS is_claimed, ${hasClaim} AS has_claim, ${isSettledClaim} AS is_settled,
      ${claimingNotes} AS debit_notes, ${notes(ofUpheld)} AS own_notes, ${notes()} AS box_notes,
      (SELECT i.number FROM invoice_box ib JOIN invoice i ON i.id = ib.invoice_id
        WHERE ib.box_id = p.box_id AND ib.site_id = p.site_id AND ib.is_live) AS invoice_number
    FROM qc_dispute p JOIN box b ON b.id = p.box_id LEFT JOIN qc_box q ON q.box_id = p.box_id AND q.site_id = p.site_id
    WHERE p.id = ${held.id}::uuid`.execute(tx)
  const [box] = rows
  if (box === undefined) return
  if (next === 'none') {
    if (box.is_claimed) refuseClaimed(box)
    return
  }
  if (box.can) return
  refuseGone(box, next)
}

type Box = Row<typeof boxColumns>

function refuseClaimed({ box_no, debit_notes }: Box): never {
  if (debit_notes === null) refuse('next', disputeWords.stepToReplace, { box_no })
  refuse('next', disputeWords.stepClaimed, { box_no, debit_notes })
}

/** Names what stands in the way of the upheld pieces; what became of others of the box only where the whole box is to be counted. */
function refuseGone(box: Box, next: NextStep): never {
  const { box_no, own_notes, box_notes } = box
  if (box.shipped > 0) refuse('next', disputeWords.stepShipped, { box_no })
  if (box.invoiced > 0) refuse('next', disputeWords.stepInvoiced, { box_no, invoice_number: box.invoice_number ?? '' })
  if (box.is_claimed) refuseClaimed(box)
  if (own_notes !== null) refuse('next', disputeWords.stepReturned, { box_no, return_notes: own_notes })
  if (box.has_claim) refuseClaimed(box)
  if (box.is_settled) refuse('next', disputeWords.stepSettled, { box_no })
  if (next === 'recount' && box_notes !== null)
    refuse('next', disputeWords.stepPartlyReturned, { box_no, return_notes: box_notes })
  if (next === 'recount' && box.inspections > 0) refuse('next', disputeWords.stepInspected, { box_no })
  if (next === 'take_back') refuse('next', disputeWords.stepUnclaimed, { box_no })
  refuse('next', disputeWords.stepGone, { box_no })
}

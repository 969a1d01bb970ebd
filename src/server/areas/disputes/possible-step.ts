import { sql } from 'kysely'
import { disputeWords, type NextStep } from '../../../shared/areas/disputes/rules.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { type Held, refuse } from './hold.ts'
import { canBeDone } from './next-step.ts'
import { toldOf } from './told-of-india.ts'

const boxColumns = {
  ...{ box_no: col.text, can: col.flag, shipped: col.number, invoiced: col.number, returned: col.number },
  ...{ inspections: col.number, claimed: col.number, return_notes: col.textOrNull, invoice_number: col.textOrNull },
}

/** Refuses a step that nobody could do any more, saying why, before it is decided. What is upheld is written by then. */
export async function assertPossible(tx: Tx, held: Pick<Held, 'id'>, next: NextStep): Promise<void> {
  if (next === 'none') return
  const { rows } = await rowsOf(boxColumns)`
    SELECT b.box_no, ${canBeDone(sql`${next}::text`)} AS can, coalesce(q.shipped, 0) AS shipped, coalesce(q.invoiced, 0) AS invoiced,
      coalesce(q.returned, 0) AS returned, coalesce(q.inspections, 0) AS inspections,
      ${toldOf(sql`count(*) FILTER (WHERE d.kind <> 'return')::int`, { box: sql`p.box_id`, site: sql`p.site_id` })} AS claimed,
      (SELECT string_agg(DISTINCT n.number, ', ') FROM return_note_line r JOIN return_note n ON n.id = r.note_id
        WHERE r.box_id = p.box_id AND r.site_id = p.site_id AND n.state = 'SENT') AS return_notes,
      (SELECT i.number FROM invoice_box ib JOIN invoice i ON i.id = ib.invoice_id
        WHERE ib.box_id = p.box_id AND ib.site_id = p.site_id AND ib.is_live) AS invoice_number
    FROM qc_dispute p JOIN box b ON b.id = p.box_id LEFT JOIN qc_box q ON q.box_id = p.box_id AND q.site_id = p.site_id
    WHERE p.id = ${held.id}::uuid`.execute(tx)
  const [box] = rows
  if (box === undefined || box.can) return
  const { box_no, return_notes, invoice_number } = box
  if (box.shipped > 0) refuse('next', disputeWords.stepShipped, { box_no })
  if (box.invoiced > 0) refuse('next', disputeWords.stepInvoiced, { box_no, invoice_number: invoice_number ?? '' })
  if (box.returned > 0) refuse('next', disputeWords.stepReturned, { box_no, return_notes: return_notes ?? '' })
  if (box.claimed > 0) refuse('next', disputeWords.stepClaimed, { box_no })
  if (next === 'recount' && box.inspections > 0) refuse('next', disputeWords.stepInspected, { box_no })
  refuse('next', disputeWords.stepGone, { box_no })
}

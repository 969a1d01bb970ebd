import { sql } from 'kysely'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { recordEvent } from '../audit.ts'
import { type Said, said, type Work } from '../http/call.ts'
import { invalidInput } from '../http/errors.ts'
import {
  assertFreshInvoice,
  assertInvoiceAllows,
  boxesOfInvoices,
  findInvoice,
  type InvoiceRow,
  invoiceWires,
  lockInvoice,
} from './invoice-rows.ts'
import { moveWholeBoxes } from './move-whole-boxes.ts'
import { lockQcBoxes } from './qc-box-rows.ts'
import { inChina } from './qc-sites.ts'

type Input = Pick<Taken<Contract['chinaQc']['createInvoice']>, 'invoice_number' | 'version' | 'reason'>

/** An invoice becomes void with a reason: its boxes are ready again, its number stays used, its paper stays. */
export async function voidInvoice(input: Input, work: Work): Promise<Said<{ invoice: InvoiceRow }>> {
  const { invoice_number, reason, version } = input
  if (invoice_number === undefined) throw invalidInput('Please choose an invoice.')
  if (!reason) throw invalidInput('Please give a reason.')
  return work.command(async (tx) => {
    const { id } = await findInvoice(tx, invoice_number)
    const boxes = await lockQcBoxes(tx, inChina(work.caller), await boxesOfInvoices(tx, [id]))
    const invoice = await lockInvoice(tx, invoice_number)
    assertInvoiceAllows(invoice, 'void')
    await assertFreshInvoice(tx, invoice, version)
    await recordEvent(tx, work, {
      entity: 'invoice',
      entityId: invoice_number,
      event: 'invoice.voided',
      from: 'LIVE',
      to: 'VOID',
      details: { reason },
    })
    await moveWholeBoxes(tx, work, boxes, {
      kinds: ['uninvoice'],
      event: 'box.invoice_voided',
      details: { invoice_number, reason },
      invoiceId: id,
      reason,
    })
    await sql`UPDATE invoice_box SET is_live = false WHERE invoice_id = ${id}`.execute(tx)
    await sql`UPDATE invoice SET state = 'VOID', void_reason = ${reason}, voided_at = now(),
      voided_by = ${work.caller.userId}, version = version + 1 WHERE id = ${id}`.execute(tx)
    const [voided] = await invoiceWires(tx, work.caller, [await findInvoice(tx, invoice_number)])
    if (voided === undefined) throw new Error(`invoice ${invoice_number} is gone`)
    return said({ invoice: voided }, 'Invoice is void.')
  })
}

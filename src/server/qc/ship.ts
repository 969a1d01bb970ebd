import { sql } from 'kysely'
import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import type { QcMoveKind } from '../../shared/domain/qc-quantities.ts'
import { recordEvents } from '../audit.ts'
import { col, rowsOf } from '../database/rows.ts'
import { type Handlers, type Said, said, type Tx, type Work } from '../http/call.ts'
import { conflict, invalidInput, moveNotAllowed } from '../http/errors.ts'
import { tell } from '../notices/tell.ts'
import {
  assertInvoiceAllows,
  boxesOfInvoices,
  type InvoiceFacts,
  invoicesByNumber,
  invoiceWires,
  lockInvoices,
  touchInvoices,
} from './invoice-rows.ts'
import { moveWholeBoxes } from './move-whole-boxes.ts'
import { lockQcBoxes, type QcBoxFacts } from './qc-box-rows.ts'
import { inChina, inPlaces } from './qc-sites.ts'

type Input = Taken<Contract['chinaQc']['confirmShipToIndia']>
type Reply = Gives<Contract['chinaQc']['confirmShipToIndia']>

/** Ships invoices with all their boxes, or takes that back: they are then invoiced again and their export orders open. */
export const confirmShipToIndia: Handlers<Contract['chinaQc']>['confirmShipToIndia'] = (input, work) =>
  input.action === 'undo' ? takeBack(input, work) : ship(input, work)

async function ship(input: Input, work: Work): Promise<Said<Reply>> {
  return work.command(async (tx) => {
    const held = await lockPapers(tx, work, input.invoice_numbers)
    for (const { invoice } of held) assertInvoiceAllows(invoice, 'ship')
    const sums = sumsOf(held)
    assertAsShown(sums, input.expected)
    await moveAll(tx, work, held, { kind: 'ship', event: 'shipped', box: 'box.shipped_to_india' })
    await sql`UPDATE export_order SET state = 'SHIPPED', shipped_at = now(), shipped_by = ${work.caller.userId},
      carrier = coalesce(${input.carrier || null}, carrier),
      transport_document = coalesce(${input.transport_document || null}, transport_document), version = version + 1
      WHERE id = ANY(${held.map(({ invoice }) => invoice.export_id)}::uuid[])`.execute(tx)
    await tellShipped(tx, work, held)
    return said(await after(tx, work, held), 'Shipped to India.')
  })
}

async function takeBack({ invoice_numbers, reason }: Input, work: Work): Promise<Said<Reply>> {
  if (!reason) throw invalidInput('Please give a reason.')
  return work.command(async (tx) => {
    const held = await lockPapers(tx, work, invoice_numbers)
    for (const { invoice } of held) assertInvoiceAllows(invoice, 'undo_ship')
    await assertNotReceived(tx, held)
    await moveAll(tx, work, held, { kind: 'unship', event: 'shipping_undone', box: 'box.shipping_undone', reason })
    await sql`UPDATE export_order SET state = 'OPEN', shipped_at = NULL, shipped_by = NULL, version = version + 1
      WHERE id = ANY(${held.map(({ invoice }) => invoice.export_id)}::uuid[])`.execute(tx)
    return said(await after(tx, work, held), 'No longer shipped.')
  })
}

/** What another site has taken in stays shipped. The boxes must be locked, which taking in waits for. */
async function assertNotReceived(tx: Tx, held: readonly Held[]): Promise<void> {
  const boxes = held.flatMap((each) => each.boxes)
  const { rows } = await rowsOf({ box_no: col.text, site_name: col.text, site_name_zh: col.text })`
    SELECT b.box_no, d.name AS site_name, d.name_zh AS site_name_zh
    FROM qc_box o JOIN site d ON d.id = o.site_id JOIN box b ON b.id = o.box_id
    WHERE o.box_id = ANY(${boxes.map((box) => box.box_id)}::uuid[]) AND NOT (${inPlaces(boxes, 'o')}) LIMIT 1`.execute(
    tx,
  )
  const [received] = rows
  if (received) throw moveNotAllowed('Box {{box_no}} came in at {{site_name}} already.', [], { values: received })
}

interface Held {
  invoice: InvoiceFacts
  boxes: QcBoxFacts[]
}

/** Invoices and their boxes, locked: all boxes first, since every command on a box locks that before its papers. */
async function lockPapers(tx: Tx, work: Work, numbers: readonly string[]): Promise<Held[]> {
  const found = await invoicesByNumber(tx, numbers)
  const boxes = await lockQcBoxes(
    tx,
    inChina(work.caller),
    await boxesOfInvoices(
      tx,
      found.map((invoice) => invoice.id),
    ),
  )
  const byInvoice = Map.groupBy(boxes, (box) => box.invoice_number)
  const invoices = await lockInvoices(tx, numbers)
  return invoices.map((invoice) => ({ invoice, boxes: byInvoice.get(invoice.invoice_number) ?? [] }))
}

function sumsOf(held: readonly Held[]): { boxes: number; pieces: number } {
  return {
    boxes: held.reduce((sum, { invoice }) => sum + invoice.boxes, 0),
    pieces: held.reduce((sum, { invoice }) => sum + invoice.pieces, 0),
  }
}

function assertAsShown(now: { boxes: number; pieces: number }, shown: Input['expected']): void {
  if (shown === undefined || (shown.boxes === now.boxes && shown.pieces === now.pieces)) return
  throw conflict(
    'Something changed since: what would ship now is {{pieces}} pcs, boxes: {{boxes}}. Please look again.',
    {
      values: now,
    },
  )
}

interface Moving {
  kind: Extract<QcMoveKind, 'ship' | 'unship'>
  event: string
  box: string
  reason?: string
}

async function moveAll(tx: Tx, work: Work, held: readonly Held[], { kind, event, box, reason }: Moving): Promise<void> {
  const why = reason === undefined ? {} : { reason }
  await recordEvents(
    tx,
    work,
    held.map(({ invoice }) => ({
      entity: 'invoice' as const,
      entityId: invoice.invoice_number,
      event: `invoice.${event}`,
      details: {
        export_order_number: invoice.export_order_number,
        boxes: invoice.boxes,
        pieces: invoice.pieces,
        ...why,
      },
    })),
  )
  for (const { invoice, boxes } of held) {
    const { id, invoice_number, export_order_number } = invoice
    const details = { invoice_number, export_order_number, ...why }
    await moveWholeBoxes(tx, work, boxes, { kinds: [kind], event: box, details, invoiceId: id, ...why })
  }
  await touchInvoices(
    tx,
    held.map(({ invoice }) => invoice.id),
  )
}

/** One notice, however many invoices went at once. */
async function tellShipped(tx: Tx, work: Work, held: readonly Held[]): Promise<void> {
  const last = held.at(-1)?.invoice
  if (last === undefined) return
  const { invoice_number, boxes, pieces } = last
  const things = held.map(({ invoice }) => invoice.invoice_number)
  await tell(tx, work, { kind: 'shipped_to_india', things, values: { invoice_number, boxes, pieces } })
}

async function after(tx: Tx, work: Work, held: readonly Held[]): Promise<Reply> {
  const numbers = held.map(({ invoice }) => invoice.invoice_number)
  const invoices = await invoiceWires(tx, work.caller, await invoicesByNumber(tx, numbers))
  return { ...sumsOf(held), invoices }
}

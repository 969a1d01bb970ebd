import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import {
  type CustomsFacts,
  customsKeys,
  documentExpectations,
  documentFaults,
  productDetails,
  readCustoms,
} from '../../../shared/areas/invoices/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { type AuditEvent, recordEvent, recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Caller, Handlers, Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { takeSheet } from '../../sheets/take-sheet.ts'
import { allOfChina, ofSites } from '../qc-boxes/sites.ts'
import { assertInvoiceAllows, invoicesByNumber, touchInvoices } from './invoice-rows.ts'

/**
 * What customs want to know of the styles of an order or an invoice. It is kept with the styles, and fills the lines of every
 * live invoice that has no export order yet. An empty cell leaves what is known.
 */
export const uploadInvoice: Handlers<Contract['invoices']>['uploadInvoice'] = takeSheet(productDetails, {
  words: { taken: 'Product details saved.', unchanged: 'The product details are unchanged.' },
  async lock({ tx, context, input }) {
    const { styleIds, isOrder } = await stylesOf(tx, context.caller, input.po_number)
    return { styles: await lockStyles(tx, styleIds), isOrder }
  },
  async check({ held: { styles }, rows, refuse, refuseTwice }) {
    const told = new Map<string, ToldStyle & { row: (typeof rows)[number] }>()
    for (const row of rows) {
      const styleId = styles.get(row.values.style_id.toUpperCase())
      const { facts, problems } = readCustoms(row.values)
      if (styleId === undefined) refuse(row, 'style_id', documentFaults.otherStyle, documentExpectations.style)
      const before = styleId === undefined ? undefined : told.get(styleId)
      if (before) refuseTwice(row, 'style_id', before.row)
      for (const problem of problems) refuse(row, problem.field, problem.message, problem.expected)
      if (styleId !== undefined && problems.length === 0 && !before) told.set(styleId, { styleId, facts, row })
    }
    return { good: [...told.values()].map(({ styleId, facts }): ToldStyle => ({ styleId, facts })) }
  },
  async save({ tx, context, input, held }, { good }) {
    const changed = await writeCustoms(tx, context, good)
    if (changed.length > 0 && held.isOrder) await recordEvent(tx, context, filledOrder(input.po_number, changed.length))
    const filled = await fillInvoices(
      tx,
      context,
      good.map((each) => each.styleId),
    )
    return new Set([...changed, ...filled]).size
  },
})

/** Styles (style.id) of an order, or of an invoice whose documents may still change. */
async function stylesOf(tx: Tx, caller: Caller, poNumber: string): Promise<{ styleIds: string[]; isOrder: boolean }> {
  const order = await tx
    .selectFrom('vendor_order')
    .where('order_id', '=', poNumber)
    .select('style_id')
    .executeTakeFirst()
  if (order !== undefined) return { styleIds: [order.style_id], isOrder: true }
  const [invoice] = await invoicesByNumber(tx, caller, [poNumber])
  if (invoice === undefined) throw notFound('There is no order or invoice {{po_number}}.', { po_number: poNumber })
  assertInvoiceAllows(invoice, 'export')
  const { rows } = await rowsOf({ style_id: col.text })`
    SELECT DISTINCT o.style_id FROM invoice_line l JOIN order_line ol ON ol.id = l.order_line_id
    JOIN vendor_order o ON o.id = ol.order_id WHERE l.invoice_id = ${invoice.id}`.execute(tx)
  return { styleIds: rows.map((row) => row.style_id), isOrder: false }
}

function filledOrder(orderId: string, styles: number): AuditEvent {
  return { entity: 'order', entityId: orderId, event: 'order.customs_filled', details: { styles } }
}

/** By code in capitals. An invoice that is issued meanwhile waits until these are written. */
async function lockStyles(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await rowsOf({ id: col.text, code: col.text })`
    SELECT id, code FROM style WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return new Map(rows.map(({ id, code }) => [code.toUpperCase(), id]))
}

interface ToldStyle {
  styleId: string
  facts: CustomsFacts
}

const columns = sql.join(customsKeys.map((key) => sql.ref(key)))

/** The styles (style.id) of which it says something new. */
async function writeCustoms(tx: Tx, { caller }: CallContext, told: readonly ToldStyle[]): Promise<string[]> {
  if (told.length === 0) return []
  const kept = (key: string) => sql`coalesce(excluded.${sql.ref(key)}, c.${sql.ref(key)})`
  const { rows } = await rowsOf({ style_id: col.text })`
    INSERT INTO style_customs AS c (style_id, ${columns}, updated_by)
    SELECT n.*, ${caller.userId}::uuid FROM unnest(${told.map((each) => each.styleId)}::uuid[],
      ${sql.join(customsKeys.map((key) => sql`${told.map((each) => each.facts[key])}::${typeOf(key)}[]`))}) AS n
    ON CONFLICT (style_id) DO UPDATE SET ${sql.join(customsKeys.map((key) => sql`${sql.ref(key)} = ${kept(key)}`))},
      updated_at = now(), updated_by = excluded.updated_by
    WHERE (${sql.join(customsKeys.map((key) => sql.ref(`c.${key}`)))})
      IS DISTINCT FROM (${sql.join(customsKeys.map(kept))})
    RETURNING c.style_id`.execute(tx)
  return rows.map((row) => row.style_id)
}

function typeOf(key: keyof CustomsFacts): RawBuilder<unknown> {
  return key === 'net_weight_grams' ? sql`int` : sql`text`
}

/** Lines of live invoices without an export order say what is now known of their styles; those (style.id) of which a line changed. */
async function fillInvoices(tx: Tx, context: CallContext, styleIds: readonly string[]): Promise<string[]> {
  // Locked first, by id: an export order made meanwhile is seen, and its invoice left as it is.
  const { rows: held } = await rowsOf({ id: col.text })`
    SELECT i.id FROM invoice i WHERE i.state = 'LIVE' AND ${ofSites(allOfChina, 'i')} AND EXISTS (SELECT 1 FROM invoice_line l
      JOIN order_line ol ON ol.id = l.order_line_id JOIN vendor_order o ON o.id = ol.order_id
      WHERE l.invoice_id = i.id AND o.style_id = ANY(${styleIds}::uuid[])) ORDER BY i.id FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await rowsOf({
    ...{ id: col.text, number: col.text, lines: col.number, styles: z.array(z.string()) },
  })`
    WITH filled AS (
      UPDATE invoice_line l SET ${sql.join(customsKeys.map((key) => sql`${sql.ref(key)} = ${sql.ref(`c.${key}`)}`))}
      FROM order_line ol, vendor_order o, style_customs c
      WHERE l.invoice_id = ANY(${held.map((row) => row.id)}::uuid[]) AND ol.id = l.order_line_id AND o.id = ol.order_id
        AND o.style_id = ANY(${styleIds}::uuid[]) AND c.style_id = o.style_id
        AND NOT EXISTS (SELECT 1 FROM export_order e WHERE e.invoice_id = l.invoice_id AND e.state <> 'CANCELLED')
        AND (${sql.join(customsKeys.map((key) => sql.ref(`l.${key}`)))})
          IS DISTINCT FROM (${sql.join(customsKeys.map((key) => sql.ref(`c.${key}`)))})
      RETURNING l.invoice_id, o.style_id)
    SELECT i.id, i.number, count(*)::int AS lines, array_agg(DISTINCT f.style_id::text) AS styles FROM filled f JOIN invoice i ON i.id = f.invoice_id
    WHERE i.state = 'LIVE' GROUP BY i.id, i.number`.execute(tx)
  await touchInvoices(
    tx,
    rows.map((row) => row.id),
  )
  await recordEvents(
    tx,
    context,
    rows.map(({ number, lines }) => ({
      entity: 'invoice' as const,
      entityId: number,
      event: 'invoice.customs_filled',
      details: { lines },
    })),
  )
  return rows.flatMap((row) => row.styles)
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { type InvoiceTab, invoiceTabs } from '../../shared/domain/invoices.ts'
import { readTraced, unmarked } from '../../shared/domain/trace.ts'
import { col, counts, rowsOf } from '../database/rows.ts'
import { type Handlers, said, type Work } from '../http/call.ts'
import { containing } from '../orders/order-search.ts'
import { pageOf, readCursor } from '../vendor/keyset.ts'
import { assertVendorName } from '../vendor/vendors.ts'
import { type InvoiceRow, invoiceFactsColumns, invoicesSelected, invoiceWires } from './invoice-rows.ts'
import { chinaSites, ofSites } from './qc-sites.ts'

type ListInput = Taken<Contract['chinaQc']['getInvoices']>
export type InvoiceFilter = Omit<ListInput, 'cursor' | 'page_size' | 'part'>

/** `invoiceTab` of the domain, in SQL; a test holds the two together. */
const invoiceTabCondition: Record<InvoiceTab | 'all', RawBuilder<SqlBool>> = {
  to_export: sql<SqlBool>`(i.state = 'LIVE' AND e.id IS NULL)`,
  to_ship: sql<SqlBool>`(i.state = 'LIVE' AND e.state = 'OPEN')`,
  shipped: sql<SqlBool>`(i.state = 'LIVE' AND e.state = 'SHIPPED')`,
  void: sql<SqlBool>`i.state = 'VOID'`,
  all: sql<SqlBool>`true`,
}

/** A page of invoices, newest first, or their counts by tab. */
export const getInvoices: Handlers<Contract['chinaQc']>['getInvoices'] = async (input, work) => {
  await assertVendorName(work, input.supplier_id)
  if (input.part === 'counts') return said({ rows: [], next_cursor: null, counts: await countInvoices(input, work) })
  const after = readCursor(input.cursor)
  const behind =
    after === null ? sql`true` : sql`(i.created_at, i.id) < (${after.value}::timestamptz, ${after.id}::uuid)`
  const { rows: found } = await rowsOf(invoiceFactsColumns)`${invoicesSelected}
    WHERE ${invoiceTabCondition[input.tab]} AND ${filterOf(input)} AND ${behind}
    ORDER BY i.created_at DESC, i.id DESC LIMIT ${sql.lit(input.page_size + 1)}`.execute(work.db)
  const { rows, next_cursor } = pageOf(found, input.page_size, (row) => ({
    value: row.created_at.toISOString(),
    id: row.id,
  }))
  return said({ rows: await invoiceWires(work.db, work.caller, rows), next_cursor })
}

/** Ids (uuid) of all invoices of a list, newest first; `most` of them at most. */
export async function invoiceIdsInOrder(filter: InvoiceFilter, work: Work, most: number): Promise<string[]> {
  await assertVendorName(work, filter.supplier_id)
  const { rows } = await rowsOf({ id: col.text })`
    SELECT i.id FROM invoice i LEFT JOIN export_order e ON e.invoice_id = i.id AND e.state <> 'CANCELLED'
    WHERE ${invoiceTabCondition[filter.tab]} AND ${filterOf(filter)}
    ORDER BY i.created_at DESC, i.id DESC LIMIT ${sql.lit(most)}`.execute(work.db)
  return rows.map((row) => row.id)
}

/** Invoices by their ids (uuid), in the order given. */
export async function invoicesById(
  ids: readonly string[],
  { db, caller }: Pick<Work, 'db' | 'caller'>,
): Promise<InvoiceRow[]> {
  const { rows } = await rowsOf(
    invoiceFactsColumns,
  )`${invoicesSelected} WHERE i.id = ANY(${ids}::uuid[]) AND ${ofSites(chinaSites, 'i')}`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  return invoiceWires(
    db,
    caller,
    ids.flatMap((id) => found.get(id) ?? []),
  )
}

function filterOf(input: InvoiceFilter): RawBuilder<SqlBool> {
  const wanted: RawBuilder<unknown>[] = [ofSites(chinaSites, 'i')]
  if (input.state?.length) wanted.push(sql`i.state = ANY(${input.state}::text[])`)
  if (input.issued_from) wanted.push(sql`i.issued_on >= ${input.issued_from}::date`)
  if (input.issued_to) wanted.push(sql`i.issued_on <= ${input.issued_to}::date`)
  if (input.invoice_numbers) wanted.push(sql`i.number = ANY(${input.invoice_numbers}::text[])`)
  if (input.supplier_id)
    wanted.push(sql`EXISTS (SELECT 1 FROM invoice_box fb JOIN box b ON b.id = fb.box_id
      JOIN shipment h ON h.id = b.shipment_id JOIN vendor v ON v.id = h.vendor_id
      WHERE fb.invoice_id = i.id AND v.code = ${input.supplier_id})`)
  if (input.search) wanted.push(invoiceSearch(input.search))
  return sql<SqlBool>`${sql.join(wanted, sql` AND `)}`
}

/** By its number, its export order's, a vendor, a box by whatever stands on it, or an order. */
function invoiceSearch(text: string): RawBuilder<unknown> {
  const like = containing(unmarked(text))
  const { sscc } = readTraced(text)
  return sql`(i.number ILIKE ${like} OR e.number ILIKE ${like}
    OR EXISTS (SELECT 1 FROM invoice_box fb JOIN box b ON b.id = fb.box_id JOIN shipment h ON h.id = b.shipment_id
      JOIN vendor v ON v.id = h.vendor_id WHERE fb.invoice_id = i.id
        AND (v.name ILIKE ${like} OR v.name_zh ILIKE ${like} OR v.code ILIKE ${like} OR h.shipment_id ILIKE ${like}
          OR b.box_no ILIKE ${like} OR b.tracking_id ILIKE ${like} OR b.sscc ILIKE ${like} OR b.sscc = ${sscc ?? ''}))
    OR EXISTS (SELECT 1 FROM invoice_line fl JOIN order_line ol ON ol.id = fl.order_line_id
      JOIN vendor_order o ON o.id = ol.order_id WHERE fl.invoice_id = i.id AND o.order_id ILIKE ${like}))`
}

async function countInvoices(input: ListInput, { db }: Work): Promise<Record<string, number>> {
  const tabs = [...invoiceTabs, 'all'] as const
  const sums = tabs.map((tab) => sql`count(*) FILTER (WHERE ${invoiceTabCondition[tab]})::int AS ${sql.ref(tab)}`)
  const { rows } = await rowsOf(counts)`
    SELECT ${sql.join(sums)} FROM invoice i LEFT JOIN export_order e ON e.invoice_id = i.id AND e.state <> 'CANCELLED'
    WHERE ${filterOf(input)}`.execute(db)
  return rows[0] ?? {}
}

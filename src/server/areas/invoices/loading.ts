import { sql } from 'kysely'
import { v7 } from 'uuid'
import {
  type Loading,
  loadedBox,
  loadingMessages,
  loading as loadingShape,
  mostNamed,
} from '../../../shared/areas/invoices/loading.ts'
import { boxNames, invoiceMessages } from '../../../shared/areas/invoices/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent, recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, moveNotAllowed } from '../../http/errors.ts'
import { boxesOnInvoice, findInvoice, type InvoiceFacts, lockInvoice } from './invoice-rows.ts'

type Ordered = InvoiceFacts & { export_id: string; export_order_number: string }

/** The export order of an invoice. Throws move_not_allowed where it has none, and with `isOpen` where it was shipped as well. */
export function exportOrderOf(invoice: InvoiceFacts, { isOpen = false } = {}): Ordered {
  const { invoice_number, state, export_id, export_order_number, exported } = invoice
  const values = { invoice_number }
  if (state === 'VOID') throw moveNotAllowed(invoiceMessages.isVoid, [], { values })
  if (export_id === null || export_order_number === null) throw moveNotAllowed(invoiceMessages.noExport, [], { values })
  if (isOpen && exported !== 'OPEN') throw moveNotAllowed(invoiceMessages.isShipped, [], { values })
  return { ...invoice, export_id, export_order_number }
}

/** How far the loading of an export order is. */
export const loading: Handlers<Contract['invoices']>['loading'] = async ({ invoice_number }, { db, caller }) =>
  reply({ loading: await loadingOf(db, exportOrderOf(await findInvoice(db, caller, invoice_number))) })

/** Says that a loading is done, with as many boxes missing as its people saw; the same once more changes nothing. */
export const finishLoading: Handlers<Contract['invoices']>['finishLoading'] = (input, context) =>
  context.command(async (tx) => {
    const invoice = exportOrderOf(await lockInvoice(tx, context.caller, input.invoice_number), { isOpen: true })
    const now = await loadingOf(tx, invoice)
    const missing = now.boxes - now.loaded
    if (missing !== input.missing) throw conflict(loadingMessages.changed, { values: { missing } })
    if (now.finished_at !== null) return reply({ loading: now }, 'Loading finished.')
    await recordEvent(tx, context, {
      entity: 'invoice',
      entityId: invoice.invoice_number,
      event: 'invoice.loading_finished',
      details: { export_order_number: invoice.export_order_number, boxes: now.loaded, missing },
    })
    await sql`UPDATE export_order SET loading_finished_at = now(), loading_finished_by = ${context.caller.userId}
      WHERE id = ${invoice.export_id}`.execute(tx)
    return reply({ loading: await loadingOf(tx, invoice) }, 'Loading finished.')
  })

const sums = loadingShape.pick({ loaded: true, vehicles: true, finished_at: true, finished_by: true })

const notLoaded = sql`NOT EXISTS (SELECT 1 FROM export_load x WHERE x.box_id = ib.box_id AND x.off_at IS NULL
  AND x.export_order_id = e.id)`

export async function loadingOf(db: Db, invoice: Ordered): Promise<Loading> {
  const { id, export_id } = invoice
  const { rows: missing } = await rowsOf(loadedBox)`
    SELECT b.id AS box_id, b.sscc, b.box_no, h.shipment_id, p.pieces
    FROM ${boxesOnInvoice} JOIN export_order e ON e.id = ${export_id}
    WHERE ib.invoice_id = ${id} AND ${notLoaded} ORDER BY ib.position LIMIT ${sql.lit(mostNamed)}`.execute(db)
  const { rows } = await rowsOf(sums)`
    SELECT count(x.id)::int AS loaded, coalesce(array_agg(DISTINCT x.vehicle) FILTER (WHERE x.vehicle IS NOT NULL), '{}') AS vehicles,
      e.loading_finished_at AS finished_at, u.name AS finished_by
    FROM export_order e LEFT JOIN app_user u ON u.id = e.loading_finished_by
    LEFT JOIN export_load x ON x.export_order_id = e.id AND x.off_at IS NULL
    WHERE e.id = ${export_id} GROUP BY e.id, u.name`.execute(db)
  const [loaded] = rows
  if (loaded === undefined) throw new Error(`export order ${invoice.export_order_number} is gone`)
  return {
    invoice_number: invoice.invoice_number,
    export_order_number: invoice.export_order_number,
    site: invoice.site,
    is_open: invoice.exported === 'OPEN',
    boxes: invoice.boxes,
    missing,
    ...loaded,
  }
}

/**
 * Boxes that are not loaded yet, by export order (export_order.id), where none may go without: everywhere where the house asks for it, and
 * otherwise where a loading was begun, since its people then saw fewer boxes on the truck than would be sent.
 */
export async function boxesToLoad(
  db: Db,
  exportIds: readonly (string | null)[],
): Promise<Map<string, { box_no: string; shipment_id: string }[]>> {
  const isAsked = Boolean(await readSetting(db, 'load_before_shipping'))
  const { rows } = await rowsOf({ export_id: col.text, box_no: col.text, shipment_id: col.text })`
    SELECT e.id AS export_id, b.box_no, h.shipment_id
    FROM export_order e JOIN invoice_box ib ON ib.invoice_id = e.invoice_id JOIN box b ON b.id = ib.box_id
    JOIN shipment h ON h.id = b.shipment_id
    WHERE e.id = ANY(${exportIds}::uuid[]) AND ${notLoaded}
      AND (${isAsked} OR EXISTS (SELECT FROM export_load x WHERE x.export_order_id = e.id AND x.off_at IS NULL))
    ORDER BY e.id, ib.position`.execute(db)
  return Map.groupBy(rows, ({ export_id }) => export_id)
}

/** What goes must be loaded, where the house asks for it or a loading was begun. Throws move_not_allowed with the boxes that are missing. */
export async function assertLoaded(tx: Tx, invoices: readonly InvoiceFacts[]): Promise<void> {
  const missing = await boxesToLoad(
    tx,
    invoices.map(({ export_id }) => export_id),
  )
  if (missing.size === 0) return
  const fields = invoices.flatMap(({ export_id, invoice_number: field }) => {
    const boxes = missing.get(export_id ?? '')
    return boxes ? [{ field, message: loadingMessages.notLoaded, values: { boxes: boxNames(boxes) } }] : []
  })
  const values = { boxes: boxNames([...missing.values()].flat()) }
  throw moveNotAllowed(loadingMessages.notLoaded, [], { values, fields })
}

/** A load that stands, or stood. */
export interface Load {
  /** export_load.id */
  id: string
  box_id: string
  scan_id: string | null
  off_scan_id: string | null
  is_on: boolean
  by: string
}

/** Loads of an export order, of these boxes. The invoice must be locked. */
export async function loadsOf(tx: Tx, exportId: string, boxIds: readonly string[]): Promise<Load[]> {
  const { rows } = await rowsOf({
    ...{ id: col.text, box_id: col.text, scan_id: col.textOrNull, off_scan_id: col.textOrNull, is_on: col.flag },
    by: col.text,
  })`
    SELECT x.id, x.box_id, x.scan_id, x.off_scan_id, x.off_at IS NULL AS is_on, u.name AS by
    FROM export_load x JOIN app_user u ON u.id = x.loaded_by
    WHERE x.export_order_id = ${exportId} AND x.box_id = ANY(${boxIds}::uuid[]) ORDER BY x.id`.execute(tx)
  return rows
}

export interface LoadChange {
  box_id: string
  sscc: string
  scan_id: string | null
  /** export_load.id of what is taken off; null for a box that is loaded. */
  off: string | null
}

/** Loads boxes and takes them off, each with its event; whoever had finished the loading finishes it again. */
export async function changeLoads(
  tx: Tx,
  context: CallContext,
  invoice: Ordered,
  { changes, vehicle }: { changes: readonly LoadChange[]; vehicle: string | null },
): Promise<void> {
  if (changes.length === 0) return
  const { invoice_number, export_order_number, export_id } = invoice
  await recordEvents(
    tx,
    context,
    changes.map(({ sscc, scan_id, off }) => ({
      entity: 'box' as const,
      entityId: sscc,
      event: off === null ? 'box.loaded' : 'box.load_undone',
      details: { invoice_number, export_order_number, scan_id, ...(off === null && vehicle !== null && { vehicle }) },
    })),
  )
  const on = changes.filter(({ off }) => off === null)
  if (on.length > 0)
    await sql`INSERT INTO export_load (id, export_order_id, box_id, vehicle, scan_id, loaded_by)
      SELECT n.id, ${export_id}, n.box_id, ${vehicle}, n.scan_id, ${context.caller.userId}
      FROM unnest(${on.map(() => v7())}::uuid[], ${on.map(({ box_id }) => box_id)}::uuid[],
        ${on.map(({ scan_id }) => scan_id)}::text[]) AS n (id, box_id, scan_id)`.execute(tx)
  const off = changes.filter((change) => change.off !== null)
  if (off.length > 0)
    await sql`UPDATE export_load x SET off_at = now(), off_by = ${context.caller.userId}, off_scan_id = n.scan_id
      FROM unnest(${off.map((change) => change.off)}::uuid[], ${off.map(({ scan_id }) => scan_id)}::text[]) AS n (id, scan_id)
      WHERE x.id = n.id AND x.off_at IS NULL`.execute(tx)
  await sql`UPDATE export_order SET loading_finished_at = NULL, loading_finished_by = NULL
    WHERE id = ${export_id} AND loading_finished_at IS NOT NULL`.execute(tx)
}

/** With its export order everything is taken off again. Its boxes and the invoice must be locked. */
export async function takeAllOff(tx: Tx, context: CallContext, invoice: InvoiceFacts): Promise<void> {
  const { rows } = await rowsOf({ off: col.text, box_id: col.text, sscc: col.text })`
    SELECT x.id AS off, x.box_id, b.sscc FROM export_load x JOIN box b ON b.id = x.box_id
    WHERE x.export_order_id = ${invoice.export_id} AND x.off_at IS NULL ORDER BY x.id`.execute(tx)
  const changes = rows.map((row) => ({ ...row, scan_id: null }))
  await changeLoads(tx, context, exportOrderOf(invoice), { changes, vehicle: null })
}

import { sql } from 'kysely'
import type { Gives } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { party } from '../../shared/contract/qc-shapes.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import { type Db, type Handlers, said } from '../http/call.ts'
import { notFound } from '../http/errors.ts'
import { loadHistory } from '../orders/order-details.ts'
import { chinaSites, ofSites } from './qc-sites.ts'
import { toldEvents } from './told-words.ts'

type Details = Gives<Contract['house']['invoiceDetails']>
/** What an invoice holds, also a void one. */
export const invoiceDetails: Handlers<Contract['house']>['invoiceDetails'] = async (
  { invoice_number },
  { db, caller },
) => {
  const invoice = await findInvoice(db, invoice_number)
  const [boxes, styles, history] = await Promise.all([
    boxesOf(db, invoice),
    stylesOf(db, invoice),
    loadHistory(db, 'invoice', [invoice_number]),
  ])
  const { exporter, consignee } = invoice
  return said({ exporter, consignee, boxes, styles, history: toldEvents(caller, history.get(invoice_number) ?? []) })
}

const foundColumns = { id: col.text, currency: col.text, exporter: party, consignee: party }

type Found = Row<typeof foundColumns>

async function findInvoice(db: Db, number: string): Promise<Found> {
  const { rows } = await rowsOf(foundColumns)`
    SELECT i.id, i.currency, i.exporter, i.consignee FROM invoice i
    WHERE i.number = ${number} AND ${ofSites(chinaSites, 'i')}`.execute(db)
  const [found] = rows
  if (found === undefined) throw notFound('Invoice {{invoice_number}} was not found.', { invoice_number: number })
  return found
}

/** Sums of bigint columns come as text. */
const money = (minor: string | number, currency: string) => ({ minor: Number(minor), currency })

const boxColumns = {
  pieces: col.number,
  box_id: col.text,
  sscc: col.text,
  box_no: col.text,
  weight_grams: col.numberOrNull,
  shipment_id: col.text,
  supplier_name: col.text,
  supplier_name_zh: col.text,
  minor: col.text,
}

async function boxesOf(db: Db, { id, currency }: Found): Promise<Details['boxes']> {
  const { rows } = await rowsOf(boxColumns)`
    SELECT b.id AS box_id, b.sscc, b.box_no, h.shipment_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh,
      b.weight_grams, l.pieces, l.minor
    FROM invoice_box ib JOIN box b ON b.id = ib.box_id JOIN shipment h ON h.id = b.shipment_id
    JOIN vendor v ON v.id = h.vendor_id
    JOIN LATERAL (SELECT sum(quantity)::int AS pieces, sum(quantity * unit_price_minor) AS minor FROM invoice_line
      WHERE invoice_id = ib.invoice_id AND box_id = ib.box_id AND site_id = ib.site_id) l ON true
    WHERE ib.invoice_id = ${id} ORDER BY ib.position`.execute(db)
  return rows.map(({ minor, ...box }) => ({ ...box, value: money(minor, currency) }))
}

/** A fact stands only where every line of the style has it: what one lacks is missing on the paper. */
const onEvery = (column: string) => sql`CASE WHEN count(*) = count(${sql.ref(column)}) THEN min(${sql.ref(column)}) END`

const styleColumns = {
  pieces: col.number,
  origin: col.textOrNull,
  description: col.textOrNull,
  order_id: col.text,
  style_id: col.text,
  style_name: col.text,
  style_name_zh: col.text,
  hs_code: col.textOrNull,
  composition: col.textOrNull,
  net_weight_grams: col.numberOrNull,
  unit: col.number,
  minor: col.text,
}

async function stylesOf(db: Db, { id, currency }: Found): Promise<Details['styles']> {
  const { rows } = await rowsOf(styleColumns)`
    SELECT o.order_id, s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh,
      sum(l.quantity)::int AS pieces, l.unit_price_minor AS unit, sum(l.quantity * l.unit_price_minor) AS minor,
      ${onEvery('l.hs_code')} AS hs_code, ${onEvery('l.description')} AS description,
      ${onEvery('l.composition')} AS composition, ${onEvery('l.origin')} AS origin,
      ${onEvery('l.net_weight_grams')} AS net_weight_grams
    FROM invoice_line l JOIN order_line ol ON ol.id = l.order_line_id JOIN vendor_order o ON o.id = ol.order_id
    JOIN style s ON s.id = o.style_id
    WHERE l.invoice_id = ${id} GROUP BY o.order_id, s.id, l.unit_price_minor ORDER BY o.order_id, s.code`.execute(db)
  return rows.map(({ unit, minor, ...style }) => ({
    ...style,
    unit_price: money(unit, currency),
    value: money(minor, currency),
  }))
}

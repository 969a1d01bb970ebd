import { z } from 'zod'
import { companyLine } from '../../../shared/areas/company/facts.ts'
import type { Contract } from '../../../shared/areas.ts'
import { hasRight } from '../../../shared/areas.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import {
  bothNames,
  countFact,
  listFacts,
  minorDigits,
  moneyFact,
  type Paper,
  type PaperColumn,
} from '../../documents/paper.ts'
import type { Db, Handlers } from '../../http/call.ts'
import { readCompany } from '../company/facts.ts'
import { amountFacts } from '../invoices/amount-in-words.ts'
import { findPurchaseOrder, type PurchaseOrderFacts, purchaseOrderWire } from './purchase-order-rows.ts'
import { linesOf } from './purchase-orders.ts'

/** A purchase order as a workbook or as pages; who may not see prices gets it without any. A reversed one says so. */
export const purchaseOrderFile: Handlers<Contract['purchaseOrders']>['purchaseOrderFile'] = async (input, context) => {
  const order = await findPurchaseOrder(context.db, context.caller, input.purchase_order)
  const seesPrices = hasRight(context.caller, 'seePrices')
  const facts = { ...order, ...words(purchaseOrderWire(order, context.caller)) }
  await recordDownload(context, `purchase_order_${order.purchase_order}`, { purchase_order: order.purchase_order })
  const paper = await paperOf(context.db, facts, seesPrices)
  // Loaded when needed: the libraries for pages and workbooks would hold up every start.
  if (input.format === 'pdf') {
    const { paperPdf } = await import('../../documents/paper-pdf.ts')
    return { body: paperPdf(paper, context.resources) }
  }
  const { paperXlsx } = await import('../../documents/paper-xlsx.ts')
  return { body: paperXlsx(paper) }
}

/** Free words that may name a price, as this reader is told them. */
const words = ({ remark, reverse_reason }: { remark: string | null; reverse_reason: string | null }) => ({
  remark,
  reverse_reason,
})

const styleOf = (line: Line) => `${line.style_id} ${bothNames(line.style_name, line.style_name_zh)}`
const colorAndSize = (line: Line) => `${bothNames(line.color, line.color_zh)}, ${line.size}`

type Line = Awaited<ReturnType<typeof linesOf>>[number]

interface Column extends PaperColumn {
  of: (line: Line, units: number) => string | number | null
}

const columns: readonly Column[] = [
  { head: 'No. 序号', width: 10, kind: 'pieces', of: (line) => line.position },
  { head: 'NM SKU 商品编码', width: 34, kind: 'text', of: (line) => line.nm_sku },
  { head: 'Style 款式', width: 42, kind: 'text', of: styleOf },
  { head: 'Colour, size 颜色尺码', width: 28, kind: 'text', of: colorAndSize },
  { head: 'Order 订单号', width: 26, kind: 'text', of: (line) => line.order_id },
  { head: 'Pieces 件数', width: 16, kind: 'pieces', of: (line) => line.quantity },
]

const priceColumns: readonly Column[] = [
  { head: 'Unit price 单价', width: 20, kind: 'money', of: (line, units) => (line.unit_price?.minor ?? 0) / units },
  { head: 'Amount 金额', width: 24, kind: 'money', of: (line, units) => (line.value?.minor ?? 0) / units },
]

async function paperOf(db: Db, order: PurchaseOrderFacts, seesPrices: boolean): Promise<Paper> {
  const [lines, places, company, boxes] = await Promise.all([
    linesOf(db, order),
    placesOf(db, order),
    readCompany(db),
    boxesOf(db, order.id),
  ])
  const byShipment = Map.groupBy(boxes, ({ shipment_id }) => shipment_id)
  const invoices = [...new Set(boxes.flatMap(({ invoices }) => invoices))]
  const shown = seesPrices ? [...columns, ...priceColumns] : columns
  const units = 10 ** minorDigits(order.total.currency)
  const { reversal, reverse_reason } = order
  return {
    title: 'PURCHASE ORDER  采购单',
    number: order.purchase_order,
    banner: reversal === null ? null : `REVERSED 已冲销 ${[reversal, reverse_reason].filter(Boolean).join(': ')}`,
    blocks: [
      {
        label: 'VENDOR 供应商',
        lines: [order.supplier_name, order.supplier_name_zh, order.supplier_id, places.vendor, places.vendor_zh].filter(
          Boolean,
        ),
      },
      {
        label: 'BUYER 采购方',
        lines: [companyLine(company), bothNames(order.site_name, order.site_name_zh), places.site].filter(Boolean),
      },
    ],
    facts: [
      { label: 'Purchase order 采购单号', value: order.purchase_order },
      { label: 'Date 日期', value: order.issued_on },
      { label: 'Invoice 发票号', value: invoices.join(', ') || '—' },
      { label: 'Shipment 发货单', value: [...byShipment.keys()].join(', ') || '—' },
      countFact('Boxes 箱数', order.boxes),
      ...(seesPrices ? [{ label: 'Currency 币种', value: order.total.currency }] : []),
      { label: 'Made by 经办人', value: order.created_by },
    ],
    columns: shown,
    rows: lines.map((line) => shown.map((column) => column.of(line, units))),
    currency: order.total.currency,
    sums: [
      countFact('Pieces 件数', order.pieces),
      ...(seesPrices
        ? [moneyFact(`Total (${order.total.currency}) 合计`, order.total.minor / units, order.total.currency)]
        : []),
    ],
    closing: [
      ...(seesPrices ? amountFacts(order.total.minor, order.total.currency) : []),
      ...[...byShipment].flatMap(([shipment, own]) =>
        listFacts(
          `Boxes 箱号 ${shipment}`,
          own.map(({ box_no }) => box_no),
        ),
      ),
      ...(order.remark === null ? [] : [{ label: 'Remark 备注', value: order.remark }]),
    ],
    signature: 'Authorised signature 授权签字',
  }
}

async function placesOf(db: Db, { site_id, vendor_id }: PurchaseOrderFacts) {
  const { rows } = await rowsOf({ site: col.text, vendor: col.text, vendor_zh: col.text })`
    SELECT s.address AS site, coalesce(v.address, '') AS vendor, coalesce(v.address_zh, '') AS vendor_zh
    FROM site s, vendor v WHERE s.id = ${site_id} AND v.id = ${vendor_id}`.execute(db)
  return rows[0] ?? { site: '', vendor: '', vendor_zh: '' }
}

/** Boxes that its pieces came out of, with the invoices that they travelled on. */
async function boxesOf(db: Db, id: string) {
  const { rows } = await rowsOf({ shipment_id: col.text, box_no: col.text, invoices: z.array(z.string()) })`
    SELECT h.shipment_id, b.box_no,
      ARRAY(SELECT i.number FROM invoice_box ib JOIN invoice i ON i.id = ib.invoice_id
        WHERE ib.box_id = b.id AND ib.is_live ORDER BY i.number) AS invoices
    FROM box b JOIN shipment h ON h.id = b.shipment_id
    WHERE b.id IN (SELECT p.box_id FROM purchase_order_box p WHERE p.purchase_order_id = ${id})
    ORDER BY h.shipment_id, b.position`.execute(db)
  return rows
}

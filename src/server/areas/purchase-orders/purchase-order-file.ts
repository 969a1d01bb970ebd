import { companyLine } from '../../../shared/areas/company/facts.ts'
import type { Contract } from '../../../shared/areas.ts'
import { hasRight } from '../../../shared/areas.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { countFact, minorDigits, moneyFact, type Paper, type PaperColumn } from '../../documents/paper.ts'
import type { Db, Handlers } from '../../http/call.ts'
import { readCompany } from '../company/facts.ts'
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

interface Column extends PaperColumn {
  of: (line: Awaited<ReturnType<typeof linesOf>>[number], units: number) => string | number | null
}

const columns: readonly Column[] = [
  { head: 'No. 序号', width: 10, kind: 'pieces', of: (line) => line.position },
  { head: 'NM SKU 商品编码', width: 34, kind: 'text', of: (line) => line.nm_sku },
  { head: 'Style 款式', width: 42, kind: 'text', of: (line) => [line.style_id, line.style_name].join(' ') },
  { head: 'Colour, size 颜色尺码', width: 28, kind: 'text', of: (line) => `${line.color}, ${line.size}` },
  { head: 'Order 订单号', width: 26, kind: 'text', of: (line) => line.order_id },
  { head: 'Pieces 件数', width: 16, kind: 'pieces', of: (line) => line.quantity },
]

const priceColumns: readonly Column[] = [
  { head: 'Unit price 单价', width: 20, kind: 'money', of: (line, units) => (line.unit_price?.minor ?? 0) / units },
  { head: 'Value 金额', width: 24, kind: 'money', of: (line, units) => (line.value?.minor ?? 0) / units },
]

async function paperOf(db: Db, order: PurchaseOrderFacts, seesPrices: boolean): Promise<Paper> {
  const [lines, site, company] = await Promise.all([linesOf(db, order), siteOf(db, order.site_id), readCompany(db)])
  const shown = seesPrices ? [...columns, ...priceColumns] : columns
  const units = 10 ** minorDigits(order.currency)
  const { reversal, reverse_reason } = order
  return {
    title: 'PURCHASE ORDER  采购单',
    number: order.purchase_order,
    banner: reversal === null ? null : `REVERSED 已冲销 ${[reversal, reverse_reason].filter(Boolean).join(': ')}`,
    blocks: [
      { label: 'VENDOR 供应商', lines: [order.supplier_name, order.supplier_name_zh, order.supplier_id] },
      {
        label: 'RECEIVED BY 收货方',
        lines: [companyLine(company), order.site_name, site].filter((line) => line !== ''),
      },
    ],
    facts: [
      { label: 'Number 单号', value: order.purchase_order },
      { label: 'Date 日期', value: order.issued_on },
      countFact('Boxes 箱数', order.boxes),
      ...(seesPrices ? [{ label: 'Currency 币种', value: order.currency }] : []),
      { label: 'Made by 制单人', value: order.created_by },
    ],
    columns: shown,
    rows: lines.map((line) => shown.map((column) => column.of(line, units))),
    currency: order.currency,
    sums: [
      countFact('Pieces 件数', order.pieces),
      ...(seesPrices ? [moneyFact(`Total (${order.currency}) 合计`, order.total_minor / units, order.currency)] : []),
    ],
    closing: order.remark === null ? [] : [{ label: 'Remark 备注', value: order.remark }],
    signature: 'Received by 收货签字',
  }
}

async function siteOf(db: Db, siteId: string): Promise<string> {
  const { rows } = await rowsOf({ address: col.text })`SELECT address FROM site WHERE id = ${siteId}`.execute(db)
  return rows[0]?.address ?? ''
}

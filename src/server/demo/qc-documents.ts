import { invoiceNumberOf, invoiceSeries, splitOverOrders } from '../../shared/areas/invoices/rules.ts'
import type { QcMoveKind } from '../../shared/areas/qc-boxes/quantities.ts'
import { dayIn } from '../../shared/kernel/days.ts'
import type { RefusalReason } from '../../shared/kernel/reasons.ts'
import { type Book, fixedId, isoTime, record, userId } from './book.ts'
import type { QcStep } from './qc-book.ts'
import { type QcBook, type QcBoxTold, qcSiteId } from './qc-book.ts'
import { customsRows, measureRows, parties, unknownVendor } from './trade.ts'

interface Told {
  boxes: QcBoxTold[]
  end: number
  invoiceSeries: string
  moveBox: (book: Book, qc: QcBook, box: QcBoxTold, move: MoveOf) => void
}

interface MoveOf {
  skuId: string
  kind: QcMoveKind
  quantity: number
  auditId: string
  reason?: RefusalReason
  remark?: string
  invoiceId?: string
  returnNoteId?: string
}

const HOUR_MS = 3_600_000
const siteZone = 'Asia/Shanghai'

/** The papers of the demo: parties, what customs know, size charts, return notes, invoices and export orders. */
export function tellDocuments(book: Book, qc: QcBook, told: Told): void {
  qc.parties.push(...parties)
  qc.customs.push(...customsRows(fixedId('vendor', unknownVendor)))
  qc.measures.push(...measureRows())
  returnBoxes(book, qc, told)
  const invoiced = Map.groupBy(
    told.boxes.filter((box) => has(box, 'invoice')),
    (box) => box.fate.paper ?? '',
  )
  const invoicing = { ...told, serial: 0 }
  for (const [paper, boxes] of invoiced) {
    // One was made for the wrong consignee: it is void, and its number stays.
    if (paper === 'open') invoice(book, qc, invoicing, { boxes: boxes.slice(0, 2), fate: 'void' })
    invoice(book, qc, invoicing, { boxes, fate: paper as InvoiceFate })
  }
  const [first] = qc.invoices
  if (first) qc.series.push({ series: String(first.series), next: invoicing.serial + 1 })
}

type InvoiceFate = 'shipped' | 'to_ship' | 'open' | 'void'

const has = (box: QcBoxTold, step: QcStep) => box.fate.steps.includes(step)

/** The next moment of a paper: after the last step of its boxes, before now. */
function later(boxes: readonly QcBoxTold[], end: number): number {
  const at = Math.min(Math.max(...boxes.map((box) => box.at)) + 2 * HOUR_MS, end - HOUR_MS / 2)
  for (const box of boxes) box.at = at
  return at
}

function returnBoxes(book: Book, qc: QcBook, { boxes, end, moveBox }: Told): void {
  const groups = Map.groupBy(
    boxes.filter((box) => has(box, 'return')),
    (box) => box.arrival.shipment.id,
  )
  let number = 0
  for (const group of groups.values()) {
    const [first] = group
    if (first === undefined) continue
    number += 1
    const at = later(group, end)
    const id = book.random.idAt(at)
    const code = `RN-${String(number).padStart(6, '0')}`
    const remark = '不合格件退回返工，请于七日内告知处理方案'
    const event = { at, by: 'china-qc', entity: 'return_note' as const, entityId: code, event: 'return_note.sent' }
    const auditId = record(book, event)
    qc.notes.push({
      id,
      number: code,
      vendor_id: fixedId('vendor', first.arrival.shipment.vendor),
      site_id: qcSiteId,
      state: 'SENT',
      reason: 'Poor workmanship',
      remark,
      carrier: 'SF Express 顺丰速运',
      tracking_id: `SF9${String(number).padStart(9, '0')}`,
      cancel_reason: null,
      created_at: isoTime(at),
      created_by: userId('china-qc'),
    })
    for (const box of group) {
      record(book, {
        ...event,
        entity: 'box',
        entityId: box.arrival.sscc,
        event: 'box.returned',
        details: { return_note: code },
      })
      box.steps += 1
      for (const [skuId, line] of box.lines) {
        if (line.failed === 0) continue
        const of = { box_id: box.arrival.boxId, site_id: qcSiteId, sku_id: skuId }
        qc.noteLines.push({ note_id: id, ...of, quantity: line.failed })
        const why = { reason: 'Poor workmanship' as const, remark }
        moveBox(book, qc, box, { skuId, kind: 'send_back', quantity: line.failed, auditId, returnNoteId: id, ...why })
      }
    }
  }
  qc.returnNotes = number
}

interface Invoicing extends Told {
  serial: number
}

function invoice(
  book: Book,
  qc: QcBook,
  told: Invoicing,
  { boxes, fate }: { boxes: QcBoxTold[]; fate: InvoiceFate },
): void {
  told.serial += 1
  const at = later(boxes, told.end)
  const series = invoiceSeries(told.invoiceSeries, dayIn(siteZone, new Date(at)))
  const number = invoiceNumberOf(series, told.serial)
  const id = book.random.idAt(at)
  const isVoid = fate === 'void'
  const by = 'ops-team'
  const auditId = record(book, { at, by, entity: 'invoice', entityId: number, event: 'invoice.created' })
  const before = qc.invoiceLines.length
  for (const box of boxes) {
    box.steps += 1
    const sscc = box.arrival.sscc
    record(book, { at, by, entity: 'box', entityId: sscc, event: 'box.invoiced', details: { invoice: number } })
    qc.invoiceBoxes.push({
      invoice_id: id,
      box_id: box.arrival.boxId,
      site_id: qcSiteId,
      position: boxes.indexOf(box) + 1,
      is_live: !isVoid,
    })
    for (const [skuId, line] of [...box.lines]) {
      writeLines(book, qc, { invoiceId: id, box, skuId, pieces: line.ready })
      const of = { skuId, quantity: line.ready, auditId, invoiceId: id }
      told.moveBox(book, qc, box, { ...of, kind: 'invoice' })
      if (!isVoid) continue
      // Ids go by time: a move of the same moment might come first.
      box.at += 1
      told.moveBox(book, qc, box, { ...of, kind: 'uninvoice' })
    }
  }
  const lines = qc.invoiceLines.slice(before)
  if (isVoid) record(book, { at, by, entity: 'invoice', entityId: number, event: 'invoice.voided' })
  const party = (code: string) => ({ ...parties.find((one) => one.code === code) }) as unknown as string
  const consignee = isVoid ? 'SELV-BLR' : 'SELV-DEL'
  qc.invoices.push({
    id,
    number,
    series,
    serial: told.serial,
    state: isVoid ? 'VOID' : 'LIVE',
    issued_on: dayIn(siteZone, new Date(at)),
    site_id: qcSiteId,
    currency: 'CNY',
    consignee_code: consignee,
    exporter: party('SELV-CN'),
    consignee: party(consignee),
    boxes: boxes.length,
    pieces: lines.reduce((sum, line) => sum + line.quantity, 0),
    total_minor: lines.reduce((sum, line) => sum + line.quantity * line.unit_price_minor, 0),
    remark: null,
    void_reason: isVoid ? 'Wrong consignee' : null,
    voided_at: isVoid ? isoTime(at) : null,
    voided_by: isVoid ? userId(by) : null,
    created_at: isoTime(at),
    created_by: userId(by),
  })
  if (fate === 'shipped' || fate === 'to_ship')
    exportOrder(book, qc, told, { id, number, boxes, isShipped: fate === 'shipped' })
}

/** The pieces of a SKU by the lines of the box that hold it, in their order. */
function writeLines(
  book: Book,
  qc: QcBook,
  { invoiceId, box, skuId, pieces }: { invoiceId: string; box: QcBoxTold; skuId: string; pieces: number },
): void {
  const held = box.arrival.contents.filter(({ line }) => line.skuId === skuId)
  for (const {
    line: { line },
    quantity,
  } of splitOverOrders(pieces, held)) {
    const order = book.orders.find(({ id }) => id === book.lines.find((one) => one.id === line.id)?.order_id)
    const customs = qc.customs.find(({ style_id }) => style_id === order?.style_id)
    qc.invoiceLines.push({
      id: book.random.idAt(box.at),
      invoice_id: invoiceId,
      box_id: box.arrival.boxId,
      site_id: qcSiteId,
      order_line_id: line.id,
      quantity,
      unit_price_minor: Number(order?.unit_price_minor ?? 0),
      hs_code: customs?.hs_code ?? null,
      description: customs?.description ?? null,
      description_zh: customs?.description_zh ?? null,
      composition: customs?.composition ?? null,
      origin: customs?.origin ?? null,
      net_weight_grams: customs?.net_weight_grams ?? null,
    })
  }
}

interface Exported {
  id: string
  number: string
  boxes: QcBoxTold[]
  isShipped: boolean
}

function exportOrder(book: Book, qc: QcBook, { end, moveBox }: Told, { id, number, boxes, isShipped }: Exported): void {
  const at = later(boxes, end)
  const by = 'ops-team'
  const code = `EO-${String(qc.exportOrders.length + 1).padStart(6, '0')}`
  const weights = new Map(book.boxes.map((box) => [box.id, box.weight_grams ?? 0]))
  record(book, {
    at,
    by,
    entity: 'invoice',
    entityId: number,
    event: 'invoice.export_ordered',
    details: { export_order: code },
  })
  qc.exportOrders.push({
    id: book.random.idAt(at),
    number: code,
    invoice_id: id,
    state: isShipped ? 'SHIPPED' : 'OPEN',
    incoterm: 'FOB',
    port_of_loading: 'Guangzhou Baiyun (CAN)',
    port_of_discharge: 'Delhi (DEL)',
    transport: 'air',
    carrier: 'China Southern Cargo',
    transport_document: isShipped ? '784-20260117' : null,
    gross_weight_grams: boxes.reduce((sum, box) => sum + (weights.get(box.arrival.boxId) ?? 0), 0),
    cancel_reason: null,
    created_at: isoTime(at),
    created_by: userId(by),
    shipped_at: isShipped ? isoTime(at) : null,
    shipped_by: isShipped ? userId(by) : null,
  })
  if (!isShipped) return
  const auditId = record(book, { at, by, entity: 'invoice', entityId: number, event: 'invoice.shipped' })
  for (const box of boxes) {
    box.steps += 1
    record(book, {
      at,
      by,
      entity: 'box',
      entityId: box.arrival.sscc,
      event: 'box.shipped_to_india',
      details: { invoice: number },
    })
    for (const [skuId, line] of [...box.lines])
      moveBox(book, qc, box, { skuId, kind: 'ship', quantity: line.invoiced, auditId, invoiceId: id })
  }
}

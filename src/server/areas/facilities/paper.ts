import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import { companyLine } from '../../../shared/areas/company/facts.ts'
import {
  eInvoiceFile,
  ewayBillFile,
  faultsForGovernment,
  type GovernmentPaper,
} from '../../../shared/areas/facilities/government-files.ts'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import { rupeesInWords } from '../../../shared/areas/gate-passes/amount-words.ts'
import {
  type DocumentKind,
  documentFor,
  documentKinds,
  isSameState,
  paperCopies,
  placeOfSupply,
  taxRulesOn,
} from '../../../shared/areas/gate-passes/documents.ts'
import { hsnSummary } from '../../../shared/areas/gate-passes/hsn-summary.ts'
import { type Contract, hasRight } from '../../../shared/areas.ts'
import { chineseAmount } from '../../../shared/kernel/chinese-amount.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { bothNames, countFact, moneyFact, type Paper } from '../../documents/paper.ts'
import type { CallContext, Db, Handlers, Tx } from '../../http/call.ts'
import { forbidden, invalidInput, moveNotAllowed } from '../../http/errors.ts'
import { writeCsv, writeTable } from '../../sheets/write-table.ts'
import { readCompany } from '../company/facts.ts'
import {
  type DocumentContent,
  documentContent,
  gstinOfSite,
  nextDocumentNumber,
  type Party,
  paperFaults,
  taxGoods,
} from '../gate-passes/documents.ts'
import { facilityBoxQuery } from './boxes.ts'
import { assertOwnShipments, facilityShipmentId, facilityShipmentQuery, facilityShipmentRows } from './shipment-rows.ts'
import { facilityOf } from './whose.ts'

type Routes = Handlers<Contract['facilities']>

const goodsColumns = {
  nm_sku: col.text,
  style_id: col.text,
  style_name: col.text,
  style_name_zh: col.text,
  color: col.text,
  color_zh: col.text,
  size: col.text,
  hs_code: col.textOrNull,
  quantity: col.number,
  unit_minor: col.numberOrNull,
}

/** What is on a shipment by SKU. A piece of an own facility is worth its style’s price, as on gate passes, else what the facility is paid; in rupees. */
async function goodsOf(db: Db | Tx, id: string) {
  const { rows } = await rowsOf(goodsColumns)`
    SELECT k.nm_sku, s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, k.color, k.color_zh, k.size, c.hs_code,
      sum(x.quantity)::int AS quantity,
      coalesce(CASE WHEN f.is_own AND s.price_currency = 'INR' THEN s.price_minor END, CASE WHEN p.rate_currency = 'INR' THEN p.rate_minor END,
        CASE WHEN a.rate_currency = 'INR' THEN a.rate_minor END) AS unit_minor
    FROM facility_box b JOIN facility_box_line x ON x.box_id = b.id JOIN facility_line l ON l.id = x.line_id
    JOIN facility_job j ON j.id = l.job_id JOIN production_facility f ON f.id = j.facility_id JOIN sku k ON k.id = l.sku_id
    JOIN style s ON s.id = k.style_id LEFT JOIN style_customs c ON c.style_id = s.id
    LEFT JOIN production_po p ON p.order_id = j.order_id AND p.facility_id = j.facility_id AND p.state = 'open'
    LEFT JOIN production_vendor_allocation a ON a.order_id = j.order_id AND a.facility_id = j.facility_id
    WHERE b.shipment_id = ${id}::uuid GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 10, k.size_rank ORDER BY 1, k.size_rank`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, condition: 'good' }))
}

const shipmentColumns = {
  number: col.text,
  from_name: col.text,
  from_name_zh: col.text,
  from_address: col.text,
  from_gstin: col.text,
  is_own: col.flag,
  to_name: col.text,
  to_name_zh: col.text,
  to_address: col.text,
  to_gstin: col.text,
  carrier: col.textOrNull,
  vehicle_no: col.textOrNull,
  lr_no: col.textOrNull,
  eway_bill_no: col.textOrNull,
  boxes: col.number,
  orders: col.texts,
}

/** The paper that goes with a shipment as it is packed: by the pair of GSTINs. Throws move_not_allowed where it cannot be written. */
async function planPaper(
  tx: Tx,
  id: string,
  day: string,
): Promise<{ kind: DocumentKind; content: DocumentContent; needsEwayBill: boolean }> {
  const { rows } = await rowsOf(shipmentColumns)`
    SELECT h.number, f.name AS from_name, f.name_zh AS from_name_zh, coalesce(nullif(f.address, ''), s.address, '') AS from_address,
      coalesce(nullif(f.gstin, ''), s.gstin, '') AS from_gstin, f.is_own, d.name AS to_name, d.name_zh AS to_name_zh, d.address AS to_address,
      coalesce(d.gstin, '') AS to_gstin, nullif(h.carrier, '') AS carrier, nullif(h.vehicle_no, '') AS vehicle_no, nullif(h.lr_no, '') AS lr_no,
      nullif(h.eway_bill_no, '') AS eway_bill_no, (SELECT count(*)::int FROM facility_box b WHERE b.shipment_id = h.id) AS boxes,
      ARRAY(SELECT DISTINCT o.number FROM facility_box b JOIN facility_box_line x ON x.box_id = b.id JOIN facility_line l ON l.id = x.line_id
        JOIN facility_job j ON j.id = l.job_id JOIN production_order o ON o.id = j.order_id WHERE b.shipment_id = h.id ORDER BY 1) AS orders
    FROM facility_shipment h JOIN production_facility f ON f.id = h.facility_id LEFT JOIN site s ON s.id = f.site_id
    JOIN site d ON d.id = h.destination_id WHERE h.id = ${id}::uuid`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('a shipment was lost')
  const facts = await readCompany(tx)
  const company = companyLine(facts)
  const from: Party = {
    name: row.from_name,
    name_zh: row.from_name_zh,
    address: row.from_address,
    gstin: row.is_own ? gstinOfSite(row.from_gstin, facts) : row.from_gstin || null,
    company: row.is_own ? company : '',
  }
  const to: Party = {
    name: row.to_name,
    name_zh: row.to_name_zh,
    address: row.to_address,
    gstin: gstinOfSite(row.to_gstin, facts),
    company,
  }
  const kind = documentFor({ type: 'stock_transfer', from_gstin: from.gstin, to_gstin: to.gstin })
  const rules = taxRulesOn(await readSetting(tx, 'gate_pass_tax'), day)
  const goods = taxGoods(await goodsOf(tx, id), { kind, rules, staysInState: isSameState(from.gstin, to.gstin) })
  const [fault] = paperFaults(kind, rules, goods.worthless)
  if (fault) throw moveNotAllowed(fault.message, ['change'], { values: fault.values })
  const { carrier, vehicle_no, lr_no, eway_bill_no, boxes, orders } = row
  const { lines, pieces, value_minor, igst_minor, cgst_minor, sgst_minor } = goods
  return {
    kind,
    needsEwayBill: rules !== null && value_minor > rules.eway_threshold_minor && eway_bill_no === null,
    content: {
      from,
      to,
      // Who supplies signs: an outsourced facility in its own name.
      company: row.is_own ? facts.name : '',
      type: 'stock_transfer',
      purpose: `Production ${orders.join(', ')}`,
      place_of_supply: placeOfSupply(to.gstin ?? from.gstin),
      expected_return_on: null,
      carrier,
      vehicle_no,
      lr_no,
      eway_bill_no,
      boxes,
      pieces,
      lines,
      value_minor,
      igst_minor,
      cgst_minor,
      sgst_minor,
    },
  }
}

/** Issues the paper of a shipment that is held, under the next number of its series. */
export async function issueShipmentPaper(tx: Tx, id: string) {
  const day = dayIn(indiaZone, new Date())
  const { kind, content, needsEwayBill } = await planPaper(tx, id, day)
  const { number, series, serial } = await nextDocumentNumber(tx, kind, day)
  await sql`INSERT INTO facility_document (id, shipment_id, kind, number, series, serial, issued_on, content)
    VALUES (${v7()}::uuid, ${id}::uuid, ${kind}, ${number}, ${series}, ${serial}, ${day}::date, ${JSON.stringify(content)}::jsonb)`.execute(
    tx,
  )
  return { kind, number, needsEwayBill }
}

/** Cancels the paper of a shipment that is called back; its number stays taken. Gives it. */
export async function cancelPaper(tx: Tx, id: string): Promise<string> {
  const { rows } = await rowsOf({ number: col.text })`
    UPDATE facility_document SET state = 'CANCELLED' WHERE shipment_id = ${id}::uuid AND state = 'LIVE' RETURNING number`.execute(
    tx,
  )
  return rows[0]?.number ?? ''
}

const issuedColumns = {
  kind: z.enum(Object.keys(documentKinds) as [DocumentKind, ...DocumentKind[]]),
  number: col.text,
  issued_on: col.text,
  state: z.enum(['LIVE', 'CANCELLED']),
  content: col.json,
  distance_km: col.numberOrNull,
  carrier: col.text,
  vehicle_no: col.text,
  lr_no: col.text,
  eway_bill_no: col.text,
}

/** The paper that a shipment was sent with, the one that counts first, with how it travels as that is known by now. Throws move_not_allowed for one that was never sent. */
async function issuedPaper({ db, caller }: CallContext, shipment: string) {
  const id = await facilityShipmentId(db, caller, shipment)
  const { rows } = await rowsOf(issuedColumns)`
    SELECT p.kind, p.number, p.issued_on::text AS issued_on, p.state, p.content, h.distance_km, h.carrier, h.vehicle_no, h.lr_no, h.eway_bill_no
    FROM facility_document p JOIN facility_shipment h ON h.id = p.shipment_id WHERE h.id = ${id}::uuid
    ORDER BY p.state DESC, p.issued_at DESC LIMIT 1`.execute(db)
  const [found] = rows
  if (found === undefined) throw moveNotAllowed(facilityWords.noPaper, [], { values: { number: shipment } })
  const content = documentContent.parse(found.content)
  const { carrier, vehicle_no, lr_no, eway_bill_no } = found
  const travels = {
    carrier: carrier || null,
    vehicle_no: vehicle_no || null,
    lr_no: lr_no || null,
    eway_bill_no: eway_bill_no || null,
  }
  return { ...found, content: found.state === 'LIVE' ? { ...content, ...travels } : content }
}

type Issued = Awaited<ReturnType<typeof issuedPaper>>

/** The paper as pages, a copy after the other, or as a workbook: both say what was issued. */
export const getShipmentStn: Routes['getShipmentStn'] = async ({ shipment_id, file_type }, context) => {
  const issued = await issuedPaper(context, shipment_id)
  const { kind, number, issued_on, state, content } = issued
  const showsValues = hasRight(context.caller, 'seePrices')
  const name = `${number.replaceAll('/', '-')}.${file_type === 'pdf' ? 'pdf' : 'xlsx'}`
  await recordDownload(context, name, { shipment: shipment_id, document: number, with_values: showsValues })
  // Loaded when needed: the libraries for pages and workbooks would hold up every start.
  if (file_type === 'excel') {
    const { paperXlsx } = await import('../../documents/paper-xlsx.ts')
    return {
      body: paperXlsx(workbookPaper(issued, shipment_id, showsValues)),
      name,
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    }
  }
  const { passPaperPdf } = await import('../gate-passes/paper-layout.ts')
  const paper = {
    kind,
    number,
    issued_on,
    gate_pass: shipment_id,
    goesWith: 'Shipment 发货单',
    isCancelled: state === 'CANCELLED',
    showsValues,
    content,
    copies: paperCopies,
  }
  return { body: passPaperPdf(paper, { resourcesDir: context.resources }), name, type: 'application/pdf' }
}

const titles: Readonly<Record<DocumentKind, string>> = {
  delivery_challan: 'DELIVERY CHALLAN  送货单',
  stock_transfer_note: 'STOCK TRANSFER NOTE  库存调拨单',
  tax_invoice: 'TAX INVOICE  税务发票',
}

function workbookPaper(
  { kind, number, issued_on, state, content }: Issued,
  shipment: string,
  showsValues: boolean,
): Paper {
  const isTaxed = showsValues && kind === 'tax_invoice'
  const rupees = (paise: number) => paise / 100
  const lines = ({ company, name, name_zh, address, gstin }: Party) =>
    [company, bothNames(name, name_zh), address, `GSTIN ${gstin ?? '–'}`].filter((text) => text.trim() !== '')
  const { value_minor, igst_minor, cgst_minor, sgst_minor } = content
  const total = value_minor + igst_minor + cgst_minor + sgst_minor
  return {
    title: titles[kind],
    isWide: true,
    number,
    banner: state === 'CANCELLED' ? 'CANCELLED 已取消: the goods were called back.' : null,
    blocks: [
      { label: 'FROM 发货方', lines: lines(content.from) },
      { label: 'TO 收货方', lines: lines(content.to) },
    ],
    facts: [
      { label: 'Date 日期', value: issued_on },
      { label: 'Shipment 发货单', value: shipment },
      { label: 'Place of supply 供应地', value: content.place_of_supply },
      { label: 'Carrier 承运商', value: content.carrier ?? '' },
      { label: 'Vehicle 车辆', value: content.vehicle_no ?? '' },
      { label: 'LR no 托运单号', value: content.lr_no ?? '' },
      { label: 'E-way bill 电子运单', value: content.eway_bill_no ?? '' },
      { label: 'Purpose 用途', value: content.purpose },
    ],
    columns: [
      { head: 'SKU 商品编码', width: 44, kind: 'text' },
      { head: 'Goods 货物', width: 70, kind: 'text' },
      { head: 'HSN 海关编码', width: 24, kind: 'text' },
      { head: 'Pieces 件数', width: 20, kind: 'pieces' },
      ...(showsValues
        ? ([
            { head: 'Rate 单价', width: 24, kind: 'money' },
            { head: 'Value 金额', width: 28, kind: 'money' },
          ] as const)
        : []),
      ...(isTaxed
        ? ([
            { head: 'Tax % 税率', width: 18, kind: 'text' },
            { head: 'Tax 税额', width: 26, kind: 'money' },
          ] as const)
        : []),
    ],
    rows: content.lines.map((line) => [
      line.nm_sku,
      [bothNames(line.style_name, line.style_name_zh), bothNames(line.color, line.color_zh), line.size].join(', '),
      line.hs_code ?? '',
      line.quantity,
      ...(showsValues
        ? [
            line.unit_minor === null ? null : rupees(line.unit_minor),
            line.unit_minor === null ? null : rupees(line.value_minor),
          ]
        : []),
      ...(isTaxed ? [String(line.rate), rupees(line.tax_minor)] : []),
    ]),
    further: [{ title: 'By HSN 按 HSN 汇总', ...hsnTable(content, { showsValues, isTaxed }) }],
    currency: 'INR',
    sums: [
      countFact('Boxes 箱数', content.boxes),
      countFact('Pieces 件数', content.pieces),
      ...(showsValues ? [moneyFact('Value (INR) 金额', rupees(value_minor), 'INR')] : []),
      ...(isTaxed
        ? [
            moneyFact('IGST 综合税', rupees(igst_minor), 'INR'),
            moneyFact('CGST 中央税', rupees(cgst_minor), 'INR'),
            moneyFact('SGST 邦税', rupees(sgst_minor), 'INR'),
            moneyFact('Total (INR) 合计', rupees(total), 'INR'),
          ]
        : []),
    ],
    closing: [
      ...(showsValues && total > 0
        ? [
            { label: 'Amount in words 金额大写', value: rupeesInWords(total) },
            { label: '', value: chineseAmount(total, 'INR') },
          ]
        : []),
      ...(kind === 'tax_invoice' ? [] : [{ label: '', value: 'Not for sale. 非销售。' }]),
    ],
    signature: 'Authorised signatory 授权签字',
  }
}

/** What the pages of a paper sum up by HSN code and rate. */
function hsnTable(
  content: DocumentContent,
  { showsValues, isTaxed }: { showsValues: boolean; isTaxed: boolean },
): Pick<Paper, 'columns' | 'rows'> {
  const taxes =
    content.igst_minor > 0
      ? ([['IGST 综合税', 'igst_minor']] as const)
      : ([
          ['CGST 中央税', 'cgst_minor'],
          ['SGST 邦税', 'sgst_minor'],
        ] as const)
  const money = (head: string) => ({ head, width: 28, kind: 'money' }) as const
  return {
    columns: [
      { head: 'HSN 海关编码', width: 44, kind: 'text' },
      { head: 'Pieces 件数', width: 70, kind: 'pieces' },
      ...(showsValues ? [money('Value 金额')] : []),
      ...(isTaxed
        ? [{ head: 'Tax % 税率', width: 20, kind: 'text' } as const, ...taxes.map(([head]) => money(head))]
        : []),
    ],
    rows: hsnSummary(content.lines, content).map((sum) => {
      const rupees = (minor: number) => (sum.is_known ? minor / 100 : null)
      return [
        sum.hsn ?? '',
        sum.quantity,
        ...(showsValues ? [rupees(sum.value_minor)] : []),
        ...(isTaxed ? [String(sum.rate), ...taxes.map(([, name]) => rupees(sum[name]))] : []),
      ]
    }),
  }
}

/** The paper as the government's tools read it. Throws invalid_input with everything that is missing. */
async function governmentPaper(
  context: CallContext,
  shipment: string,
  file: 'e_invoice' | 'eway_bill',
): Promise<GovernmentPaper> {
  // All that they say is values.
  if (!hasRight(context.caller, 'seePrices')) throw forbidden()
  const { kind, number, issued_on, state, content, distance_km, ...transport } = await issuedPaper(context, shipment)
  if (state === 'CANCELLED') throw moveNotAllowed(facilityWords.noPaper, [], { values: { number: shipment } })
  const { from, to, lines, value_minor, igst_minor, cgst_minor, sgst_minor } = content
  const paper = {
    kind,
    number,
    issued_on,
    from,
    to,
    lines,
    value_minor,
    igst_minor,
    cgst_minor,
    sgst_minor,
    distance_km,
    carrier: transport.carrier || null,
    vehicle_no: transport.vehicle_no || null,
    lr_no: transport.lr_no || null,
  }
  const faults = faultsForGovernment(paper, file)
  const [first] = faults
  if (first !== undefined)
    throw invalidInput(first.message, {
      values: first.values,
      fields: faults.slice(0, 100).map((fault) => ({ field: 'shipment_id', ...fault })),
    })
  return paper
}

export const shipmentEwayBill: Routes['shipmentEwayBill'] = async ({ shipment_id }, context) => {
  const paper = await governmentPaper(context, shipment_id, 'eway_bill')
  await recordDownload(context, 'eway_bill.json', { shipment: shipment_id, document: paper.number })
  return {
    body: Readable.from([JSON.stringify(ewayBillFile(paper), null, 2)]),
    name: `eway_bill_${paper.number.replaceAll('/', '-')}.json`,
  }
}

export const shipmentEInvoice: Routes['shipmentEInvoice'] = async ({ shipment_id }, context) => {
  const paper = await governmentPaper(context, shipment_id, 'e_invoice')
  await recordDownload(context, 'e_invoice.json', { shipment: shipment_id, document: paper.number })
  return {
    body: Readable.from([JSON.stringify(eInvoiceFile(paper), null, 2)]),
    name: `e_invoice_${paper.number.replaceAll('/', '-')}.json`,
  }
}

interface PackedLine {
  box_no: number | null
  box_id: string
  order: string
  nm_sku: string
  color: string
  size: string
  quantity: number
  weight_grams: number | null
}

async function* packedLines(shipment: string, context: CallContext): AsyncGenerator<PackedLine> {
  const boxes = []
  for await (const box of facilityBoxQuery.every({ tab: 'all', shipment_id: shipment }, context)) boxes.push(box)
  for (const box of boxes.toSorted((a, b) => (a.box_no ?? 0) - (b.box_no ?? 0)))
    for (const [at, { order_action_id, nm_sku, color, size, quantity }] of box.lines.entries()) {
      const { box_no, box_id } = box
      // Once a box: the column adds up to the shipment's weight.
      const weight_grams = at === 0 ? box.weight_grams : null
      yield { box_no, box_id, order: order_action_id, nm_sku, color, size, quantity, weight_grams }
    }
}

/** What each box of a shipment holds. */
export const getShipmentPackingFile: Routes['getShipmentPackingFile'] = async ({ shipment_id }, context) => {
  await facilityShipmentId(context.db, context.caller, shipment_id)
  await recordDownload(context, 'packing_file.csv', { shipment: shipment_id })
  return {
    body: writeCsv<PackedLine>(
      [
        { header: 'Box No / 箱号', value: ({ box_no }) => box_no },
        { header: 'Box code / 箱码', value: ({ box_id }) => box_id },
        { header: 'Production order / 生产单号', value: ({ order }) => order },
        { header: 'NM SKU / 商品编码', value: ({ nm_sku }) => nm_sku },
        { header: 'Colour / 颜色', value: ({ color }) => color },
        { header: 'Size / 尺码', value: ({ size }) => size },
        { header: 'Pieces / 件数', value: ({ quantity }) => quantity },
        { header: 'Weight g / 重量 克', value: ({ weight_grams }) => weight_grams },
      ],
      packedLines(shipment_id, context),
    ),
  }
}

interface ShippedLine extends PackedLine {
  shipment: string
  facility: string
  destination: string
  state: string
  document: string | null
  sent: string | null
}

/** By facility_shipment.id. */
async function* shippedLines(ids: readonly string[], context: CallContext): AsyncGenerator<ShippedLine> {
  for (const id of ids)
    for (const row of await facilityShipmentRows(context.db, context.caller, [id])) {
      const { shipment_id: shipment, facility, destination, state, document, dispatched_at } = row
      for await (const line of packedLines(shipment, context))
        yield { ...line, shipment, facility, destination, state, document, sent: dispatched_at?.slice(0, 10) ?? null }
    }
}

/** Shipments with what their boxes hold, a line each. */
export const downloadShipment: Routes['downloadShipment'] = async ({ facility, shipment_ids }, context) => {
  // Found before the first byte: what cannot be asked is refused in words.
  if (facility !== undefined) await facilityOf(context.db, context.caller, facility)
  if (shipment_ids !== undefined) await assertOwnShipments(context.db, context.caller, shipment_ids)
  const ids = await facilityShipmentQuery.idsInOrder({ tab: 'all', facility, shipment_ids }, context, 5_000)
  await recordDownload(context, 'facility_shipments.xlsx', {
    facility: facility ?? '',
    shipments: shipment_ids?.length ?? 0,
  })
  return {
    body: writeTable<ShippedLine>(
      'facility_shipments',
      [
        { header: 'Shipment / 发货单', kind: 'text', value: ({ shipment }) => shipment },
        { header: 'Facility / 工厂', kind: 'text', value: (line) => line.facility },
        { header: 'To / 目的地', kind: 'text', value: ({ destination }) => destination },
        { header: 'Status / 状态', kind: 'text', value: ({ state }) => state },
        { header: 'Sent / 发出日期', kind: 'day', value: ({ sent }) => sent },
        { header: 'Document / 单据', kind: 'text', value: ({ document }) => document },
        { header: 'Box No / 箱号', kind: 'pieces', value: ({ box_no }) => box_no },
        { header: 'Box code / 箱码', kind: 'text', value: ({ box_id }) => box_id },
        { header: 'Production order / 生产单号', kind: 'text', value: ({ order }) => order },
        { header: 'NM SKU / 商品编码', kind: 'text', value: ({ nm_sku }) => nm_sku },
        { header: 'Colour / 颜色', kind: 'text', value: ({ color }) => color },
        { header: 'Size / 尺码', kind: 'text', value: ({ size }) => size },
        { header: 'Pieces / 件数', kind: 'pieces', value: ({ quantity }) => quantity },
      ],
      shippedLines(ids, context),
    ),
  }
}

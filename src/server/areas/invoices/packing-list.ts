import { type BoxSize, cbmOf, roundedCbm, writeBoxSize } from '../../../shared/areas/shipments/box-size.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { countFact, measureText, type Paper, type PaperColumn, type PaperFact } from '../../documents/paper.ts'
import type { Db, Handlers } from '../../http/call.ts'
import { invoiceDocument } from './document.ts'
import { bannerOf, exportFacts, partyFacts, someOf, UNKNOWN } from './document-model.ts'
import { boxesOnInvoice, findInvoice, type InvoiceFacts, weightOnInvoice } from './invoice-rows.ts'
import { exportOrderOf, loadingOf } from './loading.ts'

/** The packing list of an export order for customs: box by box, without prices. */
export const customsPackingList: Handlers<Contract['invoices']>['customsPackingList'] = async (input, context) => {
  const { db, caller } = context
  const invoice = exportOrderOf(await findInvoice(db, caller, input.invoice_number))
  const { invoice_number } = invoice
  const { vehicles } = await loadingOf(db, invoice)
  const paper = await paperOf(db, invoice, vehicles)
  await recordDownload(context, `packing_list_${invoice_number}`, { invoice_number, what: input.format })
  // Loaded when needed: the libraries for pages and workbooks would hold up every start.
  if (input.format === 'pdf') {
    const { paperPdf } = await import('../../documents/paper-pdf.ts')
    return { body: paperPdf(paper, context.resources) }
  }
  const { paperXlsx } = await import('../../documents/paper-xlsx.ts')
  return { body: paperXlsx(paper) }
}

const packedColumns = {
  position: col.number,
  box: col.text,
  length_mm: col.numberOrNull,
  width_mm: col.numberOrNull,
  height_mm: col.numberOrNull,
  /** Of the box with the pieces that the invoice takes of it. */
  gross_grams: col.numberOrNull,
  style_id: col.text,
  style_name: col.text,
  description: col.textOrNull,
  hs_code: col.textOrNull,
  origin: col.textOrNull,
  color: col.text,
  size: col.text,
  quantity: col.number,
  /** Of one piece. */
  net_grams: col.numberOrNull,
}

type PackedRow = Row<typeof packedColumns>

async function packedRows(db: Db, invoiceUuid: string): Promise<PackedRow[]> {
  const { rows } = await rowsOf(packedColumns)`
    SELECT ib.position, h.shipment_id || ' / ' || b.box_no AS box, b.length_mm, b.width_mm, b.height_mm,
      ${weightOnInvoice} AS gross_grams, s.code AS style_id, s.name || ' ' || s.name_zh AS style_name,
      nullif(concat_ws(' ', l.description, l.description_zh), '') AS description, l.hs_code, l.origin,
      k.color || ' ' || k.color_zh AS color, k.size, sum(l.quantity)::int AS quantity, l.net_weight_grams AS net_grams
    FROM ${boxesOnInvoice} JOIN invoice_line l ON l.invoice_id = ib.invoice_id AND l.box_id = ib.box_id
      AND l.site_id = ib.site_id
    JOIN order_line ol ON ol.id = l.order_line_id JOIN sku k ON k.id = ol.sku_id JOIN style s ON s.id = k.style_id
    WHERE ib.invoice_id = ${invoiceUuid}
    GROUP BY ib.position, h.shipment_id, b.id, q.weighed_pieces, q.weight_grams, q.declared, p.pieces, s.code, s.name, s.name_zh,
      l.description, l.description_zh, l.hs_code, l.origin, l.net_weight_grams, k.color, k.color_zh, k.size, k.size_rank
    ORDER BY ib.position, s.code, k.color, l.hs_code, l.origin, k.size_rank, k.size`.execute(db)
  return rows
}

/** Pieces of one style and colour in a box, over their sizes. */
interface PackedLine {
  first: PackedRow
  sizes: string
  pieces: number
  netGrams: number | null
  /** What is said of the whole box stands here: once a box, so that the column can be added up. */
  opensBox: boolean
}

function linesOf(rows: readonly PackedRow[]): PackedLine[] {
  const alike = ({ position, style_id, color, description, hs_code, origin, net_grams }: PackedRow) =>
    JSON.stringify([position, style_id, color, description, hs_code, origin, net_grams])
  let box: number | null = null
  return [...Map.groupBy(rows, alike).values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const opensBox = first.position !== box
    box = first.position
    const pieces = group.reduce((sum, { quantity }) => sum + quantity, 0)
    const sizes = group.map(({ size, quantity }) => `${size}×${quantity}`).join(', ')
    return [{ first, sizes, pieces, opensBox, netGrams: first.net_grams === null ? null : first.net_grams * pieces }]
  })
}

function sizeOf({ length_mm, width_mm, height_mm }: PackedRow): BoxSize | null {
  if (length_mm === null || width_mm === null || height_mm === null) return null
  return { length_mm, width_mm, height_mm }
}

interface Column extends PaperColumn {
  of: (line: PackedLine) => string | number | null
}

const kilograms = (grams: number | null) => (grams === null ? null : grams / 1_000)

/** Empty on the further lines of a box; a dash where it is not known. */
const ofBox =
  <V extends string | number>(of: (row: PackedRow) => V | null) =>
  ({ opensBox, first }: PackedLine) =>
    opensBox ? (of(first) ?? null) : ''

const columns: readonly Column[] = [
  { head: 'Carton 箱序', width: 21, kind: 'pieces', of: ({ first }) => first.position },
  { head: 'Box No. 箱号', width: 30, kind: 'text', of: ({ first }) => first.box },
  { head: 'Style 款式', width: 38, kind: 'text', of: ({ first }) => `${first.style_id} ${first.style_name}` },
  { head: 'Description 品名', width: 42, kind: 'text', of: ({ first }) => first.description },
  { head: 'HS code 海关编码', width: 29, kind: 'text', of: ({ first }) => first.hs_code },
  { head: 'Origin 原产国', width: 23, kind: 'text', of: ({ first }) => first.origin },
  { head: 'Colour 颜色', width: 26, kind: 'text', of: ({ first }) => first.color },
  { head: 'Sizes 尺码明细', width: 40, kind: 'text', of: ({ sizes }) => sizes },
  { head: 'Pieces 件数', width: 21, kind: 'pieces', of: ({ pieces }) => pieces },
  {
    head: 'Carton size (cm) 外箱尺寸',
    width: 30,
    kind: 'text',
    of: ofBox((row) => writeBoxSize(sizeOf(row)) || null),
  },
  {
    head: 'CBM 体积 (m³)',
    width: 20,
    kind: 'measure',
    of: ofBox((row) => {
      const size = sizeOf(row)
      return size && cbmOf(size)
    }),
  },
  { head: 'Net (kg) 净重', width: 24, kind: 'measure', of: ({ netGrams }) => kilograms(netGrams) },
  {
    head: 'Gross (kg) 毛重',
    width: 31,
    kind: 'measure',
    of: ofBox((row) => kilograms(row.gross_grams) ?? '– 未称'),
  },
]

async function paperOf(db: Db, invoice: InvoiceFacts, vehicles: readonly string[]): Promise<Paper> {
  const document = await invoiceDocument(db, invoice)
  const lines = linesOf(await packedRows(db, invoice.id))
  const cartons = cartonsOf(lines)
  const { exportOrder } = document
  return {
    title: 'PACKING LIST  装箱单',
    isWide: true,
    number: exportOrder?.number ?? document.number,
    banner: bannerOf(document, tooLight(cartons))?.text ?? null,
    blocks: [
      { label: 'EXPORTER 出口商', lines: partyFacts(document.exporter) },
      { label: 'CONSIGNEE 收货人', lines: partyFacts(document.consignee) },
    ],
    facts: [
      { label: 'Invoice No. 发票号', value: document.number },
      { label: 'Date 日期', value: document.issuedOn },
      ...(exportOrder === null ? [] : exportFacts(exportOrder)),
      { label: 'Vehicle / container 车号柜号', value: vehicles.join(', ') || UNKNOWN },
    ],
    columns,
    rows: lines.map((line) => columns.map((column) => column.of(line))),
    currency: '',
    sums: sumsOf(document, cartons),
    closing: [
      ...lacking('Not measured 未量尺寸', cartons, ({ size }) => size === null),
      ...lacking('Not weighed 未称重', cartons, ({ grossGrams }) => grossGrams === null),
    ],
    signature: 'Authorised signature 授权签字',
  }
}

/** What is said of a carton over all its lines. */
interface Carton {
  box: string
  size: BoxSize | null
  grossGrams: number | null
  netGrams: number | null
}

function cartonsOf(lines: readonly PackedLine[]): Carton[] {
  return [...Map.groupBy(lines, ({ first }) => first.position).values()].flatMap((own) => {
    const [opening] = own
    if (opening === undefined) return []
    const { first } = opening
    const isKnown = own.every(({ netGrams }) => netGrams !== null)
    const netGrams = isKnown ? own.reduce((sum, line) => sum + (line.netGrams ?? 0), 0) : null
    return [{ box: first.box, size: sizeOf(first), grossGrams: first.gross_grams, netGrams }]
  })
}

/** No carton weighs less than its goods. */
function tooLight(cartons: readonly Carton[]): string[] {
  return cartons
    .filter(({ netGrams, grossGrams }) => netGrams !== null && grossGrams !== null && netGrams > grossGrams)
    .map(({ box }) => box)
}

type Totals = Pick<Awaited<ReturnType<typeof invoiceDocument>>, 'boxes' | 'pieces' | 'netGrams' | 'grossGrams'>

/**
 * Weights are those of the commercial invoice: two papers of one order must not say two. Where the gross weight was said otherwise
 * than the cartons add up to, or not all are weighed, both sums stand there.
 */
function sumsOf({ boxes, pieces, netGrams, grossGrams }: Totals, cartons: readonly Carton[]): PaperFact[] {
  const known = cartons.flatMap(({ size }) => (size === null ? [] : [size]))
  const cubicMm = known.reduce((sum, { length_mm, width_mm, height_mm }) => sum + length_mm * width_mm * height_mm, 0)
  const weighed = cartons.reduce((sum, carton) => sum + (carton.grossGrams ?? 0), 0)
  const measure = (label: string, amount: number | null): PaperFact => {
    return { label, value: amount === null ? UNKNOWN : measureText(amount), amount, kind: 'measure' }
  }
  return [
    countFact('Cartons 箱数', boxes),
    countFact('Pieces 件数', pieces),
    measure('Net weight (kg) 净重', kilograms(netGrams)),
    ...(weighed === grossGrams ? [] : [measure('Gross weight of weighed cartons (kg) 已称箱毛重', kilograms(weighed))]),
    measure('Gross weight (kg) 毛重', kilograms(grossGrams)),
    measure('CBM 体积 (m³)', known.length < cartons.length ? null : roundedCbm(cubicMm)),
  ]
}

/** Says why a sum is not there, or not that of its column. */
function lacking(label: string, cartons: readonly Carton[], isLacking: (carton: Carton) => boolean): PaperFact[] {
  const boxes = cartons.filter(isLacking).map(({ box }) => box)
  return boxes.length === 0 ? [] : [{ label, value: someOf(boxes) }]
}

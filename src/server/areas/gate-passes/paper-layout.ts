import type { Readable } from 'node:stream'
import { documentKinds } from '../../../shared/areas/gate-passes/documents.ts'
import { passTypes } from '../../../shared/areas/gate-passes/rules.ts'
import type { Box, Mark } from '../../documents/label-model.ts'
import { a4, type DocumentPage, documentPdf } from '../../documents/pdf-document.ts'
import { fitText, heightOf, type TextStyle } from '../../documents/text-fit.ts'
import { openTypeface, type Typeface } from '../../documents/typeface.ts'
import type { Party } from './documents.ts'
import type { Paper } from './paper.ts'

const left = 14
const right = a4.width - 14
const width = right - left
const top = 14
/** Below it stands the page's foot. */
const bottom = a4.height - 18
const small = 2.5
const plain = 3

interface Sheet {
  marks: Mark[]
  y: number
}

type Pen = (text: string, box: Box, style?: Partial<Omit<TextStyle, 'face'>> & { isBold?: boolean }) => Mark

const penOf =
  (typeface: Typeface): Pen =>
  (text, box, { isBold = false, size = plain, ...style } = {}) =>
    fitText(text, box, { face: isBold ? typeface.bold : typeface.medium, size, ...style })

const rule = (y: number, thickness = 0.2): Mark => ({ kind: 'line', x1: left, y1: y, x2: right, y2: y, thickness })

/** Paise as rupees: "1,23,456.50" in the Indian way of grouping. */
export function rupees(paise: number): string {
  return (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

const titles: Readonly<Record<Paper['kind'], string>> = {
  delivery_challan: `${documentKinds.delivery_challan} 送货单`,
  stock_transfer_note: `${documentKinds.stock_transfer_note} 库存调拨单`,
  tax_invoice: `${documentKinds.tax_invoice} 税务发票`,
}

type Line = Paper['content']['lines'][number]

interface Column {
  title: string
  width: number
  of: (line: Line, at: number) => string
  isNumber?: true
  isValue?: true
}

const columns: readonly Column[] = [
  { title: '#', width: 8, of: (_, at) => String(at + 1) },
  { title: 'SKU', width: 36, of: ({ nm_sku }) => nm_sku },
  { title: 'Goods', width: 46, of: ({ style_name, color, size }) => `${style_name}, ${color}, ${size}` },
  { title: 'HSN', width: 18, of: ({ hs_code }) => hs_code ?? '' },
  { title: 'Condition', width: 18, of: ({ condition }) => condition.replace('_', '-') },
  { title: 'Pcs', width: 12, of: ({ quantity }) => String(quantity), isNumber: true },
  {
    title: 'Rate INR',
    width: 16,
    of: ({ unit_minor }) => (unit_minor === null ? '–' : rupees(unit_minor)),
    isNumber: true,
    isValue: true,
  },
  { title: 'Value INR', width: 17, of: ({ value_minor }) => rupees(value_minor), isNumber: true, isValue: true },
  { title: 'Tax %', width: 11, of: ({ rate }) => String(rate), isNumber: true, isValue: true },
]

function* pages(paper: Paper, typeface: Typeface): Generator<DocumentPage> {
  const draw = penOf(typeface)
  const shown = columns.filter(({ isValue }) => !isValue || paper.showsValues)
  let sheet: Sheet = { marks: [], y: top }
  let page = 1
  const finish = (): DocumentPage => {
    const y = a4.height - 12
    sheet.marks.push(rule(y - 1.5, 0.1))
    sheet.marks.push(
      draw(`${paper.number} · ${paper.gate_pass}`, { x: left, y, width: 140, height: 4 }, { size: small }),
    )
    sheet.marks.push(draw(String(page), { x: right - 40, y, width: 40, height: 4 }, { size: small, align: 'right' }))
    const { marks } = sheet
    sheet = { marks: [], y: top }
    page += 1
    return { marks, pictures: [] }
  }
  head(sheet, draw, paper)
  row(
    sheet,
    draw,
    shown.map(({ title, ...column }) => ({ ...column, text: title })),
    true,
  )
  for (const [at, line] of paper.content.lines.entries()) {
    if (sheet.y + 6 > bottom) {
      yield finish()
      row(
        sheet,
        draw,
        shown.map(({ title, ...column }) => ({ ...column, text: title })),
        true,
      )
    }
    row(
      sheet,
      draw,
      shown.map((column) => ({ ...column, text: column.of(line, at) })),
      false,
    )
  }
  if (sheet.y + 62 > bottom) yield finish()
  sums(sheet, draw, paper)
  signatures(sheet, draw)
  yield finish()
}

function row(
  sheet: Sheet,
  draw: Pen,
  cells: readonly { text: string; width: number; isNumber?: true }[],
  isHead: boolean,
): void {
  let x = left
  for (const { text, width: space, isNumber } of cells) {
    const box = { x, y: sheet.y + 0.8, width: space - 1.5, height: heightOf(1, small) + 0.01 }
    sheet.marks.push(draw(text, box, { size: small, isBold: isHead, align: isNumber ? 'right' : 'left' }))
    x += space
  }
  sheet.y += 5
  sheet.marks.push(rule(sheet.y, isHead ? 0.4 : 0.1))
}

function head(sheet: Sheet, draw: Pen, paper: Paper): void {
  const { content } = paper
  sheet.marks.push(draw(titles[paper.kind], { x: left, y: sheet.y, width: 112, height: 10 }, { size: 7, isBold: true }))
  sheet.marks.push(
    draw(
      paper.number,
      { x: left + 112, y: sheet.y, width: width - 112, height: 10 },
      { size: 6, isBold: true, align: 'right' },
    ),
  )
  sheet.y += 11
  if (content.company !== '') facts(sheet, draw, [['', content.company, width]])
  if (paper.isCancelled) facts(sheet, draw, [['', 'CANCELLED 已取消: the goods were called back.', width]])
  sheet.marks.push(rule(sheet.y, 0.5))
  sheet.y += 2
  const half = width / 2
  facts(sheet, draw, [
    ['From 发货方', partyText(content.from), half],
    ['To 收货方', partyText(content.to), half],
  ])
  facts(sheet, draw, [
    ['Date 日期', paper.issued_on, 32],
    ['Gate pass 出门单', paper.gate_pass, 36],
    ['Type 类型', passTypes[content.type], 42],
    ['Place of supply', content.place_of_supply || '–', 42],
    ['Back by 应归还日', content.expected_return_on ?? '–', 30],
  ])
  facts(sheet, draw, [
    ['Carrier 承运商', content.carrier ?? '–', 50],
    ['Vehicle 车辆', content.vehicle_no ?? '–', 36],
    ['LR no', content.lr_no ?? '–', 42],
    ['E-way bill', content.eway_bill_no ?? '–', 54],
  ])
  if (content.purpose !== '') facts(sheet, draw, [['Purpose 用途', content.purpose, width]])
  sheet.y += 1
  sheet.marks.push(rule(sheet.y, 0.4))
}

const partyText = ({ name, name_zh, address, gstin }: Party): string =>
  [name === name_zh ? name : `${name} ${name_zh}`, address, `GSTIN ${gstin ?? '–'}`]
    .filter((text) => text.trim() !== '')
    .join('\n')

type Fact = readonly [label: string, value: string, width: number]

function facts(sheet: Sheet, draw: Pen, all: readonly Fact[]): void {
  let x = left
  let end = sheet.y
  for (const [label, value, space] of all) {
    let y = sheet.y
    if (label !== '') {
      sheet.marks.push(draw(label, { x, y, width: space - 3, height: 4 }, { size: small }))
      y += 3.6
    }
    for (const part of value.split('\n')) {
      const lines = part.length > 60 ? 2 : 1
      const height = heightOf(lines, 3.3) + 0.01
      sheet.marks.push(draw(part, { x, y, width: space - 3, height }, { size: 3.3, lines }))
      y += height + 0.3
    }
    end = Math.max(end, y)
    x += space
  }
  sheet.y = end + 1.4
}

function sums(sheet: Sheet, draw: Pen, { kind, showsValues, content }: Paper): void {
  const { pieces, boxes, value_minor, igst_minor, cgst_minor, sgst_minor } = content
  sheet.y += 2
  const tax: Fact[] = [
    ['IGST INR', rupees(igst_minor), 28],
    ['CGST INR', rupees(cgst_minor), 28],
    ['SGST INR', rupees(sgst_minor), 28],
    ['Total INR', rupees(value_minor + igst_minor + cgst_minor + sgst_minor), 34],
  ]
  facts(sheet, draw, [
    ['Boxes 箱数', String(boxes), 22],
    ['Pieces 件数', String(pieces), 24],
    ...(showsValues ? ([['Value INR', rupees(value_minor), 32]] as Fact[]) : []),
    ...(showsValues && kind === 'tax_invoice' ? tax : []),
  ])
  if (!showsValues && kind === 'tax_invoice')
    facts(sheet, draw, [['', 'Copy without values: the tax invoice of this number carries them.', width]])
  if (kind !== 'tax_invoice') facts(sheet, draw, [['', 'Not for sale. 非销售。', width]])
}

function signatures(sheet: Sheet, draw: Pen): void {
  sheet.y += 4
  const space = (width - 12) / 3
  for (const [at, title] of ['Released by 发货人', 'Driver 司机', 'Received by 收货人'].entries()) {
    const x = left + at * (space + 6)
    sheet.marks.push({ kind: 'line', x1: x, y1: sheet.y + 13, x2: x + space, y2: sheet.y + 13, thickness: 0.2 })
    sheet.marks.push(draw(`${title} · Date 日期`, { x, y: sheet.y + 14, width: space, height: 4 }, { size: small }))
  }
  sheet.y += 22
}

/** A challan, note or invoice, A4, as it was issued. `resourcesDir` holds fonts/; see `fontFile`. */
export function passPaperPdf(paper: Paper, { resourcesDir }: { resourcesDir?: string } = {}): Readable {
  const typeface = openTypeface(resourcesDir)
  return documentPdf(pages(paper, typeface), typeface, {
    title: `${documentKinds[paper.kind]} ${paper.number}`,
    language: 'en',
  })
}

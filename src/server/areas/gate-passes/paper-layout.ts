import type { Readable } from 'node:stream'
import { rupeesInWords } from '../../../shared/areas/gate-passes/amount-words.ts'
import {
  copyMark,
  type DocumentKind,
  documentKinds,
  type PaperCopy,
  placeOfSupply,
} from '../../../shared/areas/gate-passes/documents.ts'
import { type HsnSum, hsnSummary } from '../../../shared/areas/gate-passes/hsn-summary.ts'
import { passTypes } from '../../../shared/areas/gate-passes/rules.ts'
import type { StockCondition } from '../../../shared/areas/stock/moves.ts'
import { conditionNames } from '../../../shared/areas/stock/words.ts'
import { chineseAmount } from '../../../shared/kernel/chinese-amount.ts'
import type { Box, Mark, TextMark } from '../../documents/label-model.ts'
import { bothNames } from '../../documents/paper.ts'
import { a4, type DocumentPage, documentPdf } from '../../documents/pdf-document.ts'
import { fitText, flowText, heightOf, type TextStyle } from '../../documents/text-fit.ts'
import { openTypeface, type Typeface } from '../../documents/typeface.ts'
import type { DocumentContent, Party } from './documents.ts'

export interface Paper {
  kind: DocumentKind
  number: string
  /** The number of what it goes with: a gate pass, unless `goesWith` names something else. */
  gate_pass: string
  goesWith?: string
  issued_on: string
  isCancelled: boolean
  /** Values and taxes stand on it; without them it says where they are. */
  showsValues: boolean
  content: DocumentContent
  /** The copies that are printed, one after the other. */
  copies: readonly PaperCopy[]
}

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

type Style = Partial<Omit<TextStyle, 'face'>> & { isBold?: boolean }
type Place = Omit<Box, 'height'>

interface Pen {
  (text: string, box: Box, style?: Style): Mark
  /** Over as many lines as it needs. */
  flowing: (text: string, place: Place) => TextMark
}

function penOf({ bold, medium }: Typeface): Pen {
  const draw = (text: string, box: Box, { isBold = false, size = plain, ...style }: Style = {}) =>
    fitText(text, box, { face: isBold ? bold : medium, size, ...style })
  return Object.assign(draw, {
    flowing: (text: string, place: Place) => flowText(text, place, { face: medium, size: 3.3 }),
  })
}

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

const typesInChinese: Readonly<Record<Paper['content']['type'], string>> = {
  stock_transfer: '库存调拨',
  returnable: '需归还',
  non_returnable: '不归还',
  vendor_return: '退回供应商',
  consumption: '内部领用',
}

type Line = Paper['content']['lines'][number]

interface TableColumn<R> {
  /** English, and below it Chinese. */
  title: readonly [english: string, chinese: string]
  width: number
  of: (row: R, at: number) => string
  isNumber?: true
  /** Words in both languages: Chinese stands below where it does not fit beside. */
  isHead?: true
}
type Column = TableColumn<Line>

/** The unit quantity code that returns ask for; other papers count without one. */
const unitOf = (kind: Paper['kind']): string => (kind === 'tax_invoice' ? 'Qty PCS' : 'Pcs')

const pieces = (count: number): string => count.toLocaleString('en-IN')

/** What a row says by what the paper shows: without values the goods have their room, and a challan has no tax. */
function columnsOf({ kind, showsValues }: Paper): readonly Column[] {
  const isTaxed = showsValues && kind === 'tax_invoice'
  const values: readonly Column[] = [
    {
      title: ['Rate INR', '单价'],
      width: 17,
      of: ({ unit_minor }) => (unit_minor === null ? '–' : rupees(unit_minor)),
      isNumber: true,
    },
    {
      title: ['Value INR', '金额'],
      width: 20,
      of: ({ unit_minor, value_minor }) => (unit_minor === null ? '–' : rupees(value_minor)),
      isNumber: true,
    },
  ]
  const taxes: readonly Column[] = [
    { title: ['Tax %', '税率'], width: 9, of: ({ rate }) => String(rate), isNumber: true },
    { title: ['Tax INR', '税额'], width: 18, of: ({ tax_minor }) => rupees(tax_minor), isNumber: true },
  ]
  const more = [...(showsValues ? values : []), ...(isTaxed ? taxes : [])]
  const first: readonly Column[] = [
    { title: ['#', '序号'], width: 7, of: (_, at) => String(at + 1) },
    { title: ['SKU', '商品编码'], width: isTaxed ? 29 : 40, of: ({ nm_sku }) => nm_sku },
  ]
  const last: readonly Column[] = [
    { title: ['HSN', '海关编码'], width: 16, of: ({ hs_code }) => hs_code ?? '–' },
    { title: ['Condition', '品相'], width: 15, of: ({ condition }) => conditionText(condition), isHead: true },
    { title: [unitOf(kind), '件数'], width: 13, of: ({ quantity }) => pieces(quantity), isNumber: true },
    ...more,
  ]
  const taken = [...first, ...last].reduce((sum, column) => sum + column.width, 0)
  const goods: Column = {
    ...{ title: ['Goods', '货物'], width: width - taken },
    of: ({ style_name, style_name_zh, color, color_zh, size }) =>
      [bothNames(style_name, style_name_zh), bothNames(color, color_zh), size].join(', '),
  }
  return [...first, goods, ...last]
}

type Title = TableColumn<unknown>['title']

const taxTitles = {
  igst: ['IGST INR', '综合税'],
  cgst: ['CGST INR', '中央税'],
  sgst: ['SGST INR', '邦税'],
} as const satisfies Readonly<Record<string, Title>>

/** "B-grade 次品"; a condition of papers of before that none knows any more stands as it was written. */
function conditionText(condition: string): string {
  const name = Object.hasOwn(conditionNames, condition) ? conditionNames[condition as StockCondition] : null
  return name === null ? condition : `${name.en} ${name.zh}`
}

/** What is summed up by HSN: pieces, and what the paper shows of value and taxes. */
function hsnColumns({ kind, showsValues, content }: Paper): readonly TableColumn<HsnSum>[] {
  const money = (title: Title, of: (sum: HsnSum) => number): TableColumn<HsnSum> => ({
    ...{ title, width: 28, isNumber: true },
    of: (sum) => (sum.is_known ? rupees(of(sum)) : '–'),
  })
  const halves = [money(taxTitles.cgst, (sum) => sum.cgst_minor), money(taxTitles.sgst, (sum) => sum.sgst_minor)]
  const taxes = content.igst_minor > 0 ? [money(taxTitles.igst, (sum) => sum.igst_minor)] : halves
  return [
    { title: ['HSN', '海关编码'], width: 30, of: ({ hsn }) => hsn ?? '–' },
    { title: [unitOf(kind), '件数'], width: 18, of: ({ quantity }) => pieces(quantity), isNumber: true },
    ...(showsValues ? [money(['Value INR', '金额'], (sum) => sum.value_minor)] : []),
    ...(showsValues && kind === 'tax_invoice'
      ? [
          { title: ['Tax %', '税率'], width: 14, of: ({ rate }: HsnSum) => String(rate), isNumber: true } as const,
          ...taxes,
        ]
      : []),
  ]
}

/** The pages of a copy, each with its number of all: whoever holds one knows whether another is missing. */
function pages(paper: Paper, copy: PaperCopy, typeface: Typeface): DocumentPage[] {
  const draw = penOf(typeface)
  const columns = columnsOf(paper)
  const mark = copyMark(paper.kind, copy)
  const sheets: Sheet[] = []
  const start = (): Sheet => {
    const sheet: Sheet = { marks: [], y: top }
    sheets.push(sheet)
    return sheet
  }
  let sheet = start()
  head(sheet, draw, paper, mark)
  /** A table over as many pages as it needs, each with its titles. */
  const table = <R>(of: readonly TableColumn<R>[], rows: readonly R[]) => {
    const titled = () => {
      for (const language of [0, 1] as const) {
        const cells = of.map(({ title, ...column }) => ({ ...column, text: title[language] }))
        const drawn = cellsOf(sheet, cells, typeface.bold)
        if (language === 1) row(sheet, drawn, 0.4)
        else {
          sheet.marks.push(...drawn)
          sheet.y += heightOfRow(drawn) - 2
        }
      }
    }
    titled()
    for (const [at, line] of rows.entries()) {
      const cells = of.map((column) => ({ ...column, text: column.of(line, at) }))
      let drawn = cellsOf(sheet, cells, typeface.medium)
      if (sheet.y + heightOfRow(drawn) > bottom) {
        sheet = start()
        titled()
        drawn = cellsOf(sheet, cells, typeface.medium)
      }
      row(sheet, drawn, 0.1)
    }
  }
  table(columns, paper.content.lines)
  const summary = hsnSummary(paper.content.lines, paper.content)
  if (sheet.y + 20 > bottom) sheet = start()
  sheet.y += 4
  sheet.marks.push(draw('By HSN 按 HSN 汇总', { x: left, y: sheet.y, width, height: 4 }, { size: plain, isBold: true }))
  sheet.y += 4.5
  table(hsnColumns(paper), summary)
  if (sheet.y + 76 > bottom) sheet = start()
  sums(sheet, draw, paper)
  signatures(sheet, draw, paper)
  return sheets.map(({ marks }, at) => {
    foot(marks, draw, paper, mark, `${at + 1} / ${sheets.length}`)
    return { marks, pictures: [] }
  })
}

function foot(marks: Mark[], draw: Pen, { number, gate_pass, isCancelled }: Paper, mark: string, page: string): void {
  const y = a4.height - 12
  const said = `${number} · ${gate_pass}${isCancelled ? ' · CANCELLED 已取消' : ''} · ${mark}`
  marks.push(rule(y - 1.5, 0.1))
  marks.push(draw(said, { x: left, y, width: 140, height: 4 }, { size: small }))
  marks.push(draw(page, { x: right - 40, y, width: 40, height: 4 }, { size: small, align: 'right' }))
}

interface Cell {
  text: string
  width: number
  isNumber?: true
  isHead?: true
}

/** Words go over as many lines as they need, and a number that is too long becomes smaller: nothing of a row is cut off. */
function cellsOf({ y }: Sheet, cells: readonly Cell[], face: Typeface['medium']): TextMark[] {
  let x = left
  return cells.map(({ text, width: space, isNumber, isHead = false }) => {
    const place = { x, y: y + 0.8, width: space - 1.5 }
    x += space
    const line = { ...place, height: heightOf(1, small) + 0.01 }
    return isNumber
      ? fitText(text, line, { face, size: small, smallest: 1.4, align: 'right' })
      : flowText(text, place, { face, size: small, isHead })
  })
}

const heightOfRow = (cells: readonly TextMark[]): number => Math.max(...cells.map(({ box }) => box.height)) + 2.2

function row(sheet: Sheet, cells: readonly TextMark[], thickness: number): void {
  sheet.marks.push(...cells)
  sheet.y += heightOfRow(cells)
  sheet.marks.push(rule(sheet.y, thickness))
}

function head(sheet: Sheet, draw: Pen, paper: Paper, mark: string): void {
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
  const marked = { x: left + 112, y: sheet.y, width: width - 112, height: 4.5 }
  sheet.marks.push(draw(mark, marked, { size: plain, isBold: true, align: 'right' }))
  // Parties of papers of before do not name it.
  if (content.company === '' || content.from.company !== '') sheet.y += 5.5
  else facts(sheet, draw, [['', content.company, 110]])
  if (paper.isCancelled) {
    const box = { x: left, y: sheet.y, width, height: 6.5 }
    sheet.marks.push(draw('CANCELLED 已取消: the goods were called back.', box, { size: 5, isBold: true }))
    sheet.y += 8
  }
  sheet.marks.push(rule(sheet.y, 0.5))
  sheet.y += 2
  const half = width / 2
  facts(sheet, draw, [
    ['From 发货方', partyText(content.from), half],
    ['To 收货方', partyText(content.to), half],
  ])
  facts(sheet, draw, [
    ['Date 日期', paper.issued_on, 32],
    [paper.goesWith ?? 'Gate pass 出门单', paper.gate_pass, 36],
    ['Type 类型', `${passTypes[content.type]} ${typesInChinese[content.type]}`, 42],
    ['Place of supply 供应地', content.place_of_supply || '–', 42],
    ['Back by 应归还日', content.expected_return_on ?? '–', 30],
  ])
  facts(sheet, draw, [
    ['Carrier 承运商', content.carrier ?? '–', 50],
    ['Vehicle 车辆', content.vehicle_no ?? '–', 36],
    ['LR no 托运单号', content.lr_no ?? '–', 42],
    ['E-way bill 电子运单', content.eway_bill_no ?? '–', 54],
  ])
  // Goods between two places of one house: nobody else owes their tax.
  if (paper.kind === 'tax_invoice') facts(sheet, draw, [['Tax payable on reverse charge 反向征税', 'No 否', width]])
  if (content.purpose !== '') facts(sheet, draw, [['Purpose 用途', content.purpose, width]])
  sheet.y += 1
  sheet.marks.push(rule(sheet.y, 0.4))
}

const partyText = ({ company, name, name_zh, address, gstin }: Party): string =>
  [company, bothNames(name, name_zh), address, `GSTIN ${gstin ?? '–'}`, stateText(gstin)]
    .filter((text) => text.trim() !== '')
    .join('\n')

/** "State 06 Haryana"; nothing where no GSTIN says it. */
const stateText = (gstin: string | null): string => {
  const state = placeOfSupply(gstin)
  return state === '' ? '' : `State 邦 ${state}`
}

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
      const mark = draw.flowing(part, { x, y, width: space - 3 })
      sheet.marks.push(mark)
      y += mark.box.height + 0.3
    }
    end = Math.max(end, y)
    x += space
  }
  sheet.y = end + 1.4
}

const totalTitle = 'Total INR 合计'

/** Counts at the left; money under each other at the right, as it is added up. */
function sums(sheet: Sheet, draw: Pen, { kind, showsValues, content }: Paper): void {
  const { value_minor, igst_minor, cgst_minor, sgst_minor } = content
  sheet.y += 2
  const taxes: readonly (readonly [string, number])[] = [
    [taxTitles.igst.join(' '), igst_minor],
    [taxTitles.cgst.join(' '), cgst_minor],
    [taxTitles.sgst.join(' '), sgst_minor],
    [totalTitle, value_minor + igst_minor + cgst_minor + sgst_minor],
  ]
  const money = showsValues
    ? ([['Value INR 金额', value_minor], ...(kind === 'tax_invoice' ? taxes : [])] as const)
    : ([] as const)
  const from = sheet.y
  let y = from
  // Nothing but goods of unknown worth has no worth of nought.
  const isKnown = content.lines.some(({ unit_minor }) => unit_minor !== null)
  for (const [title, minor] of money) {
    const isBold = title === totalTitle
    const line = { y, height: heightOf(1, 3.4) + 0.01 }
    sheet.marks.push(draw(title, { ...line, x: right - 82, width: 30 }, { size: 3, isBold }))
    const style = { size: 3.4, smallest: 2, align: 'right', isBold } as const
    sheet.marks.push(draw(isKnown ? rupees(minor) : 'not known 未知', { ...line, x: right - 52, width: 50.5 }, style))
    y += 5
  }
  const total = value_minor + igst_minor + cgst_minor + sgst_minor
  const unknown = content.lines.reduce((sum, { unit_minor, quantity }) => sum + (unit_minor === null ? quantity : 0), 0)
  facts(sheet, draw, [
    ['Boxes 箱数', pieces(content.boxes), 26],
    ['Pieces 件数', pieces(content.pieces), 34],
  ])
  const note =
    kind !== 'tax_invoice'
      ? 'Not for sale. 非销售。'
      : showsValues
        ? null
        : 'Copy without values: the tax invoice of this number carries them. 此联不含金额，金额见同号税务发票。'
  if (note !== null) facts(sheet, draw, [['', note, showsValues ? 90 : width]])
  if (showsValues && unknown > 0)
    facts(sheet, draw, [
      [
        '',
        `Without the value of ${unknown === 1 ? '1 piece' : `${pieces(unknown)} pieces`}, which nobody has said. 其中 ${pieces(unknown)} 件金额未知，未计入。`,
        90,
      ],
    ])
  sheet.y = Math.max(sheet.y, y)
  // Of goods whose worth nobody knows nothing is said.
  if (showsValues && total > 0)
    facts(sheet, draw, [['Amount in words 金额大写', `${rupeesInWords(total)}\n${chineseAmount(total, 'INR')}`, width]])
}

function signatures(sheet: Sheet, draw: Pen, { kind, showsValues, content }: Paper): void {
  sheet.y += 4
  const space = (width - 12) / 3
  const signs = kind === 'tax_invoice' && showsValues
  if (signs) {
    const said = `For ${content.company || content.from.name}`
    sheet.marks.push(draw(said, { x: left, y: sheet.y, width: space, height: 4 }, { size: small, smallest: 1.6 }))
  }
  const first = signs ? 'Authorised signatory 授权签字' : 'Released by 发货人'
  for (const [at, title] of [first, 'Driver 司机', 'Received by 收货人'].entries()) {
    const x = left + at * (space + 6)
    sheet.marks.push({ kind: 'line', x1: x, y1: sheet.y + 15, x2: x + space, y2: sheet.y + 15, thickness: 0.2 })
    sheet.marks.push(draw(`${title} · Date 日期`, { x, y: sheet.y + 16, width: space, height: 4 }, { size: small }))
  }
  sheet.y += 24
}

/** A challan, note or invoice, A4, as it was issued, copy by copy. `resourcesDir` holds fonts/; see `fontFile`. */
export function passPaperPdf(paper: Paper, { resourcesDir }: { resourcesDir?: string } = {}): Readable {
  const typeface = openTypeface(resourcesDir)
  const all = paper.copies.flatMap((copy) => pages(paper, copy, typeface))
  return documentPdf(all, typeface, {
    title: `${documentKinds[paper.kind]} ${paper.number}`,
    language: 'en',
  })
}

import type { Readable } from 'node:stream'
import type { Mark } from '../../documents/label-model.ts'
import { a4, type DocumentPage, documentPdf } from '../../documents/pdf-document.ts'
import { flowText, type TextStyle } from '../../documents/text-fit.ts'
import { openTypeface, type Typeface } from '../../documents/typeface.ts'
import {
  bannerOf,
  type InvoiceDocument,
  type InvoiceEntry,
  type InvoiceFact,
  type InvoiceGroup,
  invoiceClosing,
  invoiceFacts,
  invoiceHeads,
  invoiceSums,
  invoiceTitle,
  kilograms,
  money,
  partyFacts,
  UNKNOWN,
} from './document-model.ts'

const LEFT = 14
const RIGHT = a4.width - 14
const WIDTH = RIGHT - LEFT
const TOP = 12
/** Below it stands the page's foot. */
const BOTTOM = a4.height - 16

const SMALL = 2.3
const PLAIN = 2.8
const GAP = 1.2

interface Column {
  readonly head: string
  readonly x: number
  readonly width: number
  readonly align: 'left' | 'right'
}

/** An invoice as pages of A4, drawn while they are read. */
export function invoicePdf(document: InvoiceDocument, resourcesDir?: string): Readable {
  const typeface = openTypeface(resourcesDir)
  const title = `${invoiceTitle} ${document.number}`
  return documentPdf(invoicePages(document, typeface), typeface, { title, language: 'en' })
}

/** All pages at once: how many they are stands on each. */
export function invoicePages(document: InvoiceDocument, typeface: Typeface): DocumentPage[] {
  const pen = penOf(document, typeface)
  pen.openingHead()
  for (const [at, group] of document.groups.entries()) pen.group(group, at + 1)
  pen.closing()
  return pen.finish()
}

function columnsOf({ currency }: InvoiceDocument): Column[] {
  const heads: [head: string, width: number, align: Column['align']][] = [
    [invoiceHeads.no, 14, 'left'],
    [invoiceHeads.order, 48, 'left'],
    [invoiceHeads.quantity, 26, 'right'],
    [invoiceHeads.unitPrice(currency), 28, 'right'],
    [invoiceHeads.value(currency), 34, 'right'],
    [invoiceHeads.net, 32, 'right'],
  ]
  let x = LEFT
  return heads.map(([head, width, align]) => {
    const column = { head, x, width: width - 2, align }
    x += width
    return column
  })
}

/** Writes down an invoice from top to bottom, and turns the page where it is full. */
function penOf(document: InvoiceDocument, typeface: Typeface) {
  const { medium, bold } = typeface
  const columns = columnsOf(document)
  const pages: Mark[][] = []
  let marks: Mark[] = []
  let y = TOP

  type Style = Partial<TextStyle>

  function textAt(raw: string, x: number, width: number, style: Style = {}): number {
    const mark = flowText(raw, { x, y, width }, { face: medium, size: PLAIN, ...style })
    marks.push(mark)
    return mark.box.height
  }

  /** How high a text would be, without writing it. */
  function heightOf(raw: string, width: number, style: Style = {}): number {
    return flowText(raw, { x: 0, y: 0, width }, { face: medium, size: PLAIN, ...style }).box.height
  }

  function rule(thickness = 0.15): void {
    marks.push({ kind: 'line', x1: LEFT, y1: y, x2: RIGHT, y2: y, thickness })
    y += GAP
  }

  function banner(): void {
    const text = bannerOf(document)?.text
    if (text === undefined) return
    const style = { face: bold, size: 4.6, ink: 'white', align: 'center' } as const
    const height = heightOf(text, WIDTH - 6, style) + 3
    marks.push({ kind: 'rect', box: { x: LEFT, y, width: WIDTH, height }, ink: 'black' })
    y += 1.5
    textAt(text, LEFT + 3, WIDTH - 6, style)
    y += height + 1.5
  }

  function tableHead(): void {
    rule(0.4)
    row(
      columns.map((column) => column.head),
      { face: bold, size: SMALL, isHead: true },
    )
    rule(0.4)
  }

  /** One cell a column, as high as the highest. */
  function row(cells: readonly string[], style: Style = {}): void {
    const heights = columns.map((column, at) =>
      textAt(cells[at] ?? '', column.x, column.width, { align: column.align, ...style }),
    )
    y += Math.max(...heights) + GAP
  }

  function rowHeight(cells: readonly string[]): number {
    return Math.max(...columns.map((column, at) => heightOf(cells[at] ?? '', column.width))) + GAP
  }

  function turnPage(): void {
    pages.push(marks)
    marks = []
    y = TOP
    banner()
    textAt(`${invoiceTitle} · ${document.number}`, LEFT, WIDTH, { face: bold })
    y += 4.5
    tableHead()
  }

  /** A caption and what it says, under each other. */
  function block(label: string, lines: readonly string[], x: number, width: number): void {
    y += textAt(label, x, width, { face: bold, size: SMALL }) + 0.6
    for (const [at, line] of lines.entries()) y += textAt(line, x, width, at === 0 ? { face: bold } : {}) + 0.4
    y += 2.5
  }

  function factRow({ label, value }: InvoiceFact, x: number, split: number, width: number, style: Style = {}): void {
    const height = textAt(label, x, split - 2, { size: SMALL, isHead: true })
    y += Math.max(height, textAt(value, x + split, width - split, { face: bold, ...style })) + 1
  }

  function openingHead(): void {
    banner()
    y += textAt(invoiceTitle, LEFT, WIDTH, { face: bold, size: 5.6, align: 'center' }) + 4
    const top = y
    block('EXPORTER 出口商', partyFacts(document.exporter), LEFT, 92)
    block('CONSIGNEE 收货人', partyFacts(document.consignee), LEFT, 92)
    const end = y
    y = top
    for (const fact of invoiceFacts(document)) factRow(fact, LEFT + 98, 34, WIDTH - 98)
    y = Math.max(y, end) + 1
    tableHead()
  }

  function detailsOf(group: InvoiceGroup): string {
    const { hsCode, description, descriptionZh, composition, origin } = group
    const said = [
      `HS code 海关编码 ${hsCode ?? UNKNOWN}`,
      description ?? UNKNOWN,
      ...(descriptionZh === null ? [] : [descriptionZh]),
      ...(composition === null ? [] : [composition]),
      `Origin 原产国 ${origin ?? UNKNOWN}`,
      `Net 单件净重 ${kilograms(group.netGramsEach)} kg`,
    ]
    return said.join(' · ')
  }

  function groupHead(group: InvoiceGroup, number: number, isContinued: boolean): void {
    const [first, second] = columns
    if (first === undefined || second === undefined) return
    textAt(String(number), first.x, first.width, { face: bold })
    const title = [group.styleId, group.styleName, group.styleNameZh].join('  ')
    const width = RIGHT - second.x
    y += textAt(isContinued ? `${title} (continued 续)` : title, second.x, width, { face: bold }) + 0.5
    y += isContinued ? GAP : textAt(detailsOf(group), second.x, width, { size: SMALL }) + GAP
  }

  function headHeight(group: InvoiceGroup): number {
    const width = WIDTH - 14
    const title = [group.styleId, group.styleName, group.styleNameZh].join('  ')
    return heightOf(title, width, { face: bold }) + heightOf(detailsOf(group), width, { size: SMALL }) + 0.5 + GAP
  }

  function cellsOf(entry: InvoiceEntry): string[] {
    const { currency } = document
    return [
      '',
      entry.orderId,
      entry.quantity.toLocaleString('en'),
      money(entry.unitPriceMinor, currency),
      money(entry.valueMinor, currency),
      kilograms(entry.netGrams),
    ]
  }

  function group(group: InvoiceGroup, number: number): void {
    const [first] = group.entries
    // A head never stands alone at the end of a page.
    if (y + headHeight(group) + (first ? rowHeight(cellsOf(first)) : 0) > BOTTOM) turnPage()
    groupHead(group, number, false)
    for (const entry of group.entries) {
      const cells = cellsOf(entry)
      if (y + rowHeight(cells) > BOTTOM) {
        turnPage()
        groupHead(group, number, true)
      }
      row(cells)
    }
    if (group.entries.length > 1) subtotal(group)
    rule()
  }

  function subtotal(group: InvoiceGroup): void {
    const cells = [
      '',
      'Subtotal 小计',
      group.quantity.toLocaleString('en'),
      '',
      money(group.valueMinor, document.currency),
      kilograms(group.netGrams),
    ]
    if (y + rowHeight(cells) > BOTTOM) turnPage()
    row(cells, { face: bold })
  }

  function closing(): void {
    const sums = invoiceSums(document)
    const said = invoiceClosing(document)
    const below = said.reduce((sum, { value }) => sum + heightOf(value, WIDTH - 38) + 1.5, 0)
    if (y + sums.length * 5.5 + below + 30 > BOTTOM) turnPage()
    y += 2
    for (const fact of sums.slice(0, -1)) factRow(fact, LEFT + 80, 50, WIDTH - 80, { align: 'right' })
    rule(0.4)
    for (const fact of sums.slice(-1)) factRow(fact, LEFT + 80, 50, WIDTH - 80, { align: 'right', size: 4 })
    y += 2
    for (const fact of said) factRow(fact, LEFT, 38, WIDTH, { face: medium })
    y += 16
    marks.push({ kind: 'line', x1: LEFT + 110, y1: y, x2: RIGHT, y2: y, thickness: 0.2 })
    y += 1
    textAt('Authorised signature 授权签字', LEFT + 110, WIDTH - 110, { size: SMALL })
  }

  function finish(): DocumentPage[] {
    pages.push(marks)
    return pages.map((drawn, at) => ({ marks: [...drawn, ...foot(at + 1)], pictures: [] }))
  }

  function foot(page: number): Mark[] {
    y = BOTTOM + 4
    marks = []
    rule()
    textAt(document.number, LEFT, WIDTH / 2, { size: SMALL })
    const count = `Page ${page} of ${pages.length} · 第 ${page} 页，共 ${pages.length} 页`
    textAt(count, LEFT, WIDTH, { size: SMALL, align: 'right' })
    return marks
  }

  return { openingHead, group, closing, finish }
}

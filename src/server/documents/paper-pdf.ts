import type { Readable } from 'node:stream'
import { code128 } from './codes.ts'
import type { Mark } from './label-model.ts'
import { cellText, type Paper, type PaperColumn, type PaperFact } from './paper.ts'
import { a4, type DocumentPage, documentPdf } from './pdf-document.ts'
import { flowText, type TextStyle } from './text-fit.ts'
import { openTypeface, type Typeface } from './typeface.ts'

const LEFT = 14
const TOP = 12
/** Of the facts beside the parties, of the sums and of the signature, which stand at the right. */
const [FACTS, SUMS, SIGNATURE] = [84, 92, 72]
const SMALL = 2.3
const PLAIN = 2.7
const GAP = 1.1
/** The height of the bars of a code. */
const BARS = 10

/** A paper as pages of A4, drawn while they are read. */
export function paperPdf(paper: Paper, resourcesDir?: string): Readable {
  const typeface = openTypeface(resourcesDir)
  return documentPdf(paperPages(paper, typeface), typeface, { title: `${paper.title} ${paper.number}`, language: 'en' })
}

/** All pages at once: how many they are stands on each. */
export function paperPages(paper: Paper, typeface: Typeface): DocumentPage[] {
  const pen = penOf(paper, typeface)
  pen.head()
  for (const row of paper.rows) pen.row(row)
  pen.closing()
  return pen.finish()
}

type Style = Partial<TextStyle>

const isNumber = ({ kind }: PaperColumn) => kind === 'pieces' || kind === 'money' || kind === 'measure'

/** Writes a paper from top to bottom, and turns the page where it is full. */
function penOf(paper: Paper, { medium, bold }: Typeface) {
  const isWide = paper.isWide === true
  const right = (isWide ? a4.height : a4.width) - LEFT
  const width = right - LEFT
  /** Below it stands the page's foot. */
  const bottom = (isWide ? a4.width : a4.height) - 16
  const all = paper.columns.reduce((sum, { width }) => sum + width, 0)
  const hasCodes = paper.columns.some(({ kind }) => kind === 'code')
  let across = LEFT
  const columns = paper.columns.map((column) => {
    const share = (column.width / all) * width
    const placed = { ...column, x: across, width: share - 2, align: isNumber(column) ? 'right' : 'left' } as const
    across += share
    return placed
  })
  const pages: Mark[][] = []
  let marks: Mark[] = []
  let y = TOP

  function textAt(raw: string, x: number, width: number, style: Style = {}): number {
    const mark = flowText(raw, { x, y, width }, { face: medium, size: PLAIN, ...style })
    marks.push(mark)
    return mark.box.height
  }

  const heightOf = (raw: string, width: number, style: Style = {}) =>
    flowText(raw, { x: 0, y: 0, width }, { face: medium, size: PLAIN, ...style }).box.height

  function rule(thickness = 0.15): void {
    marks.push({ kind: 'line', x1: LEFT, y1: y, x2: right, y2: y, thickness })
    y += GAP
  }

  function banner(): void {
    if (paper.banner === null) return
    const style = { face: bold, size: 4.2, ink: 'white', align: 'center' } as const
    const height = heightOf(paper.banner, width - 6, style) + 3
    marks.push({ kind: 'rect', box: { x: LEFT, y, width: width, height }, ink: 'black' })
    y += 1.5
    textAt(paper.banner, LEFT + 3, width - 6, style)
    y += height + 1.5
  }

  function cells(texts: readonly string[], style: Style = {}): void {
    const heights = columns.map((column, at) =>
      textAt(texts[at] ?? '', column.x, column.width, { align: column.align, ...style }),
    )
    y += Math.max(...heights) + GAP
  }

  function tableHead(): void {
    rule(0.4)
    cells(
      columns.map(({ head }) => head),
      { face: bold, size: SMALL, isHead: true },
    )
    rule(0.4)
  }

  function turnPage(): void {
    pages.push(marks)
    marks = []
    y = TOP
    banner()
    textAt(`${paper.title} · ${paper.number}`, LEFT, width, { face: bold })
    y += 4.5
    tableHead()
  }

  function factRow({ label, value }: PaperFact, x: number, split: number, width: number, style: Style = {}): void {
    const height = textAt(label, x, split - 2, { size: SMALL, isHead: true })
    y += Math.max(height, textAt(value, x + split, width - split, { face: bold, ...style })) + 1
  }

  function head(): void {
    banner()
    y += textAt(paper.title, LEFT, width, { face: bold, size: 5.6, align: 'center' }) + 4
    const top = y
    for (const { label, lines } of paper.blocks) {
      y += textAt(label, LEFT, 92, { face: bold, size: SMALL }) + 0.6
      for (const [at, line] of lines.entries()) y += textAt(line, LEFT, 92, at === 0 ? { face: bold } : {}) + 0.4
      y += 2.5
    }
    const end = y
    y = top
    for (const fact of paper.facts) factRow(fact, right - FACTS, 34, FACTS)
    y = Math.max(y, end) + 1
    tableHead()
  }

  function row(values: Paper['rows'][number]): void {
    const texts = columns.map((column, at) => cellText(column, values[at] ?? null, paper.currency))
    const bars = hasCodes ? BARS : 0
    const height = bars + Math.max(...columns.map((column, at) => heightOf(texts[at] ?? '', column.width))) + GAP
    if (y + height > bottom) turnPage()
    for (const [at, { kind, x, width }] of columns.entries()) {
      if (kind === 'tick') square(x)
      const room = { box: { x, y: y + 0.8, width, height: BARS - 1.2 }, mostDots: 2 }
      const mark = kind === 'code' && values[at] !== null ? code128(texts[at] ?? '', false, room) : null
      // Over its text, at the left.
      if (mark) marks.push({ ...mark, box: { ...mark.box, x: x + mark.quiet } })
    }
    y += bars
    cells(texts)
    if (hasCodes) rule(0.1)
  }

  /** To be ticked by hand. */
  function square(x: number): void {
    const [left, top, right, foot] = [x, y + 2, x + 6, y + 8]
    const edges = [
      [left, top, right, top],
      [left, foot, right, foot],
      [left, top, left, foot],
      [right, top, right, foot],
    ] as const
    for (const [x1, y1, x2, y2] of edges) marks.push({ kind: 'line', x1, y1, x2, y2, thickness: 0.2 })
  }

  function makeRoom(height: number): void {
    if (y + height > bottom) turnPage()
  }

  function closing(): void {
    makeRoom(paper.sums.length * 5.5 + 2)
    rule(0.4)
    y += 1
    for (const fact of paper.sums) factRow(fact, right - SUMS, 46, SUMS, { align: 'right' })
    y += 2
    for (const fact of paper.closing) {
      makeRoom(heightOf(fact.value, width - 38) + 1.5)
      factRow(fact, LEFT, 38, width, { face: medium })
    }
    makeRoom(24)
    y += 16
    marks.push({ kind: 'line', x1: right - SIGNATURE, y1: y, x2: right, y2: y, thickness: 0.2 })
    y += 1
    textAt(paper.signature, right - SIGNATURE, SIGNATURE, { size: SMALL })
  }

  function foot(page: number): Mark[] {
    y = bottom + 4
    marks = []
    rule()
    textAt(paper.number, LEFT, width / 2, { size: SMALL })
    const count = `Page ${page} of ${pages.length} · 第 ${page} 页，共 ${pages.length} 页`
    textAt(count, LEFT, width, { size: SMALL, align: 'right' })
    return marks
  }

  function finish(): DocumentPage[] {
    pages.push(marks)
    return pages.map((drawn, at) => ({ marks: [...drawn, ...foot(at + 1)], pictures: [], isWide }))
  }

  return { head, row, closing, finish }
}

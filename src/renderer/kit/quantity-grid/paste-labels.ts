import { isTooLong, readQuantity } from '../quantities.tsx'

/** A pasted cell: a number, null where it was blank, 'refused' where it is no whole number (a minus sign too) or a code. */
export type PastedCell = number | null | 'refused'

/** Reads a spreadsheet's clipboard text as rows of cells: tabs between cells, newlines between rows; quotes are taken off. */
export function cellsOf(text: string): string[][] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  return lines.map((line) => line.split('\t').map((cell) => cell.replace(/^"(.*)"$/s, '$1').trim()))
}

/** Full-width digits, blanks and thousands separators are understood. */
export function readCell(text: string): PastedCell {
  const quantity = readQuantity(text)
  return quantity === undefined || isTooLong(text) ? 'refused' : quantity
}

/** A name as it is compared: whatever its width, case and blanks; 黑 is 黑色, and M码 is M. */
export function plainName(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return plain.length > 1 ? plain.replace(/[色码碼号號]$/, '') : plain
}

/** A line or column of sums is no colour and no size. */
export function isTotal(text: string): boolean {
  return /^((grand |sub)?total.*|sum|合计|总计|小计|总数|合計|總計)$/.test(plainName(text))
}

/** A block with its headings taken off: the sizes on top, and the columns of words at the left. */
export interface LabelledBlock {
  /** One a column of numbers; null when the block has no line of headings. */
  top: string[] | null
  /** Columns of words from left to right, each with a cell a line of numbers. */
  left: string[][]
  cells: PastedCell[][]
}

const hasWords = (cell: string) => /\p{L}/u.test(cell)

/** Words, and words only: a refused number such as "-5" is no heading, or the numbers beside it would move. */
function isHeading(cells: readonly string[]): boolean {
  return cells.some(hasWords) && cells.every((cell) => cell === '' || hasWords(cell))
}

/**
 * Takes the headings off. `isNumberName` knows headings that look like numbers, as sizes 36, 38, 40: a first line with
 * such is one of headings when words stand below its first cell and no name of theirs in it.
 */
export function takeHeadings(block: readonly string[][], isNumberName: (text: string) => boolean): LabelledBlock {
  const [first = [], ...rest] = block
  const [corner = ''] = first
  const isCornered = (corner === '' || hasWords(corner)) && !isNumberName(corner)
  const isNumbered = isCornered && isHeading(rest.map(([cell = '']) => cell)) && first.slice(1).some(isNumberName)
  const isTop = block.length > 1 && (isHeading(first) || isNumbered)
  const body = isTop ? rest : block
  const width = Math.max(...block.map((row) => row.length))
  let words = 0
  while (words < width - 1 && isHeading(body.map((row) => row[words] ?? ''))) words += 1
  return {
    top: isTop ? Array.from({ length: width - words }, (_, at) => first[words + at] ?? '') : null,
    left: Array.from({ length: words }, (_, at) => body.map((row) => row[at] ?? '')),
    cells: body.map((row) => row.slice(words).map(readCell)),
  }
}

/** The numbers of a block, without what headings stand around them. */
export function readBlock(text: string): PastedCell[][] {
  return takeHeadings(cellsOf(text), () => false).cells
}

/** Lines become columns. */
export function turned(block: readonly string[][]): string[][] {
  const width = Math.max(...block.map((row) => row.length))
  return Array.from({ length: width }, (_, column) => block.map((row) => row[column] ?? ''))
}

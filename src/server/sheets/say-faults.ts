import { bilingual, type Fault, sheetMessages } from '../../shared/kernel/sheet.ts'
import { valuesIn, type WordValues } from '../../shared/kernel/words.ts'
import type { HeaderPlace } from './sheet-shapes.ts'

/** A text's translation by its English; undefined where there is none. */
type Words = Pick<ReadonlyMap<string, string>, 'get'>

/** A corrected workbook's own words, in its reader's language. */
export interface SaidFaults {
  /** What the errors column is called. */
  readonly errorsHeader: string
  readonly faults: readonly SaidFault[]
}

/** One fault as a line for its row. */
export interface SaidFault {
  readonly sheet: string
  readonly row: number
  readonly cell: string
  readonly line: string
}

/** The header of the column that lists what is wrong where nobody said in which language; readers ignore it, so the file can come back. */
export const errorsHeader = 'Errors / 错误'

/** Its header in one language: names that nobody gives a column of their own. */
const errorsWords = { en: 'Errors found', zh: '错误说明' } as const

/** Stands beside the example row of a template, which nobody means to bring in. */
export const exampleMark = '← Example: this row is not taken / 示例：此行不导入'

/** A row with it in any cell is the template's example. */
export const isExampleMark = (text: string): boolean => text.trim() === exampleMark

/** One line for a cell: the column, what is wrong and what would be right. */
export function describeFault({ column, message, expected = '', values = {} }: Fault): string {
  return [column, filled(message, values), filled(expected, values)].filter(Boolean).join(' · ')
}

const filled = (text: string, values: WordValues) =>
  text.replace(/\{\{(\w+)\}\}/g, (blank, name: string) => String(values[name] ?? blank))

/** Whether a header is that of an errors column, of whatever language. */
export function isErrorsHeader(text: unknown): boolean {
  return [errorsHeader, ...Object.values<string>(errorsWords)].includes(String(text))
}

/** Faults in both languages' headers and English words. `more` were counted and not named. */
export function plainFaults(faults: readonly Fault[], more = 0): SaidFaults {
  const lines = faults.map((fault) => said(fault, describeFault({ ...fault, values: valuesIn(fault.values ?? {}) })))
  return { errorsHeader, faults: [...notMarked(lines, more, (text) => text), ...lines] }
}

/** Said above the first fault: a workbook of which only a part is marked looks as if the rest were right. */
function notMarked(lines: readonly SaidFault[], more: number, say: (text: string) => string): SaidFault[] {
  const [first] = lines
  if (!first || more === 0) return []
  const blanks: Record<string, number> = { named: lines.length, more }
  const line = say(sheetMessages.notAllMarked).replace(/\{\{(\w+)\}\}/g, (blank, name: string) =>
    String(blanks[name] ?? blank),
  )
  return [{ sheet: first.sheet, row: first.row, cell: '', line }]
}

/** Faults as a reader of this language says them; columns are named in English where it is not Chinese. */
export function faultsIn(
  language: string,
  words: Words,
  { faults, headers, more = 0 }: { faults: readonly Fault[]; headers: readonly HeaderPlace[]; more?: number },
): SaidFaults {
  const headersIn = /^zh\b/.test(language) ? 'zh' : 'en'
  const columns = new Map(
    headers.flatMap(({ columns = [] }) => columns.map(({ header }) => [bilingual(header), header[headersIn]])),
  )
  const say = (text: string) => words.get(text) ?? text
  const lines = faults.map((fault) => {
    const { column, message, expected, values = {} } = fault
    const read = valuesIn(values, { isChinese: headersIn === 'zh', translate: say })
    const inWords = { column: columns.get(column) ?? column, message: say(message), values: read }
    return said(
      fault,
      describeFault({ ...fault, ...inWords, ...(expected !== undefined && { expected: say(expected) }) }),
    )
  })
  return { errorsHeader: errorsWords[headersIn], faults: [...notMarked(lines, more, say), ...lines] }
}

function said({ sheet, row, cell }: Fault, line: string): SaidFault {
  return { sheet, row, cell, line }
}

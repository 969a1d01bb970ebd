import { plainText } from '../../shared/domain/codes.ts'
import { refusalMessages } from '../../shared/domain/sheet-messages.ts'
import { bilingual, type SheetColumn, type SheetTemplate } from '../../shared/domain/sheet-template.ts'
import { columnLetters } from './cell-address.ts'
import type { RawRow } from './read-worksheet.ts'
import { SheetRefused } from './sheet-refused.ts'

/** Where a template's columns stand in one sheet: sheet column number by template key. */
export type HeaderColumns = ReadonlyMap<string, number>

export type HeaderFinder = (row: RawRow) => { columns: HeaderColumns; missing: readonly string[] }

/** The columns a reader looks for. */
export function readColumns(template: SheetTemplate): SheetColumn[] {
  return template.columns.filter((column) => !column.shownOnly)
}

/**
 * A function that recognises the template's header in a row: English, Chinese or both, in any order, whatever the case,
 * blanks, punctuation and width. It throws SheetRefused when a whole header names a column twice.
 */
export function headerFinder(template: SheetTemplate): HeaderFinder {
  const keys = new Map<string, string>()
  const columns = readColumns(template)
  for (const column of columns) {
    const { en, zh } = column.header
    for (const name of [column.key, en, zh, en + zh, zh + en, ...(column.aliases ?? [])])
      keys.set(bare(name), column.key)
  }
  return (row) => {
    const found = new Map<string, number>()
    const repeated: string[] = []
    for (const cell of row.cells) {
      const key = cell.text.length > 100 ? undefined : keys.get(bare(cell.text))
      if (key === undefined) continue
      if (found.has(key)) repeated.push(`${columnLetters(cell.column)}${row.row}`)
      else found.set(key, cell.column)
    }
    const missing = columns.filter((column) => column.required && !found.has(column.key))
    if (missing.length === 0 && repeated.length > 0) {
      throw new SheetRefused(refusalMessages.repeatedColumn, { cells: repeated.join(', ') })
    }
    return { columns: found, missing: missing.map((column) => bilingual(column.header)) }
  }
}

/** Letters and digits only: "Box No. *" and "ＢＯＸ　ＮＯ" are the same header. */
function bare(name: string): string {
  return plainText(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

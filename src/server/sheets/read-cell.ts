import { isSscc, plainText, readCode } from '../../shared/domain/codes.ts'
import { expectations, sheetMessages } from '../../shared/domain/sheet-messages.ts'
import type { CodeColumn, QuantityColumn, SheetColumn } from '../../shared/domain/sheet-template.ts'
import { dateText, type NumberFormat } from './number-formats.ts'
import type { RawCell } from './read-worksheet.ts'

export type CellValue = string | number | null

/** The cell's value in the template's sense, or what is wrong with it and the value to tell back. */
export type Reading =
  | { readonly value: CellValue }
  | { readonly message: string; readonly expected: string; readonly shown: string }

/** What a workbook knows about the meaning of its numbers. */
export interface NumberMeaning {
  readonly formats: readonly NumberFormat[]
  readonly date1904: boolean
}

/** Longer texts are refused before any work is spent on them. */
const longestText = 1000

/** Reads one cell by its column: ids as text, quantities as whole numbers. Checks form only, not meaning. */
export function readCell(column: SheetColumn, cell: RawCell | undefined, meaning: NumberMeaning): Reading {
  if (cell === undefined) return readEmpty(column)
  const fault = (expected: string, shown = cell.text) => ({ message: column.invalid, expected, shown })
  if (cell.kind === 'error') return fault(expectations.formulaError)
  if (cell.formula && cell.text === '') return fault(expectations.formulaUnsaved)
  if (cell.text.length > longestText) return fault(expectations.shorter)
  const format = cell.kind === 'number' ? (meaning.formats[cell.style] ?? null) : null
  if (cell.kind === 'date' || format === 'date') {
    const shown = cell.kind === 'date' ? cell.text : dateText(Number(cell.text), meaning.date1904)
    return column.kind === 'text' ? { value: shown } : fault(expectations.notDate, shown)
  }
  const plain = plainText(cell.text)
  if (plain === '') return readEmpty(column)
  if (column.kind === 'quantity') return readQuantity(column, cell, plain)
  const text = cell.kind === 'number' ? numberAsText(plain, format) : plain
  if (text === null) return fault(expectations.textId, plain)
  if (text.length > column.maxLength) return fault(expectations.shorter)
  return column.kind === 'code' ? readCodeCell(column, cell, text) : { value: text }
}

function readEmpty(column: SheetColumn): Reading {
  if (!column.required || column.mayBeEmpty) return { value: null }
  return { message: column.invalid, expected: expectations.filled, shown: '' }
}

function readCodeCell(column: CodeColumn, cell: RawCell, text: string): Reading {
  const value = cell.kind === 'boolean' ? null : readCode(column.form, text)
  if (value !== null) return { value }
  if (column.form === 'trackingId' && isSscc(text))
    return { message: sheetMessages.ssccAsTracking, expected: expectations.carrierNumber, shown: text }
  // A csv saved by a spreadsheet carries the damage as text.
  const rounded = /^\d(\.\d+)?E\+?\d+$/i.test(text)
  return { message: column.invalid, expected: rounded ? expectations.textId : expectations.code, shown: text }
}

/** Above fifteen digits a spreadsheet has already replaced the rest by zeros. */
const exactBelow = 1e15

/** The text of a number someone meant as an id: 123.0 → "123". Null when digits may be lost. */
function numberAsText(stored: string, format: NumberFormat): string | null {
  const number = Number(stored)
  if (!Number.isFinite(number) || Math.abs(number) >= exactBelow) return null
  const text = String(number)
  return format !== null && format !== 'date' && Number.isInteger(number) ? text.padStart(format.zeros, '0') : text
}

function readQuantity(column: QuantityColumn, cell: RawCell, plain: string): Reading {
  const number = cell.kind === 'boolean' ? null : wholeNumber(plain, cell.kind === 'number')
  const fault = (message: string) => ({ message, expected: expectations.wholeNumber, shown: plain })
  if (number === null || Math.abs(number) >= 10 ** column.maxLength) return fault(column.invalid)
  if (number < 0) return fault(column.negative)
  if (number === 0 && column.zero !== undefined) return fault(column.zero)
  return { value: number }
}

const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.0*)?$/
const ungrouped = /^[+-]?\d+(\.0*)?$/

/** 12, "12.0" and "1,200" as numbers; null for anything that is no whole number. */
function wholeNumber(plain: string, isNumber: boolean): number | null {
  if (isNumber) {
    const number = Number(plain)
    const whole = Math.round(number)
    // Formulas leave crumbs: 0.1 * 30 is not quite 3.
    return Math.abs(number - whole) < 1e-9 ? whole + 0 : null
  }
  const text = plain.replaceAll(' ', '').replace('\u2212', '-')
  return grouped.test(text) || ungrouped.test(text) ? Number(text.replaceAll(',', '')) + 0 : null
}

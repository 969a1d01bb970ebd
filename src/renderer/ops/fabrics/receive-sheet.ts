import { z } from 'zod'
import { type NewRoll, newRoll, rollFaults } from '../../../shared/areas/materials/roll.ts'
import { key } from '../../../shared/kernel/words.ts'
import { readDecimal, type SheetEdit } from '../materials/sheet-cells.ts'

/** Columns of the sheet of rolls, in their order: as suppliers' packing lists have them. */
export const receiveColumns = [
  { key: 'supplier_roll', label: key('Mill’s roll no.'), width: 130 },
  { key: 'lot', label: key('Dye lot'), width: 90 },
  { key: 'shade', label: key('Shade'), width: 70 },
  { key: 'length_m', label: key('Length (m)'), width: 80, isNumber: true },
  { key: 'width_cm', label: key('Width (cm)'), width: 80, isNumber: true },
  { key: 'gsm', label: key('GSM'), width: 60, isNumber: true },
  { key: 'shrinkage', label: key('Shrinkage (%)'), width: 90, isNumber: true },
] as const

export type ReceiveColumn = (typeof receiveColumns)[number]['key']

/** A roll as typed; what is missing is empty. */
export const typedRolls = z.array(z.record(z.string(), z.string()))
export type TypedRolls = z.output<typeof typedRolls>

export const emptyRolls: TypedRolls = Array.from({ length: 6 }, () => ({}))

export const keyAt = (column: number): ReceiveColumn => receiveColumns[column]?.key ?? 'supplier_roll'

/** Rows that stand below the last are added; one of headings, as a pasted packing list has, is left out. */
export function withEdits(rows: TypedRolls, edits: readonly SheetEdit[]): TypedRolls {
  const lines = [...Map.groupBy(edits, ({ row }) => row).values()]
  const isHeading = (line: readonly SheetEdit[]) =>
    line.length > 3 &&
    line.every(
      ({ column, text }) => !receiveColumns[column] || !('isNumber' in receiveColumns[column]) || !/\d/.test(text),
    )
  const [first = [], ...rest] = lines
  const taken =
    rest.length > 0 && isHeading(first) ? rest.map((line) => line.map((e) => ({ ...e, row: e.row - 1 }))) : lines
  const next = rows.map((row) => ({ ...row }))
  for (const { row, column, text } of taken.flat()) {
    while (next.length <= row) next.push({})
    next[row] = { ...next[row], [keyAt(column)]: text }
  }
  return next
}

/** Puts a scanned code into the first row without one; lot, shade and measures are those of the row above. */
export function withScan(rows: TypedRolls, code: string): TypedRolls {
  const at = rows.findIndex(({ supplier_roll = '' }) => supplier_roll.trim() === '')
  const row = at < 0 ? rows.length : at
  const { length_m: _, supplier_roll: _code, ...above } = rows[row - 1] ?? {}
  const typed = Object.fromEntries(Object.entries(rows[row] ?? {}).filter(([, text]) => text.trim() !== ''))
  const filled = { ...above, ...typed, supplier_roll: code }
  return at < 0 ? [...rows, filled] : rows.with(row, filled)
}

export interface SheetFault {
  row: number
  column: ReceiveColumn
  message: string
  values: Record<string, string | number>
}

export interface ReadRolls {
  rolls: NewRoll[]
  /** The row that each roll was typed in. */
  rowOf: number[]
  faults: SheetFault[]
}

const missing = key('Please fill in.')
const bounds: Partial<Record<ReceiveColumn, string>> = {
  length_m: rollFaults.length,
  width_cm: rollFaults.width,
  gsm: rollFaults.gsm,
  shrinkage: rollFaults.shrinkage,
}
/** Without its width no score of cloth is reckoned; trims have none. */
const needed = (isCloth: boolean) =>
  new Set<ReceiveColumn>(['lot', 'shade', 'length_m', ...(isCloth ? (['width_cm'] as const) : [])])

/** Reads the rows that hold something, each against the contract's own bounds. */
export function readRolls(rows: TypedRolls, isCloth = true): ReadRolls {
  const read: ReadRolls = { rolls: [], rowOf: [], faults: [] }
  const seen = new Set<string>()
  const wanted = needed(isCloth)
  rows.forEach((typed, row) => {
    if (Object.values(typed).every((text) => text.trim() === '')) return
    const fault = (column: ReceiveColumn, message: string, values: SheetFault['values'] = {}) =>
      read.faults.push({ row, column, message, values })
    const before = read.faults.length
    const values = Object.fromEntries(
      receiveColumns.map((column) => {
        const text = (typed[column.key] ?? '').trim()
        if (text === '' && wanted.has(column.key)) fault(column.key, missing)
        return [column.key, 'isNumber' in column ? readDecimal(text) : text === '' ? null : text]
      }),
    )
    const checked = newRoll.safeParse(values)
    const told = new Set(read.faults.slice(before).map(({ column }) => column))
    for (const { path } of checked.error?.issues ?? []) {
      const column = String(path[0]) as ReceiveColumn
      const bound = bounds[column]
      if (told.has(column)) continue
      told.add(column)
      fault(column, bound ?? missing)
    }
    const roll = checked.data
    if (!roll || read.faults.length > before) return
    if (roll.supplier_roll && seen.has(roll.supplier_roll))
      fault('supplier_roll', rollFaults.twice, { roll: roll.supplier_roll })
    if (roll.supplier_roll) seen.add(roll.supplier_roll)
    read.rolls.push(roll)
    read.rowOf.push(row)
  })
  return read
}

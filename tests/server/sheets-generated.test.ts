import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { SheetRefused } from '../../src/server/sheets/limits.ts'
import { readColumns, readRows } from '../../src/server/sheets/read-rows.ts'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import type { CellValue, SheetColumn, SheetTemplate } from '../../src/shared/kernel/sheet.ts'
import { writtenValue } from '../../src/shared/kernel/sheet-cells.ts'

/** Every sheet of every area, also of those to come: what holds for one by its description holds for all. */
const areas = join(import.meta.dirname, '../../src/shared/areas')
const modules = await Promise.all(
  readdirSync(areas, { recursive: true, encoding: 'utf8' })
    .filter((file) => /[\\/]sheets\.ts$/.test(file))
    .map((file) => import(join(areas, file)) as Promise<Record<string, unknown>>),
)
const sheets = modules
  .flatMap((module) => Object.values(module))
  .filter(
    (value): value is SheetTemplate =>
      typeof value === 'object' && value !== null && 'noRows' in value && 'columns' in value,
  )

afterAll(stopSheetThreads)

function goodValue(column: SheetColumn): CellValue {
  if (column.example !== undefined) return column.example
  switch (column.kind) {
    case 'code':
      return {
        orderId: 'PO-2026-000001',
        nmSku: 'NM00000001',
        boxNo: 'B1',
        trackingId: 'SF1234567890',
        recordCode: 'AB',
      }[column.form]
    case 'quantity':
      return 12
    case 'decimal':
      return column.least
    case 'money':
      return { minor: 1_250, currency: column.currencies[0] ?? '' }
    case 'choice':
      return Object.keys(column.choices)[0] ?? null
    case 'date':
      return '2026-03-14'
    case 'yesNo':
      return true
    case 'link':
      return 'https://example.com/a'
    case 'text':
      return 'words'
  }
}

/** A value that a cell of the column cannot be. */
function badValue(column: SheetColumn): string {
  return column.kind === 'text' ? 'x'.repeat(column.maxLength + 1) : 'not at all ¿?'
}

const asCsv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')

async function readCsv(template: SheetTemplate, rows: readonly (readonly string[])[]) {
  return readRows({ name: 'rows.csv', bytes: Buffer.from(asCsv(rows)) }, template, { accept: ['csv'] })
}

const written = (column: SheetColumn) => writtenValue(column, goodValue(column))
const letterOf = (at: number) => String.fromCharCode(65 + at)

it('finds the sheets of the areas', () => {
  expect(sheets.map(({ name }) => name)).toContain('packingList')
  expect(new Set(sheets.map(({ name }) => name)).size).toBe(sheets.length)
})

describe.each(sheets.map((template) => [template.name, template] as const))('%s', (_, template) => {
  const columns = readColumns(template)
  const good = Object.fromEntries(template.columns.map((column) => [column.key, goodValue(column)]))

  // Would catch: a template that its own reader refuses, or reads otherwise than it was written, in either language.
  it.each(['en', 'zh', 'both'] as const)('reads back what it writes, with headers in %s', async (headers) => {
    const bytes = await buffer(writeWorkbook(template, [good], { headers, spareRows: 2 }))
    const { rows, faults } = await readRows({ name: 'rows.xlsx', bytes }, template)
    expect(faults).toEqual([])
    expect(rows.map(({ values }) => values)).toEqual([Object.fromEntries(columns.map(({ key }) => [key, good[key]]))])
  })

  // Would catch: a wrong value that is taken, a fault that names another cell, or one that takes its neighbours with it.
  it('names the cell of every wrong value, and nothing else', async () => {
    const header = columns.map((column) => column.header.en)
    const rows = columns.map((bad) => columns.map((column) => (column === bad ? badValue(column) : written(column))))
    const { faults, rows: read } = await readCsv(template, [header, ...rows])
    expect(faults.map(({ cell, row }) => `${cell} ${row}`)).toEqual(
      columns.map((_column, at) => `${letterOf(at)}${at + 2} ${at + 2}`),
    )
    for (const [at, fault] of faults.entries()) {
      expect(fault.column).toContain(columns[at]?.header.en)
      expect(fault.column).toContain(columns[at]?.header.zh)
      expect(fault.message).not.toBe('')
      expect(fault.value).toBe(badValue(columns[at] as SheetColumn).slice(0, fault.value.length))
    }
    for (const [at, { values }] of read.entries())
      expect(values).toEqual({
        ...Object.fromEntries(columns.map(({ key }) => [key, good[key]])),
        [columns[at]?.key ?? '']: null,
      })
  })

  // Would catch: an empty cell taken for a value where one is needed, or refused where none is.
  it('wants what must be filled, and lets go what may be empty', async () => {
    const header = columns.map((column) => column.header.zh)
    const rows = columns.map((empty) => columns.map((column) => (column === empty ? '' : written(column))))
    const { faults } = await readCsv(template, [header, ...rows, columns.map(written)])
    // Where it is the only one, the row is empty, and no row at all.
    const wanted = columns.flatMap(({ required, mayBeEmpty }, at) =>
      required && !mayBeEmpty && columns.length > 1 ? [`${letterOf(at)}${at + 2}`] : [],
    )
    expect(faults.map(({ cell }) => cell)).toEqual(wanted)
  })

  // Would catch: a file without a column that is taken half, or refused without saying which one lacks.
  it('refuses a file without a column that it needs, by its name', async () => {
    for (const lacking of columns.filter(({ required }) => required)) {
      const kept = columns.filter((column) => column !== lacking)
      if (kept.length === 0) continue
      const refused = await readCsv(template, [kept.map(({ header }) => header.en), kept.map(written)]).catch(
        (error: unknown) => error,
      )
      expect(refused).toBeInstanceOf(SheetRefused)
      expect(JSON.stringify((refused as SheetRefused).params)).toContain(lacking.header.en)
    }
  })

  // Would catch: columns taken by their place, or a stranger's column that gets in the way.
  it('takes its columns in any order, among others', async () => {
    const turned = columns.toReversed()
    const { rows, faults } = await readCsv(template, [
      ['Our own notes', ...turned.map(({ header }) => header.zh)],
      ['=HYPERLINK("http://evil")', ...turned.map(written)],
    ])
    expect(faults).toEqual([])
    expect(rows[0]?.values).toEqual(Object.fromEntries(columns.map(({ key }) => [key, good[key]])))
  })

  // Would catch: a value of a stranger that stops the reader, or is kept longer than its column.
  it('reads hostile values as values or faults, whatever they are', async () => {
    const hostile = [
      '=cmd|"/c calc"!A0',
      '\u202etxt.exe',
      '<img src=x onerror=1>',
      '__proto__',
      '\u0000',
      '١٢٣',
      '1e309',
      '-0',
      'a'.repeat(40_000),
    ]
    const { rows } = await readCsv(template, [
      columns.map((column) => column.header.en),
      ...hostile.map((value) => columns.map(() => value)),
    ])
    for (const { values } of rows)
      for (const column of columns) {
        const value = values[column.key]
        if (typeof value === 'string') expect(value.length).toBeLessThanOrEqual(column.maxLength)
        if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
      }
  })
})

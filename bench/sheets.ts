import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import ExcelJS from 'exceljs'
import { readRows } from '../src/server/sheets/read-rows.ts'
import { stopSheetThreads } from '../src/server/sheets/sheet-threads.ts'
import { packingList } from '../src/shared/areas/shipments/sheets.ts'
import { bilingual } from '../src/shared/kernel/sheet.ts'
import type { BenchRow } from './row.ts'
import { type Options, sizeAsked, sized } from './run-options.ts'

/** Packing lists read and checked for form by us, beside exceljs's streaming reader that merely reads them. */
export async function benchSheets(options: Options): Promise<BenchRow[]> {
  const whole = { counts: [5_000, 20_000], rounds: 9 }
  const { counts, rounds } = sized(options, { whole, quick: whole, smoke: { counts: [200], rounds: 1 } })
  const rows: BenchRow[] = []
  for (const count of counts) rows.push(await benchRead(count, rounds))
  await stopSheetThreads()
  return rows
}

async function benchRead(count: number, rounds: number): Promise<BenchRow> {
  const bytes = await packingListBytes(count)
  const ours: number[] = []
  const peer: number[] = []
  // Turn about, so that a busy moment of the machine falls on both; the first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const own = await timed(() => readOurs(bytes, count))
    const other = await timed(() => readExcelJs(bytes, count))
    if (round === 0) continue
    ours.push(own)
    peer.push(other)
  }
  const [own, other] = [median(ours), median(peer)]
  return {
    name: `packing list, ${count} rows: read and checked, beside exceljs merely reading`,
    ours: own,
    peer: other,
    unit: 'ms',
    ratio: other / own,
    aim: 'at most 1.0 × the bare read',
    ok: own <= other,
  }
}

async function readOurs(bytes: Buffer, count: number): Promise<void> {
  const { rows, faults } = await readRows({ name: 'packing.xlsx', bytes }, packingList)
  if (rows.length !== count || faults.length > 0) throw new Error('the bench file was read wrongly')
}

async function readExcelJs(bytes: Buffer, count: number): Promise<void> {
  let seen = 0
  const reader = new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([bytes]), {
    worksheets: 'emit',
    sharedStrings: 'cache',
    hyperlinks: 'ignore',
    styles: 'ignore',
    entries: 'ignore',
  })
  for await (const sheet of reader) {
    for await (const row of sheet) if (row.hasValues) seen++
  }
  if (seen !== count + 1) throw new Error('exceljs lost rows')
}

/** Written with shared strings, as Excel does. */
async function packingListBytes(count: number): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('Sheet1')
  sheet.addRow(packingList.columns.map((column) => bilingual(column.header)))
  const digits = (number: number, length: number) => String(number).padStart(length, '0')
  for (let row = 0; row < count; row++) {
    const box = Math.floor(row / 10)
    const order = `PO-2026-${digits(row % 3000, 6)}`
    sheet.addRow([digits(box, 5), order, `NM${digits(row % 600, 8)}`, 1 + (row % 40), `SF${1_000_000_000 + box}`])
  }
  return Buffer.from(await workbook.xlsx.writeBuffer())
}

async function timed(run: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchSheets({ size: sizeAsked() }))

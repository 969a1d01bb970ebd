import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { benchFirstLabels } from './first-labels.ts'
import { benchLabels } from './labels.ts'
import { benchOrderList } from './order-list.ts'
import { benchPackingList } from './packing-list.ts'
import { benchQcBox } from './qc-box.ts'
import type { BenchRow } from './row.ts'
import type { Options } from './run-options.ts'
import { benchScan } from './scan.ts'
import { benchSheets } from './sheets.ts'
import { benchStart } from './start.ts'
import { benchTable } from './table.ts'

const benches: Record<string, (options: Options) => Promise<BenchRow[]>> = {
  start: benchStart,
  labels: benchLabels,
  'first-labels': benchFirstLabels,
  sheets: benchSheets,
  'packing-list': benchPackingList,
  'order-list': benchOrderList,
  table: benchTable,
  scan: benchScan,
  'qc-box': benchQcBox,
}

const usage = `npm run bench -- [NAME ...] [--quick]

Measures ours beside its peers in the same run, one after another, and prints one table. Names: ${Object.keys(benches).join(', ')}.
--quick takes smaller data and fewer rounds, for trying out. A missed aim is said, and is no failure.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
const unknown = positionals.find((name) => !(name in benches))
if (unknown !== undefined) throw new TypeError(`There is no bench "${unknown}".\n${usage}`)
if (values.help) console.log(usage)
else await runAll(positionals.length > 0 ? positionals : Object.keys(benches), { quick: values.quick })

async function runAll(names: readonly string[], options: Options): Promise<void> {
  const loadBefore = machineLoad()
  const rows: BenchRow[] = []
  for (const name of names) {
    console.error(`measuring ${name} …`)
    rows.push(...((await benches[name]?.(options)) ?? []))
  }
  console.log(table(rows))
  const missed = rows.filter((row) => !row.ok).length
  console.log(
    `\n${rows.length - missed} of ${rows.length} figures meet their aim${missed > 0 ? `; ${missed} do not` : ''}.`,
  )
  console.log(
    `${cpus().length} cores; load before ${loadBefore}, after ${machineLoad()}${options.quick ? '; quick' : ''}.`,
  )
}

/** Of the last minute: above the number of cores, figures are of a busy machine. */
function machineLoad(): string {
  return loadavg()[0]?.toFixed(1) ?? '?'
}

function table(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => [
    row.name,
    figure(row.ours, row.unit),
    figure(row.peer, row.unit),
    `${row.ratio.toFixed(2)} x`,
    row.aim,
    row.ok ? 'met' : 'NOT MET',
  ])
  const all = [['what', 'ours', 'peer', 'ratio', 'aim', ''], ...cells]
  const widths = all[0]?.map((_, at) => Math.max(...all.map((line) => line[at]?.length ?? 0))) ?? []
  return all
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function figure(value: number, unit: string): string {
  return `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`
}

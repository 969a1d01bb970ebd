import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endAll, endWithChildren, followNpm, isEnding } from '../scripts/ending.ts'
import { benchAllocation } from './allocation.ts'
import { foreseen, shareWithin } from './budget.ts'
import { benchCatalogue } from './catalogue.ts'
import { durations } from './durations.ts'
import { benchFacilities } from './facilities.ts'
import { benchFirstLabels } from './first-labels.ts'
import { benchFirstLoad } from './first-load.ts'
import { benchGatePass } from './gate-pass.ts'
import { benchInventory } from './inventory.ts'
import { benchLabels } from './labels.ts'
import { benchMaterials } from './materials.ts'
import { benchOrderList } from './order-list.ts'
import { benchPackScan } from './pack-scan.ts'
import { benchPackingList } from './packing-list.ts'
import { benchPeerErp, whyNoErp } from './peer-erp.ts'
import { benchPeers, noPeers } from './peers.ts'
import { benchPipeline } from './pipeline.ts'
import { benchProduction } from './production.ts'
import { benchPurchaseOrder } from './purchase-order.ts'
import { benchQcBox } from './qc-box.ts'
import { benchReceiveBoxes } from './receive-boxes.ts'
import { benchRecords } from './records.ts'
import type { BenchRow } from './row.ts'
import { type Options, sizeAsked } from './run-options.ts'
import { benchScan } from './scan.ts'
import { benchSheets } from './sheets.ts'
import { benchStart } from './start.ts'
import { benchStock } from './stock.ts'
import { benchTable } from './table.ts'
import { benchUnderAttack } from './under-attack.ts'

type Bench = (options: Options) => Promise<BenchRow[]>

const benches: Readonly<Record<keyof typeof durations, Bench>> = {
  start: benchStart,
  labels: benchLabels,
  'first-labels': benchFirstLabels,
  'first-load': benchFirstLoad,
  sheets: benchSheets,
  'packing-list': benchPackingList,
  'order-list': benchOrderList,
  table: benchTable,
  catalogue: benchCatalogue,
  scan: benchScan,
  'qc-box': benchQcBox,
  records: benchRecords,
  'receive-boxes': benchReceiveBoxes,
  'purchase-order': benchPurchaseOrder,
  'gate-pass': benchGatePass,
  'pack-scan': benchPackScan,
  inventory: benchInventory,
  stock: benchStock,
  materials: benchMaterials,
  production: benchProduction,
  facilities: benchFacilities,
  pipeline: benchPipeline,
  peers: benchPeers,
  'peer-erp': benchPeerErp,
  allocation: benchAllocation,
  'under-attack': benchUnderAttack,
}

const usage = `npm run bench -- [NAME ...] [--quick | --smoke | --budget MINUTES] [--shard 1/2] [--results FILE]

Measures ours beside its peers in the same run, one after another, and prints the figures of each bench as it is done. Names:
${Object.keys(benches).join(', ')}.
--quick takes smaller data and fewer rounds, for trying out. --smoke takes hardly any: it only tries whether every bench runs
through and gives figures, and judges none. --shard takes the one half of the benches or the other, to try both beside each other. A missed aim is said, and is no failure; a bench that breaks is one, and the others
go on. --budget takes all sizes and rounds down by one share, so that the chosen benches keep to about so many minutes in all, and says
which. --results writes for scripts/test.ts how many benches went through.`

/** What a bench of tiny data may take: one that hangs must not hold up the tests for ever. */
const SMOKE_LIMIT_MS = 300_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    budget: { type: 'string' },
    shard: { type: 'string' },
    results: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const unknown = positionals.find((name) => !(name in benches))
if (unknown !== undefined) throw new TypeError(`There is no bench "${unknown}".\n${usage}`)
if (values.help) console.log(usage)
else {
  const absent = new Map([
    ['peers', process.env.DIRECTUS === undefined ? noPeers : null],
    ['peer-erp', whyNoErp(sizeAsked())],
  ])
  const all = Object.keys(benches).filter((name) => (absent.get(name) ?? null) === null)
  if (positionals.length === 0)
    for (const [name, reason] of absent) if (reason !== null) console.log(`${name} skipped: ${reason}`)
  const names = inShard(positionals.length > 0 ? positionals : all)
  await runAll(names, values.budget === undefined ? { size: sizeAsked() } : withinBudget(names, values.budget))
}

/** Says what will be measured, and how long that took when all of it was. */
function withinBudget(names: readonly string[], asked: string): Options {
  const minutes = Number(asked)
  if (!(minutes > 0)) throw new TypeError(`"${asked}" is no number of minutes.\n${usage}`)
  if (values.quick || values.smoke) throw new TypeError(`--budget takes the whole sizes down by itself.\n${usage}`)
  const share = shareWithin(minutes, names, durations)
  const inMinutes = (seconds: number) => (seconds / 60).toFixed(1)
  const [all, now] = [1, share].map((of) => inMinutes(foreseen(names, of, durations)))
  console.log(
    `Within ${minutes} min: sizes and rounds at ${share.toFixed(2)} of the whole ones, for about ${now} min instead of ${all}.${
      share === 0 ? ' It cannot be less: these are the tiny sizes of --smoke.' : ''
    }`,
  )
  return { size: 'whole', share }
}

function inShard(names: readonly string[]): string[] {
  const [, shard, shards] = (/^(\d)\/(\d)$/.exec(values.shard ?? '1/1') ?? []).map(Number)
  if (!shard || !shards || shard > shards) throw new TypeError(`There is no half "${values.shard}".\n${usage}`)
  return names.filter((_, at) => at % shards === shard - 1)
}

interface Outcome {
  name: string
  rows: readonly BenchRow[]
  /** Why it broke. */
  failure: string | null
}

async function runAll(names: readonly string[], options: Options): Promise<void> {
  void followNpm()
  endWithChildren()
  const loadBefore = machineLoad()
  const outcomes: Outcome[] = []
  for (const name of names) {
    console.error(`measuring ${name} …`)
    const started = performance.now()
    const outcome = await runOne(name, options)
    // Whatever a bench that is ended by a signal says of it.
    if (isEnding()) return
    outcomes.push(outcome)
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    console.log(`\n${name} (${seconds} s)\n${outcome.failure === null ? '' : `FAILED ${outcome.failure}\n`}`)
    if (outcome.rows.length > 0) console.log(`${table(outcome.rows, options)}\n`)
  }
  console.log(summary(outcomes, options))
  console.log(`${cpus().length} cores; load before ${loadBefore}, after ${machineLoad()}; ${saidSize(options)}.`)
  if (values.results) writeFileSync(values.results, JSON.stringify({ benches: counts(outcomes) }))
  // Also what a bench that broke has left open.
  await endAll(outcomes.some(({ failure }) => failure !== null) ? 1 : 0)
}

function saidSize({ size, share = 1 }: Options): string {
  return share < 1 ? `${share.toFixed(2)} of the whole sizes` : size
}

/** Never throws: a bench that breaks takes neither the figures before it along nor those after it. */
async function runOne(name: string, options: Options): Promise<Outcome> {
  const broken = Promise.withResolvers<never>()
  const fail = (error: unknown) => broken.reject(error)
  // Nobody awaits what a connection or a page says of its own.
  process.on('uncaughtException', fail).on('unhandledRejection', fail)
  const late = new AbortController()
  try {
    const contenders = [benches[name as keyof typeof benches](options), broken.promise]
    if (options.size === 'smoke') contenders.push(tooLate(late.signal))
    const rows = await Promise.race(contenders)
    return { name, rows, failure: missing(rows) }
  } catch (error) {
    return { name, rows: [], failure: wordsOf(error) }
  } finally {
    late.abort()
    process.off('uncaughtException', fail).off('unhandledRejection', fail)
  }
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await sleep(SMOKE_LIMIT_MS, undefined, { signal }).catch(() => new Promise(() => undefined))
  throw new Error(`not through after ${SMOKE_LIMIT_MS / 1_000} s`)
}

/** A bench that measured nothing is broken too. */
function missing(rows: readonly BenchRow[]): string | null {
  if (rows.length === 0) return 'It gave no figure.'
  const empty = rows.filter(({ ours, peer }) => !(Number.isFinite(ours) && Number.isFinite(peer)))
  return empty.length > 0 ? `No figure of: ${empty.map(({ name }) => name).join('; ')}` : null
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return `${error.stack ?? error.message}${error.cause === undefined ? '' : `\n  because of ${wordsOf(error.cause)}`}`
}

function counts(outcomes: readonly Outcome[]) {
  const broken = outcomes.filter(({ failure }) => failure !== null)
  const notes = broken.map(({ name, failure }) => `FAILED bench ${name}\n    ${failure}`)
  return { passed: outcomes.length - broken.length, failed: broken.length, skipped: 0, notes }
}

function summary(outcomes: readonly Outcome[], { size }: Options): string {
  const rows = outcomes.flatMap((outcome) => outcome.rows)
  const missed = rows.filter(({ ok }) => !ok).length
  const broken = outcomes.filter(({ failure }) => failure !== null).map(({ name }) => name)
  const judged = `${rows.length - missed} of ${rows.length} figures meet their aim${missed > 0 ? `; ${missed} do not` : ''}.`
  const said = size === 'smoke' ? `${rows.length} figures, none judged.` : judged
  return broken.length > 0 ? `${said} FAILED: ${broken.join(', ')}.` : said
}

/** Of the last minute: above the number of cores, figures are of a busy machine. */
function machineLoad(): string {
  return loadavg()[0]?.toFixed(1) ?? '?'
}

function table(rows: readonly BenchRow[], { size }: Options): string {
  const cells = rows.map((row) => [
    row.name,
    figure(row.ours, row.unit),
    figure(row.peer, row.unit),
    `${row.ratio.toFixed(2)} x`,
    row.aim,
    size === 'smoke' ? '' : row.ok ? 'met' : 'NOT MET',
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

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded } from '../scripts/build-if-needed.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { benchFolder, withDatabase } from './database.ts'
import { timed } from './measure.ts'
import { readExcelJs } from './packing-list.ts'
import { startProgram } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, type Size, sizeAsked, sized } from './run-options.ts'
import {
  type Ask,
  arrivedFile,
  formOf,
  prepareBoxes,
  shipBoxes,
  signIn,
  vendorEmail,
  warehouseEmail,
} from './scan/boxes.ts'
import { startOthers } from './scan/others.ts'
import { openStation, type Station, type Took } from './scan/page.ts'
import { openBrowser } from './table/browser.ts'

const ALONE_MS = 50
const BUSY_MS = 100
const FILE_MS = 10_000
/** Scans of one station before the other has its turn. */
const TURN = 25
const OTHERS = 20
const PER_SECOND = 20

/** Boxes scanned in turn, at a pace, and by file. */
const sizes: Record<Size, Record<'scans' | 'paced' | 'filed', number>> = {
  whole: { scans: 1_000, paced: 60 * PER_SECOND, filed: 10_000 },
  quick: { scans: 100, paced: 100, filed: 1_000 },
  smoke: { scans: 5, paced: 20, filed: 20 },
}

/** A scan to its painted answer in the browser, beside a bare page on the same server, alone and in a busy hall; and boxes by file. */
export async function benchScan(options: Options): Promise<BenchRow[]> {
  await buildIfNeeded()
  const folder = await benchFolder()
  const dataDir = join(folder, 'data')
  const { scans, paced, filed } = sized(options, sizes)
  try {
    const unpacked = await withDatabase({ dataDir }, async ({ owner: db }) => {
      await seedDemo(db)
      return prepareBoxes(db, scans * 4 + paced + filed + OTHERS)
    })
    const app = await startProgram([
      join(import.meta.dirname, '../out/main/serve.js'),
      '--data',
      dataDir,
      '--port',
      '0',
    ])
    try {
      const codes = await shipBoxes(await signIn(app.url, vendorEmail), unpacked)
      const last = codes.length - filed
      return [
        ...(await benchStation(app.url, codes, scans)),
        await benchPace(app.url, codes.slice(last - paced, last)),
        await benchFile(app.url, codes.slice(last)),
      ]
    } finally {
      await app.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function benchStation(url: string, codes: readonly string[], scans: number): Promise<BenchRow[]> {
  const browser = await openBrowser()
  try {
    const ours = await openStation(browser, url, 'ours')
    const bare = await openStation(browser, url, 'bare')
    const part = (at: number) => codes.slice(OTHERS + at * scans, OTHERS + (at + 1) * scans)
    const alone = await turnAbout({ ours, bare }, part(0), part(1))
    const others = await startOthers(url, codes.slice(0, OTHERS))
    const busy = await turnAbout({ ours, bare }, part(2), part(3))
    await others.stop()
    return [
      rowOf(
        `scan to what the station says, ${scans} scans, ${foreseen(alone)} foreseen, beside a bare page`,
        alone,
        'told',
        ALONE_MS,
      ),
      rowOf('scan to the answer of the server', alone, 'answered', ALONE_MS),
      rowOf(`the former with ${OTHERS} others and a report, ${foreseen(busy)} foreseen`, busy, 'told', BUSY_MS),
      rowOf('the latter with them', busy, 'answered', BUSY_MS),
    ]
  } finally {
    await browser.close()
  }
}

export interface Times {
  ours: Took[]
  bare: Took[]
}

/** Turn about, so that a busy moment of the machine falls on both. */
export async function turnAbout(
  { ours, bare }: Record<keyof Times, Station>,
  ourCodes: readonly string[],
  bareCodes: readonly string[],
  prefix = '00',
): Promise<Times> {
  const times: Times = { ours: [], bare: [] }
  for (let at = 0; at < ourCodes.length; at += TURN) {
    for (const code of ourCodes.slice(at, at + TURN)) times.ours.push(await ours.scan(`${prefix}${code}`))
    for (const code of bareCodes.slice(at, at + TURN)) times.bare.push(await bare.scan(`${prefix}${code}`))
  }
  return times
}

export function rowOf(name: string, times: Times, part: keyof Took, aim: number): BenchRow {
  const [ours, bare] = [times.ours, times.bare].map((took) => took.map((one) => one[part])) as [number[], number[]]
  const figures = { ours: partOf(ours, 0.99), peer: partOf(bare, 0.99) }
  const middle = `p50 ${partOf(ours, 0.5).toFixed(1)}/${partOf(bare, 0.5).toFixed(1)} ms`
  return timeRow(`${name}, p99 (${middle})`, figures, `<= ${aim} ms`, figures.ours <= aim)
}

/** Scans to which the station said something before the server did. */
export function foreseen({ ours }: Times): number {
  return ours.filter(({ told, answered }) => told < answered).length
}

/** The figure that this part of all is not above. */
function partOf(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

/** Scans that do not wait for each other, and how many boxes of them are in once the station says that all is sent. */
async function benchPace(url: string, codes: readonly string[]): Promise<BenchRow> {
  const browser = await openBrowser()
  try {
    const station = await openStation(browser, url, 'ours')
    const scanned = codes.map((code) => `00${code}`)
    const took = await timed(() => station.pace(scanned, PER_SECOND))
    const ask = await signIn(url, warehouseEmail)
    let ours = 0
    // Until all are in, or no more come.
    for (let before = -1; ours < codes.length && ours > before; ) {
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      before = ours
      ours = await countIn(ask, codes)
    }
    const name = `boxes in of ${codes.length} scanned within ${(took / 1_000).toFixed(1)} s`
    const peer = codes.length
    return { name, ours, peer, unit: 'boxes', ratio: ours / peer, aim: 'all', ok: ours === peer }
  } finally {
    await browser.close()
  }
}

async function countIn(ask: Ask, codes: readonly string[]): Promise<number> {
  let count = 0
  for (let at = 0; at < codes.length; at += 500) {
    const filter = { box_ids: codes.slice(at, at + 500), page_size: 500 }
    count += (await ask<{ rows: unknown[] }>('/v1/erp/qc/china/get-inwarded-boxes', filter)).rows.length
  }
  return count
}

async function benchFile(url: string, codes: readonly string[]): Promise<BenchRow> {
  const ask = await signIn(url, warehouseEmail)
  const bytes = await arrivedFile(codes)
  const upload = async () => {
    const form = formOf({ mode: 'all' }, new Uint8Array(bytes), 'arrived.xlsx')
    const { rows_taken } = await ask<{ rows_taken: number }>('/v1/erp/qc/china/upload-awaiting-inward-file', form)
    if (rows_taken !== codes.length) throw new Error(`${rows_taken} of ${codes.length} boxes were taken in`)
  }
  const ours = await timed(upload)
  const peer = await timed(() => readExcelJs(bytes, codes.length))
  const name = `${codes.length} boxes taken in by file, beside exceljs merely reading it`
  return timeRow(name, { ours, peer }, `<= ${FILE_MS} ms`, ours <= FILE_MS)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await benchScan({ size: sizeAsked() }))

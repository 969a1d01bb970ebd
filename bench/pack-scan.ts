import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { buildIfNeeded } from '../scripts/build-if-needed.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { aMove, at, makeSite, makeSkus, moved } from '../tests/support/stock.ts'
import { benchFolder, withDatabase } from './database.ts'
import { startProgram } from './programs.ts'
import type { BenchRow } from './row.ts'
import { type Options, type Size, sizeAsked, sized } from './run-options.ts'
import { type Ask, signIn } from './scan/boxes.ts'
import { openStation, type ScanPlace } from './scan/page.ts'
import { foreseen, rowOf, turnAbout } from './scan.ts'
import { openBrowser } from './table/browser.ts'

const AIM_MS = 50
const SKUS = 20
const email = 'warehouse@demo.selvedge'

/** Pieces that each station scans. */
const sizes: Record<Size, number> = { whole: 500, quick: 100, smoke: 5 }

/** Scanning a piece into a box of a gate pass, from its last key to the painted answer, beside a bare page on the same server. */
export async function benchPackScan(options: Options): Promise<BenchRow[]> {
  await buildIfNeeded()
  const scans = sized(options, sizes)
  const folder = await benchFolder()
  const dataDir = join(folder, 'data')
  try {
    const made = await withDatabase({ dataDir }, async ({ owner: db }) => {
      await seedDemo(db)
      const source = await makeSite(db)
      const skus = await makeSkus(db, SKUS)
      await sql`UPDATE sku SET ean = '89000000' || lpad(size, 5, '0') WHERE id = ANY(${skus.map(({ id }) => id)}::uuid[])`.execute(
        db,
      )
      await moved(db, ...skus.map((sku) => aMove({ sku, kind: 'receive', quantity: scans * 4, to: at(source.floor) })))
      return { site: source.code, skus }
    })
    const app = await startProgram([
      join(import.meta.dirname, '../out/main/serve.js'),
      '--data',
      dataDir,
      '--port',
      '0',
    ])
    try {
      const ask = await signIn(app.url, email)
      const items = made.skus.map(({ nm_sku }) => ({ nm_sku, quantity: scans }))
      const [ours, bare] = [await confirmedPass(ask, made.site, items), await confirmedPass(ask, made.site, items)]
      return await benchStations(app.url, ours, await openBox(ask, bare), scans)
    } finally {
      await app.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function confirmedPass(ask: Ask, from_site: string, items: object[]): Promise<string> {
  const head = { type: 'consumption', from_site, party: 'Bench', purpose: 'Bench' }
  const key = () => crypto.randomUUID()
  const path = '/bulk-inventory-movement/gatepass'
  const made = await ask<{ gate_pass: { gate_pass: string } }>(`${path}/update`, { ...head, items }, key())
  const { gate_pass } = made.gate_pass
  await ask(`${path}/details/confirm`, { gate_pass }, key())
  return gate_pass
}

async function openBox(ask: Ask, gate_pass: string): Promise<string> {
  const opened = await ask<{ boxes: { box_code: string }[] }>(
    '/bulk-inventory-movement/gatepass/box/add',
    { gate_pass, station: 'bare' },
    crypto.randomUUID(),
  )
  return opened.boxes[0]?.box_code ?? ''
}

async function benchStations(url: string, pass: string, box: string, scans: number): Promise<BenchRow[]> {
  const place: ScanPlace = {
    email,
    ours: `/warehouse/source?pack=${pass}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'New box' }).click()
      await page.getByText('Pieces into box 1').waitFor()
      await page.locator('.scan-field-input').focus()
    },
    call: '/bulk-inventory-movement/box/item/add',
    input: `{ box: '${box}', scans: [{ code, scan_id: crypto.randomUUID(), scanned_at: new Date().toISOString() }] }`,
  }
  const browser = await openBrowser()
  try {
    const stations = {
      ours: await openStation(browser, url, 'ours', place),
      bare: await openStation(browser, url, 'bare', place),
    }
    const codes = Array.from({ length: scans }, (_, scan) => `89000000${String((scan % SKUS) + 1).padStart(5, '0')}`)
    const times = await turnAbout(stations, codes, codes, '')
    const name = `piece into a box of a gate pass, ${scans} scans`
    return [
      rowOf(
        `${name}, ${foreseen(times)} foreseen, key to the first word painted, beside a bare page`,
        times,
        'told',
        AIM_MS,
      ),
      rowOf(`${name}, key to the server's answer painted`, times, 'answered', AIM_MS),
    ]
  } finally {
    await browser.close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchPackScan({ size: sizeAsked() }))

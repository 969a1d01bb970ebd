import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded } from '../scripts/build-if-needed.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { LINES_AN_ORDER, seedVolume } from '../src/server/demo/seed-volume.ts'
import { openCluster, withDatabase } from './database.ts'
import { sessionOf, startProgram } from './programs.ts'
import type { BenchRow } from './row.ts'
import { type Options, type Size, sizeAsked, sized } from './run-options.ts'
import { benchApp, reader, type Turns } from './table/app.ts'
import { openBrowser } from './table/browser.ts'
import { readRows } from './table/rows.ts'
import { benchScrolling } from './table/scrolling.ts'
import { servePage } from './table/serve-page.ts'

const server = join(import.meta.dirname, '../out/main/serve.js')
const sizes: Record<Size, Turns & { orders: number }> = {
  // Some are not approved, and behind no list of a vendor's: of these, 100,000 are.
  whole: { orders: 107_000, rounds: 3, seconds: 4, cases: 6 },
  quick: { orders: 10_700, rounds: 1, seconds: 2, cases: 6 },
  smoke: { orders: 500, rounds: 1, seconds: 0.2, cases: 2 },
}

/** Our table beside AG Grid Community in Chromium, on the same orders: frames while scrolling, and sorting and filtering in the app. */
export async function benchTable({ databaseUrl, ...options }: Options & { databaseUrl?: string }): Promise<BenchRow[]> {
  const { orders, ...turns } = sized(options, sizes)
  await buildIfNeeded()
  const cluster = databaseUrl ? null : await openCluster()
  try {
    const url =
      databaseUrl ??
      (await cluster?.database('order_table', async ({ db }) => {
        await seedDemo(db)
        await seedVolume(db, { lines: orders * LINES_AN_ORDER })
      }))
    if (!url) throw new Error('there is no database')
    return await onServer(url, turns)
  } finally {
    await cluster?.stop()
  }
}

async function onServer(databaseUrl: string, turns: Turns): Promise<BenchRow[]> {
  const app = await startProgram([server, '--port', '0'], { DATABASE_URL: databaseUrl })
  const browser = await openBrowser()
  try {
    const rows = await readRows(app.url, await sessionOf(databaseUrl, await idOfReader(databaseUrl)))
    const page = await servePage(rows)
    try {
      const count = rows.length
      const ids = rows.filter((_, at) => at % Math.floor(count / 12) === 7).map((row) => row.order_id)
      return [
        ...(await benchScrolling(browser, page.url, { count, ...turns })),
        ...(await benchApp(browser, { app: app.url, page: page.url }, { count, ids, ...turns })),
      ]
    } finally {
      await page.stop()
    }
  } finally {
    await browser.close()
    await app.stop()
  }
}

/** Who sees the orders of every vendor. */
function idOfReader(databaseUrl: string): Promise<string> {
  return withDatabase({ databaseUrl }, async ({ db }) => {
    const { id } = await db.selectFrom('app_user').where('email', '=', reader).select('id').executeTakeFirstOrThrow()
    return id
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const databaseUrl = process.argv.find((word) => word.startsWith('postgres'))
  console.table(await benchTable({ size: sizeAsked(), ...(databaseUrl ? { databaseUrl } : {}) }))
}

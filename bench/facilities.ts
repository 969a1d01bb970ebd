import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { buildIfNeeded } from '../scripts/build-if-needed.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { contract } from '../src/shared/areas.ts'
import { sentAtOnce } from '../tests/support/facilities.ts'
import { makeFacilities, makeManyOrders } from '../tests/support/production-worlds.ts'
import { insertBare, makeBareTables } from './bare-rows.ts'
import { openCluster, withDatabase } from './database.ts'
import { median, timed } from './measure.ts'
import { sessionOf, startProgram } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, type Size, sizeAsked, sized } from './run-options.ts'
import { enter } from './scan/page.ts'
import { openBrowser } from './table/browser.ts'

const MOST_OF_BARE = 5
const MOST_OF_PAGE = 2
const LINES_AN_ORDER = 4
const ways = [
  ['cutting', 'cut'],
  ['stitching', 'stitch'],
  ['finishing', 'finish'],
] as const

const server = join(import.meta.dirname, '../out/main/serve.js')
const { bulkUpdate, getFacilityOrders } = contract.facilities

interface Volume {
  /** Of four lines each. */
  orders: number
  /** Of those, whose stages are moved by sheet. */
  moved: number
  rounds: number
}

const sizes: Record<Size, Volume> = {
  whole: { orders: 2_000, moved: 1_250, rounds: 9 },
  quick: { orders: 2_000, moved: 1_250, rounds: 3 },
  smoke: { orders: 60, moved: 20, rounds: 1 },
}

/** Stages moved by a sheet beside the same rows written bare, and the first paint of the board beside a bare page. */
export async function benchFacilities(options: Options): Promise<BenchRow[]> {
  const volume = sized(options, sizes)
  await buildIfNeeded()
  const cluster = await openCluster()
  try {
    let userId = ''
    const url = await cluster.database('facilities', async ({ db }) => {
      await seedDemo(db)
      await makeFacilities(db)
      await sentAtOnce(db, await makeManyOrders(db, volume.orders, { pieces: 10 }), 'T1')
      await sql`UPDATE production_vendor_allocation a SET starts_on = '2025-12-01', due_on = '2026-01-01' FROM production_order o
        WHERE o.id = a.order_id AND o.number LIKE 'PR-B%5'`.execute(db)
      await makeBareTables(db, ['facility_line', 'facility_move'])
      const { id } = await db
        .selectFrom('app_user')
        .where('email', '=', 'ops@demo.selvedge')
        .select('id')
        .executeTakeFirstOrThrow()
      userId = id
      await sql`VACUUM ANALYZE`.execute(db)
    })
    const app = await startProgram([server, '--port', '0'], { DATABASE_URL: url })
    try {
      const headers = { authorization: `Bearer ${await sessionOf(url, userId)}` }
      return [await board(app.url, volume), await sheets({ url: app.url, headers, databaseUrl: url }, volume)]
    } finally {
      await app.stop()
    }
  } finally {
    await cluster.stop()
  }
}

interface Told {
  url: string
  headers: Record<string, string>
  databaseUrl: string
}

/** The lines and moves of a stage after the other; the bare tables have the same columns, checks and indexes. */
async function sheets({ url, headers, databaseUrl }: Told, { moved }: Volume): Promise<BenchRow> {
  const [ours, peer]: [number[], number[]] = [[], []]
  for (const [stage, kind] of ways) {
    const lines = Array.from({ length: moved }, (_, at) => at).flatMap((at) =>
      ['S', 'M', 'L', 'XL'].map((size) => `PR-B${at},NM-MANY-${size},8`),
    )
    const file = new Blob([['Production order,NM SKU,Pieces that came', ...lines].join('\n')])
    ours.push(
      await timed(async () => {
        const form = new FormData()
        form.set('facility', 'T1')
        form.set('file', file, 'stage.csv')
        const path = `/${bulkUpdate.path.replace('{status}', stage)}`
        const answer = await fetch(url + path, { method: 'POST', headers, body: form })
        if (!answer.ok) throw new Error((await answer.text()).slice(0, 500))
      }),
    )
    peer.push(
      await withDatabase({ databaseUrl }, async ({ db }) => {
        await sql`TRUNCATE bare_facility_line, bare_facility_move`.execute(db)
        return insertBare(db, {
          facility_line: sql`t.${sql.ref(stage)} > 0`,
          facility_move: sql`t.kind = ${kind}`,
        })
      }),
    )
  }
  const [own, bare] = [median(ours), median(peer)]
  const updates = (moved * LINES_AN_ORDER).toLocaleString('en')
  const said = `${updates} stage updates by sheet, beside the same lines and moves written bare`
  return timeRow(said, { ours: own, peer: bare }, `<= ${MOST_OF_BARE} x`, own <= MOST_OF_BARE * bare)
}

/** From the click on a tab to its first cards painted; the bare page asks the same and writes a line for each card. */
async function board(baseURL: string, { orders, rounds }: Volume): Promise<BenchRow> {
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
    await enter(context, 'ops@demo.selvedge')
    const page = await context.newPage()
    const [ours, peer]: [number[], number[]] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      const [own, bare] = [await firstCards(page), await firstLines(page)]
      if (round === 0) continue
      ours.push(own)
      peer.push(bare)
    }
    const [own, bare] = [median(ours), median(peer)]
    const said = `a tab of the board of ${orders.toLocaleString('en')} orders, to its first cards, beside a bare page`
    return timeRow(said, { ours: own, peer: bare }, `<= ${MOST_OF_PAGE} x`, own <= MOST_OF_PAGE * bare)
  } finally {
    await browser.close()
  }
}

async function firstCards(page: Page): Promise<number> {
  await page.goto('/supply-management/production?facility=T1&tab=late')
  await page.locator('.stage-card').first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(async () => {
    const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')].at(-1)
    const second = () => document.querySelectorAll('.stage-card')[1]?.textContent
    const before = second()
    const since = performance.now()
    tab?.click()
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const now = second()
      if ((now && now !== before) || performance.now() - since > 20_000) return performance.now() - since
    }
  })
}

async function firstLines(page: Page): Promise<number> {
  return page.evaluate(async (path) => {
    const since = performance.now()
    const reply = await fetch(`/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-selvedge-client': 'screen' },
      body: JSON.stringify({ tab: 'all', facility: 'T1', page_size: 100 }),
    })
    const { data } = (await reply.json()) as {
      data: { rows: { order_action_id: string; name: string; pending: number }[] }
    }
    const bare = document.createElement('div')
    for (const { order_action_id, name, pending } of data.rows)
      bare.append(Object.assign(document.createElement('p'), { textContent: `${order_action_id} ${name} ${pending}` }))
    document.body.replaceChildren(bare)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - since
  }, getFacilityOrders.path)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchFacilities({ size: sizeAsked() }))

import type { Browser, Page } from '@playwright/test'
import { demoPassword } from '../../src/server/demo/book.ts'
import { type BenchRow, timeRow } from '../row.ts'
import { openStage, recorded, type Scrolled, type Stage } from './browser.ts'
import { framesRows, openGrid, share, wheel } from './scrolling.ts'

const AIM_MS = 200
/** One of the house, who sees the orders of every vendor. */
export const reader = 'internal@demo.selvedge'
const LIST = '/supplier/my-orders?tab=all'

/** One change of what the list shows: a click or a key in the app, and the same asked of AG Grid by its API. */
interface Change {
  name: string
  /** Each is asked once per opened page, so that nothing comes from a cache. */
  cases: readonly Case[]
}

interface Case {
  /** Up to what is measured. */
  prepare?: (page: Page) => Promise<unknown>
  event: 'click' | 'input' | 'keydown'
  act: (page: Page) => Promise<unknown>
  undo?: (page: Page) => Promise<unknown>
  peer: PeerAct
}

type PeerAct = { sort: [string, boolean] } | { status: string | null } | { search: string }

const sortBy = (header: string, isDescending: boolean): Case => ({
  event: 'click',
  act: (page) =>
    page
      .locator('.dt-th', { hasText: new RegExp(`^${header}[↑↓]?$`) })
      .locator('.dt-sort')
      .click(),
  peer: { sort: [header, isDescending] },
})

const statuses = ['Rejected', 'Out of stock', 'Partially shipped', 'Added to shipping platform', 'Shipment delayed']
const box = (page: Page, status: string) => page.locator('.dt-choice label', { hasText: status }).locator('input')

const showStatus = (status: string): Case => ({
  prepare: async (page) => {
    if (!(await page.locator('.dt-choice').isVisible())) await page.locator('.dt-filter', { hasText: 'Status' }).click()
    await box(page, status).waitFor()
  },
  event: 'click',
  act: (page) => box(page, status).click(),
  undo: (page) => box(page, status).click(),
  peer: { status },
})

const field = '[data-table-search]'
const searchAtOnce = (id: string): Case => ({
  prepare: (page) => page.locator(field).fill(id),
  event: 'keydown',
  act: (page) => page.locator(field).press('Enter'),
  peer: { search: id },
})

/** The last letter is typed when the ones before have had their answer. */
const searchByTyping = (id: string): Case => ({
  prepare: async (page) => {
    await page.locator(field).fill(id.slice(0, -1))
    await page.waitForTimeout(900)
  },
  event: 'input',
  act: (page) => page.keyboard.type(id.slice(-1)),
  peer: { search: id },
})

/** `ids` are of orders that are there: half are searched for at once, half letter by letter. Of each kind at most so many. */
function changesOf(ids: readonly string[], most: number): readonly Change[] {
  return allChanges(ids).map(({ name, cases }) => ({ name, cases: cases.slice(0, most) }))
}

const allChanges = (ids: readonly string[]): readonly Change[] => [
  {
    name: 'sorted by a click',
    // The list opens by the day to ship, earliest first: a click on that one turns it about.
    cases: [
      sortBy('Ship by', true),
      ...['Ordered', 'Order'].flatMap((header) => [sortBy(header, false), sortBy(header, true)]),
    ],
  },
  { name: 'filtered by status', cases: statuses.map(showStatus) },
  { name: 'searched, with Enter', cases: ids.slice(0, ids.length / 2).map(searchAtOnce) },
  { name: 'searched, from the last letter typed', cases: ids.slice(ids.length / 2).map(searchByTyping) },
]

export async function signIn(stage: Stage): Promise<void> {
  const { page } = stage
  await page.goto('/login')
  await page.locator('input[type=email]').fill(reader)
  await page.locator('input[type=password]').fill(demoPassword)
  await page.locator('button[type=submit]').click()
  await page.locator('.frame').waitFor()
}

async function openList({ page }: Stage): Promise<void> {
  await page.goto(LIST)
  await page.locator('.dt-body .code').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** From the browser's own time of the event to the paint of other rows. */
async function timeOurs({ page }: Stage, { prepare, event, act, undo }: Case): Promise<number> {
  await prepare?.(page)
  await page.evaluate((kind) => window.recorder.untilOtherAfter(kind), event)
  await act(page)
  const took = await page.evaluate(() => window.recorder.took())
  await page.waitForTimeout(150)
  await undo?.(page)
  await page.waitForTimeout(250)
  return took
}

async function timePeer({ page }: Stage, { peer }: Case): Promise<number> {
  const took = await page.evaluate((asked) => {
    const { grid, recorder } = window
    return recorder.untilOther(() => {
      if ('sort' in asked) grid?.sortBy?.(...asked.sort)
      else if ('status' in asked) grid?.showStatus?.(asked.status)
      else grid?.search?.(asked.search)
    })
  }, peer)
  // A status or a word is taken back, as in the app.
  if (!('sort' in peer))
    await page.evaluate(
      (isSearch) => (isSearch ? window.grid?.search?.('') : window.grid?.showStatus?.(null)),
      'search' in peer,
    )
  await page.waitForTimeout(400)
  return took
}

function saying(what: string): (failure: unknown) => never {
  return (cause) => {
    throw new Error(`${what}: not measured`, { cause })
  }
}

/** Seconds are of one scroll; cases, how many are tried of each kind of change. */
export type Turns = Record<'rounds' | 'seconds' | 'cases', number>

/** The app on a real server beside AG Grid with all rows in memory: time to the painted rows, and frames while pages load. */
export async function benchApp(
  browser: Browser,
  urls: { app: string; page: string },
  { count, ids, rounds, seconds, cases }: Turns & { count: number; ids: readonly string[] },
): Promise<BenchRow[]> {
  const times = new Map(changesOf(ids, cases).map((change) => [change, { ours: [] as number[], peer: [] as number[] }]))
  const scrolled = { ours: [] as Scrolled[], peer: [] as Scrolled[] }
  const app = await openStage(browser, urls.app)
  await signIn(app)
  for (let round = 0; round < rounds; round++) {
    const peer = await openGrid(browser, urls.page, 'peer')
    for (const [change, { ours, peer: others }] of times) {
      await openList(app)
      for (const one of change.cases) {
        ours.push(await timeOurs(app, one).catch(saying(`ours, ${JSON.stringify(one.peer)}`)))
        others.push(await timePeer(peer, one).catch(saying(`AG Grid, ${JSON.stringify(one.peer)}`)))
      }
    }
    await openList(app)
    const at = await app.page.locator('.dt-grid').boundingBox()
    if (!at) throw new Error('the app shows no list')
    scrolled.ours.push(await recorded(app, () => wheel(app, at, 3_000, seconds)))
    await peer.page.evaluate(() => document.querySelector('.ag-grid-viewport')?.scrollTo({ top: 0 }))
    scrolled.peer.push(await recorded(peer, () => wheel(peer, peer.at, 3_000, seconds)))
    await peer.close()
  }
  await app.close()
  const list = `the app, ${count.toLocaleString('en')} orders on its server`
  return [
    ...[...times].map(([{ name }, found]) => paintRow(`${list}, ${name}`, found.ours, found.peer)),
    ...framesRows(`${list}, wheel at 3,000 px/s through its pages`, scrolled.ours, scrolled.peer),
  ]
}

function paintRow(name: string, ours: readonly number[], peer: readonly number[]): BenchRow {
  const both = (part: number) => `${share(ours, part).toFixed(0)} / ${share(peer, part).toFixed(0)}`
  const p95 = { ours: share(ours, 0.95), peer: share(peer, 0.95) }
  return timeRow(
    `${name}: p95 to the paint of ${ours.length} (p50 ${both(0.5)}, max ${both(1)})`,
    p95,
    `<= ${AIM_MS} ms`,
    p95.ours <= AIM_MS,
  )
}

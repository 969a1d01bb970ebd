import type { Browser } from '@playwright/test'
import { median } from '../measure.ts'
import { type BenchRow, timeRow } from '../row.ts'
import { heapMegabytes, openStage, recorded, type Scrolled, type Stage } from './browser.ts'

const AIM_MS = 50
const grids = { ours: '.dt-grid', peer: '.ag-grid-viewport' }
const scrollbars = { ours: '.dt-grid', peer: '.ag-body-vertical-scroll-viewport' }
type Side = keyof typeof grids

/** One way of scrolling; the box is that of the rows, and for the scrollbar its own. */
interface Way {
  name: string
  drive: (stage: Opened, seconds: number) => Promise<unknown>
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const ways: readonly Way[] = [
  { name: 'wheel at 3,000 px/s', drive: (opened, seconds) => wheel(opened, opened.at, 3_000, seconds) },
  { name: 'wheel at 20,000 px/s', drive: (opened, seconds) => wheel(opened, opened.at, 20_000, seconds) },
  { name: 'scrollbar dragged about', drive: dragScrollbar },
  { name: 'PageDown held', drive: holdPageDown },
]

export function wheel({ wire }: Stage, { x, y, width, height }: Box, speed: number, seconds: number): Promise<unknown> {
  return wire.send('Input.synthesizeScrollGesture', {
    x: x + width / 2,
    y: y + height / 2,
    yDistance: -speed * seconds,
    speed,
    gestureSourceType: 'mouse',
  })
}

/** Along the whole list and back by its scrollbar, in uneven strides: most frames show rows that no frame before has shown. */
async function dragScrollbar({ page, bar: { x, y, width, height } }: Opened, seconds: number): Promise<void> {
  const middle = x + width - 7
  await page.mouse.move(middle, y + 24)
  await page.mouse.down()
  const strides = Math.round(seconds * 30)
  for (let stride = 1; stride <= strides; stride++) {
    const share = Math.abs(Math.sin(stride * 0.37)) * 0.9
    await page.mouse.move(middle, y + 24 + share * (height - 60))
    await page.waitForTimeout(25)
  }
  await page.mouse.up()
}

async function holdPageDown({ page }: Opened, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    await page.keyboard.down('PageDown')
    await page.waitForTimeout(30)
  }
  await page.keyboard.up('PageDown')
}

interface Opened extends Stage {
  at: Box
  bar: Box
  firstPaintMs: number
  heap: number
}

export async function openGrid(browser: Browser, url: string, side: Side): Promise<Opened> {
  const stage = await openStage(browser, url)
  await stage.page.goto(`/?grid=${side}`)
  await stage.page.waitForFunction(() => window.firstPaintMs !== undefined, undefined, { timeout: 60_000 })
  const firstPaintMs = await stage.page.evaluate(() => window.firstPaintMs ?? Number.NaN)
  const at = await stage.page.locator(grids[side]).boundingBox()
  const bar = await stage.page.locator(scrollbars[side]).boundingBox()
  if (!at || !bar) throw new Error(`${side}: no rows to be seen`)
  return { ...stage, at, bar, firstPaintMs, heap: await heapMegabytes(stage) }
}

/** Frames of one way on one side, from the top of the list with a row chosen by a click. */
async function scrollOnce(opened: Opened, side: Side, way: Way, seconds: number): Promise<Scrolled> {
  const { page, at } = opened
  await page.evaluate((selector) => document.querySelector(selector)?.scrollTo({ top: 0 }), grids[side])
  await page.mouse.click(at.x + 200, at.y + 80)
  await page.waitForTimeout(300)
  const before = await page.evaluate(() => window.recorder.firstRows())
  const scrolled = await recorded(opened, () => way.drive(opened, seconds))
  await page.waitForTimeout(200)
  const after = await page.evaluate(() => window.recorder.firstRows())
  if (after === before || after.trim() === '') throw new Error(`${side}, ${way.name}: the list did not scroll`)
  return scrolled
}

/** Both tables on the same rows, all in memory: frames while scrolling, first paint and memory. */
export async function benchScrolling(
  browser: Browser,
  url: string,
  { count, rounds, seconds }: { count: number; rounds: number; seconds: number },
): Promise<BenchRow[]> {
  const runs = new Map(ways.map((way) => [way, { ours: [] as Scrolled[], peer: [] as Scrolled[] }]))
  const opened = { ours: [] as Opened[], peer: [] as Opened[] }
  for (let round = 0; round < rounds; round++) {
    for (const side of ['ours', 'peer'] as const) {
      const stage = await openGrid(browser, url, side)
      opened[side].push(stage)
      for (const way of ways) runs.get(way)?.[side].push(await scrollOnce(stage, side, way, seconds))
      await stage.close()
    }
  }
  const list = `${count.toLocaleString('en')} rows`
  const middle = (of: (one: Opened) => number) => ({
    ours: median(opened.ours.map(of)),
    peer: median(opened.peer.map(of)),
  })
  const heap = middle((one) => one.heap)
  const first = middle((one) => one.firstPaintMs)
  return [
    ...[...runs].flatMap(([way, { ours, peer }]) => framesRows(`${list}, ${way.name}`, ours, peer)),
    timeRow(`${list}, from rows in memory to the first paint`, first, '<= 200 ms', first.ours <= 200),
    {
      name: `${list}, memory of scripts`,
      ...heap,
      unit: 'MB',
      ratio: heap.peer / heap.ours,
      aim: "<= AG Grid's",
      ok: heap.ours <= heap.peer,
    },
  ]
}

/** The better of several runs of both sides; what frames of all runs were blank. */
export function framesRows(name: string, ours: readonly Scrolled[], peer: readonly Scrolled[]): BenchRow[] {
  const [own, other] = [best(ours), best(peer)]
  const noise = (runs: readonly Scrolled[]) => runs.map((run) => share(run.frames, 0.95).toFixed(0)).join(' ')
  const both = (of: (run: Scrolled) => string) => `${of(own)} / ${of(other)}`
  const said = [
    `p50 ${both((run) => share(run.frames, 0.5).toFixed(0))}`,
    `p99 ${both((run) => share(run.frames, 0.99).toFixed(0))}`,
    `max ${both((run) => share(run.frames, 1).toFixed(0))}`,
    `p95 by run ${noise(ours)} / ${noise(peer)}`,
    `blank ${both((run) => `${run.blank} of ${run.frames.length}`)}`,
    `long tasks ${both((run) => String(run.longTasks))}`,
    `header drawn ${own.headerDraws} times`,
    ...(own.waiting + other.waiting > 0 ? [`placeholders ${both((run) => String(run.waiting))}`] : []),
  ].join(', ')
  const p95 = { ours: share(own.frames, 0.95), peer: share(other.frames, 0.95) }
  const work = { ours: own.workPerFrame, peer: other.workPerFrame }
  return [
    timeRow(`${name}: p95 of frames (${said})`, p95, `<= ${AIM_MS} ms`, p95.ours <= AIM_MS),
    timeRow(`${name}: main thread per frame`, work, "<= AG Grid's", work.ours <= work.peer),
  ]
}

function best(runs: readonly Scrolled[]): Scrolled {
  const [first, ...others] = runs
  if (!first) throw new Error('nothing was measured')
  return others.reduce((a, b) => (share(b.frames, 0.95) < share(a.frames, 0.95) ? b : a), first)
}

/** The figure below which that share of the figures lies. */
export function share(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

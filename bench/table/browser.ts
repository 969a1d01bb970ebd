import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../../tests/support/chromium.ts'
import { installRecorder, type Seen } from './recorder.ts'

const viewport = { width: 1440, height: 900 }

/** The system's Chromium without a window, but with scrollbars to drag and the memory of each page said exactly. */
export function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath()
  return chromium.launch({
    args: [...chromiumFlags, '--enable-precise-memory-info', '--js-flags=--expose-gc'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
    // Signals are the bench's own matter (scripts/ending.ts).
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ...(executablePath ? { executablePath } : {}),
  })
}

/** A page with the recorder in it, and the wire to the browser that drives and measures it. */
export interface Stage {
  page: Page
  wire: CDPSession
  close(): Promise<void>
}

export async function openStage(browser: Browser, baseURL: string): Promise<Stage> {
  const context = await browser.newContext({ baseURL, viewport })
  await context.addInitScript(installRecorder)
  const page = await context.newPage()
  page.on('pageerror', (failure) => console.error(`on the page: ${failure.message}`))
  const wire = await context.newCDPSession(page)
  await wire.send('Performance.enable')
  return { page, wire, close: () => context.close() }
}

export interface Scrolled extends Seen {
  /** Milliseconds of the page's main thread, per frame. */
  workPerFrame: number
  /** How often the header was drawn meanwhile, on the page that tells. */
  headerDraws: number
}

/** Records frames while the page is driven. */
export async function recorded({ page, wire }: Stage, drive: () => Promise<unknown>): Promise<Scrolled> {
  const headerBefore = await headerDraws(page)
  const before = await taskSeconds(wire)
  await page.evaluate(() => window.recorder.start())
  await drive()
  const seen = await page.evaluate(() => window.recorder.stop())
  const work = (await taskSeconds(wire)) - before
  const drawn = (await headerDraws(page)) - headerBefore
  return { ...seen, workPerFrame: (work * 1_000) / Math.max(1, seen.frames.length), headerDraws: drawn }
}

function headerDraws(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.grid?.headerDraws?.() ?? 0))
}

async function taskSeconds(wire: CDPSession): Promise<number> {
  const { metrics } = await wire.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

/** Megabytes that the page's scripts hold, after the garbage went. */
export async function heapMegabytes({ wire }: Stage): Promise<number> {
  await wire.send('HeapProfiler.collectGarbage')
  const { usedSize } = await wire.send('Runtime.getHeapUsage')
  return usedSize / 1_048_576
}

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import { buildIfNeeded } from '../scripts/build-if-needed.ts'
import { seedDemo } from '../src/server/demo/seed-demo.ts'
import { benchFolder, withDatabase } from './database.ts'
import { byTurns, type Turns } from './measure.ts'
import { startProgram } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, sizeAsked, sized } from './run-options.ts'
import { prepareLargeBox, shipBoxes, signIn, vendorEmail, warehouseEmail } from './scan/boxes.ts'
import { enter } from './scan/page.ts'
import { openBrowser } from './table/browser.ts'

const AIM_MS = 300

/** A box of 500 SKUs, from the click on its row to its drawer with every SKU painted, beside a bare page that lists the same answer. */
export async function benchQcBox(options: Options): Promise<BenchRow[]> {
  const skus = sized(options, { whole: 500, quick: 500, smoke: 20 })
  await buildIfNeeded()
  const folder = await benchFolder()
  const dataDir = join(folder, 'data')
  try {
    const unpacked = await withDatabase({ dataDir }, async ({ owner: db }) => {
      await seedDemo(db)
      return prepareLargeBox(db, skus)
    })
    const serve = join(import.meta.dirname, '../out/main/serve.js')
    const app = await startProgram([serve, '--data', dataDir, '--port', '0'])
    try {
      const [sscc = ''] = await shipBoxes(await signIn(app.url, vendorEmail), [unpacked])
      const ask = await signIn(app.url, warehouseEmail)
      await ask('/v1/erp/qc/china/inward-boxes', { action: 'inward', site: 'CNQC', boxes: [{ code: sscc }] })
      const { ours, peer } = await measure(app.url, { sscc, skus }, sized(options, { whole: 25, quick: 5, smoke: 1 }))
      return [
        timeRow(`a box of ${skus} SKUs opened, beside a bare page`, { ours, peer }, `<= ${AIM_MS} ms`, ours <= AIM_MS),
      ]
    } finally {
      await app.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(
  baseURL: string,
  { sscc, skus }: { sscc: string; skus: number },
  rounds: number,
): Promise<Turns> {
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
    await enter(context)
    await context.addInitScript(installOpening)
    await context.route('**/bare-box', (route) => route.fulfill({ contentType: 'text/html', body: bare(sscc) }))
    return await byTurns(rounds, {
      // Loaded anew each time: a box that was open before would be shown from memory.
      ours: () =>
        opened(
          context,
          `/supplier/qc-platform?tab=all&q=${sscc}`,
          '[role=row][aria-selected] [role=gridcell]:nth-child(2)',
          '.qc-matrix td[title]',
          skus,
        ),
      peer: () => opened(context, '/bare-box', 'button', 'td', skus),
    })
  } finally {
    await browser.close()
  }
}

async function opened(
  context: BrowserContext,
  path: string,
  click: string,
  each: string,
  skus: number,
): Promise<number> {
  const page = await context.newPage()
  try {
    await page.goto(path)
    const row = page.locator(click).first()
    await row.waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate(([wanted, count]) => window.opening.next(wanted, count), [each, skus] as const)
    await row.click()
    return await page.evaluate(() => window.opening.took())
  } finally {
    await page.close()
  }
}

declare global {
  interface Window {
    opening: { next(each: string, count: number): void; took(): Promise<number> }
  }
}

/** Runs in the page: from the browser's own time of a click to the paint of the last of so many elements. */
function installOpening(): void {
  let took: Promise<number> = Promise.resolve(0)
  const painted = (each: string, count: number, since: number) =>
    new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelectorAll(each).length < count) return
        observer.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - since)
          port2.postMessage(null)
        })
      })
      observer.observe(document, { subtree: true, childList: true })
    })
  window.opening = {
    next(each, count) {
      took = new Promise((resolve) => {
        const hear = ({ timeStamp }: Event) => void painted(each, count, timeStamp).then(resolve)
        document.addEventListener('pointerdown', hear, { capture: true, once: true })
      })
    },
    took: () => took,
  }
}

/** The same call, and a plain list of its SKUs. */
const bare = (sscc: string) => `<!doctype html><button>open</button><table></table><script>
document.querySelector('button').addEventListener('click', async () => {
  const headers = { 'content-type': 'application/json', 'x-selvedge-client': 'screen' }
  const body = JSON.stringify({ box_id: '${sscc}' })
  const reply = await fetch('/v1/erp/qc/china/get-qc-modal', { method: 'POST', headers, body })
  const { data } = await reply.json()
  document.querySelector('table').innerHTML = data.lines.map((line) => '<tr><td>' + line.nm_sku + ' ' + line.quantities.declared).join('')
})
</script>`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchQcBox({ size: sizeAsked() }))

import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { demoPassword } from '../../src/server/database/seed/accounts.ts'
import { warehouseEmail } from './boxes.ts'

declare global {
  interface Window {
    scanned: { next(): void; took(): Promise<number> }
  }
}

/**
 * Runs in the page before its scripts: from the browser's own time of the Enter that ends a scan to the paint of its answer, which is
 * whatever stands in `[data-standing]` next and is no "waiting".
 */
function installStopwatch(): void {
  let took: Promise<number> = Promise.resolve(0)
  const answer = () => {
    const shown = document.querySelector<HTMLElement>('[data-scan][data-standing]')
    const { scan, standing } = shown?.dataset ?? {}
    return standing === 'waiting' || scan === undefined ? null : scan
  }
  /** In the document, then in the frame: looked at only when something changed, since asking in every frame would cost frames. */
  const painted = (since: number) =>
    new Promise<number>((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error('no answer for 20 s')), 20_000)
      const observer = new MutationObserver(() => {
        const there = answer()
        if (there === null || there === before) return
        clearTimeout(giveUp)
        observer.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - since)
          port2.postMessage(null)
        })
      })
      observer.observe(document, { subtree: true, childList: true, attributeFilter: ['data-scan', 'data-standing'] })
    })
  let before: string | null = null
  window.scanned = {
    next() {
      before = answer()
      took = new Promise((resolve, reject) => {
        const hear = (event: KeyboardEvent) => {
          if (event.key !== 'Enter') return
          document.removeEventListener('keydown', hear, true)
          painted(event.timeStamp).then(resolve, reject)
        }
        document.addEventListener('keydown', hear, true)
      })
    },
    took: () => took,
  }
}

/** A plain field, a plain call and the plain answer: what any page on this server and in this browser takes. */
const bare = `<!doctype html><input autofocus><p data-scan="" data-standing="waiting"></p><script>
const field = document.querySelector('input')
const answer = document.querySelector('p')
field.addEventListener('keydown', async (event) => {
  if (event.key !== 'Enter') return
  const code = field.value
  field.value = ''
  const headers = { 'content-type': 'application/json', 'x-selvedge-client': 'screen' }
  const body = JSON.stringify({ boxes: [{ code }] })
  const reply = await fetch('/v1/erp/qc/china/inward-boxes', { method: 'POST', headers, body })
  const { data } = await reply.json()
  answer.textContent = data.results[0].message
  answer.dataset.standing = data.results[0].outcome
  answer.dataset.scan = code
})
</script>`

/** A station of either kind, signed in and ready for the first scan. */
export interface Station {
  /** Milliseconds from the last key of this scan to its painted answer. */
  scan(code: string): Promise<number>
  close(): Promise<void>
}

export async function openStation(browser: Browser, baseURL: string, kind: 'ours' | 'bare'): Promise<Station> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  await enter(context)
  await context.addInitScript(installStopwatch)
  await context.route('**/bare-scan', (route) => route.fulfill({ contentType: 'text/html', body: bare }))
  const page = await context.newPage()
  await page.goto(kind === 'ours' ? '/supplier/inward-shipments' : '/bare-scan')
  await page.locator(kind === 'ours' ? '.scan-field-input' : 'input').waitFor()
  await page.waitForLoadState('networkidle')
  const wire = await context.newCDPSession(page)
  return { scan: (code) => scanOne(page, wire, code), close: () => context.close() }
}

/** Signs the warehouse in. */
export async function enter(context: BrowserContext): Promise<void> {
  const headers = { 'x-selvedge-session': 'cookie', 'x-selvedge-client': 'screen' }
  const data = { email: warehouseEmail, password: demoPassword }
  const reply = await context.request.post('/retool/erp/login', { headers, data })
  if (!reply.ok()) throw new Error(await reply.text())
}

/** Nobody scans within the frame that shows the answer before: with it, this is the pace of twenty scans in a second. */
const PAUSE_MS = 30

/** All keys at once, as a scanner sends them. */
async function scanOne(page: Page, wire: CDPSession, code: string): Promise<number> {
  await page.waitForTimeout(PAUSE_MS)
  await page.evaluate(() => window.scanned.next())
  const keys = [...code].map((key) => ({ key, code: `Digit${key}`, text: key }))
  const end = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
  await Promise.all(
    [...keys, end].flatMap(({ text, ...key }) => [
      wire.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...key }),
      wire.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ]),
  )
  return page.evaluate(() => window.scanned.took())
}

import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { demoPassword } from '../../src/server/demo/book.ts'
import { warehouseEmail } from './boxes.ts'

declare global {
  interface Window {
    scanned: { next(): void; took(): Promise<Took> }
  }
}

/** Milliseconds from the last digit of a scan, in the browser's own time of it, to what is painted. */
export interface Took {
  /** What the station says to it: from what it knows of awaited boxes, or the server's answer where that is the first word. */
  told: number
  /** The server's answer. */
  answered: number
}

/** Runs in the page before its scripts. What a page says of a scan stands in its `[data-standing]`. */
function installStopwatch(): void {
  let took: Promise<Took> = Promise.resolve({ told: 0, answered: 0 })
  const shown = (unsaid: readonly string[]) => {
    const { scan, standing } = document.querySelector<HTMLElement>('[data-scan][data-standing]')?.dataset ?? {}
    return scan === undefined || standing === undefined || unsaid.includes(standing) ? null : scan
  }
  /** When this frame is painted, while it is being made. */
  let making: Promise<number> | null = null
  const requestFrame = window.requestAnimationFrame.bind(window)
  const painted = () =>
    new Promise<number>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(null)
    })
  window.requestAnimationFrame = (draw) =>
    requestFrame((at) => {
      making = painted()
      // Behind the looks at what this very drawing changed.
      queueMicrotask(() => queueMicrotask(() => (making = null)))
      draw(at)
    })
  const nextFrame = () => new Promise<number>((resolve) => window.requestAnimationFrame(() => making?.then(resolve)))
  /** In the document, then in the frame: looked at only when something changed, since asking in every frame would cost frames. */
  const said = (unsaid: readonly string[]) =>
    new Promise<number>((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error('no answer for 20 s')), 20_000)
      const observer = new MutationObserver(() => {
        const there = shown(unsaid)
        if (there === null || there === before) return
        clearTimeout(giveUp)
        observer.disconnect()
        // What changes while a frame is made is in it.
        void (making ?? nextFrame()).then((at) => resolve(at - scannedAt))
      })
      observer.observe(document, { subtree: true, childList: true, attributeFilter: ['data-scan', 'data-standing'] })
    })
  let before: string | null = null
  let scannedAt = 0
  const hear = ({ key, timeStamp }: KeyboardEvent) => {
    if (key.length === 1) scannedAt = timeStamp
  }
  document.addEventListener('keydown', hear, true)
  window.scanned = {
    next() {
      before = shown(['waiting', 'expected'])
      took = Promise.all([said(['waiting']), said(['waiting', 'expected'])]).then(([told, answered]) => {
        return { told, answered }
      })
    },
    took: () => took,
  }
}

/** A place where codes are scanned, and the one call that a bare page makes of each. */
export interface ScanPlace {
  email: string
  /** Address of our screen. */
  ours: string
  /** Brings our screen into the state in which it is scanned. */
  prepare?: (page: Page) => Promise<void>
  /** The bare page's call, and its input as JavaScript that knows `code`. */
  call: string
  input: string
}

const receiving: ScanPlace = {
  email: warehouseEmail,
  ours: '/supplier/inward-shipments',
  call: '/v1/erp/qc/china/inward-boxes',
  input: '{ boxes: [{ code }] }',
}

/** A plain field, a plain call and the plain answer: what any page on this server and in this browser takes. */
const bareOf = ({
  call,
  input,
}: ScanPlace) => `<!doctype html><input autofocus><p data-scan="" data-standing="waiting"></p><script>
const field = document.querySelector('input')
const answer = document.querySelector('p')
field.addEventListener('keydown', async (event) => {
  if (event.key !== 'Enter') return
  const code = field.value
  field.value = ''
  const headers = { 'content-type': 'application/json', 'x-selvedge-client': 'screen' }
  const body = JSON.stringify(${input})
  const reply = await fetch('${call}', { method: 'POST', headers, body })
  const { data } = await reply.json()
  answer.textContent = data.results[0].message
  answer.dataset.standing = data.results[0].outcome
  answer.dataset.scan = String(performance.now())
})
</script>`

/** A station of either kind, signed in and ready for the first scan. */
export interface Station {
  scan(code: string): Promise<Took>
  /** Scans without waiting for anything, so many a second. */
  pace(codes: readonly string[], aSecond: number): Promise<void>
  close(): Promise<void>
}

export async function openStation(
  browser: Browser,
  baseURL: string,
  kind: 'ours' | 'bare',
  at: ScanPlace = receiving,
): Promise<Station> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  await enter(context, at.email)
  await context.addInitScript(installStopwatch)
  await context.route('**/bare-scan', (route) => route.fulfill({ contentType: 'text/html', body: bareOf(at) }))
  const page = await context.newPage()
  await page.goto(kind === 'ours' ? at.ours : '/bare-scan')
  if (kind === 'ours') await at.prepare?.(page)
  await page.locator(kind === 'ours' ? '.scan-field-input' : 'input').waitFor()
  await page.waitForLoadState('networkidle')
  const wire = await context.newCDPSession(page)
  return {
    scan: (code) => scanOne(page, wire, code),
    pace: (codes, aSecond) => scanAtPace(page, wire, codes, aSecond),
    close: () => context.close(),
  }
}

/** Signs somebody in, left out the warehouse of China. */
export async function enter(context: BrowserContext, email = warehouseEmail): Promise<void> {
  const headers = { 'x-selvedge-session': 'cookie', 'x-selvedge-client': 'screen' }
  const data = { email, password: demoPassword }
  const reply = await context.request.post('/retool/erp/login', { headers, data })
  if (!reply.ok()) throw new Error(await reply.text())
}

/** Nobody scans within the frame that shows the answer before: with it, this is the pace of twenty scans in a second. */
const PAUSE_MS = 30

/** All keys at once, as a scanner sends them. */
async function scanOne(page: Page, wire: CDPSession, code: string): Promise<Took> {
  await page.waitForTimeout(PAUSE_MS)
  await page.evaluate(() => window.scanned.next())
  await press(wire, code)
  return page.evaluate(() => window.scanned.took())
}

async function scanAtPace(page: Page, wire: CDPSession, codes: readonly string[], aSecond: number): Promise<void> {
  const began = performance.now()
  const pressed: Promise<void>[] = []
  for (const [at, code] of codes.entries()) {
    await page.waitForTimeout(Math.max(0, began + (at * 1_000) / aSecond - performance.now()))
    pressed.push(press(wire, code))
  }
  await Promise.all(pressed)
}

async function press(wire: CDPSession, code: string): Promise<void> {
  const keys = [...code].map((key) => ({ key, code: `Digit${key}`, text: key }))
  const end = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
  await Promise.all(
    [...keys, end].flatMap(({ text, ...key }) => [
      wire.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...key }),
      wire.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ]),
  )
}

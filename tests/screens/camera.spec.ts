import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { sendBoxes } from '../support/boxes-on-way.ts'
import { browserBefore } from '../support/fake-camera.ts'
import { policyBreaches } from '../support/policy-breaches.ts'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

const phone: BrowserContextOptions = {
  baseURL: process.env.SELVEDGE_URL ?? '',
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'block',
}

const camera = (page: Page) => page.getByRole('button', { name: 'Scan with the camera' })

async function atStation(browser: Browser, permissions: string[]): Promise<Page> {
  const context = await browser.newContext({ ...phone, permissions })
  const page = await context.newPage()
  await enterAs(page, 'china-qc@demo.selvedge')
  await page.goto('/supplier/inward-shipments')
  return page
}

/** The page goes out of sight, as behind another app, and comes back. */
const setSight = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

const isFilming = (page: Page) =>
  page.locator('.scan-camera video').evaluate((video: HTMLVideoElement) => {
    const { films } = globalThis as { films?: MediaStreamTrack[] }
    const tracks = video.srcObject instanceof MediaStream ? video.srcObject.getTracks() : []
    Object.assign(globalThis, { films: [...(films ?? []), ...tracks] })
    return [...(films ?? []), ...tracks].some(({ readyState }) => readyState === 'live')
  })

// Would catch: a camera that reads nothing where the browser cannot read codes itself, a label before it that is taken twice or as its
// tracking number too, a lamp that stays on behind another app, a policy that lets the whole page compile code, and a refusal without words.
test('the camera of a browser that reads no codes takes in the box whose label it sees, and says why it cannot', async ({
  page,
}) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-camera-'))
  await enterAs(page, 'internal@demo.selvedge')
  const [sscc = ''] = await sendBoxes(page, 'HZ03', 1)
  const browser = await browserBefore(sscc, join(folder, 'label.y4m'))
  try {
    const phone = await atStation(browser, ['camera'])
    const breaches = policyBreaches(phone.context())
    expect(await phone.evaluate(() => 'BarcodeDetector' in globalThis)).toBe(false)
    await camera(phone).tap()
    const rows = phone.locator('.scan-row')
    await expect(rows.filter({ hasText: sscc.slice(-8) })).toHaveAttribute('data-standing', 'inwarded')
    await expect(phone.getByText('Hold one code in the middle of the picture.')).toBeVisible()
    expect(await isFilming(phone)).toBe(true)
    await setSight(phone, 'hidden')
    await expect.poll(() => isFilming(phone)).toBe(false)
    await expect(phone.getByText('The camera was off while the page was out of sight.')).toBeVisible()
    await setSight(phone, 'visible')
    await expect.poll(() => isFilming(phone)).toBe(true)
    expect(breaches).toEqual([])
    const compiled = await phone.evaluate(() => {
      try {
        new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))
        return true
      } catch {
        return false
      }
    })
    expect(compiled).toBe(false)
    await phone.locator('.scan-camera').getByRole('button', { name: 'Close' }).tap()
    await expect(phone.locator('.scan-camera')).toHaveCount(0)
    await expect(rows).toHaveCount(1)

    await phone.route(/zxing_reader/, (route) => route.abort())
    await phone.context().route(/zxing_reader/, (route) => route.abort())
    await phone.reload()
    await camera(phone).tap()
    await expect(phone.getByText('What reads codes could not be fetched.')).toBeVisible()

    const refused = await atStation(browser, [])
    await camera(refused).tap()
    await expect(refused.getByText('This page may not use the camera.')).toBeVisible()
  } finally {
    await browser.close()
    await rm(folder, { recursive: true })
  }
})

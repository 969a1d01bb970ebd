import { type BrowserContextOptions, expect, type Page, test as plain } from '@playwright/test'
import { policyBreaches } from '../support/policy-breaches.ts'

interface Fixtures {
  /** A page of somebody at a machine of their own: with its own session, closed at the test's end however that comes. */
  atAnotherMachine: (options?: BrowserContextOptions) => Promise<Page>
}

/**
 * Every page that a spec sees keeps to the content policy. Would catch: a part that styles by markup, makes markup of text or
 * starts a script by its address, on whatever screen, drawer or dialog a spec comes by.
 *
 * Playwright closes only the page that it gave itself. One left open goes on hearing of every change and loading its lists anew,
 * and so slows all that comes after it.
 */
export const test = plain.extend<Fixtures>({
  context: async ({ context }, use) => {
    const breaches = policyBreaches(context)
    await use(context)
    expect(breaches).toEqual([])
  },
  atAnotherMachine: async ({ browser }, use) => {
    const close: (() => Promise<void>)[] = []
    const breaches: string[][] = []
    await use(async (options) => {
      const context = await browser.newContext({
        baseURL: process.env.SELVEDGE_URL ?? '',
        locale: 'en-GB',
        serviceWorkers: 'block',
        ...options,
      })
      close.push(() => context.close())
      breaches.push(policyBreaches(context))
      return context.newPage()
    })
    await Promise.all(close.map((each) => each()))
    expect(breaches.flat()).toEqual([])
  },
})

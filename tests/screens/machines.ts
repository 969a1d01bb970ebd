import { type BrowserContextOptions, type Page, test as plain } from '@playwright/test'

interface Fixtures {
  /** A page of somebody at a machine of their own: with its own session, closed at the test's end however that comes. */
  atAnotherMachine: (options?: BrowserContextOptions) => Promise<Page>
}

/**
 * Playwright closes only the page that it gave itself. One left open goes on hearing of every change and loading its lists anew,
 * and so slows all that comes after it.
 */
export const test = plain.extend<Fixtures>({
  atAnotherMachine: async ({ browser }, use) => {
    const close: (() => Promise<void>)[] = []
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: process.env.SELVEDGE_URL ?? '', locale: 'en-GB', ...options })
      close.push(() => context.close())
      return context.newPage()
    })
    await Promise.all(close.map((each) => each()))
  },
})

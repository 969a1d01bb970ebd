import type { Page } from '@playwright/test'

/** Another address in the running app, as a link in it would lead there: a page loaded anew costs half a second each time. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
}

import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../../../src/server/demo/book.ts'

/** Signs in by the API: the page then opens where it is sent, without the login screen. The context needs its `baseURL`. */
export async function enterAs(page: Page, email: string): Promise<void> {
  const headers = { 'x-selvedge-session': 'cookie', 'x-selvedge-client': 'screen' }
  const data = { email, password: demoPassword }
  for (;;) {
    const reply = await page.context().request.post('/retool/erp/login', { headers, data })
    // Short stories sign in more often than people do.
    if (reply.status() === 429) await page.waitForTimeout(1_000 * Number(reply.headers()['retry-after'] ?? 5))
    else return expect(reply.ok(), await reply.text()).toBe(true)
  }
}

/** Asks the server as the signed-in page would. */
export async function askAs<D>(page: Page, path: string, data: unknown): Promise<D> {
  const headers = { 'x-selvedge-client': 'screen' }
  const reply = await page.context().request.post(`/v1/erp/vendor/${path}`, { headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: D }).data
}

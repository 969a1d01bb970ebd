import { expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../../src/server/demo/book.ts'
import { expectedAccess } from '../support/expected-access.ts'

const origin = process.env.SELVEDGE_URL ?? ''

// As in life: a blocked service worker is a line in the console.
test.use({ baseURL: origin, trace: 'off', serviceWorkers: 'allow' })

/** Replies of 400 and above, requests that never got one, and what stands in the console. */
function listen(page: Page): string[] {
  const heard: string[] = []
  page.on('response', (reply) => {
    if (reply.status() >= 400)
      heard.push(`${reply.status()} ${reply.request().method()} ${new URL(reply.url()).pathname}`)
  })
  // What is left behind by going on to the next page is no failure.
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') heard.push(`${why} ${request.url()}`)
  })
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) heard.push(line.text())
  })
  page.on('pageerror', (error) => heard.push(error.message))
  return heard
}

// Would catch: a sign-in page that asks whose session it is where there is none, and a landing page that asks for what its role may not see.
for (const { email, lands } of expectedAccess) {
  test(`${email} signs in and lands without a refused call or a line in the console`, async ({ page }) => {
    const heard = listen(page)
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.waitForLoadState('networkidle')
    expect(heard).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${origin}${lands}`)
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(heard).toEqual([])
  })
}

// Would catch: a session that is forgotten by a reload, since nobody asks for it any more; and one that is asked for after its end.
test('a session outlives a reload, and its end is its end', async ({ page }) => {
  const heard = listen(page)
  await page.goto('/login')
  await page.getByLabel('Email').fill('ops@demo.selvedge')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // A page left behind asks for nothing any more: what an open one asks after the end is refused, and should be.
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'selvedge_session' })
  await page.context().clearCookies({ name: 'selvedge_signed_in' })
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(heard).toEqual([])
})

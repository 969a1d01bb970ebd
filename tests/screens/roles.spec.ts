import { expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../../src/server/demo/book.ts'
import { builtScreens, type Expected, expectedAccess, menuOf, screenTitles } from '../support/expected-access.ts'
import { go } from '../support/go.ts'

const origin = process.env.SELVEDGE_URL ?? ''

// As in life: a blocked service worker is a line in the console.
test.use({ baseURL: origin, trace: 'off', serviceWorkers: 'allow' })

const paths = [...builtScreens, ...new Set(expectedAccess.filter((one) => one.isToCome).map(({ lands }) => lands))]

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

interface Shown {
  /** The address, without a query. */
  at: string
  /** All of the page's title. */
  title?: string
  /** Somewhere on the page. */
  words?: string
}

/** Looks in every frame: hundreds of times here, and an assertion that fails once looks again only after a while. */
async function shows(page: Page, wanted: Shown): Promise<void> {
  const isShown = ({ at, title, words }: Shown) => {
    const seen = (selector: string) => {
      const part = document.querySelector(selector)
      return part?.checkVisibility() ? part.textContent.trim() : ''
    }
    return (
      location.pathname === at &&
      (title === undefined || seen('#page-title') === title) &&
      (words === undefined || seen('main').includes(words))
    )
  }
  const found = page.waitForFunction(isShown, wanted, { polling: 'raf', timeout: 15_000 })
  await found.catch(async (cause: unknown) => {
    const title = await page.locator('#page-title').allTextContents()
    throw new Error(`${JSON.stringify(wanted)} is not shown, but ${page.url()} with the title ${title.join()}`, {
      cause,
    })
  })
}

/** What this person sees at an address, in the running app. */
async function seesWhatIsTheirs(page: Page, { lands, isToCome, opens }: Expected, path: string): Promise<void> {
  await go(page, path)
  if (path === lands && isToCome) await shows(page, { at: path, words: 'is not there yet' })
  else if (!builtScreens.includes(path)) await shows(page, { at: lands })
  else if (opens.includes(path)) await shows(page, { at: path, title: screenTitles[path] ?? '' })
  else await shows(page, { at: path, title: 'No permission' })
}

/** They walk every address: two that have some of the screens, one that has all and one that has none. */
const walkers = ['vendor', 'china-qc', 'super-admin', 'retail'].map((mailbox) => `${mailbox}@demo.selvedge`)

/** What the others look at beyond their own menu: a screen that is not theirs, or another's landing screen. */
const foreignTo = ({ lands, opens }: Expected) => paths.find((path) => path !== lands && !opens.includes(path)) ?? '/'

// Which addresses are whose, and that each is drawn under its guard, is proven for all accounts without a browser
// (contract/roles.test.ts, contract/renderer-routes.test.ts). Here: that the running app goes by it.
// Would catch: a role that lands elsewhere than its table says, a menu entry that leads to "No permission", a screen that opens
// for a role that must not see it, an address without a screen that does not lead home; a sign-in page that asks whose session it
// is where there is none, and a landing page that asks for what its role may not see.
for (const one of expectedAccess) {
  test(`${one.email} lands on ${one.lands}, sees its own menu and no other's screens`, async ({ page }) => {
    const heard = listen(page)
    await page.goto('/login')
    await page.getByLabel('Email').fill(one.email)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.waitForLoadState('networkidle')
    expect(heard).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${origin}${one.lands}`)
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(heard).toEqual([])
    await page.goto(`${origin}/login`)
    await expect(page).toHaveURL(`${origin}${one.lands}`)
    // Folded groups hold their entries ready; the demo has nothing left to do on its first day.
    const listed = menuOf(one)
    await expect(menu.locator('.side-link')).toHaveCount(listed.length)
    const links = menu.locator('.side-link')
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(listed)
    const shown = await links.evaluateAll((all) => all.filter((link) => link.checkVisibility()).length)
    expect(shown).toBeLessThanOrEqual(12)
    await expect(menu.locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 })
    for (const path of walkers.includes(one.email) ? paths : [foreignTo(one)]) await seesWhatIsTheirs(page, one, path)
    await go(page, '/nothing/here')
    await expect(page).toHaveURL(`${origin}${one.lands}`)
  })
}

test('without a token every address leads to /login, those of facilities to their sign-in by code', async ({
  page,
}) => {
  await page.goto(`${origin}/nothing`)
  await expect(page).toHaveURL(/\/login/)
  for (const path of ['/', ...paths]) {
    await go(page, path)
    const way = path.startsWith('/supply-management') ? '/supply-management/login' : '/login'
    await page.waitForFunction((wanted) => location.pathname === wanted, way, { polling: 'raf' })
  }
})

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

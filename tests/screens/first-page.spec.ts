import { expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../../src/server/demo/book.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '', serviceWorkers: 'block' })

/** Holds the program's own file back, as a slow line does, until the test lets it come. */
async function heldBack(page: Page): Promise<() => void> {
  let come: () => void = () => undefined
  const coming = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route(/\/assets\/index-[\w-]+\.js$/, async (route) => {
    await coming
    await route.continue()
  })
  return come
}

// Would catch: a white page while the program comes, and what was typed meanwhile lost when it does.
test('the sign-in form is there before the program, which takes over what was typed and pressed', async ({ page }) => {
  const come = await heldBack(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('vendor@demo.selvedge')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByLabel('Password').press('Enter')
  come()
  await expect(page).toHaveURL(/\/supplier\//)
  await expect(page.locator('#first')).toHaveCount(0)
})

// Would catch: half an email lost, or taken for a press of the button.
test('what is half typed stays, in the reader’s language', async ({ page }) => {
  const come = await heldBack(page)
  await page.goto('/login?lng=zh', { waitUntil: 'commit' })
  await page.getByLabel('邮箱').fill('vendor@')
  come()
  await expect(page.locator('.sign-in').getByLabel('邮箱')).toHaveValue('vendor@')
})

// Would catch: the rest of a password that lands, readable, in the email's field, since the program's form took the focus there.
test('a password half typed goes on in its own field', async ({ page }) => {
  const come = await heldBack(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('vendor@demo.selvedge')
  await page.getByLabel('Password').pressSequentially(demoPassword.slice(0, 4))
  come()
  await expect(page.locator('#first')).toHaveCount(0)
  await page.keyboard.type(demoPassword.slice(4))
  await expect(page.locator('.sign-in').getByLabel('Email')).toHaveValue('vendor@demo.selvedge')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/supplier\//)
})

// Would catch: a manifest or icons that a phone does not take, so that the page cannot be installed.
test('the page can be installed', async ({ page }) => {
  await page.goto('/login')
  const browser = await page.context().newCDPSession(page)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // Every page of a test is in a window of its own, where nothing is installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((error) => error !== 'in-incognito')).toEqual([])
})

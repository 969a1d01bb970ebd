import { expect, type Page, test } from '@playwright/test'
import { demoPassword } from '../../src/server/demo/book.ts'
import { enterAs } from '../support/story/enter.ts'
import { sayIn } from '../support/story/words.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

const zh = sayIn('zh')
const localeCalls = (page: Page): string[] => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/locales/')) asked.push(`${request.method()} ${pathname}${search}`)
  })
  return asked
}
const root = (page: Page) => page.locator('html')

// Would catch: a language that is fetched though it is bundled, or a query word that does not win.
test('English fetches nothing; ?lng=zh is Chinese at once, and only admins’ own words are asked for, later', async ({
  page,
}) => {
  const asked = localeCalls(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await page.waitForTimeout(500)
  expect(asked).toEqual([])
  await page.goto('/login?lng=zh')
  await expect(page.getByRole('button', { name: zh('Sign in'), exact: true })).toBeVisible()
  await expect(root(page)).toHaveAttribute('lang', 'zh-CN')
  expect(asked).toEqual([])
  await expect.poll(() => asked).toEqual(['GET /locales/zh/translation.json?changed=1'])
})

// Would catch: what a refused sign-in said staying in the language that was chosen before.
test('the words of a refused sign-in follow the language', async ({ page }) => {
  await page.goto('/login?lng=zh')
  await page.getByLabel(zh('Email')).fill('nobody@demo.selvedge')
  await page.getByLabel(zh('Password'), { exact: true }).fill('not the password')
  await page.getByRole('button', { name: zh('Sign in'), exact: true }).click()
  await expect(page.getByText('账号或密码错误！')).toBeVisible()
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await expect(page.getByText('Please enter valid credentials!')).toBeVisible()
  await expect(page.getByText('账号或密码错误！')).toHaveCount(0)
})

// Would catch: a reload on switching, a menu without the added language, missing keys that are sent twice or never.
test('a third language is chosen without a reload, and what it lacks is told to the server once', async ({ page }) => {
  const told: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/locales/add/mr/')) {
      told.push(...Object.keys(request.postDataJSON() as object))
    }
  })
  await page.clock.install()
  await enterAs(page, 'vendor@demo.selvedge')
  await page.goto('/supplier/my-orders')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('button', { name: 'More languages' }).click()
  await page.getByRole('menuitem', { name: /मराठी/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'माझ्या ऑर्डर' })).toBeVisible()
  await expect(root(page)).toHaveAttribute('lang', 'mr')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  // What is not translated reads English.
  await expect(page.getByRole('button', { name: 'Order date' })).toBeVisible()
  const later = async () => {
    await page.clock.fastForward(6_000)
    return told
  }
  await expect.poll(later).toContain('Order date')
  await page.getByRole('tab').nth(1).click()
  await page.getByRole('tab').nth(0).click()
  await expect(page.getByRole('tab').nth(0)).toHaveAttribute('aria-selected', 'true')
  for (let round = 0; round < 3; round += 1) await later()
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: zh('My Orders') })).toBeVisible()
  expect(told.filter((text, at) => told.indexOf(text) !== at)).toEqual([])
  await page.reload()
  await expect(root(page)).toHaveAttribute('lang', 'zh-CN')
})

// Would catch: a filled text that others never see, one that loses its {{n}}, or an undo that leaves it.
test('an admin fills in what is missing; Chinese, too, is read anew by the next start', async ({ page }) => {
  await enterAs(page, 'admin@demo.selvedge')
  await page.goto('/ops/languages?language=zh&show=all&search=connect')
  const field = page.getByRole('textbox', { name: 'Translation of “Connected”' })
  await expect(field).toHaveValue('已连接')
  await field.fill('连接正常')
  // Would catch: Enter that saves, and the field that is left by it saving once more: a conflict with oneself.
  const sent: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/languages/zh/save') && sent.push(request.url())))
  await field.press('Enter')
  await expect(field).not.toBeFocused()
  await expect(page.getByText('Translation saved.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(sent).toHaveLength(1)
  const words = async () =>
    (await (await page.request.get('/locales/zh/translation.json')).json()) as Record<string, string>
  expect((await words()).Connected).toBe('连接正常')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field).toHaveValue('已连接')
  expect((await words()).Connected).toBe('已连接')

  await page.goto('/ops/languages?language=zh&show=all&search=orders%3F')
  const count = page.getByRole('textbox', { name: 'Translation of “Approve {{n}} orders?”' })
  await count.fill('未保存')
  await expect(page.getByText('Please keep these in the translation, and no others: {{n}}')).toBeVisible()
  await count.press('Enter')
  expect((await words())['Approve {{n}} orders?']).toBe(zh('Approve {{n}} orders?'))
})

// Would catch: a screen without a theme that stays light on a dark system, or Blueprint's class left behind.
test('the theme: none follows the system, the header flips two, the select sets one or none', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/all-pending-orders')
  await expect(page.getByRole('grid')).toBeVisible()
  const look = () =>
    page.evaluate(() => ({
      theme: document.documentElement.dataset.theme ?? null,
      kept: localStorage.getItem('theme'),
      isDark: document.documentElement.classList.contains('bp6-dark'),
      ground: getComputedStyle(document.body).backgroundColor,
    }))
  const dark = await look()
  expect(dark).toMatchObject({ theme: null, kept: null, isDark: true })
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  const light = await look()
  expect(light).toMatchObject({ theme: 'light', kept: 'light', isDark: false })
  expect(light.ground).not.toBe(dark.ground)
  await page.reload()
  await expect(page.getByRole('grid')).toBeVisible()
  await expect.poll(look).toEqual(light)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('')
  await expect.poll(look).toEqual(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(look).toEqual({ ...light, theme: null, kept: null })
})

// Would catch: typed work that the mark does not name, or a list that stays old after the connection is back.
test('without a connection the mark says what is not saved, and the list is loaded anew when it is back', async ({
  page,
  context,
}) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/all-pending-orders')
  await page.getByRole('grid').getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Refuse…' }).click()
  await page.getByRole('dialog').getByRole('combobox').selectOption('Other')
  await page.getByRole('dialog').getByRole('textbox').fill('Price not agreed')
  await context.setOffline(true)
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse', exact: true }).click()
  const mark = page.locator('.connection')
  await expect(mark).toContainText('No connection · 2 not saved')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await mark.click()
  await expect(page.getByRole('region', { name: 'Not saved yet' })).toContainText('not sent: no connection')
  const loaded = page.waitForRequest((request) => request.url().includes('pending'))
  await context.setOffline(false)
  await loaded
  await page.getByRole('button', { name: 'Leave it' }).click()
  await expect(mark).toHaveText('')
  // The remark is kept for the same order only, and announced after a reload.
  await page.reload()
  await page.getByRole('grid').getByRole('checkbox').nth(2).check()
  await page.getByRole('button', { name: 'Refuse…' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('grid').getByRole('checkbox').nth(2).uncheck()
  await page.getByRole('grid').getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Refuse…' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Price not agreed')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('')
})

// Would catch: a remark that an ended session throws away, or a call that is not made after signing in again.
test('a session that ended is renewed over the page, and what was typed goes on', async ({ page, context }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/all-pending-orders')
  await page.getByRole('grid').getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Refuse…' }).click()
  await page.getByRole('dialog').getByRole('combobox').selectOption('Ordered twice')
  await page.getByRole('dialog').getByRole('textbox').fill('Wrong fabric')
  await context.clearCookies()
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Please sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(demoPassword)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(/^Order \S+ refused\.$/)).toBeVisible()
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  const saved = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('selvedge.draft.')))
  expect(saved).toEqual([])
})

// Would catch: a copied log that names orders, or a panel that shows nothing.
test('the request log opens by keys, finds failures, and copies a text for support', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(page, 'vendor@demo.selvedge')
  await page.goto('/supplier/my-orders')
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('Control+Shift+L')
  const panel = page.getByRole('dialog', { name: 'Request log' })
  await expect(panel.getByRole('cell', { name: '/v1/erp/vendor/get-orders' }).first()).toBeVisible()
  await panel.getByRole('searchbox').fill('get-orders 200')
  await expect(panel.getByRole('cell', { name: 'answer 200' }).first()).toBeVisible()
  await expect(panel.getByRole('cell', { name: 'sent', exact: true })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Copy for support' }).click()
  await expect(page.getByText('Copied. Paste it into your message to support.')).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(/role vendor .* language en/)
  expect(text).toMatch(/response-received 200 \/v1\/erp\/vendor\/get-orders request \S+/)
  expect(text).not.toContain('@demo.selvedge')
  await panel.getByRole('searchbox').fill('')
  await panel.getByText('Failures only').click()
  await expect(panel.getByText('No event matches.')).toBeVisible()
})

// Would catch: a white page, or words that do not say which file and which kind.
test('a part of the program that does not come is named: a missing script, a stylesheet', async ({ page }) => {
  await enterAs(page, 'admin@demo.selvedge')
  await page.route(/assets\/LanguagesScreen-.*\.css/, (route) => route.abort())
  await page.goto('/ops/languages')
  await expect(page.getByText(/LanguagesScreen-.*\.css could not be loaded \(CSS_CHUNK_LOAD_FAILED\)/)).toBeVisible()
  await page.unroute(/assets\/LanguagesScreen-.*\.css/)
  await page.route(/assets\/LanguagesScreen-.*\.js/, (route) => route.fulfill({ status: 404 }))
  await page.goto('/ops/languages')
  await expect(page.getByText(/LanguagesScreen-.*\.js is not there\. The program may have been updated/)).toBeVisible()
})

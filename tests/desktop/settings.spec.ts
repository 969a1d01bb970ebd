import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { demoPassword } from '../../src/server/demo/book.ts'
import type { HostSettings, PrintChoices, PrintJob, RawPrinter } from '../../src/shared/bridge.ts'
import { faultsOf } from '../support/axe.ts'
import { whyNoCups } from './cups.ts'
import { done, expect, skipHere, test } from './fixtures.ts'
import { startPaper } from './paper.ts'

/** A server in the app that starts at once and knows nobody; on Electron itself it is the real one. */
const ownServer = {
  serverEntry: join(import.meta.dirname, 'mortal-server.ts'),
  environment: { SELVEDGE_SERVER_URL: '' },
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function looksSound(page: Page, place = 'main'): Promise<void> {
  expect(await faultsOf(page, [place])).toEqual([])
}

// Would catch: a wizard that forgets what was entered, lets an address through that nobody answers at, or asks twice.
test('a new computer is led through its set-up, may be closed in the middle, and is asked once', async ({ start }) => {
  test.setTimeout(120_000)
  const first = await start({ ...ownServer, isSetUp: false })
  await expect(heading(first.page, 'Choose your language')).toBeVisible({ timeout: 60_000 })
  await looksSound(first.page)
  await first.page.getByRole('group', { name: 'Language' }).getByRole('button', { name: /^中文/ }).first().click()
  await expect(heading(first.page, '选择语言')).toBeVisible()
  await first.page.getByRole('button', { name: /^English/ }).click()
  await press(first.page, 'Next')
  await expect(heading(first.page, 'Where is your server?')).toBeFocused()
  await first.page.getByText('The company’s server').click()
  await first.page.getByLabel('Address of the server').fill('https://nobody.invalid')
  await press(first.page, 'Next')
  await expect(first.page.getByRole('alert')).toBeVisible()
  await expect(heading(first.page, 'Where is your server?')).toBeVisible()
  await looksSound(first.page)
  await first.stop()

  const { page } = await start({ ...ownServer, folder: first.folder, isSetUp: false })
  await expect(heading(page, 'Where is your server?')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByLabel('Address of the server')).toHaveValue('https://nobody.invalid')
  await page.getByText('The server in this app').click()
  await press(page, 'Next')
  await expect(heading(page, 'Which printers print your labels?')).toBeVisible()
  await expect(page.getByRole('group', { name: 'SKU label' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print a test page' })).toHaveCount(0)
  await looksSound(page)
  await press(page, 'Back')
  await press(page, 'Next')
  await press(page, 'Next')
  await looksSound(page)
  await press(page, 'Go to sign-in')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(await done<HostSettings>(page, 'settings.get')).toMatchObject({ isSetUp: true, language: 'en' })
  await page.reload()
  await expect(page.getByLabel('Email')).toBeVisible()
})

// Would catch: a field for the server that the environment overrules, or a wizard without a way past it.
test('where the environment sets the server, set-up and sign-in page say so; the set-up can be skipped', async ({
  start,
  server,
}) => {
  const { page } = await start({ isSetUp: false })
  await press(page, 'Next')
  await expect(page.getByText(server.url)).toBeVisible()
  await expect(page.getByText('SELVEDGE_SERVER_URL')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await press(page, 'Skip the set-up')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(await done<HostSettings>(page, 'settings.get')).toMatchObject({ isSetUp: true })
  await press(page, 'Server settings')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('SELVEDGE_SERVER_URL')).toBeVisible()
  await looksSound(page, '.server-dialog')
  await dialog.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
})

/**
 * The settings on the real server in the app, with real queues. Would catch: a printer that is shown as chosen and not kept, a
 * test page that goes elsewhere, a label printer that main refuses, a session in memory that nobody is told of.
 */
test('printers are chosen, tried and added; a session in memory only is told once', async ({ startOnDemo }) => {
  const missing = whyNoCups()
  skipHere(missing !== null, `queues of a test’s own: ${missing}`)
  test.setTimeout(240_000)
  const paper = await startPaper(['Office', 'Packing'])
  const { page, runtime } = await startOnDemo({ environment: paper.environment, keyring: 'basic_text', locale: 'en' })
  await page.getByLabel('Email').fill('vendor@demo.selvedge', { timeout: 90_000 })
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await press(page, 'Sign in')
  const told = page.getByText('your sign-in ends when Selvedge is closed')
  if (runtime === 'stand-in') await expect(told).toBeVisible()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'General' }).click()
  if (runtime === 'stand-in') await expect(page.getByText('kept in memory only')).toBeVisible()
  await expect(told).toHaveCount(0)
  await looksSound(page)

  await page.getByRole('tab', { name: 'Printers' }).click()
  await choosesAPrinter(page)
  await addsALabelPrinter(page)
  await looksSound(page)
  await page.getByRole('tab', { name: 'Updates and support' }).click()
  await expect(page.getByText('Selvedge', { exact: true }).first()).toBeVisible()
  await looksSound(page)
  await paper.stop()
})

async function choosesAPrinter(page: Page): Promise<void> {
  const card = page.getByRole('group', { name: 'SKU label', exact: true })
  await card.getByRole('combobox', { name: 'Printer' }).selectOption('Packing')
  const saved = () => done<PrintChoices>(page, 'print.choices')
  await expect.poll(saved).toMatchObject({ sku: { printer: 'Packing', copies: 1 } })
  // Emptied on the way to another number: that is no choice yet.
  await card.getByRole('textbox', { name: 'Copies' }).fill('')
  await card.getByRole('textbox', { name: 'Copies' }).fill('3')
  await expect.poll(saved).toMatchObject({ sku: { printer: 'Packing', copies: 3 } })
  await card.getByRole('button', { name: 'Print a test page' }).click()
  const jobs = () => done<PrintJob[]>(page, 'print.jobs')
  await expect.poll(jobs).toMatchObject([{ kind: 'test', printer: 'Packing', paper: { widthMm: 50, heightMm: 30 } }])
}

async function addsALabelPrinter(page: Page): Promise<void> {
  const saved = () => done<RawPrinter[]>(page, 'print.rawPrinters')
  await press(page, 'Add a label printer')
  const dialog = page.getByRole('dialog')
  await looksSound(page, '.raw-dialog')
  await dialog.getByLabel('Name').fill('Packing table 2')
  await dialog.getByLabel('Network address').fill('192.168.1.50:9100')
  await dialog.getByLabel('Port').fill('80')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('without a port')).toBeVisible()
  await expect(dialog.getByText('9100 to 9199')).toBeVisible()
  await dialog.getByLabel('Network address').fill('192.168.1.50')
  await dialog.getByLabel('Port').fill('9101')
  await dialog.getByLabel('Resolution').selectOption('300 dpi')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const way = { kind: 'socket', host: '192.168.1.50', port: 9101 }
  await expect.poll(saved).toEqual([{ name: 'Packing table 2', dialect: 'zpl-300', way }])
  const card = page.getByRole('group', { name: 'Box label', exact: true })
  await expect(card.getByRole('option', { name: /Packing table 2/ })).toHaveCount(1)

  await press(page, 'Edit Packing table 2')
  await expect(dialog.getByLabel('Port')).toHaveValue('9101')
  await dialog.getByText('System print queue').click()
  await dialog.getByLabel('Queue', { exact: true }).selectOption('Office')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(saved).toEqual([{ name: 'Office', dialect: 'zpl-300', way: { kind: 'queue' } }])
  await press(page, 'Remove Office')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(saved).toEqual([])
}

// Would catch: a link that is lost while somebody signs in, or that is not heard by an app that runs.
test('a link from outside waits for the sign-in and opens its code; the next one opens its own', async ({
  startOnDemo,
}) => {
  test.setTimeout(180_000)
  const desktop = await startOnDemo({ locale: 'en', args: ['selvedge://trace/SH-000041'] })
  const { page } = desktop
  await page.getByLabel('Email').fill('vendor@demo.selvedge', { timeout: 90_000 })
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await press(page, 'Sign in')
  const field = page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox')
  await expect(field).toHaveValue('SH-000041')
  await expect(page.locator('.trace-life').getByText('SH-000041').first()).toBeVisible()
  expect(await desktop.startAgain(['selvedge://trace/PO100196'])).toBe(0)
  await expect(field).toHaveValue('PO100196')
})

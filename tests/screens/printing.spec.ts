import { buffer } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { skuLabelsFile } from '../../src/server/documents/labels.ts'
import type { Printer, PrintJob, PrintRequest } from '../../src/shared/bridge.ts'
import { dress, faultsInBothThemes } from '../support/axe.ts'
import { pressAgain } from '../support/press-again.ts'
import { enterAs } from '../support/story/enter.ts'
import { type Say, sayIn } from '../support/story/words.ts'
import { test } from './machines.ts'
import { askedOf, type HostState, inHost, showDesktopHost } from './shown-host.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

test.beforeEach(({ page }) => enterAs(page, 'vendor@demo.selvedge'))

const en = sayIn('en')
const paper = { widthMm: 100, heightMm: 150 }
const zebra: Printer = { name: 'Zebra', title: 'Zebra', isDefault: false, state: 'offline', speaks: 'pages' }
const office: Printer = { name: 'Office', title: 'Office', isDefault: true, state: 'ready', speaks: 'pages' }
const officePapers = [
  { name: 'A4', widthMm: 210, heightMm: 297 },
  { name: '50x30', widthMm: 50, heightMm: 30 },
]

function jobOf(id: string, job: Partial<PrintJob> = {}): PrintJob {
  const base = { kind: 'shipping' as const, title: `SH-${id}, shipping labels: 8`, printer: 'Zebra', paper, copies: 1 }
  return { id, ...base, state: 'printed', createdAt: '2026-11-20T08:00:00.000Z', ...job }
}

const jobs: PrintJob[] = [
  jobOf('waits', { state: 'queued', problem: 'The printer is offline.' }),
  jobOf('failed', { state: 'failed', problem: 'The printer gave the job up' }),
  jobOf('sent', { state: 'sent', kind: 'sku' }),
  jobOf('again', { reprint: { of: 'x', reason: 'printer_trouble', remark: 'ribbon' } }),
]

async function openLabels(page: Page, say: Say = en): Promise<void> {
  await page.goto('/supplier/shipment-management?tab=shipped')
  await page.locator('.dt-row[data-index="0"] [role=gridcell]').nth(1).click()
  await page
    .getByRole('button', { name: say('Shipping labels') })
    .first()
    .click()
}

async function openDialog(page: Page, say: Say = en) {
  await openLabels(page, say)
  const dialog = page.locator('.print-dialog')
  await dialog.locator('canvas').waitFor()
  return dialog
}

/** The printer that everything goes to speaks ZPL; another has A4 in it. */
const labelsFirst: Partial<HostState> = {
  printers: [
    { ...zebra, isDefault: true, state: 'ready', speaks: 'zpl-203' },
    { ...office, isDefault: false },
  ],
  papers: { Office: officePapers },
}

async function openNote(page: Page, say: Say = en) {
  await page.goto('/supplier/qc-results?tab=notes')
  await page.locator('.dt-row[data-index="0"] [role=gridcell]').nth(1).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Print'), exact: true })
    .click()
  const dialog = page.locator('.print-dialog')
  await dialog.locator('canvas').waitFor()
  return dialog
}

async function openCentre(page: Page) {
  await page.locator('.print-button').click()
  await page.locator('.print-jobs-head button').click()
  return page.locator('.centre')
}

const choice = { copies: 1, withoutAsking: false }

// Would catch: labels that come out of another printer, on other paper, because the usual one was unplugged.
test('a printer that is gone is shown as gone, and nothing is printed until another is chosen', async ({ page }) => {
  await showDesktopHost(page, { printers: [zebra, office], choices: { shipping: { ...choice, printer: 'GK420' } } })
  const dialog = await openDialog(page)
  const printer = dialog.getByLabel('Printer', { exact: true })
  await expect(printer).toHaveValue('GK420')
  await expect(dialog.getByText('GK420 is no longer on this computer.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Print', exact: true })).toBeDisabled()
  await dialog.getByLabel('Copies').press('Enter')
  expect(await askedOf(page, 'print.print')).toEqual([])
  // It is connected again.
  await inHost(page, (host) => host.state.printers.push({ ...host.state.printers[1], name: 'GK420' } as Printer))
  await dialog.getByRole('button', { name: 'Look for printers again' }).click()
  await expect(dialog.getByText('GK420 is no longer on this computer.')).toBeHidden()
  await printer.selectOption('Zebra')
  await expect(dialog.getByText('This printer is offline.')).toBeVisible()
  await dialog.getByLabel('Copies').fill('3')
  await dialog.getByLabel('Copies').press('Enter')
  await expect(dialog).toBeHidden()
  expect(await askedOf(page, 'print.print')).toMatchObject([{ kind: 'shipping', printer: 'Zebra', copies: 3 }])
  expect(await askedOf(page, 'print.remember')).toMatchObject([{ choice: { printer: 'Zebra', copies: 3 } }])
})

// Would catch: a label cut off by small paper, a paper that is chosen and not sent along, or another printer's paper kept.
test('paper that is too small cannot be chosen, a larger one is sent along and kept', async ({ page }) => {
  await showDesktopHost(page, { printers: [zebra, office], papers: { Office: officePapers } })
  const dialog = await openDialog(page)
  const select = dialog.getByLabel('Paper', { exact: true })
  await expect(dialog.getByText('This printer has no paper of the label’s size.')).toBeVisible()
  await expect(select.getByRole('option', { name: '50 × 30 mm · 50x30 · too small' })).toBeDisabled()
  await select.selectOption({ label: '210 × 297 mm · A4' })
  await dialog.getByRole('button', { name: 'Print a test page' }).click()
  await expect.poll(() => askedOf(page, 'print.printTestPage')).toHaveLength(1)
  const a4 = { widthMm: 210, heightMm: 297 }
  expect(await askedOf(page, 'print.printTestPage')).toEqual([{ printer: 'Office', paper: a4 }])
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(await askedOf(page, 'print.print')).toMatchObject([{ paper: a4 }])
  await page.getByRole('button', { name: 'Shipping labels' }).first().click()
  await expect(select).toHaveValue('210x297')
  await dialog.getByLabel('Printer', { exact: true }).selectOption('Zebra')
  await expect(select).toHaveValue('')
})

// Would catch: a kind that prints unasked and gives no way back, or a gone printer that fails in silence.
test('printing without asking can be changed from its message, and asks when its printer is gone', async ({ page }) => {
  const saved = { copies: 1, printer: 'Office', withoutAsking: true }
  await showDesktopHost(page, { printers: [office], choices: { shipping: saved } })
  await openLabels(page)
  const toast = page.locator('.toast')
  await expect(toast).toContainText('Sent to the printer')
  await toast.getByRole('button', { name: 'Change…' }).click()
  const change = page.getByRole('dialog', { name: 'How to print: Shipping label' })
  await change.getByLabel('Copies').fill('2')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(change).toBeHidden()
  expect(await askedOf(page, 'print.remember')).toEqual([{ kind: 'shipping', choice: { ...saved, copies: 2 } }])
  expect(await askedOf(page, 'print.print')).toHaveLength(1)
  await inHost(page, (host) => host.state.printers.splice(0))
  await page.getByRole('button', { name: 'Shipping labels' }).first().click()
  await expect(page.locator('.print-dialog').getByText('Office is no longer on this computer.')).toBeVisible()
})

// Would catch: empty squares on labels that nobody looked at before they were stuck on.
test('a kind that prints without asking asks all the same where a sign is in no typeface', async ({ page }) => {
  const names = { styleName: 'বাংলা', styleNameZh: '', styleCode: 'DR1008', color: 'Emerald', colorZh: '' }
  const body = await buffer(skuLabelsFile([{ ...names, nmSku: 'DR1008EMR-M', size: 'M', copies: 1 }]))
  await page.route('**/v1/erp/vendor/get-shipping-label', (route) =>
    route.fulfill({ contentType: 'application/pdf', body }),
  )
  const saved = { copies: 1, printer: 'Office', withoutAsking: true }
  await showDesktopHost(page, { printers: [office], choices: { shipping: saved } })
  await openLabels(page)
  const dialog = page.locator('.print-dialog')
  await expect(dialog.getByText(/^No typeface has these characters/)).toBeVisible()
  expect(await askedOf(page, 'print.print')).toEqual([])
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(await askedOf(page, 'print.print')).toHaveLength(1)
})

// Would catch: a list loaded anew for every event, a toast for every job, or a page that draws all jobs at once.
test('500 jobs at once ask for the list once, tell nothing twice and are drawn fifty at a time', async ({ page }) => {
  await showDesktopHost(page, { printers: [office], jobs: [jobOf('old')] })
  await page.goto('/supplier/my-orders')
  const centre = await openCentre(page)
  await expect(centre.locator('tbody tr')).toHaveCount(1)
  const before = (await askedOf(page, 'print.jobs')).length
  await inHost(
    page,
    (host, job) => {
      const all = Array.from({ length: 500 }, (_, at) => ({ ...job, id: `n${at}`, title: `SH-${1000 + at}` }))
      host.tellJobs(all.map((one) => ({ ...one, state: 'queued' as const })))
      host.tellJobs(all.map((one) => ({ ...one, state: 'sent' as const })))
      host.tellJobs(all.map((one, at) => ({ ...one, state: at < 3 ? ('failed' as const) : ('printed' as const) })))
    },
    jobOf('new'),
  )
  await expect(centre.getByRole('tab', { name: 'Printed' })).toContainText('498')
  await expect(centre.getByRole('tab', { name: 'Failed' })).toContainText('3')
  await expect(centre.locator('tbody tr')).toHaveCount(50)
  await centre.getByRole('button', { name: 'Show 50 more' }).click()
  await expect(centre.locator('tbody tr')).toHaveCount(100)
  expect(await askedOf(page, 'print.jobs')).toHaveLength(before)
  await expect(page.locator('.toast')).toHaveCount(0)
  await centre.getByRole('searchbox').fill('SH-1432')
  await expect(centre.locator('tbody tr')).toHaveCount(1)
  await centre.getByRole('combobox').selectOption({ label: 'SKU label' })
  await expect(centre.getByText('No print job matches')).toBeVisible()
})

// Would catch: labels of all boxes where some were asked for, or of a box that was mistyped; counts that scroll out of sight.
test('SKU labels are of the boxes that are named, and of none that is not there', async ({ page }) => {
  await page.goto('/supplier/shipment-management?tab=shipped')
  await page.locator('.dt-row[data-index="0"] [role=gridcell]').nth(1).click()
  await page.getByRole('button', { name: 'SKU labels' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'SKU labels' })
  const total = async () => Number((await dialog.getByText(/^Labels: /).textContent())?.replace(/\D/g, ''))
  await expect(dialog.getByRole('spinbutton').or(dialog.locator('table input')).first()).toBeInViewport()
  const all = await total()
  const boxes = dialog.getByLabel('Labels of boxes')
  await boxes.fill('1')
  await expect.poll(total).toBeLessThan(all)
  await boxes.fill('1, BX-9')
  await expect(dialog.getByText('Not in this shipment: BX-9')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Preview and print…' })).toBeDisabled()
})

// Would catch: a paper offered to a label printer, cut to a label's size, or asked for a label's reason.
test('a return note is printed on A4 from its drawer, and once more without a reason', async ({ page }) => {
  await showDesktopHost(page, labelsFirst)
  const dialog = await openNote(page)
  await expect(dialog.getByRole('img', { name: /^Page 1 of \d+$/ })).toBeVisible()
  await expect(dialog.getByText('Zebra prints labels only.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Print', exact: true })).toBeDisabled()
  const printer = dialog.getByLabel('Printer', { exact: true })
  await expect(printer.getByRole('option', { name: 'Zebra' })).toHaveCount(0)
  await printer.selectOption('Office')
  await expect(dialog.getByLabel('Paper', { exact: true })).toContainText('210 × 297 mm · A4')
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(dialog).toBeHidden()
  const [asked] = (await askedOf(page, 'print.print')) as PrintRequest[]
  expect(asked).toMatchObject({ kind: 'paper', printer: 'Office', call: { path: '/selvedge/qc/return-note' } })
  await expect(page.locator('.toast')).toContainText('Sent to the printer')
  await page.keyboard.press('Escape')
  await page.locator('.print-button').click()
  await page.getByRole('button', { name: `Print again: ${asked?.title}` }).click()
  await expect.poll(() => askedOf(page, 'print.reprint')).toEqual([{ id: 'made-1', remark: '' }])
  await expect(page.getByRole('dialog', { name: 'Print labels again' })).toHaveCount(0)
})

// Would catch: a paper printed unasked that is fetched once to be looked through and once for the printer, as two takings.
test('a paper printed without asking is looked through and printed under one key', async ({ page }) => {
  const saved = { copies: 1, printer: 'Office', withoutAsking: true }
  await showDesktopHost(page, { ...labelsFirst, choices: { paper: saved } })
  await page.goto('/supplier/qc-results?tab=notes')
  await page.locator('.dt-row[data-index="0"] [role=gridcell]').nth(1).click()
  const looked = page.waitForRequest(/\/qc\/return-note(\?|$)/)
  await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click()
  const key = (await looked).headers()['idempotency-key']
  await expect.poll(async () => (await askedOf(page, 'print.print')).length).toBe(1)
  expect(key).toBeTruthy()
  expect(await askedOf(page, 'print.print')).toMatchObject([{ kind: 'paper', call: { key } }])
})

// Would catch: several failures of one moment that bury the page, or a mark that stays after they were looked at.
test('jobs that fail together are one message, and a mark until somebody looks', async ({ page }) => {
  const lost = ['f1', 'f2', 'f3'].map((id) => jobOf(id, { state: 'failed', problem: 'Shipment not found' }))
  await showDesktopHost(page, { printers: [office], jobs: lost })
  await page.goto('/supplier/my-orders')
  const button = page.locator('.print-button')
  await expect(button).toHaveAttribute('data-count', '3')
  await button.click()
  await expect(button).not.toHaveAttribute('data-count')
  for (const job of lost) await page.getByRole('button', { name: `Print again: ${job.title}` }).click()
  await inHost(page, (host, again) => host.tellJobs(again), lost)
  await expect(page.locator('.toast[data-tone=error]')).toHaveCount(1)
  // The message comes at once, the list a moment later: only what stood in the list was looked at.
  for (const job of lost) await expect(page.getByRole('button', { name: `Print again: ${job.title}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.locator('.print-button')).toHaveAttribute('data-dot', 'bad')
  await expect(page.locator('.print-button')).not.toHaveAttribute('data-count')
})

// Would catch: somebody on the keyboard who stands at the top of the page again, since the list that opened the centre is gone.
test('the printing centre gives the focus back to the button in the header', async ({ page }) => {
  await showDesktopHost(page, { printers: [office], jobs })
  await page.goto('/supplier/my-orders')
  const centre = await openCentre(page)
  await expect(centre).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(centre).toBeHidden()
  await expect(page.locator('.print-button')).toBeFocused()
})

// Would catch: a second label printed without a reason, "Other" that says nothing, a job that cannot be taken back.
test('a job that came out is printed again with a reason only, one that waits can be taken back', async ({ page }) => {
  await showDesktopHost(page, { printers: [office], jobs })
  await page.goto('/supplier/my-orders')
  await page.locator('.print-button').click()
  await expect(page.locator('.print-jobs').getByText('The printer is offline.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel SH-waits' }).click()
  await expect(page.locator('.print-jobs').getByText('Taken back before it was printed.')).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.getByRole('button', { name: 'Print again…: SH-again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print labels again' })
  const print = dialog.getByRole('button', { name: 'Print', exact: true })
  await expect(print).toBeDisabled()
  await dialog.getByText('Other', { exact: true }).click()
  await expect(print).toBeDisabled()
  await dialog.getByLabel('Remark (needed)').fill('  ')
  await expect(print).toBeDisabled()
  await dialog.getByLabel('Remark (needed)').fill('box was repacked')
  await dialog.getByLabel('Remark (needed)').press('Enter')
  await expect(dialog).toBeHidden()
  expect(await askedOf(page, 'print.reprint')).toEqual([{ id: 'again', reason: 'other', remark: 'box was repacked' }])
})

/** Chromium without a head has no print window and dies of the second one: it ends at the call that would open it. */
async function countPrintWindows(page: Page): Promise<() => number> {
  let opened = 0
  await page.exposeFunction('printWindowOpened', () => (opened += 1))
  await page.addInitScript(() => {
    window.print = () => void Reflect.get(window.top ?? window, 'printWindowOpened')?.()
  })
  return () => opened
}

// Would catch: a browser that prints again though the server could not note why, or that notes nothing.
test('the browser’s reprint is noted by the server before anything is printed', async ({ page }) => {
  const opened = await countPrintWindows(page)
  const dialog = await openDialog(page)
  await expect(dialog.getByLabel('Printer', { exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Print…' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(opened).toBe(1)
  await page.keyboard.press('Escape')
  await page.locator('.print-button').click()
  const list = page.locator('.print-jobs')
  await expect(list.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)

  await page.route('**/selvedge/print/reprints', (route) => route.abort(), { times: 1 })
  await list.getByRole('button', { name: /^Print again…/ }).click()
  const reprint = page.getByRole('dialog', { name: 'Print labels again' })
  await reprint.getByText('Label damaged').click()
  await reprint.getByRole('button', { name: 'Print…' }).click()
  // Would catch: a toast without the specification's title.
  await expect(page.locator('.toast[data-tone=error] .toast-title')).toHaveText('Error')
  expect(opened()).toBe(1)

  const noted = page.waitForResponse('**/selvedge/print/reprints')
  await pressAgain(reprint)
  expect((await noted).status()).toBe(200)
  await expect(reprint).toBeHidden()
  await expect.poll(opened).toBe(2)
  await page.locator('.print-button').click()
  await expect(list.getByText('Printed again: Label damaged')).toBeVisible()
})

const files = ['kept.csv', 'gone.csv'].map((name) => {
  return { name, path: `/home/li/${name}`, bytes: 48_213, savedAt: '2026-11-20T08:00:00.000Z' }
})

async function startDownload(page: Page, say: Say): Promise<string> {
  const before = (await askedOf(page, 'files.download')).length
  await page.getByRole('button', { name: say('Export'), exact: true }).click()
  await page.locator('.bp6-menu-item').first().click()
  await expect.poll(() => askedOf(page, 'files.download')).toHaveLength(before + 1)
  return ((await askedOf(page, 'files.download')).at(-1) as { id: string }).id
}

/** One that failed and one that runs, above those that were saved. */
async function openDownloads(page: Page, say: Say): Promise<string> {
  await page.goto('/supplier/shipment-management?tab=shipped')
  await startDownload(page, say)
  await inHost(page, (host) => {
    const details = { status: 409, code: 'conflict', path: '/v1/erp/vendor/get-shipping-list', request_id: 'req-1' }
    host.endDownload({ message: 'No orders to download', details })
  })
  const toast = page.locator('.toast[data-tone=error]')
  await expect(toast.getByRole('button', { name: say('Copy details') })).toBeVisible()
  const id = await startDownload(page, say)
  await inHost(page, (host, id) => host.tellProgress({ id, receivedBytes: 2_000_000, totalBytes: 8_000_000 }), id)
  await page.locator('.downloads-button').click()
  await expect(page.locator('.downloads [role=progressbar]')).toHaveAttribute('aria-valuenow', '25')
  return id
}

// Would catch: a running download that cannot be stopped or seen once its message is closed, a file that moved and says nothing.
test('the downloads list shows what runs, what failed and what was saved, and says when a file is gone', async ({
  page,
}) => {
  await showDesktopHost(page, { files, gone: ['/home/li/gone.csv'] })
  const id = await openDownloads(page, en)
  const list = page.locator('.downloads')
  await expect(list.getByText('No orders to download')).toBeVisible()
  await list.getByRole('button', { name: 'Show kept.csv in folder' }).click()
  expect(await askedOf(page, 'files.showInFolder')).toEqual(['/home/li/kept.csv'])
  await list.getByRole('button', { name: 'Show gone.csv in folder' }).click()
  await expect(list.getByText('The file is no longer there.')).toBeVisible()
  await list.getByRole('button', { name: /^Cancel/ }).click()
  expect(await askedOf(page, 'files.cancelDownload')).toEqual([id])
  await inHost(page, (host) => host.endDownload())
  await expect(list.locator('[role=progressbar]')).toHaveCount(0)
  await expect(list.locator('.download')).toHaveCount(4)
})

type Place = readonly [name: string, open: (page: Page, say: Say) => Promise<unknown>, state?: Partial<HostState>]

const places: readonly Place[] = [
  ['dialog', openDialog, { choices: { shipping: { copies: 1, printer: 'GK420', withoutAsking: true } } }],
  ['dialog with paper', openDialog, { papers: { Office: officePapers } }],
  ['dialog of a return note', openNote, labelsFirst],
  ['jobs', (page) => page.locator('.print-button').click()],
  ['no jobs', (page) => page.locator('.print-button').click(), { jobs: [] }],
  ['centre', openCentre],
  [
    'reprint',
    async (page) => {
      await openCentre(page)
      await page.locator('tr[data-state=printed] .job-buttons button').first().click()
      await page.locator('.reprint').waitFor()
    },
  ],
  ['downloads', openDownloads, { files }],
]

// Would catch: a control without a name or too small to hit, words too pale for their ground, a text without Chinese.
test('axe finds nothing in what prints and downloads', async ({ atAnotherMachine }) => {
  test.setTimeout(180_000)
  const found: string[] = []
  const page = await atAnotherMachine({ reducedMotion: 'reduce' })
  await dress(page, 'zh', 'dark')
  await enterAs(page, 'vendor@demo.selvedge')
  for (const [name, open, state = {}] of places) {
    await showDesktopHost(page, { printers: [zebra, office], jobs, ...state })
    await page.goto('/supplier/my-orders')
    await open(page, sayIn('zh'))
    await expect(page.locator('.bp6-portal .bp6-spinner, .bp6-portal [aria-busy=true]')).toHaveCount(0)
    found.push(...(await faultsInBothThemes(page, ['.bp6-portal'])).map((fault) => `${name}: ${fault}`))
  }
  expect(found).toEqual([])
})

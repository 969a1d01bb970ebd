import type { Page } from '@playwright/test'
import type { Say } from './story/words.ts'

/** A picture of a screen of China QC, over the boxes of the demo data. */
export interface QcShot {
  name: string
  path: string
  account: string
  prepare?: (page: Page, say: Say) => Promise<void>
}

type Step = NonNullable<QcShot['prepare']>

const inTurn =
  (...steps: Step[]): Step =>
  async (page, say) => {
    for (const step of steps) await step(page, say)
  }

const shows =
  (selector: string): Step =>
  (page) =>
    page.locator(selector).first().waitFor()

const openFirst: Step = async (page) => {
  await page.locator('.dt-row[data-index="0"] [role=gridcell]').nth(1).click()
  await page.locator('.drawer-body').waitFor()
}

const chooseFirst: Step = (page) => page.locator('.dt-row[data-index="0"] [role=checkbox]').click()

const press =
  (name: string, selector: string): Step =>
  async (page, say) => {
    await page
      .getByRole('button', { name: say(name), exact: true })
      .last()
      .click()
    await shows(selector)(page, say)
  }

/** Of a drawer, or of the parts of an inspection. */
const view =
  (name: string): Step =>
  async (page, say) => {
    const tab = page.locator('.drawer [role=tab]', { hasText: say(name) })
    await tab.first().click()
  }

const menu =
  (button: string): Step =>
  (page, say) =>
    press(button, '.bp6-menu')(page, say)

const scan = async (page: Page, code: string) => {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.locator('.scan-row', { hasText: code }).first().waitFor()
  await page.waitForTimeout(300)
}

/** One code that nobody knows, one of a box that is in, one that is on its way. */
const scanThree: Step = async (page) => {
  const codes = await page.evaluate(async () => {
    const ask = async (call: string) => {
      const headers = { 'content-type': 'application/json', 'x-selvedge-client': 'screen' }
      const reply = await fetch(`/v1/erp/qc/china/${call}`, { method: 'POST', headers, body: '{"page_size":1}' })
      return ((await reply.json()) as { data: { rows: { sscc: string }[] } }).data.rows[0]?.sscc ?? ''
    }
    return { isIn: await ask('get-inwarded-boxes'), isAwaited: await ask('get-awaiting-inward-boxes') }
  })
  await page.locator('input[aria-label]').first().waitFor()
  for (const code of ['SF1409983321', `00${codes.isIn}`, `00${codes.isAwaited}`]) await scan(page, code)
}

const undoLast: Step = async (page) => {
  await page.keyboard.press('Control+z')
  await page.locator('.last-scan[data-standing=undone]').waitFor()
}

/** Of the first SKU fewer than declared, of the others all. */
const countShort: Step = async (page, say) => {
  await page.getByRole('button', { name: say('Rest as declared') }).click()
  const field = page.locator('.qg input').first()
  await field.click()
  await page.keyboard.type('1')
}

const aDefect: Step = async (page) => {
  await page.locator('.qc-main table button').last().click()
  await page.locator('.qc-defect').first().waitFor()
}

/** A larger sample that takes more, and a limit that is refused. */
const chooseLooser: Step = async (page) => {
  const choices = page.locator('.qcs select')
  await choices.nth(1).selectOption('III')
  await choices.nth(3).selectOption('6.5')
}

const warehouse = 'china-qc@demo.selvedge'
const ops = 'ops-team@demo.selvedge'
const vendor = 'vendor@demo.selvedge'
const inward = (tab: string) => `/supplier/inward-shipments?tab=${tab}`
const platform = (query: string) => `/supplier/qc-platform?${query}`
const invoices = (tab: string) => `/supplier/qc-invoices?tab=${tab}`
const results = (tab: string) => `/supplier/qc-results?tab=${tab}`

export const qcShots: readonly QcShot[] = [
  { name: 'inward-scan-empty', path: inward('scan'), account: warehouse },
  { name: 'inward-scan', path: inward('scan'), account: warehouse, prepare: scanThree },
  { name: 'inward-scan-undone', path: inward('scan'), account: warehouse, prepare: undoLast },
  { name: 'inward-awaiting', path: inward('awaiting'), account: warehouse, prepare: chooseFirst },
  {
    name: 'inward-file',
    path: inward('awaiting'),
    account: warehouse,
    prepare: press('Inward by file', '.drop-zone'),
  },
  {
    name: 'inward-check-file',
    path: inward('awaiting'),
    account: warehouse,
    prepare: press('Check a file…', '.bp6-dialog'),
  },
  { name: 'inward-arrivals', path: inward('arrivals'), account: warehouse },
  { name: 'qc-awaiting', path: platform('tab=awaiting'), account: warehouse },
  { name: 'qc-inwarded', path: platform('tab=inwarded'), account: warehouse },
  { name: 'qc-in-qc', path: platform('tab=in_qc'), account: warehouse },
  { name: 'qc-all', path: platform('tab=all'), account: warehouse, prepare: chooseFirst },
  { name: 'qc-box', path: platform('tab=all&open=1'), account: warehouse, prepare: openFirst },
  { name: 'qc-box-menu', path: platform('tab=in_qc'), account: warehouse, prepare: inTurn(openFirst, menu('More')) },
  {
    name: 'qc-settle',
    path: platform('tab=all&open=1'),
    account: warehouse,
    prepare: inTurn(openFirst, (page) => page.locator('.section-tools button').first().click(), shows('.qc-settle')),
  },
  {
    name: 'qc-count',
    path: platform('tab=inwarded'),
    account: warehouse,
    prepare: inTurn(openFirst, view('Count')),
  },
  {
    name: 'qc-count-short',
    path: platform('tab=inwarded'),
    account: warehouse,
    prepare: inTurn(openFirst, view('Count'), countShort),
  },
  {
    name: 'qc-settings-read',
    path: platform('tab=in_qc'),
    account: warehouse,
    prepare: press('QC settings', '.qcs .plain-table'),
  },
  {
    name: 'qc-settings',
    path: platform('tab=in_qc'),
    account: ops,
    prepare: press('QC settings', '.qcs .plain-table'),
  },
  {
    name: 'qc-settings-changed',
    path: platform('tab=in_qc'),
    account: ops,
    prepare: inTurn(press('QC settings', '.qcs .plain-table'), chooseLooser),
  },
  {
    name: 'qc-inspect',
    path: platform('tab=in_qc'),
    account: warehouse,
    prepare: inTurn(openFirst, view('Inspection')),
  },
  {
    name: 'qc-inspect-defects',
    path: platform('tab=in_qc'),
    account: warehouse,
    prepare: inTurn(openFirst, view('Inspection'), aDefect),
  },
  {
    name: 'qc-inspect-pieces',
    path: platform('tab=in_qc'),
    account: warehouse,
    prepare: inTurn(openFirst, view('Inspection'), view('Pieces')),
  },
  {
    name: 'qc-inspect-measurements',
    path: platform('tab=in_qc'),
    account: warehouse,
    prepare: inTurn(openFirst, view('Inspection'), view('Measurements')),
  },
  {
    name: 'qc-inspect-photos',
    path: platform('tab=in_qc'),
    account: warehouse,
    prepare: inTurn(openFirst, view('Inspection'), view('Photos')),
  },
  {
    name: 'qc-inspect-earlier',
    path: platform('tab=failed'),
    account: warehouse,
    prepare: inTurn(openFirst, view('Inspection'), view('Earlier')),
  },
  {
    name: 'qc-history',
    path: platform('tab=shipped'),
    account: warehouse,
    prepare: inTurn(openFirst, view('History')),
  },
  {
    name: 'qc-shelf',
    path: platform('tab=passed'),
    account: warehouse,
    prepare: inTurn(chooseFirst, press('To shelf…', '.bp6-dialog')),
  },
  {
    name: 'qc-revert',
    path: platform('tab=passed'),
    account: ops,
    prepare: inTurn(chooseFirst, press('Revert to QC…', '.reason-dialog')),
  },
  {
    name: 'qc-ready',
    path: platform('tab=all'),
    account: ops,
    prepare: inTurn(
      (page) => page.locator('[role=grid] [role=checkbox]').first().click(),
      press('Ready for invoice', '.bp6-dialog, [role=alertdialog]'),
    ),
  },
  {
    name: 'qc-return',
    path: platform('tab=failed'),
    account: ops,
    prepare: inTurn(chooseFirst, press('Return to vendor…', '.return-body')),
  },
  { name: 'invoices-ready', path: invoices('ready'), account: ops },
  {
    name: 'invoice-create',
    path: invoices('ready'),
    account: ops,
    prepare: inTurn(
      (page) => page.locator('[role=grid] [role=checkbox]').first().click(),
      press('Create invoice…', '.inv-create-body'),
    ),
  },
  {
    name: 'invoice-parties',
    path: invoices('ready'),
    account: ops,
    prepare: press('Trade parties', '.inv-parties td'),
  },
  { name: 'invoice-boxes-file', path: invoices('ready'), account: ops, prepare: press('Boxes by file', '.drop-zone') },
  { name: 'invoices-all', path: invoices('all'), account: ops },
  { name: 'invoice-to-export', path: invoices('to_export'), account: ops, prepare: openFirst },
  {
    name: 'invoice-boxes',
    path: invoices('to_export'),
    account: ops,
    prepare: inTurn(openFirst, view('Boxes')),
  },
  {
    name: 'invoice-styles',
    path: invoices('to_export'),
    account: ops,
    prepare: inTurn(openFirst, view('Styles')),
  },
  {
    name: 'invoice-void-reason',
    path: invoices('to_export'),
    account: ops,
    prepare: inTurn(openFirst, press('Void invoice', '.reason-dialog')),
  },
  { name: 'invoice-to-ship', path: invoices('to_ship'), account: ops, prepare: openFirst },
  {
    name: 'invoice-ship',
    path: invoices('to_ship'),
    account: ops,
    prepare: inTurn(openFirst, press('Ship to India…', '.inv-ship-body')),
  },
  {
    name: 'invoice-history',
    path: invoices('shipped'),
    account: ops,
    prepare: inTurn(openFirst, view('History')),
  },
  { name: 'invoice-void', path: invoices('void'), account: ops, prepare: openFirst },
  { name: 'results', path: results('boxes'), account: ops },
  { name: 'results-notes', path: results('notes'), account: ops },
  { name: 'results-note', path: results('notes'), account: ops, prepare: openFirst },
  { name: 'qc-reports', path: '/supplier/qc-reports', account: ops },
  {
    name: 'qc-reports-below',
    path: '/supplier/qc-reports',
    account: ops,
    prepare: (page) => page.locator('.report-body > :last-child').scrollIntoViewIfNeeded(),
  },
  { name: 'results-vendor', path: results('boxes'), account: vendor },
  {
    name: 'results-vendor-box',
    path: `${results('boxes')}&status=Returned to supplier`,
    account: vendor,
    prepare: openFirst,
  },
  { name: 'results-vendor-notes', path: results('notes'), account: vendor, prepare: openFirst },
]

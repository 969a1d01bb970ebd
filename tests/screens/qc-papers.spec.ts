import { Readable } from 'node:stream'
import { expect, type Locator, type Page, test } from '@playwright/test'
import exceljs from 'exceljs'
import { withPrinted } from '../support/printed.ts'
import { enterAs } from '../support/story/enter.ts'
import { textOfWorkbook } from '../support/workbook-text.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '', locale: 'en-GB', timezoneId: 'Asia/Shanghai' })

/** Of this vendor's styles customs know nothing yet. */
const vendor = 'SZ02'
const isPrimary = /bp6-intent-primary/

interface Box {
  box_id: string
  sscc: string
  box_no: string
  shipment_id: string
  version: number
  quantities: Record<string, number>
}

interface Modal {
  box: Box
  lines: { nm_sku: string; quantities: Record<string, number> }[]
}

async function ask<D>(page: Page, path: string, data: unknown): Promise<D> {
  const headers = { 'x-selvedge-client': 'screen' }
  const reply = await page.context().request.post(`/${path}`, { headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: D }).data
}

const qc = <D>(page: Page, path: string, data: unknown) => ask<D>(page, `v1/erp/qc/china/${path}`, data)
const modalOf = (page: Page, box: Pick<Box, 'sscc'>) => qc<Modal>(page, 'get-qc-modal', { box_id: box.sscc })
const boxOf = async (page: Page, box: Pick<Box, 'sscc'>) => (await modalOf(page, box)).box

/** Boxes of the vendor on their way, of one shipment, taken in and counted as declared. */
async function countedBoxes(page: Page, count: number): Promise<Box[]> {
  const { rows } = await qc<{ rows: Box[] }>(page, 'get-awaiting-inward-boxes', { supplier_id: vendor, page_size: 200 })
  const shipment = [...Map.groupBy(rows, (row) => row.shipment_id).values()].find((boxes) => boxes.length >= count)
  const chosen = (shipment ?? []).slice(-count)
  expect(chosen, `the demo has too few boxes of ${vendor} on their way`).toHaveLength(count)
  await qc(page, 'inward-boxes', { site: 'CNQC', boxes: chosen.map(({ sscc }) => ({ code: sscc })) })
  for (const chosenBox of chosen) {
    const { box, lines } = await modalOf(page, chosenBox)
    const counted = lines.map(({ nm_sku, quantities }) => ({ nm_sku, counted: quantities.declared }))
    await qc(page, 'verify-quantity', { box_id: box.sscc, version: box.version, lines: counted })
  }
  return chosen
}

/** The same, let pass and made ready for an invoice. */
async function readyBoxes(page: Page, count: number): Promise<Box[]> {
  const boxes = await countedBoxes(page, count)
  for (const { sscc } of boxes) {
    const { version } = await boxOf(page, { sscc })
    await qc(page, 'skip-qc-inspection', { box_id: sscc, version, reason: 'Known vendor', remark: 'Spec' })
  }
  await qc(page, 'create-ready-for-invoice', { box_ids: boxes.map(({ sscc }) => sscc) })
  return boxes
}

async function fileOf(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part as Uint8Array))
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) }
}

const textOfPdf = (bytes: Buffer) => withPrinted(Readable.from(bytes), (printed) => printed.text())

const piecesOf = async (page: Page, boxes: readonly Box[], bucket: string) => {
  const now = await Promise.all(boxes.map((box) => boxOf(page, box)))
  return now.reduce((sum, { quantities }) => sum + (quantities[bucket] ?? 0), 0)
}

const drawerOf = (page: Page) => page.getByRole('dialog').first()

/** The rows of the list that are these boxes, chosen. */
async function choose(page: Page, boxes: readonly Box[]): Promise<void> {
  await page.goto(`/supplier/qc-invoices?q=${boxes[0]?.shipment_id}`)
  for (const { shipment_id, box_no } of boxes) {
    const row = page.getByRole('row').filter({ hasText: new RegExp(`${shipment_id} / ${box_no}(?!\\d)`) })
    await row.getByRole('checkbox').click()
  }
  await expect(page.getByText(`${boxes.length} selected.`)).toBeVisible()
}

async function makeInvoice(page: Page, boxes: readonly Box[]): Promise<string> {
  await choose(page, boxes)
  await page.getByRole('button', { name: 'Create invoice…' }).click()
  const dialog = page.locator('.inv-create')
  await expect(dialog.getByText('Boxes', { exact: true }).locator('xpath=../dd')).toHaveText(String(boxes.length))
  await dialog.getByLabel('Consignee').selectOption('SELV-DEL')
  await dialog.getByRole('button', { name: 'Create invoice' }).click()
  await page.waitForURL(/invoice=CI-\d{4}-\d{6}/)
  return new URL(page.url()).searchParams.get('invoice') ?? ''
}

/** From boxes that passed over the invoice, what customs want to know and the export order to India, and back again. */
test('passed boxes go on an invoice, get their papers and ship to India', async ({ page }) => {
  await enterAs(page, 'ops-team@demo.selvedge')
  const boxes = await readyBoxes(page, 2)
  const pieces = await piecesOf(page, boxes, 'ready')
  const number = await makeInvoice(page, boxes)
  expect(await piecesOf(page, boxes, 'invoiced')).toBe(pieces)
  await readPapers(page, number, boxes, pieces)
  await fillInCustoms(page)
  await makeExportOrder(page)
  await shipAndUndo(page, number, boxes, pieces)
  await shipTooLate(page, number)
})

// Would catch: a paper of another invoice, one without its boxes' pieces, a file under another name.
async function readPapers(page: Page, number: string, boxes: readonly Box[], pieces: number): Promise<void> {
  const drawer = drawerOf(page)
  const get = (item: string) =>
    fileOf(page, async () => {
      await drawer.getByRole('button', { name: 'Download', exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    })
  await expect(drawer.getByRole('button', { name: 'Print', exact: true })).toBeVisible()
  const sheet = await get('Invoice (Excel)')
  await expect(page.locator('.toast', { hasText: 'Successfully downloaded Invoice' })).toContainText('Success')
  await expect(page.locator('.toast-title').last()).toHaveText('Success')
  expect(sheet.name).toBe(`invoice_${number}.xlsx`)
  const cells = await textOfWorkbook(sheet.bytes)
  expect(cells).toContain(number)
  const paper = await get('Invoice (PDF)')
  expect(paper.name).toBe(`invoice_${number}.pdf`)
  const words = await textOfPdf(paper.bytes)
  expect(words).toContain(number)
  expect(words).toContain('Selvedge Fashion Private Limited, Delhi')
  for (const text of [cells, words]) expect(text.replaceAll(',', '')).toContain(String(pieces))
  const details = await textOfWorkbook((await get('Box details (Excel)')).bytes)
  for (const { sscc } of boxes) expect(details).toContain(sscc)
}

/** What is missing is filled into the sheet that the screen gives, and sent back. */
async function fillInCustoms(page: Page): Promise<void> {
  const drawer = drawerOf(page)
  const missing = drawer.locator('.inv-missing')
  await expect(missing).toContainText('HS code')
  await expect(missing).toContainText('Net weight')
  const sheet = await fileOf(page, () => drawer.getByRole('button', { name: 'Product details to fill in' }).click())
  expect(sheet.name).toBe('Product-details.xlsx')
  await drawer.getByRole('button', { name: 'Upload product details' }).click()
  const dialog = page.locator('.upload-dialog')
  // Would catch: a wrong code taken, or a refusal that does not say where.
  await sendSheet(page, sheet, { hs: '61', grams: 300 })
  await expect(dialog.getByText('An HS code has 6 to 10 digits.').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await sendSheet(page, sheet, { hs: '620463', grams: 1 })
  await expect(dialog.getByText('The file was taken')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(drawer.getByText('Nothing is missing: the export order can be made.')).toBeVisible()
}

async function sendSheet(page: Page, sheet: { name: string; bytes: Buffer }, say: { hs: string; grams: number }) {
  const book = new exceljs.Workbook()
  await book.xlsx.load(sheet.bytes as never)
  for (const table of book.worksheets) {
    const heads = Array.from(table.getRow(1).values as unknown[], (head) => String(head ?? ''))
    const place = (word: string) => heads.findIndex((head) => head.startsWith(word))
    if (place('HS code') < 0) continue
    table.eachRow((row, at) => {
      if (at === 1 || !row.getCell(place('Style')).text) return
      row.getCell(place('HS code')).value = say.hs
      row.getCell(place('Description')).value = 'Trousers, woven'
      row.getCell(place('Country of origin')).value = 'CN'
      row.getCell(place('Net weight')).value = say.grams
    })
  }
  const buffer = Buffer.from(await book.xlsx.writeBuffer())
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: sheet.name, mimeType: 'application/octet-stream', buffer })
}

async function makeExportOrder(page: Page): Promise<void> {
  const drawer = drawerOf(page)
  const create = drawer.getByRole('button', { name: 'Create export order' })
  await drawer.getByLabel('Port of loading').fill('Guangzhou (CAN)')
  await drawer.getByLabel('Port of discharge').fill('Delhi (DEL)')
  await drawer.getByLabel('Carrier').fill('China Southern Cargo')
  // Would catch: a gross weight less than the net weight on papers for customs.
  await drawer.getByLabel('Gross weight (kg)').fill('0,001')
  await drawer.getByRole('button', { name: 'Check' }).click()
  await expect(drawer.getByText('is more than the gross weight')).toBeVisible()
  await drawer.getByLabel('Gross weight (kg)').fill('42.5')
  await expect(drawer.getByText('is more than the gross weight')).toBeHidden()
  await expect(create).toHaveClass(isPrimary)
  await create.click()
  await expect(page.getByText(/^Export order EO-\d+ created\.$/)).toBeVisible()
  await expect(drawer.getByText('To ship')).toBeVisible()
  await expect(drawer.getByText('42.500 kg')).toBeVisible()
}

async function shipAndUndo(page: Page, number: string, boxes: readonly Box[], pieces: number): Promise<void> {
  const drawer = drawerOf(page)
  await drawer.getByRole('button', { name: 'Ship to India…' }).click()
  const summary = page.locator('.inv-ship')
  await expect(summary.getByRole('row').filter({ hasText: number })).toContainText('42.5')
  await summary.getByLabel('Air waybill or bill of lading').fill('784-00000011')
  await summary.getByRole('button', { name: /^Ship \d+ box(es)? to India$/ }).click()
  await expect(drawer.getByText('Shipped to India', { exact: true })).toBeVisible()
  await expect(drawer.getByText('784-00000011')).toBeVisible()
  // Would catch: a carrier wiped by the field of the summary that nobody touched.
  await expect(drawer.getByText('China Southern Cargo')).toBeVisible()
  expect(await piecesOf(page, boxes, 'shipped')).toBe(pieces)
  await drawer.getByRole('button', { name: 'Undo shipping' }).click()
  await takeBack(page, 'Carrier did not come', 'Undo shipping')
  await expect(drawer.getByText('To ship')).toBeVisible()
  expect(await piecesOf(page, boxes, 'invoiced')).toBe(pieces)
  await drawer.getByRole('tab', { name: 'History' }).click()
  await expect(drawer.getByText('Carrier did not come')).toBeVisible()
}

// Would catch: a confirmation of what is not any more as the summary showed it, or a summary that stays as it was.
async function shipTooLate(page: Page, number: string): Promise<void> {
  await drawerOf(page).getByRole('button', { name: 'Ship to India…' }).click()
  const summary = page.locator('.inv-ship')
  await expect(summary.getByRole('row').filter({ hasText: number })).toBeVisible()
  // While the confirmation is on its way: before it, the summary would be read anew by itself.
  const { rows } = await qc<{ rows: { version: number }[] }>(page, 'get-invoices', { invoice_numbers: [number] })
  const cancel = { action: 'cancel', invoice_number: number, version: rows[0]?.version, reason: 'Spec' }
  await page.route(
    '**/confirm-ship-to-india',
    (route) => qc(page, 'create-export-order', cancel).then(() => route.continue()),
    {
      times: 1,
    },
  )
  await summary.getByRole('button', { name: /^Ship \d+ box(es)? to India$/ }).click()
  await expect(summary.getByText('Nothing can go now')).toBeVisible()
  await expect(summary.getByRole('region', { name: 'Left out' })).toContainText(`${number} has no export order`)
  await summary.getByRole('button', { name: 'Close' }).last().click()
  await expect(drawerOf(page).getByText('To export')).toBeVisible()
}

/** The dialog that wants a reason: without one its button does nothing. */
async function takeBack(page: Page, reason: string, verb: string): Promise<void> {
  const dialog = page.locator('.reason-dialog')
  const button: Locator = dialog.getByRole('button', { name: verb })
  await expect(button).toBeDisabled()
  await dialog.getByLabel(reason).check()
  await button.click()
  await expect(dialog).toBeHidden()
}

// Would catch: a void invoice that keeps its boxes, gives its number away, or forgets why.
test('a void invoice gives its boxes back and keeps its number and reason', async ({ page }) => {
  await enterAs(page, 'ops-team@demo.selvedge')
  const boxes = await readyBoxes(page, 1)
  const pieces = await piecesOf(page, boxes, 'ready')
  const first = await makeInvoice(page, boxes)
  await drawerOf(page).getByRole('button', { name: 'Void invoice' }).click()
  await expect(page.locator('.reason-dialog')).toContainText(`Ready for an invoice again: 1 box · ${pieces} pieces`)
  await takeBack(page, 'Wrong consignee', 'Void invoice')
  await expect(drawerOf(page).getByText('Wrong consignee')).toBeVisible()
  expect(await piecesOf(page, boxes, 'ready')).toBe(pieces)
  const second = await makeInvoice(page, boxes)
  expect(Number(second.slice(-6))).toBe(Number(first.slice(-6)) + 1)
  await page.goto(`/supplier/qc-invoices?tab=void&q=${first}`)
  await expect(page.getByRole('row').filter({ hasText: first })).toContainText('Void')
})

interface Report {
  totals: { passed: number; failed: number; returned: number }
  by_reason: { reason: string; units: number }[]
}

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date())

const reportOf = (page: Page) =>
  qc<Report>(page, 'get-china-qc-reports', { from: today(), to: today(), supplier_id: vendor })

// Would catch: a return that the vendor never hears of, other pieces on the note than were typed, figures that count them twice.
test('failed pieces go back with a note that the vendor sees, and the reports know of them', async ({ page }) => {
  await enterAs(page, 'ops-team@demo.selvedge')
  const before = await reportOf(page)
  const { box, failed, passed } = await failedBox(page)
  const note = await sendBack(page, box, failed)
  const after = await reportOf(page)
  expect(after.totals.passed - before.totals.passed).toBe(passed)
  expect(after.totals.failed - before.totals.failed).toBe(failed)
  expect(after.totals.returned - before.totals.returned).toBe(failed - 1)
  await readReports(page, after)
  await enterAs(page, 'vendor2@demo.selvedge')
  await page.goto('/supplier/qc-results?tab=notes')
  const row = page.getByRole('row').filter({ hasText: note })
  await expect(row).toContainText('Stain')
  await expect(row).toContainText(String(failed - 1))
  await page.goto(`/supplier/qc-results?box=${box.sscc}`)
  await page.getByRole('button', { name: 'Inspection report (PDF)…' }).click()
  await page.getByRole('radio', { name: '中文' }).check()
  const report = await fileOf(page, () => page.getByRole('button', { name: 'Download the report (PDF)' }).click())
  const words = await textOfPdf(report.bytes)
  expect(words).toContain('检验报告')
  expect(words).toContain('Oil on the front')
  // Why the verdict was overruled stays in the company.
  expect(words).not.toContain('改判')
})

/** A box whose first SKU failed for stains and whose others passed. */
async function failedBox(page: Page): Promise<{ box: Box; failed: number; passed: number }> {
  const [arrived] = await countedBoxes(page, 1)
  if (arrived === undefined) throw new Error('no box')
  const { box, lines } = await modalOf(page, arrived)
  const [first, ...others] = lines
  const failed = first?.quantities.to_inspect ?? 0
  expect(failed, 'the first SKU needs two pieces').toBeGreaterThan(1)
  const nm_sku = first?.nm_sku
  await qc(page, 'verify-qc-inspection', {
    box_id: box.sscc,
    version: box.version,
    lines: [
      { nm_sku, failed, sampled: failed },
      ...others.map((line) => ({ nm_sku: line.nm_sku, passed: line.quantities.to_inspect })),
    ],
    defects: [{ nm_sku, reason: 'Stain', severity: 'major', units: failed, remark: 'Oil on the front' }],
    verdict: others.length > 0 ? 'mixed' : 'failed',
    override_reason: 'Spec',
  })
  return { box, failed, passed: others.reduce((sum, line) => sum + (line.quantities.to_inspect ?? 0), 0) }
}

/** All but one of the failed pieces go back; gives the note's number. */
async function sendBack(page: Page, box: Box, failed: number): Promise<string> {
  await page.goto(`/supplier/qc-platform?tab=failed&q=${box.sscc}`)
  await page.getByRole('row').filter({ hasText: box.sscc }).getByRole('checkbox').click()
  await page.getByRole('button', { name: /^Return to vendor/ }).click()
  const dialog = page.locator('.return-dialog')
  const quantity = dialog.getByRole('textbox', { name: /^Going back, / })
  await expect(quantity).toHaveValue(String(failed))
  await quantity.fill(String(failed + 1))
  await expect(dialog.getByText('More is typed than failed.')).toBeVisible()
  await quantity.fill(String(failed - 1))
  await expect(dialog.getByLabel('Reason for the return')).toHaveValue('Stain')
  const confirm = dialog.getByRole('button', { name: 'Return to vendor' })
  await confirm.click()
  await expect(dialog.getByText('Please write a remark.')).toBeVisible()
  await expect(dialog.getByLabel('Remark for the vendor')).toBeFocused()
  await dialog.getByLabel('Remark for the vendor').fill('Oil on the front, please wash or replace.')
  await confirm.click()
  const number = dialog.getByRole('heading', { name: /^RN-\d+$/ })
  await expect(number).toBeVisible()
  const note = (await number.textContent()) ?? ''
  const paper = await fileOf(page, () => dialog.getByRole('button', { name: 'Get the return note (PDF)' }).click())
  expect(paper.name).toBe(`return_note_${note}.pdf`)
  const words = await textOfPdf(paper.bytes)
  expect(words).toContain(note)
  expect(words).toContain('Oil on the front, please wash or replace.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  expect((await boxOf(page, box)).quantities).toMatchObject({ failed: 1, returned: failed - 1 })
  return note
}

/** The screen says what the server counted, in its figures, its tables and its file. */
async function readReports(page: Page, { totals, by_reason }: Report): Promise<void> {
  await page.goto(`/supplier/qc-reports?period=own&from=${today()}&to=${today()}&supplier=${vendor}`)
  const figures = page.getByRole('region', { name: 'Totals' })
  const number = new Intl.NumberFormat('en-GB')
  const rate = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })
  await expect(figures).toContainText(rate.format(totals.passed / (totals.passed + totals.failed)))
  await expect(figures).toContainText(`of ${number.format(totals.passed + totals.failed)} pieces judged`)
  await page.getByRole('button', { name: 'Show table, Defects by reason' }).click()
  const stain = by_reason.find(({ reason }) => reason === 'Stain')?.units ?? 0
  await expect(page.getByRole('row').filter({ hasText: 'Stain' })).toContainText(number.format(stain))
  const quality = page.getByRole('figure', { name: 'DHU and lots accepted' })
  await quality.getByRole('button', { name: 'By inspector' }).click()
  await expect(quality.getByRole('columnheader', { name: 'Inspector' })).toBeVisible()
  await expect(quality.getByRole('row').last()).toContainText('Total')
  const file = await fileOf(page, () => page.getByRole('button', { name: /qc_report\.csv/ }).click())
  expect(file.name).toBe('qc_report.csv')
  expect(file.bytes.toString('utf8')).toContain('Oil on the front')
}

// Would catch: prices on the screens of those who may not see them, or buttons that only end in a refusal.
test('the warehouse sees what waits and what goes, but no value and no button that is not theirs', async ({ page }) => {
  await enterAs(page, 'china-qc@demo.selvedge')
  await page.goto('/supplier/qc-invoices?tab=all')
  await expect(page.getByRole('row').nth(1)).toContainText(/CI-\d{4}-\d{6}/)
  await expect(page.getByRole('columnheader', { name: 'Invoice value' })).toHaveCount(0)
  await expect(page.getByText(/[¥$]/)).toHaveCount(0)
  await page.getByRole('row').nth(1).getByRole('gridcell').nth(1).click()
  const drawer = drawerOf(page)
  await expect(drawer.getByText('Consignee')).toBeVisible()
  const others = [
    'Void invoice',
    'Cancel export order',
    'Undo shipping',
    'Create export order',
    'Ship to India…',
    'Print',
  ]
  for (const name of others) await expect(drawer.getByRole('button', { name })).toHaveCount(0)
  await drawer.getByRole('tab', { name: /^Styles/ }).click()
  await expect(drawer.getByRole('columnheader', { name: 'HS code' })).toBeVisible()
  await expect(drawer.getByText(/[¥$]/)).toHaveCount(0)
})

import { expect, type Locator, type Page, test } from '@playwright/test'
import { packingFile } from '../support/shipments.ts'
import { askAs, enterAs } from '../support/story/enter.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

interface Details {
  shipment: { status: string; total_quantity: number; invoice_number: string | null; carrier: string | null }
  lines: { order_id: string; nm_sku: string; ready_quantity: number }[]
  boxes: { box_no: string }[]
}

const details = (page: Page, shipment_id: string) => askAs<Details>(page, 'get-shipment-details', { shipment_id })
const isPrimary = /bp6-intent-primary/

/** One shipment of a vendor whom no other spec touches, from tentative to the print of its labels, with every change of mind. */
test('a tentative shipment is changed, packed, packed anew and looked at before it is printed', async ({ page }) => {
  await enterAs(page, 'vendor2@demo.selvedge')
  const shipmentId = await saveTentative(page)
  await changeLines(page, shipmentId)
  await packOnScreen(page, shipmentId)
  await typeFacts(page, shipmentId)
  await refuseFewerThanBoxed(page)
  await packAnew(page, shipmentId)
  await openBarcodes(page)
  await lookAtLabels(page)
})

// Would catch: "Save as tentative" that makes a shipment awaiting packing.
async function saveTentative(page: Page): Promise<string> {
  await page.goto('/supplier/shipping-platform?view=lines&tab=on_platform')
  const boxes = page.getByRole('grid').getByRole('checkbox')
  for (const at of [1, 2, 3]) await boxes.nth(at).click()
  await page.getByRole('button', { name: 'Make shipment…' }).last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save as tentative' }).click()
  await page.waitForURL(/shipment=SH-\d+/)
  const shipmentId = new URL(page.url()).searchParams.get('shipment') ?? ''
  expect(await details(page, shipmentId)).toMatchObject({ shipment: { status: 'Tentative' } })
  return shipmentId
}

async function openLines(page: Page): Promise<Locator> {
  await page.getByRole('dialog').first().getByRole('tab', { name: 'Lines' }).click()
  await page.getByRole('button', { name: 'Change lines…' }).click()
  return page.locator('.change-lines')
}

// Would catch: lines taken out, lowered or added on screen that the server never hears of, an undo that forgets one of them.
async function changeLines(page: Page, shipmentId: string): Promise<void> {
  const before = await details(page, shipmentId)
  const dialog = await openLines(page)
  const fields = dialog.getByRole('textbox')
  await dialog
    .getByRole('button', { name: /^Take out, / })
    .first()
    .click()
  const rows = dialog.getByRole('row')
  const added = await rows
    .filter({ has: page.getByPlaceholder('0') })
    .last()
    .locator('td')
    .nth(1)
    .textContent()
  await fields.last().fill('1')
  await dialog.getByRole('button', { name: 'Save lines' }).click()
  await expect(dialog).toBeHidden()
  const after = await details(page, shipmentId)
  expect(after.lines.map((line) => line.nm_sku)).toContain(added)
  expect(after.lines).toHaveLength(before.lines.length)
  await page
    .locator('.toast', { hasText: `Lines of ${shipmentId} changed.` })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByText('Undone')).toBeVisible()
  expect((await details(page, shipmentId)).lines).toEqual(before.lines)
}

// Would catch: a fact that is typed while the one before it is being saved and is refused as changed by its own typist; goods that go
// with what was typed and not saved.
async function typeFacts(page: Page, shipmentId: string): Promise<void> {
  const drawer = page.getByRole('dialog').first()
  const [number, carrier] = [drawer.getByLabel('Invoice number'), drawer.getByLabel('Carrier')]
  await page.route('**/update-shipment-details', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await number.fill('SZ-77')
  await page.keyboard.press('Tab')
  await carrier.fill('SF')
  await page.keyboard.press('Tab')
  await expect
    .poll(async () => (await details(page, shipmentId)).shipment)
    .toMatchObject({ invoice_number: 'SZ-77', carrier: 'SF' })
  await expect(page.getByText('Please look again.')).toBeHidden()
  await page.unroute('**/update-shipment-details')

  await page.route('**/update-shipment-details', (route) => route.abort())
  await carrier.fill('YTO')
  await page.keyboard.press('Tab')
  await expect(drawer.getByText('Not saved yet')).toBeVisible()
  await drawer.getByRole('button', { name: 'Mark packed and shipped' }).click()
  await expect(page.getByText('Invoice number or carrier was typed and is not saved yet')).toBeVisible()
  await page.unroute('**/update-shipment-details')
  await carrier.focus()
  await page.keyboard.press('Escape')
  await expect(carrier).toHaveValue('SF')
}

async function packOnScreen(page: Page, shipmentId: string): Promise<void> {
  await page.getByRole('button', { name: 'Confirm shipment' }).click()
  await page.getByRole('dialog').first().getByRole('tab', { name: 'Packing' }).click()
  await page.getByRole('button', { name: 'Distribute…' }).click()
  await page.getByLabel('Mixed, one SKU after another').check()
  await page.getByLabel('Pieces per box').fill('10')
  // Would catch: the Enter that distributes, let go, pressing what got the focus meanwhile (the upload).
  await page.keyboard.press('Enter', { delay: 120 })
  await expect(page.getByText(/^Boxes typed/)).toBeVisible()
  await expect(page.getByText('Drop a file here')).toBeHidden()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Packing list saved.')).toBeVisible()
  expect((await details(page, shipmentId)).boxes.length).toBeGreaterThan(0)
}

// Would catch: a line lowered under what is in its boxes.
async function refuseFewerThanBoxed(page: Page): Promise<void> {
  const dialog = await openLines(page)
  await expect(dialog.getByRole('button', { name: /^Take out, / }).first()).toBeDisabled()
  await dialog.getByRole('textbox').first().fill('0')
  await expect(dialog.getByText('Take the pieces out of their boxes first.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save lines' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
}

// Would catch: a packing list that silently replaces boxes packed and typed before.
async function packAnew(page: Page, shipmentId: string): Promise<void> {
  const { lines, boxes } = await details(page, shipmentId)
  const rows = lines.map((line) => ({ ...line, box_no: 'A1', quantity: line.ready_quantity }))
  const file = await packingFile(
    rows.map(({ box_no, order_id, nm_sku, quantity }) => ({ box_no, order_id, nm_sku, quantity })),
  )
  const send = async () => {
    await page.getByRole('button', { name: 'Upload packing list' }).first().click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: file.name, mimeType: 'application/octet-stream', buffer: Buffer.from(file.bytes) })
    await expect(page.getByText(`Packed boxes: ${boxes.length} `)).toBeVisible()
  }
  await send()
  await page.locator('.upload-dialog').getByRole('button', { name: 'Cancel' }).click()
  expect((await details(page, shipmentId)).boxes).toHaveLength(boxes.length)
  await send()
  await page.getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByText('The file was taken')).toBeVisible()
  await page.locator('.upload-dialog').getByRole('button', { name: 'Close' }).last().click()
  expect((await details(page, shipmentId)).boxes).toMatchObject([{ box_no: 'A1' }])
}

// Would catch: barcode labels without a place on screen, or whose address nobody opens.
async function openBarcodes(page: Page): Promise<void> {
  await page.getByRole('dialog').first().getByRole('tab', { name: 'Boxes & tracking' }).click()
  const asked = page.context().waitForEvent('request', (request) => request.url().includes('/selvedge/labels/'))
  await page.getByRole('button', { name: 'Barcode labels' }).click()
  const answer = await (await asked).response()
  expect([answer?.status(), await answer?.headerValue('content-type')]).toEqual([200, 'application/pdf'])
  await expect(page.locator('.toast', { hasText: 'Labels are ready.' })).toContainText('Open labels')
}

// Would catch: a look at the labels, cancelled, that counts as printed, so that boxes leave without labels.
async function lookAtLabels(page: Page): Promise<void> {
  const labels = page.getByRole('button', { name: 'Shipping labels' }).first()
  await expect(labels).toHaveClass(isPrimary)
  await labels.click()
  const dialog = page.locator('.print-dialog')
  await expect(dialog.getByRole('img')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(labels).toHaveClass(isPrimary)
  await expect(page.getByRole('button', { name: 'Mark packed and shipped' })).not.toHaveClass(isPrimary)
}

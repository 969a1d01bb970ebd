import { expect, type Page, test } from '@playwright/test'
import { enterAs } from '../support/story/enter.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '', locale: 'en-GB', timezoneId: 'Asia/Shanghai' })

interface Invoice {
  invoice_number: string
  boxes: number
  export_order: { export_order_number: string } | null
}

interface Box {
  sscc: string
  box_no: string
  shipment_id: string
}

async function ask<D>(page: Page, path: string, data: unknown): Promise<D> {
  const headers = { 'x-selvedge-client': 'screen' }
  const reply = await page.context().request.post(`/${path}`, { headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: D }).data
}

const invoicesIn = async (page: Page, tab: 'to_ship' | 'shipped') =>
  (await ask<{ rows: Invoice[] }>(page, 'v1/erp/qc/china/get-invoices', { tab, page_size: 50 })).rows

const boxesOf = async (page: Page, { invoice_number }: Invoice) =>
  (await ask<{ boxes: Box[] }>(page, 'selvedge/qc/invoice', { invoice_number })).boxes

async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

// Would catch: a wrong box that stops the station or goes along, one that is missing and not named, a finish that does not ask.
test('boxes are scanned into the truck: a wrong one is told, what is missing is named, the end asks', async ({
  page,
}) => {
  await enterAs(page, 'china-qc@demo.selvedge')
  const invoice = (await invoicesIn(page, 'to_ship')).find(({ boxes }) => boxes >= 3)
  const [gone] = await invoicesIn(page, 'shipped')
  if (!invoice || !gone) throw new Error('the demo has no export order of three boxes that waits, or none that is gone')
  const [first, second, ...others] = await boxesOf(page, invoice)
  const [wrong] = await boxesOf(page, gone)
  const missing = others.at(0)
  if (!first || !second || !missing || !wrong) throw new Error('boxes are missing')
  const { invoice_number, boxes } = invoice

  await page.goto(`/supplier/qc-invoices?tab=to_ship&invoice=${invoice_number}`)
  const drawer = page.getByRole('dialog').first()
  await expect(drawer.getByRole('button', { name: 'Packing list (PDF)' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Load…' }).click()
  const last = page.locator('.last-scan')
  const side = page.locator('.load-side')
  await expect(last).toContainText('Ready to load')
  await page.getByLabel('Vehicle or container').fill('TRUCK 7')
  await page.locator('.last-scan').click()
  await scan(page, first.sscc)
  await expect(last).toHaveAttribute('data-tone', 'good')
  await expect(last).toContainText(`Box ${first.box_no} of ${first.shipment_id} is loaded.`)
  await scan(page, wrong.sscc)
  await expect(last).toHaveAttribute('data-tone', 'bad')
  await expect(last).toContainText(`belongs to another order: ${gone.export_order?.export_order_number}`)
  await scan(page, first.sscc)
  await expect(last).toContainText('already')
  await scan(page, second.sscc)
  await expect(side.locator('.load-sum')).toContainText(`2 / ${boxes}`)
  await expect(side.getByRole('list', { name: 'Not loaded' })).toContainText(
    `${missing.shipment_id} / ${missing.box_no}`,
  )
  await expect(side.getByText(`Not loaded, of ${invoice_number}`)).toBeVisible()

  await side.getByRole('button', { name: 'Finish loading' }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText(`Not loaded: ${boxes - 2} of ${boxes}.`)
  await asked.getByRole('button', { name: 'Finish loading' }).click()
  await expect(side.getByText('Finished by')).toBeVisible()

  await page.getByRole('button', { name: 'Back to the invoice' }).click()
  const row = page.getByRole('dialog').getByRole('row').filter({ hasText: first.sscc })
  await expect(row).toContainText('TRUCK 7')
})

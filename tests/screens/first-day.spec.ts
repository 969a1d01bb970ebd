import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { packingList } from '../../src/shared/areas/shipments/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Call, Gives, Takes } from '../../src/shared/kernel/call.ts'
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts'
import { test } from './machines.ts'

const { orders, people, shipments } = contract

/** Saved by LibreOffice and by openpyxl; `make.py` beside them made them. */
const workbook = (name: string) => join(import.meta.dirname, '../support/workbooks/first-day', `${name}.xlsx`)

const ownPassword = 'a longer one of mine 自己的密码'

let folder = ''
let server: BuiltServer

// An installation of its own, in an empty folder: as `npm run serve -- --data … --admin …` leaves it.
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-first-day-'))
  server = await startBuiltServer(['--data', join(folder, 'data'), '--port', '0', '--admin', 'boss@company.com'])
})

test.afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Signs in with a password that somebody else gave, and chooses another. */
async function enterFirst(page: Page, email: string, given: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(given)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Current password').fill(given)
  await page.getByLabel('New password').fill(ownPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
}

/** What other stories do by mouse: a call with the session of the page. */
async function ask<C extends Call>(page: Page, call: C, input: Takes<C>): Promise<Gives<C>> {
  const headers = { 'x-selvedge-client': 'screen' }
  const reply = await page.context().request.post(`/${call.path}`, { headers, data: input })
  expect(reply.ok(), `${call.path}: ${await reply.text()}`).toBe(true)
  return ((await reply.json()) as { data: Gives<C> }).data
}

/** From the list of steps: the import of a kind, its file, what would come of it, and all of it. */
async function bring(page: Page, kind: string, file: string, rows: number): Promise<void> {
  await page.getByRole('link', { name: 'First steps', exact: true }).click()
  await page.getByRole('link', { name: `Import… ${kind}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Import: ${kind}` })
  await dialog.getByLabel('File').setInputFiles(workbook(file))
  await dialog.getByRole('button', { name: `Take all (${rows})` }).click()
  await expect(dialog.getByText(`${rows} new, 0 changed, 0 unchanged.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row')).toHaveCount(rows + 1)
}

/**
 * A company's first day. Would catch: an installation that cannot be filled without a programmer, a step that says it is done while
 * the next cannot be taken, or an order of a file that its vendor cannot answer, ship and have inwarded.
 */
test('from an empty folder to the first box at QC, by five workbooks', async ({ atAnotherMachine }) => {
  const at = () => atAnotherMachine({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  const page = await at()
  const given = /temporary password: (\S+)/.exec(server.said)?.[1] ?? ''
  await enterFirst(page, 'boss@company.com', given)
  const step = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(page).toHaveURL(/\/ops\/first-day$/)
  await expect(step('Company and sites')).toContainText('No QC site in China yet.')

  // The company says who it is.
  await page.getByRole('link', { name: 'Fill in' }).click()
  await page.getByLabel('Company name', { exact: true }).fill('Yarn and Co')
  await page.getByLabel('GS1 company prefix').fill('8901234')
  await page.getByLabel('GSTIN').fill('07AAACS1429D1ZX')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('A GSTIN of 15 letters and digits with its check digit.')).toBeVisible()
  await page.getByLabel('GSTIN').fill('07AAACS1429D1ZT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Company saved.')).toBeVisible()

  await bring(page, 'Sites', 'sites', 3)
  await bring(page, 'Vendors', 'vendors', 2)
  await bring(page, 'Styles', 'styles', 2)
  await bring(page, 'SKU codes', 'skus', 3)
  await bring(page, 'Vendor orders', 'orders', 2)

  // The vendor is invited; QC and the warehouse as well.
  await page.getByRole('link', { name: 'First steps', exact: true }).click()
  await expect(step('Orders')).toContainText('No order is approved yet: no vendor sees one.')
  await page.getByRole('link', { name: 'Enter by hand Vendor orders' }).click()
  await expect(page.getByRole('dialog', { name: 'New order' })).toBeVisible()
  // A press on a dialog that is still coming up may be none.
  await expect(async () => {
    const cancel = page.getByRole('dialog', { name: 'New order' }).getByRole('button', { name: 'Cancel' })
    if (await cancel.isVisible()) await cancel.click()
    await expect(page.locator('.bp6-overlay-backdrop')).toHaveCount(0, { timeout: 3_000 })
  }).toPass({ timeout: 15_000 })
  await page.getByRole('link', { name: 'First steps', exact: true }).click()
  await expect(step('People')).toContainText('2 vendors have no account.')
  await page.getByRole('link', { name: 'Make accounts' }).click()
  await page.getByRole('button', { name: 'New user' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name').fill('Chen Li')
  await drawer.getByLabel('Email').fill('chen@yihe.cn')
  await drawer.getByLabel('Role').selectOption('vendor')
  await drawer.getByRole('combobox', { name: 'Vendor' }).selectOption('YH01')
  await drawer.getByRole('button', { name: 'Create user' }).click()
  const handedOver = (await drawer.getByTestId('handed-over').textContent()) ?? ''
  const account = { team: null, password: handedOver } as const
  await ask(page, people.createUser, {
    ...account,
    email: 'li@lanxin.cn',
    name: 'Li',
    role: 'vendor',
    vendor_id: 'LX02',
  })
  await ask(page, people.createUser, { ...account, email: 'qc@company.com', name: 'Wu', role: 'china_warehouse_team' })
  await ask(page, people.createUser, { ...account, email: 'wh@company.com', name: 'Rao', role: 'warehouse' })

  // The last step leads to where an order is approved. Of a vendor that is new: it wants a second look.
  await page.goto('/ops/first-day')
  await step('Orders').getByRole('link', { name: 'All pending orders' }).click()
  await page.getByRole('tab', { name: 'Exceptions' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'PO-7001' })).toBeVisible()
  await ask(page, orders.approveOrder, { orders: [{ order_id: 'PO-7001', version: 1 }] })

  // Nothing is missing any more: the steps go.
  await page.goto('/ops/first-day')
  await expect(page.getByText('All first steps are done.')).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'First steps' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to work' }).click()
  await expect(page).toHaveURL(/all-pending-orders/)

  // The vendor says how it is reached, answers, packs and ships.
  const vendor = await at()
  await enterFirst(vendor, 'chen@yihe.cn', handedOver)
  await expect(vendor.getByRole('row').filter({ hasText: 'PO-7001' })).toBeVisible()
  await vendor.goto('/supplier/profile')
  await expect(vendor.getByLabel('Phone')).toHaveValue('02055500101')
  await vendor.getByLabel('Postal address', { exact: true }).fill('12 Xingang Road, Guangzhou')
  await vendor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(vendor.getByText('Company details saved.')).toBeVisible()
  const code = await shipOrder(vendor)

  // QC takes the box in.
  const qc = await at()
  await enterFirst(qc, 'qc@company.com', handedOver)
  await qc.goto('/supplier/inward-shipments')
  await expect(qc.getByLabel('Box code')).toBeFocused()
  await qc.keyboard.type(code)
  await qc.keyboard.press('Enter')
  await expect(qc.locator('.scan-row[data-standing="inwarded"]')).toHaveCount(1)
  await expect(qc.getByText('All scans are sent.')).toBeVisible()

  // The company reads in its records what the vendor changed.
  await page.goto('/ops/records?kind=vendors&record=YH01')
  await expect(page.getByRole('dialog')).toContainText('12 Xingang Road, Guangzhou')
})

/** Everything of the order is there and goes in one box, which has the company's GS1 prefix. Gives its code. */
async function shipOrder(page: Page): Promise<string> {
  const skus = [
    { nm_sku: 'DR900EMR-S', quantity: 4 },
    { nm_sku: 'DR900EMR-M', quantity: 6 },
  ]
  const each = <T>(of: (line: { order_id: string; nm_sku: string }, quantity: number) => T) =>
    skus.map(({ nm_sku, quantity }) => of({ order_id: 'PO-7001', nm_sku }, quantity))
  const [order] = (await ask(page, orders.getOrders, {})).rows
  await ask(page, orders.updateOrders, {
    orders: [
      {
        order_id: 'PO-7001',
        version: order?.version ?? 0,
        lines: each(({ nm_sku }, quantity) => ({ nm_sku, ready_quantity: quantity })),
      },
    ],
  })
  await ask(page, orders.saveScheduleQuantity, { items: each((line, ready_quantity) => ({ ...line, ready_quantity })) })
  const { shipment } = await ask(page, shipments.updateShipment, {
    lines: each((line, quantity) => ({ ...line, quantity })),
  })
  const { shipment_id } = shipment
  const rows = each((line, quantity) => ({ ...line, quantity, box_no: '1', tracking_id: 'SF7001000001' }))
  const parts: Buffer[] = []
  for await (const part of writeWorkbook(packingList, rows)) parts.push(Buffer.from(part))
  const sent = await page.context().request.post(`/${shipments.uploadPackingList.path}`, {
    headers: { 'x-selvedge-client': 'screen' },
    multipart: {
      shipment_id,
      file: { name: 'packing.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.concat(parts) },
    },
  })
  const packed = ((await sent.json()) as { data: Gives<typeof shipments.uploadPackingList> }).data
  await ask(page, shipments.updateShipmentDetails, {
    ...{ shipment_id, version: packed.shipment?.version ?? 0, status: 'Packed and shipped' },
  })
  const [box] = packed.boxes ?? []
  expect(box?.sscc).toMatch(/^08901234/)
  return box?.sscc ?? ''
}

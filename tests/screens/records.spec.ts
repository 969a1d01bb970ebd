import { buffer } from 'node:stream/consumers'
import { expect, type Page, test } from '@playwright/test'
import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { shelves } from '../../src/shared/areas/data/kinds.ts'
import { enterAs } from '../support/story/enter.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

const drawer = (page: Page) => page.locator('.drawer')
const field = (page: Page, label: string) => drawer(page).getByLabel(label, { exact: true })

// Would catch: a form that loses what is typed or sends it under another column, a change without history, a retired record that
// stays in the list, and a refusal that does not say where a record is still needed.
test('a site is made by hand, changed, retired and used again; a vendor with orders stays', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/records')
  await page
    .getByRole('navigation', { name: 'Kinds of records' })
    .getByRole('link', { name: /^Sites/ })
    .click()
  await page.getByRole('button', { name: 'New record' }).click()
  await drawer(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(field(page, 'Site code *')).toBeFocused()
  await field(page, 'Site code *').fill('wpun')
  await field(page, 'Kind of site *').selectOption('Warehouse')
  await field(page, 'Name (English) *').fill('Pune warehouse')
  await field(page, 'Country *').fill('IN')
  await field(page, 'Full address *').fill('1 Station Road, Pune')
  await field(page, 'Time zone').fill('Asia/Puna')
  await page.keyboard.press('Control+s')
  await expect(drawer(page).getByText('A time zone such as Asia/Kolkata.')).toBeVisible()
  await field(page, 'Time zone').fill('Asia/Kolkata')
  await page.keyboard.press('Control+s')
  await expect(drawer(page).getByRole('heading', { name: 'WPUN · Pune warehouse' })).toBeVisible()

  // Where the pointer rested something else lay: a press at once would be swallowed.
  await page.waitForTimeout(600)
  await drawer(page).getByRole('button', { name: 'Edit' }).click()
  await expect(field(page, 'Site code *')).toBeDisabled()
  await field(page, 'Name (English) *').fill('Pune hub')
  await drawer(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(drawer(page).getByText('Name (English): Pune warehouse → Pune hub')).toBeVisible()

  await drawer(page).getByRole('button', { name: 'Retire…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire', exact: true }).click()
  await expect(page.getByText('1 record retired.')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Use again' }).click()
  await expect(page.getByText('1 record is in use again.')).toBeVisible()

  await page.goto('/ops/records?kind=vendors')
  await page.getByRole('row', { name: /GZ01/ }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Retire…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire', exact: true }).click()
  const refusal = page.getByRole('dialog', { name: 'Still needed' })
  await expect(refusal).toContainText(/GZ01.*Orders: PO/)
  await refusal.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row', { name: /GZ01/ })).toBeVisible()
})

const file = async (rows: Record<string, string>[]) => ({
  name: 'shelves.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await buffer(writeWorkbook(shelves.sheet, rows)),
})

// Would catch: a file that is taken before anybody agreed, a fault without its cell, and an import of which nothing is left to see.
test('a file is looked at first, corrected, taken, and stands among the imports', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/records?kind=shelves')
  const row = (site: string, shelf: string) => ({ site, shelf, name: `Shelf ${shelf}` })
  await page.getByRole('button', { name: 'Import…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Import: Shelves' })
  const choose = dialog.locator('input[type=file]')
  await choose.setInputFiles(await file([row('CNQC', 'Z-01'), row('NOWHERE', 'Z-02')]))
  await expect(dialog.getByRole('row', { name: /^A3 .*NOWHERE.*There is no such record\./ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Take the good row' })).toBeVisible()
  const [corrected] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Get the corrected workbook' }).click(),
  ])
  expect(corrected.suggestedFilename()).toMatch(/\.xlsx$/)
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await choose.setInputFiles(await file([row('CNQC', 'Z-01'), row('CNQC', 'Z-02')]))
  await expect(dialog.getByText('Checked: 2 would be new, 0 changed, 0 unchanged.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Take all (2)' }).click()
  await expect(dialog.getByText('2 new, 0 changed, 0 unchanged.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row', { name: /CNQC · Z-02/ })).toBeVisible()

  await page.getByRole('button', { name: 'Imports' }).click()
  const last = drawer(page).getByRole('row').nth(1)
  await expect(last).toContainText(/shelves\.xlsx.*Brought in/)
  await last.getByRole('button', { name: 'shelves.xlsx' }).click()
  await expect(drawer(page).getByText('2 new, 0 changed, 0 unchanged.')).toBeVisible()
})

// Would catch: a file of people's own headers and days that must be retyped, a choice that is asked for cell by cell, rows taken before
// it is known what their columns are, and changes of which nobody sees what they are.
test('a file says once how it is written, then shows what it changes', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/records?kind=vendors&do=import')
  const dialog = page.getByRole('dialog', { name: 'Import: Vendors' })
  const csv = (city: string) => ({
    ...{ name: 'vendors.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(`供应商编号,抬头,City,On board since,微信\nFORM1,Forms Ltd,${city},03/04/2026,f1`),
  })
  await dialog.getByLabel('File').setInputFiles(csv('Surat'))
  await expect(dialog.getByText('Please say above what these columns are: nothing is taken before.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Take/ })).toHaveCount(0)
  await dialog.getByLabel('Column “抬头”').selectOption('Use as Name (English)')
  await dialog.getByLabel('Column “微信”').selectOption('Leave out')
  await dialog.getByLabel('Days of numbers alone').selectOption('Day first: 14/03/2026')
  await dialog.getByRole('button', { name: 'Read the file this way' }).click()
  await dialog.getByRole('button', { name: 'Take all (1)' }).click()
  await expect(dialog.getByText('1 new, 0 changed, 0 unchanged.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  // The next file of the same look is understood.
  await dialog.getByLabel('File').setInputFiles(csv('Foshan'))
  const change = dialog.getByRole('row', { name: /FORM1/ })
  await expect(change).toContainText('City')
  await expect(change).toContainText('Surat')
  await expect(change).toContainText('Foshan')
})

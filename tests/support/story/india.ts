import { expect, type Page } from '@playwright/test'
import { eachLot } from './qc.ts'

interface Box {
  code: string
  /** Of India QC. */
  site: string
  pieces: number
}

/** One scans a box in and puts it on a shelf; between the two, QC accepts and buys it on another machine: every step on its screen. */
export async function ontoShelfInIndia(inward: Page, qc: Page, { code, site, pieces }: Box): Promise<void> {
  await inward.goto('/supplier/india-inward-platform?tab=scan')
  await expect(inward.getByLabel('Box code')).toBeFocused()
  await inward.keyboard.type(code)
  await inward.keyboard.press('Enter')
  await expect(inward.getByText('All scans are sent.')).toBeVisible()

  await qc.goto(`/supplier/qc-platform-india?box=${code}&view=inspect`)
  const drawer = qc.getByRole('dialog')
  await eachLot(drawer, () => drawer.getByRole('button', { name: 'All looked at' }).click())
  await drawer.getByRole('tab', { name: 'Plan and sample' }).click()
  await eachLot(drawer, () => drawer.getByRole('button', { name: 'Accept the lot' }).click())
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(drawer.getByText('Verified').first()).toBeVisible()
  await qc.goto(`/supplier/qc-platform-india?part=purchase_orders&q=${code}`)
  await qc.getByRole('checkbox').first().check()
  await qc.getByRole('button', { name: 'Create purchase order…' }).click()
  await drawer.getByRole('button', { name: 'Create purchase order', exact: true }).click()
  await expect(qc.getByText(/^Purchase order PO-\d{4}-\d{6} made\.$/)).toBeVisible()

  await inward.goto('/warehouse/put-away')
  await inward.getByLabel('Site or shop').selectOption(site)
  await inward.getByRole('region', { name: 'Shelves' }).getByRole('button').first().click()
  await inward.getByPlaceholder('Scan it, or type its code and press Enter').fill(code)
  await inward.keyboard.press('Enter')
  const shelved = inward.getByText('On the shelf').first()
  await expect(shelved).toBeVisible()
  await expect(inward.getByText(String(pieces)).first()).toBeVisible()
}

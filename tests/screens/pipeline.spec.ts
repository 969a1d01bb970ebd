import { expect } from '@playwright/test'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '', viewport: { width: 1366, height: 900 } })

const number = (text: string | null) => Number((text ?? '').replaceAll(/\D/g, ''))

// Would catch: a number that counts other rows than it opens, a filter that the drawer forgets.
test('a number of the pipeline opens the rows that it counts, by keyboard', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/pipeline')
  for (const stage of ['Shipped by vendor', 'At China QC', 'On the way to India', 'At India QC', 'On shelf']) {
    const tile = page.getByRole('button', { name: new RegExp(`^${stage}`) }).first()
    const pieces = number(await tile.locator('.pipeline-pieces').textContent())
    expect(pieces, stage).toBeGreaterThan(0)
    await tile.press('Enter')
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('heading', { name: stage })).toBeVisible()
    expect(
      number(
        await drawer
          .getByText(/^[\d,]+ pcs?$/)
          .first()
          .textContent(),
      ),
    ).toBe(pieces)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  }
  await page.getByRole('button', { name: /^Guangzhou Yihe/ }).press('Enter')
  await expect(page).toHaveURL(/supplier=GZ01/)
})

test('late goods are listed and taken away, in Chinese too', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/pipeline?part=late&tab=open')
  await expect(page.getByRole('tab', { name: /All open/ })).toBeVisible()
  await expect(page.getByText(/^PO1\d+/).first()).toBeVisible()
  await page.getByRole('button', { name: 'How far to believe it' }).click()
  await expect(page.getByRole('dialog').getByText('Vendor to China QC')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('tab', { name: /全部未完成/ })).toBeVisible()
  await page.goto('/ops/pipeline?part=arrivals')
  await expect(page.getByText('箱内件数').first()).toBeVisible()
})

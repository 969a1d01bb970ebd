import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { expect, type Page, test } from '@playwright/test'
import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { shippingPlatform } from '../../src/shared/areas/shipments/sheets.ts'
import { gb18030 } from '../support/gb18030.ts'
import { askAs, enterAs } from '../support/story/enter.ts'
import { sayIn } from '../support/story/words.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

interface Item {
  order_id: string
  nm_sku: string
  awaiting_shipment_quantity: number
  ready_quantity: number
}

test.beforeEach(({ page }) => enterAs(page, 'vendor2@demo.selvedge'))

// Would catch: a packing list dropped on a screen without an upload, which makes the browser leave the app for the file.
test('a file let fall where nothing takes it leaves the page as it is', async ({ page }, info) => {
  const file = info.outputPath('dropped.html')
  writeFileSync(file, '<h1>the browser went to the file</h1>')
  await page.goto('/supplier/my-orders')
  await expect(page.getByRole('grid')).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data })
  // What the browser does with a file it does soon after the drop.
  await page.waitForTimeout(500)
  expect(page.url()).toContain('/supplier/my-orders')
  await expect(page.getByRole('grid')).toBeVisible()
  const taken = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'x.xlsx'))
    const over = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true })
    document.body.dispatchEvent(over)
    return { isPrevented: over.defaultPrevented, effect: over.dataTransfer?.dropEffect }
  })
  expect(taken).toEqual({ isPrevented: true, effect: 'none' })
})

/** A file over, or let fall on, what `selector` names. */
async function drag(page: Page, kind: 'dragover' | 'drop', selector: string): Promise<void> {
  await page.locator(selector).evaluate((place, name) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'packing.txt'))
    place.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
  }, kind)
}

// Would catch: a hint that covers the drawer only or lies under a dialog, or that stays after a dialog took the file itself.
test('over a shipment the whole window says that it takes a file, until it fell', async ({ page }) => {
  await page.goto('/supplier/shipment-management?tab=packing')
  await page.locator('.dt-row[data-index="0"] [role=gridcell]').nth(1).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Upload packing list' }).click()
  await drag(page, 'dragover', '.drop-zone')
  const hint = page.getByText('Drop the file to upload it')
  await expect(hint).toBeVisible()
  const box = await hint.boundingBox()
  const window = page.viewportSize()
  expect(box?.width).toBeGreaterThan((window?.width ?? 0) - 40)
  expect(box?.height).toBeGreaterThan((window?.height ?? 0) - 40)
  const isOnTop = await hint.evaluate((element) => {
    const above = Number(getComputedStyle(element).zIndex)
    return [...document.querySelectorAll('.bp6-portal *')].every(
      (one) => !(Number(getComputedStyle(one).zIndex) > above),
    )
  })
  expect(isOnTop).toBe(true)
  await drag(page, 'drop', '.drop-zone')
  await expect(hint).toHaveCount(0)
})

async function awaiting(page: Page): Promise<Item[]> {
  const { rows } = await askAs<{ rows: Item[] }>(page, 'get-shipping-items', { tab: 'awaiting', page_size: 50 })
  return rows.filter((row) => row.ready_quantity === 0 && row.awaiting_shipment_quantity > 1)
}

async function readyOf(page: Page, { order_id, nm_sku }: Item): Promise<number | undefined> {
  const { rows } = await askAs<{ rows: Item[] }>(page, 'get-shipping-items', { order_ids: [order_id], page_size: 500 })
  return rows.find((row) => row.nm_sku === nm_sku)?.ready_quantity
}

async function choose(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
}

// Would catch: a sheet saved by Chinese Excel (GB18030) read as noise, a taken sheet that the list does not show.
test('a platform sheet as .csv in GB18030 is taken', async ({ page }) => {
  const [item] = await awaiting(page)
  if (item === undefined) throw new Error('nothing awaits shipment')
  await page.goto('/supplier/shipping-platform?tab=all')
  await page.getByRole('button', { name: 'Upload sheet' }).click()
  const sheet = `订单号,商品编码,今日可发数量\r\n${item.order_id},${item.nm_sku},1\r\n`
  await choose(page, '发货平台.csv', gb18030(sheet))
  await expect(page.getByText('The file was taken')).toBeVisible()
  expect(await readyOf(page, item)).toBe(1)
})

// Would catch: one faulty row that blocks a vendor's whole sheet, a corrected workbook that cannot be had, a stale list after it.
test('of a workbook with a fault the good rows can be taken and the corrected workbook kept', async ({ page }) => {
  const [good, bad] = await awaiting(page)
  if (good === undefined || bad === undefined) throw new Error('fewer than two lines await shipment')
  await page.goto(`/supplier/shipping-platform?view=lines&tab=all&q=${good.order_id}`)
  await page.getByRole('button', { name: 'Upload sheet' }).click()
  const rows = [
    { order_id: good.order_id, nm_sku: good.nm_sku, ready_quantity: 2 },
    { order_id: bad.order_id, nm_sku: bad.nm_sku, ready_quantity: 99_999 },
    { order_id: bad.order_id, nm_sku: 'LG1005-BLK-M', ready_quantity: 1 },
  ]
  await choose(page, 'platform.xlsx', await buffer(writeWorkbook(shippingPlatform, rows)))
  const faults = page.getByRole('region', { name: 'Faults' })
  await expect(faults.getByRole('row')).toHaveCount(3)
  // Would catch: a code that is read, and copied, as two lines.
  expect(await faults.getByRole('row').last().getByRole('cell').nth(2).innerText()).toBe('LG1005-BLK-M')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Get the corrected workbook' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
  expect(await readyOf(page, good)).toBe(0)
  await page.getByRole('button', { name: 'Take the good rows (1)' }).click()
  await expect(page.getByText('The file was taken')).toBeVisible()
  expect(await readyOf(page, good)).toBe(2)
  await page.getByRole('button', { name: 'Close' }).last().click()
  const field = page.getByRole('textbox', { name: `Ready today, ${good.order_id} ${good.nm_sku}` })
  await expect(field).toHaveValue('2')
})

// Would catch: an input method's half-written letters taken as a quantity or sent as a search.
test('fields wait for a Chinese input method', async ({ page }) => {
  await page.goto('/supplier/shipping-platform?view=lines&tab=awaiting')
  const devtools = await page.context().newCDPSession(page)
  const field = page.getByRole('textbox', { name: /^Ready today, / }).first()
  await field.focus()
  await devtools.send('Input.imeSetComposition', { text: '９', selectionStart: 1, selectionEnd: 1 })
  await expect(field).toHaveValue('９')
  await devtools.send('Input.insertText', { text: '９' })
  await expect(field).toHaveValue('9')
  await page.getByRole('button', { name: 'Discard' }).click()
  const search = page.getByRole('searchbox')
  await search.focus()
  await devtools.send('Input.imeSetComposition', { text: 'shui', selectionStart: 4, selectionEnd: 4 })
  await page.waitForTimeout(600)
  expect(page.url()).not.toContain('shui')
  await devtools.send('Input.insertText', { text: '睡' })
  await expect(page).toHaveURL(/q=%E7%9D%A1/)
})

interface Style {
  style_id: string
  skus: { nm_sku: string; available: number }[]
}

test.describe('a vendor’s desk in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  // Would catch: any step of a vendor's week that the next one cannot follow, or that says something in English.
  test('stock by a sheet is corrected and taken, a price is countered and agreed, a style delisted and listed', async ({
    page,
    browser,
  }) => {
    const say = sayIn('zh')
    const company = await (await browser.newContext({ baseURL: process.env.SELVEDGE_URL ?? '' })).newPage()
    await enterAs(company, 'buyer@demo.selvedge')
    const ask = { tab: 'listed', sort: 'style', page_size: 50 }
    const { rows: styles } = await askAs<{ rows: Style[] }>(page, 'inventory/get-inventory-details', ask)
    const { rows: open } = await askAs<{ rows: { style_id: string; state: string }[] }>(
      page,
      'get-price-negotiation-details',
      { page_size: 200 },
    )
    const taken = new Set(open.filter(({ state }) => state === 'OPEN').map(({ style_id }) => style_id))
    const style = styles.find(({ style_id, skus }) => !taken.has(style_id) && skus.length > 1)
    const [a, b] = style?.skus ?? []
    if (!style || !a || !b) throw new Error('no style to tell of')

    await page.goto('/supplier/my-inventory?tab=all')
    await page.getByRole('button', { name: say('By a sheet') }).click()
    await page.getByRole('menuitem', { name: `${say('Stock by a sheet')}…` }).click()
    const sheet = (last: number) =>
      gb18030(`商品编码,可用库存\r\n${a.nm_sku},${a.available + 7}\r\n${b.nm_sku},${last}\r\n`)
    await choose(page, '库存.csv', sheet(2_000_000))
    await expect(page.getByRole('region', { name: say('Faults') }).getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: say('Choose another file') }).click()
    await choose(page, '库存.csv', sheet(b.available + 3))
    await expect(page.getByText(say('The file was taken'))).toBeVisible()

    const asked = { items: [{ style_id: style.style_id, move: 'ask', price: { minor: 5_000, currency: 'CNY' } }] }
    const { rows } = await askAs<{ rows: { negotiation: string }[] }>(
      company,
      'update-price-negotiation-details',
      asked,
    )
    const negotiation = rows[0]?.negotiation ?? ''
    await page.goto(`/supplier/price-negotiation?tab=all&negotiation=${negotiation}`)
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel(say('Another price (CNY)')).fill('52.50')
    await drawer.getByLabel(say('Why')).fill('面料涨价')
    await drawer.getByRole('button', { name: say('Send this price') }).click()
    await expect(drawer.getByText('¥52.50').first()).toBeVisible()
    await askAs(company, 'update-price-negotiation-details', {
      items: [{ negotiation, version: 2, move: 'agree' }],
    })
    await page.reload()
    await expect(drawer.getByText(say('Agreed'), { exact: true }).first()).toBeVisible()
    await company.context().close()

    await page.goto(`/supplier/my-inventory?tab=all&style=${style.style_id}`)
    await drawer.getByRole('button', { name: say('Delist…') }).click()
    const dialog = page.getByRole('dialog', { name: say('Delist {{what}}', { what: style.style_id }) })
    await dialog.getByLabel(say('Reason')).selectOption('season')
    await dialog.getByRole('button', { name: say('Delist'), exact: true }).click()
    await expect(dialog).toBeHidden()
    await drawer.getByRole('button', { name: say('List again') }).click()
    await expect(drawer.getByRole('button', { name: say('Delist…') })).toBeVisible()
  })
})

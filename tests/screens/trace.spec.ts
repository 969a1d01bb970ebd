import { expect, type Page, type Request, test } from '@playwright/test'
import { askAs, enterAs } from '../support/story/enter.ts'

const origin = process.env.SELVEDGE_URL ?? ''

test.use({ baseURL: origin })

const box = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const field = (page: Page) => box(page).getByRole('combobox')

interface Shipments {
  rows: { shipment_id: string; status: string; inwarded_boxes: number }[]
}

/** A shipped shipment of the demo data, with one of its boxes. */
async function shipped(page: Page, supplier?: string) {
  const wish = { status: ['Packed and shipped'], ...(supplier && { supplier_id: supplier }) }
  const { rows } = await askAs<Shipments>(page, 'get-shipments', wish)
  const shipment_id = rows[0]?.shipment_id ?? ''
  const { boxes } = await askAs<{ boxes: { sscc: string; box_no: string }[] }>(page, 'get-packing-items', {
    shipment_id,
  })
  return { shipment_id, sscc: boxes[0]?.sscc ?? '', box_no: boxes[0]?.box_no ?? '' }
}

/** A shipment of the demo data whose boxes were taken in together. */
async function takenIn(page: Page, supplier: string): Promise<string> {
  const { rows } = await askAs<Shipments>(page, 'get-shipments', { supplier_id: supplier })
  return rows.find((row) => row.inwarded_boxes > 2)?.shipment_id ?? ''
}

// Would catch: a box that opens nothing, a life without its timeline or shown twice, an action that leads to a closed drawer.
test('Ctrl+K from a list: type, choose, look at the life, and go on with the next action', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/supplier/my-orders')
  // Of a vendor whose shipments no other spec takes in: those of hundreds of boxes tell of nothing but boxes.
  const { shipment_id } = await shipped(page, 'YW04')
  await expect(page.getByRole('grid').first().getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await field(page).fill(shipment_id.slice(0, -2))
  const options = box(page).getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  const chosen = (await options.nth(1).locator('.trace-code').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(box(page).getByRole('heading', { name: chosen, exact: true })).toBeVisible()

  // Back by a key, with what was found still there; then the shipment itself.
  await page.keyboard.press('Backspace')
  await expect(options.nth(1)).toBeVisible()
  await field(page).fill(shipment_id)
  await page.keyboard.press('Enter')
  await expect(box(page).getByRole('heading', { name: shipment_id, exact: true })).toBeVisible()
  await expect(box(page).locator('.timeline')).toContainText('Packed and shipped')
  await expect(box(page).locator('.timeline')).toContainText('Packed → Shipped')

  // A box and its shipment, opened one from another: also the second time around only the last of them is shown.
  const links = box(page).locator('.trace-link:visible')
  for (let turn = 0; turn < 2; turn++) {
    await links
      .filter({ hasText: `${shipment_id} / ` })
      .first()
      .click()
    await expect(box(page).getByRole('heading', { name: `${shipment_id} / ` })).toBeVisible()
    await links.filter({ has: page.getByText(shipment_id, { exact: true }) }).click()
    await expect(box(page).getByRole('heading', { name: shipment_id, exact: true })).toBeVisible()
  }

  // What one person did to many boxes is one line. The way back from one of them leads to the list that it was opened from.
  await field(page).fill(await takenIn(page, 'HZ03'))
  await page.keyboard.press('Enter')
  const line = box(page)
    .locator('.timeline > li', { hasText: /\d+ boxes taken in/ })
    .first()
  await line.getByRole('button', { name: 'Show the boxes' }).click()
  const boxes = line.getByRole('button', { name: /^Box / })
  await expect(boxes).toHaveCount(Number.parseInt((await line.textContent()) ?? '', 10))
  await boxes.first().click()
  await expect(box(page).getByText('Box number')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(boxes.last()).toBeVisible()

  await field(page).fill(shipment_id)
  await page.keyboard.press('Enter')
  await box(page).getByRole('button', { name: 'Tracking IDs and weights' }).click()
  await expect(page).toHaveURL(new RegExp(`/supplier/shipment-management\\?shipment=${shipment_id}&view=boxes`))
  await expect(page.getByRole('dialog').getByText(shipment_id).first()).toBeVisible()
  await expect(box(page)).toBeHidden()
})

// Would catch: a second scan that runs into the first, or a scan that waits for a click.
test('a scanner opens a box at once, and the next scan takes its place', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/confirmed-orders')
  const { shipment_id, sscc, box_no } = await shipped(page)
  await expect(page.getByRole('grid').first().getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(`]C100${sscc}`)
  await page.keyboard.press('Enter')
  await page.keyboard.type(shipment_id)
  await page.keyboard.press('Enter')
  await expect(box(page).getByRole('heading', { name: shipment_id, exact: true })).toBeVisible()
  await page.keyboard.type(`(00)${sscc}`)
  await page.keyboard.press('Enter')
  await expect(box(page).getByRole('heading', { name: `${shipment_id} / ${box_no}`, exact: true })).toBeVisible()

  // A misread label says so.
  const wrong = sscc.slice(0, 17) + String((Number(sscc.at(-1)) + 1) % 10)
  await page.keyboard.type(wrong)
  await page.keyboard.press('Enter')
  await expect(box(page).getByText('This box code was misread')).toBeVisible()
  // Escape closes the box; what was traced is still known when it opens again.
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(box(page).getByRole('option').first()).toContainText(`${shipment_id} / ${box_no}`)
})

// Would catch: a late answer to the first scan that selects what the second has typed so far, so that its end replaces it.
test('a scan that begins before the one before is answered stays whole', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/confirmed-orders')
  const { shipment_id, sscc } = await shipped(page)
  const typed = Promise.withResolvers<void>()
  await page.route('**/selvedge/trace/find', async (route) => {
    if (route.request().postData()?.includes(sscc)) await typed.promise
    await route.continue()
  })
  // Where typing rests for long the page itself gives the answer up, which is as well.
  const answered = new Promise<void>((resolve) => {
    const look = (request: Request) => request.postData()?.includes(sscc) && resolve()
    page.on('requestfinished', look)
    page.on('requestfailed', look)
  })
  await expect(page.getByRole('grid').first().getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(sscc)
  await page.keyboard.press('Enter')
  await page.keyboard.type(shipment_id.slice(0, 2))
  typed.resolve()
  await answered
  // The page has read the answer, and what comes of it is drawn.
  await page.evaluate(() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn))))
  await page.keyboard.type(shipment_id.slice(2))
  await expect(field(page)).toHaveValue(shipment_id)
  await page.keyboard.press('Enter')
  await expect(box(page).getByRole('heading', { name: shipment_id, exact: true })).toBeVisible()
})

// Would catch: a link from a mail that opens nothing, or a vendor who sees another's shipment by one.
test('an address opens the box on a code; a stranger finds nothing', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/confirmed-orders')
  const { shipment_id } = await shipped(page, 'SZ02')
  await page.goto(`/ops/confirmed-orders?trace=${shipment_id}`)
  await expect(box(page).getByRole('heading', { name: shipment_id, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  await expect(page).not.toHaveURL(/trace=/)

  await page.context().clearCookies()
  await enterAs(page, 'vendor@demo.selvedge')
  await page.goto(`/supplier/my-orders?trace=${shipment_id}`)
  await expect(box(page).getByText('Nothing was found')).toBeVisible()
})

// Would catch: roles without the palette, a screen that cannot be typed in Chinese, an Esc that is needed twice, or what is forgotten.
test('a buyer finds screens by initials, vendors by name, and the last of them again; Esc closes at once', async ({
  page,
}) => {
  await enterAs(page, 'buyer@demo.selvedge')
  await page.goto('/supplier/buyer-review')
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await page.keyboard.press('Control+k')
  const options = page.getByRole('dialog').getByRole('option')
  // All screens, before anything is typed.
  await expect.poll(() => options.count()).toBeGreaterThan(10)
  await page.keyboard.type('kc')
  await expect(options.first()).toContainText('库存')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/warehouse\/stock|inventory-management/)
  await page.getByRole('button', { name: 'EN' }).click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lanxin')
  await expect(options.first()).toContainText('SZ02')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/SZ02/)
  await page.keyboard.press('Control+k')
  await expect(options.first()).toContainText('SZ02')
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
})

// Would catch: letters typed before the palette is drawn that are lost, so that what is left of them finds something else.
test('what is typed right behind Ctrl+K finds, also where the palette comes late', async ({ page }) => {
  const typed = Promise.withResolvers<void>()
  await page.route('**/TraceDialog*.js', async (route) => {
    await typed.promise
    await route.continue()
  })
  await enterAs(page, 'buyer@demo.selvedge')
  await page.goto('/supplier/buyer-review')
  await expect(page.getByRole('button', { name: /Find anything/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lanxin')
  typed.resolve()
  await expect(field(page)).toHaveValue('lanxin')
  await expect(box(page).getByRole('option').first()).toContainText('SZ02')
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  // No pause between the keys, and a screen by the initials of its Chinese name while English is read.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('kcgl')
  await expect(field(page)).toHaveValue('kcgl')
  await expect(box(page).getByRole('option').first()).toContainText('Inventory')
})

// Would catch: an open record whose actions the palette does not know, or presses on the wrong one.
test('the actions of the open record are in the palette, and Esc closes a history at once', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/confirmed-orders')
  await page.getByRole('grid').first().getByRole('row').nth(1).click()
  const drawer = page.locator('.drawer')
  await expect(drawer).toBeVisible()
  const record = (await drawer.getAttribute('data-record')) ?? ''
  await page.keyboard.press('Control+k')
  const actions = box(page).getByRole('group', { name: 'Actions' }).getByRole('option')
  await expect(actions.first()).toContainText(record)
  await field(page).fill(record)
  await page.keyboard.press('Enter')
  await expect(box(page).getByRole('heading', { name: record, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  await expect(drawer).toBeVisible()
})

// Would catch: a vendor chosen in the header that the list does not follow, or that the menu forgets.
test('the vendor search filters the list, goes on with the menu, and is cleared', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/supplier/shipment-management')
  await page.getByRole('button', { name: 'Supplier: All suppliers' }).click()
  await page.getByRole('combobox', { name: 'Vendor name or code' }).fill('lanxin')
  // At once, before the answer is there: the key is not lost.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/supplier=SZ02/)
  await expect(page.locator('.vendor-open')).toHaveAccessibleName(/^Supplier: Shenzhen Lanxin/)
  const names = page.getByRole('row').getByText('Guangzhou Yihe')
  await expect(names).toHaveCount(0)
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL(/\/supplier\/my-orders\?supplier=SZ02/)
  await expect(page.locator('.vendor-open')).toHaveAccessibleName(/^Supplier: Shenzhen Lanxin/)
  await page.getByRole('button', { name: 'Show all vendors' }).click()
  await expect(page).not.toHaveURL(/supplier=/)
  await page.getByRole('link', { name: 'Shipping Platform', exact: true }).click()
  await expect(page).not.toHaveURL(/supplier=/)
})

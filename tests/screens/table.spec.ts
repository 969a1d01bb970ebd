import { expect, type Page, test } from '@playwright/test'
import { enterAs } from '../support/story/enter.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

const rowHeight = 32
const rows = 400

/** My Orders with 400 rows at once, made from the demo's own: more than any window of rows. */
async function openLongList(page: Page): Promise<void> {
  await page.route('**/v1/erp/vendor/get-orders', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: { rows?: { order_id: string }[] } }
    const [row] = body.data.rows ?? []
    if (!row) return route.fulfill({ response: reply })
    const many = Array.from({ length: rows }, (_, at) => ({ ...row, order_id: `LONG-${at}` }))
    return route.fulfill({ response: reply, json: { ...body, data: { ...body.data, rows: many, next_cursor: null } } })
  })
  await enterAs(page, 'vendor@demo.selvedge')
  await page.goto('/supplier/my-orders?tab=all')
  await page.locator('.dt-row[data-index="0"]').waitFor()
  await page.waitForLoadState('networkidle')
}

// A search that is still asked for when a test ends is nobody's fault.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** Rows drawn only after the frame that scrolled leave that frame without any: the list flashes white under the scrollbar. */
test('the very frame of a far jump shows the rows that belong there', async ({ page }) => {
  await openLongList(page)
  for (const first of [100, 350, 20, 210]) {
    const shown = await page.evaluate(async (top) => {
      const grid = document.querySelector('.dt-grid') as HTMLElement
      grid.scrollTop = top
      // A frame's scroll events come before its callbacks: what stands now is what will be painted.
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const box = grid.getBoundingClientRect()
      const rowAt = (down: number) => document.elementFromPoint(box.left + 80, box.top + down)?.closest('.dt-row')
      return [48, 300, 600].map((down) => rowAt(down)?.textContent ?? 'nothing')
    }, first * rowHeight)
    // The header stands over the first 32 pixels of the list's own box, and moves the rows down by as many.
    const expected = [48, 300, 600].map((down) => `LONG-${first + Math.floor((down - 32) / rowHeight)}`)
    expect(shown.map((text) => /LONG-\d+/.exec(text)?.[0] ?? text)).toEqual(expected)
  }
})

/** A header, bar or frame that follows the scroll position by state draws the whole screen anew sixty times a second. */
test('scrolling changes nothing on the page but its rows', async ({ page }) => {
  await openLongList(page)
  await page.evaluate(() => {
    const outside: string[] = []
    Object.assign(window, { outside })
    new MutationObserver((records) => {
      for (const { target, type } of records) {
        const element = target instanceof Element ? target : target.parentElement
        if (!element?.closest('.dt-body')) outside.push(`${type} in ${element?.className}`)
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  const box = await page.locator('.dt-grid').boundingBox()
  if (!box) throw new Error('no list')
  await page.mouse.move(box.x + 300, box.y + 300)
  for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, 400)
  await expect.poll(() => page.locator('.dt-grid').evaluate((grid) => grid.scrollTop)).toBeGreaterThan(3_000)
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => Reflect.get(window, 'outside'))).toEqual([])
})

/** Left where it was, the list would show the end of the first page in the new order, and load more at once. */
test('another order of the rows starts at its top', async ({ page }) => {
  await openLongList(page)
  const scrollTop = () => page.locator('.dt-grid').evaluate((grid) => grid.scrollTop)
  await page.locator('.dt-grid').evaluate((grid) => grid.scrollTo({ top: 5_000 }))
  await page.getByRole('columnheader', { name: 'Ordered' }).getByRole('button').click()
  await expect.poll(scrollTop).toBe(0)
  await expect(page.locator('.dt-row[data-index="0"]')).toContainText('LONG-0')
})

/** Would catch: a list that wants the mouse before its keys work, and a copied column that is searched for as one word. */
test('the rows are one key away from the page and from the search, which takes a copied column', async ({
  page,
  context,
}) => {
  await openLongList(page)
  const grid = page.locator('.dt-grid')
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('j')
  await expect(grid).toBeFocused()
  await expect(page.locator('.dt-row[data-index="0"]')).toHaveClass(/is-cursor/)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(page.locator('.dt-row[data-index="1"]')).toHaveClass(/is-cursor/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('LONG-1\nLONG-2\n'))
  await page.keyboard.press('/')
  const search = page.locator('[data-table-search]')
  await search.press('ControlOrMeta+v')
  await expect(search).toHaveValue('LONG-1, LONG-2')
  await search.press('ArrowDown')
  await expect(grid).toBeFocused()
  await page.keyboard.press('/')
  await search.fill('jk')
  await expect(search).toHaveValue('jk')
  await search.press('Enter')
  await expect(grid).toBeFocused()
})

import { expect, type Page } from '@playwright/test'
import { POLL_MS } from '../../src/renderer/app/notices/watch.ts'
import { faultsOf } from '../support/axe.ts'
import { enterAs } from '../support/story/enter.ts'
import { pendingOrders } from '../support/story/pending-order.ts'
import { rowOf } from '../support/story/stage.ts'
import { tick } from '../support/tick.ts'
import { test } from './machines.ts'

const origin = process.env.SELVEDGE_URL ?? ''
test.use({ baseURL: origin })

/** At the screen where they land. */
async function arrive(page: Page, email: string): Promise<void> {
  await enterAs(page, email)
  await page.goto('/')
  await expect(bellOf(page)).toBeVisible()
}

const bellOf = (page: Page) => page.getByRole('button', { name: /^Notices/ })
/** The number at the bell; empty without one. */
const badgeOf = (page: Page) => expect.poll(async () => (await bellOf(page).getAttribute('data-count')) ?? '')

/** Other specs' orders are no news here. */
async function readAll(page: Page): Promise<void> {
  const headers = { 'x-selvedge-client': 'screen' }
  const data = { until: new Date().toISOString(), read: true }
  const reply = await page.context().request.post('/selvedge/notices/mark', { headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
}

/** The last of the pending ones: the story takes the first. */
async function lastPending(): Promise<string> {
  const orders = (await pendingOrders(origin, 'GZ01')).filter(({ exceptions }) => exceptions.length === 0)
  const order = orders.at(-1)
  if (order === undefined) throw new Error('the demo data has no pending order of GZ01')
  return order.order_id
}

async function approve(page: Page, orderId: string): Promise<void> {
  await page.goto(`/ops/all-pending-orders?supplier=GZ01&search=${orderId}`)
  await rowOf(page, orderId).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approve 1', exact: true }).click()
  const question = page.getByRole('alertdialog')
  const done = page.getByText(`Order ${orderId} approved.`)
  await expect(question.or(done).first()).toBeVisible()
  if (await question.isVisible()) await question.getByRole('button', { name: /^Approve/ }).click()
  await expect(done).toBeVisible()
}

// Would catch: a bell that counts after a reload only, a notice without its way there, an undo that brings nothing back.
test('ops approve an order, and the vendor at another machine hears of it', async ({
  page: vendor,
  atAnotherMachine,
}) => {
  const ops = await atAnotherMachine()
  await enterAs(vendor, 'vendor@demo.selvedge')
  await enterAs(ops, 'ops@demo.selvedge')
  await readAll(vendor)
  await readAll(ops)
  const orderId = await lastPending()
  await vendor.goto(`/supplier/my-orders?search=${orderId}`)
  await ops.goto('/')
  await badgeOf(vendor).toBe('')
  await expect(rowOf(vendor, orderId)).toHaveCount(0)
  await approve(ops, orderId)

  await badgeOf(vendor).toBe('1')
  // The list on screen has what the notice tells of.
  await expect(rowOf(vendor, orderId)).toBeVisible()
  await expect(vendor).toHaveTitle(/^\(1\) /)
  const toast = vendor.locator('.toast').filter({ hasText: `New order ${orderId}: please answer it.` })
  await expect(toast).toBeVisible()
  // Who did it is not told; their bell may ring of something else meanwhile.
  await expect(ops.locator('.toast').filter({ hasText: `New order ${orderId}` })).toHaveCount(0)

  await bellOf(vendor).click()
  const list = vendor.getByRole('region', { name: 'Notices' })
  const notice = list.getByRole('listitem').filter({ hasText: orderId })
  await expect(notice).toBeVisible()
  await expect(toast).toHaveCount(0)
  expect(await faultsOf(vendor, ['.notices', '.bell'])).toEqual([])

  await list.getByRole('button', { name: 'Mark all as read' }).click()
  await badgeOf(vendor).toBe('')
  await vendor.getByRole('button', { name: 'Undo' }).click()
  await badgeOf(vendor).toBe('1')
  await bellOf(vendor).click()
  await notice.getByRole('button', { name: 'Answer' }).click()
  await expect(vendor).toHaveURL(new RegExp(`/supplier/my-orders\\?order=${orderId}`))
  await expect(vendor.getByRole('dialog')).toContainText(orderId)
  await badgeOf(vendor).toBe('')
  await expect(vendor).not.toHaveTitle(/^\(/)
})

// Would catch: muting that hides but still counts, and a switch that shows another state than the server's.
test('a kind is muted from a notice and switched on again in the list of kinds', async ({
  page: vendor,
  atAnotherMachine,
}) => {
  const ops = await atAnotherMachine()
  await arrive(vendor, 'vendor@demo.selvedge')
  await enterAs(ops, 'ops@demo.selvedge')
  await approve(ops, await lastPending())
  await expect(bellOf(vendor)).toHaveAccessibleName(/unread/)
  await bellOf(vendor).click()
  await vendor.getByRole('button', { name: 'Mark all as read' }).click()
  const notice = vendor.getByRole('listitem').filter({ hasText: 'please answer' }).first()
  await notice.getByRole('button', { name: 'More' }).click()
  await vendor.getByRole('menuitem', { name: 'No more of this kind: Orders to answer' }).click()
  await expect(vendor.getByText('You get no more notices of this kind: Orders to answer')).toBeVisible()
  await vendor.keyboard.press('Escape')
  await approve(ops, await lastPending())
  await vendor.waitForTimeout(3_000)
  await badgeOf(vendor).toBe('')

  await vendor.reload()
  await bellOf(vendor).click()
  await vendor.getByRole('button', { name: 'Kinds of notices' }).click()
  const wanted = vendor.getByRole('checkbox', { name: 'Orders to answer' })
  await expect(wanted).not.toBeChecked()
  await tick(wanted)
  await expect(vendor.getByText('You get notices of this kind again: Orders to answer')).toBeVisible()
  await approve(ops, await lastPending())
  await badgeOf(vendor).toBe('1')
})

// Would catch: a page that hears nothing where the stream is cut off by a proxy.
test('where the stream is blocked the bell asks instead', async ({ page: vendor, atAnotherMachine }) => {
  const ops = await atAnotherMachine()
  await enterAs(vendor, 'vendor@demo.selvedge')
  await enterAs(ops, 'ops@demo.selvedge')
  await readAll(vendor)
  await vendor.route('**/selvedge/notices/stream', (route) => route.abort())
  await vendor.clock.install()
  await vendor.goto('/')
  await badgeOf(vendor).toBe('')
  await approve(ops, await lastPending())
  const later = async () => {
    await vendor.clock.fastForward(POLL_MS)
    return bellOf(vendor).getAttribute('aria-label')
  }
  await expect.poll(later).toBe('Notices, 1 unread')
})

// Would catch: stored markup shown as such, and values read as a template or a translation.
test('what others typed is shown as text', async ({ page }) => {
  const vendorName = '<img src=x onerror=alert(1)> $t(Answer) {{count}}'
  const row = {
    id: '019c0000-0000-7000-8000-000000000001',
    kind: 'shipment_cancelled',
    message: 'x',
    message_key: 'Shipment {{shipment_id}} of {{vendor}} was cancelled.',
    values: { shipment_id: 'SH-1', vendor: vendorName, vendor_zh: '' },
    count: 1,
    status: 3,
    timeout: 8_000,
    path: '/supplier/shipment-management?shipment=SH-1',
    action: 'Open shipments',
    created_at: '2026-11-20T08:00:00.000Z',
    updated_at: '2026-11-20T08:00:00.000Z',
    read_at: null,
  }
  const data = { rows: [row], next_cursor: null, unread: 1, version: 1 }
  await page.route('**/selvedge/notices', (route) => route.fulfill({ json: { message: 'Success', data } }))
  await arrive(page, 'ops@demo.selvedge')
  await bellOf(page).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'SH-1' })).toContainText(
    `Shipment SH-1 of ${vendorName} was cancelled.`,
  )
  await expect(page.locator('.notices img')).toHaveCount(0)
})

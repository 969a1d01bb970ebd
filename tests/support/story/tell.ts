import { expect } from '@playwright/test'
import { type ListRow, packingFile } from '../shipments.ts'
import type { PendingOrder } from './pending-order.ts'
import { dropFile, rowOf, type Stage, searchList, signIn, signOut } from './stage.ts'

/**
 * The vendor's main job, told once and played in the browser, in Chinese, and in the desktop app: from an approved order
 * to printed box labels and the way out. Would catch: any step that the next one cannot follow.
 */
export async function tellStory(stage: Stage, order: PendingOrder, tracking: string): Promise<void> {
  await approve(stage, order)
  await signIn(stage, 'vendor@demo.selvedge')
  await answer(stage, order)
  await putOnPlatform(stage, order)
  const shipmentId = await makeShipment(stage, order)
  await dropPackingList(stage, order, shipmentId, tracking)
  await editTracking(stage, tracking)
  await printLabels(stage, order)
  await ship(stage)
  await download(stage, order, shipmentId)
  await recoverPieces(stage, order)
}

async function approve(stage: Stage, order: PendingOrder): Promise<void> {
  const { page, origin, say } = stage
  await signIn(stage, 'ops@demo.selvedge')
  await page.goto(`${origin}/ops/all-pending-orders`)
  if (order.exceptions.length > 0) await page.getByRole('tab', { name: say('Exceptions') }).click()
  await searchList(stage, order.order_id)
  await rowOf(page, order.order_id)
    .getByRole('button', { name: say('Approve') })
    .click()
  await expect(
    page.getByText(say('Order {{order_id}} approved.').replace('{{order_id}}', order.order_id)),
  ).toBeVisible()
  await signOut(stage)
}

/** One piece out of stock, one rejected with its reason, the rest ready. */
async function answer(stage: Stage, order: PendingOrder): Promise<void> {
  const { page, origin, say } = stage
  await page.goto(`${origin}/supplier/my-orders`)
  await searchList(stage, order.order_id)
  await rowOf(page, order.order_id).getByText(order.order_id).click()
  const drawer = page.getByRole('dialog')
  const cells = (layer: string) => drawer.getByRole('textbox', { name: new RegExp(`, ${say(layer)}$`) })
  await cells('Out of stock').nth(0).fill('1')
  await cells('Rejected').nth(1).fill('1')
  await drawer.getByRole('button', { name: say('Confirm'), exact: true }).click()
  await expect(drawer.getByText(say('A refusal needs a reason and a remark.'))).toBeVisible()
  await drawer.getByLabel(say('Reason')).selectOption('Stain')
  await drawer.getByLabel(say('Remark')).fill('ink 墨迹')
  await drawer.getByRole('button', { name: say('Confirm'), exact: true }).click()
  const pieces = order.lines.reduce((sum, line) => sum + line.ordered, 0)
  const said = say('Order {{order_id}} answered: {{ready}} ready, {{oos}} out of stock, {{refused}} rejected.', {
    order_id: order.order_id,
    ready: String(pieces - 2),
    oos: '1',
    refused: '1',
  })
  await expect(page.getByText(said)).toBeVisible()
  await expect(drawer).toBeHidden()
}

async function putOnPlatform({ page, origin, say }: Stage, order: PendingOrder): Promise<void> {
  await page.goto(`${origin}/supplier/shipping-platform?q=${order.order_id}`)
  const listed = page.getByRole('listitem').filter({ hasText: order.order_id })
  await expect(listed.getByRole('textbox', { name: new RegExp(`, ${say('Ready today')}$`) })).toHaveCount(
    order.lines.length,
  )
  await listed.getByRole('button', { name: say('All ready') }).click()
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await expect(page.getByText(say('Quantities saved.'))).toBeVisible()
}

async function makeShipment({ page, origin, say }: Stage, order: PendingOrder): Promise<string> {
  await page.goto(`${origin}/supplier/shipping-platform?tab=on_platform&q=${order.order_id}`)
  await page.getByRole('listitem').filter({ hasText: order.order_id }).getByRole('checkbox').check()
  await page
    .getByRole('button', { name: say('Make shipment…') })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Make shipment'), exact: true })
    .click()
  await page.waitForURL(/shipment=SH-\d+/)
  return new URL(page.url()).searchParams.get('shipment') ?? ''
}

/** Every piece that the vendor called ready, in two boxes. */
function listRows(order: PendingOrder, tracking: string): ListRow[] {
  const half = Math.ceil(order.lines.length / 2)
  return order.lines.map((line, at) => ({
    box_no: at < half ? '1' : '2',
    order_id: order.order_id,
    nm_sku: line.nm_sku,
    // One of the first was out of stock, one of the second refused, in the grid's own order.
    quantity: line.ordered - (at < 2 ? 1 : 0),
    tracking_id: at < half ? tracking : null,
  }))
}

async function dropPackingList({ page, say }: Stage, order: PendingOrder, shipmentId: string, tracking: string) {
  const rows = listRows(order, tracking)
  const wrong = rows.map((row, at) =>
    at === 1 ? { ...row, quantity: 0 } : at === 2 ? { ...row, nm_sku: 'NM-NOBODYS' } : row,
  )
  const faulty = await packingFile(wrong, 'faulty.xlsx')
  await expect(page.getByRole('dialog', { name: shipmentId }).getByRole('tab', { name: say('Packing') })).toBeVisible()
  await dropFile(page, faulty.name, Buffer.from(faulty.bytes))
  const faults = page.getByRole('region', { name: say('Faults') })
  await expect(faults.getByRole('row').filter({ hasText: 'D3' })).toContainText(say('Quantity in box is zero.'))
  await expect(faults.getByRole('row').filter({ hasText: 'C4' })).toContainText(
    say('Order and SKU not added to the shipping platform.'),
  )
  await page.getByRole('button', { name: say('Choose another file') }).click()
  const right = await packingFile(rows, 'packing.xlsx')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: right.name, mimeType: 'application/octet-stream', buffer: Buffer.from(right.bytes) })
  await expect(page.getByText(say('The file was taken'))).toBeVisible()
  await page
    .getByRole('button', { name: say('Close') })
    .last()
    .click()
}

/** The other box's id is refused where it is typed; then both are pasted as copied from a sheet. */
async function editTracking({ page, say }: Stage, tracking: string): Promise<void> {
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('tab', { name: say('Boxes & tracking') }).click()
  // Packing, which is left by that click, has fields of the same name.
  const boxes = drawer.getByRole('grid', { name: say('Boxes & tracking') })
  const fields = boxes.getByRole('textbox', { name: new RegExp(`^${say('Tracking ID')}, `) })
  await expect(fields.first()).toHaveValue(tracking)
  await fields.nth(1).fill(tracking)
  await expect(drawer.getByText(say('Invalid box tracking details.'))).toBeVisible()
  await expect(drawer.getByRole('button', { name: say('Save'), exact: true })).toBeDisabled()
  await drawer.getByRole('button', { name: say('Discard') }).click()
  await drawer.getByRole('button', { name: say('Paste tracking IDs…') }).click()
  const save = page.getByRole('button', { name: say('Save tracking IDs') })
  const paste = page.getByRole('dialog').filter({ has: save })
  await paste.getByRole('textbox').fill(`1\t${tracking}A\n2\t${tracking}B`)
  await save.click()
  await expect(page.getByText(say('Boxes changed: {{n}}', { n: 2 }))).toBeVisible()
  await expect(fields.nth(1)).toHaveValue(`${tracking}B`)
}

async function printLabels({ page, say, printed }: Stage, order: PendingOrder): Promise<void> {
  const dialog = page.getByRole('dialog').filter({
    has: page.getByRole('img', { name: new RegExp(say('Label {{page}} of {{count}}', { page: 1, count: '\\d+' })) }),
  })
  await page
    .getByRole('button', { name: say('Shipping labels') })
    .first()
    .click()
  await expect(dialog.getByText(say('{{width}} × {{height}} mm', { width: 100, height: 150 })).first()).toBeVisible()
  expect(await printed(() => dialog.getByRole('button', { name: /^(Print|打印)…?$/ }).click())).toBe(2)
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: say('SKU labels') }).click()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: say('Preview and print…') })
    .click()
  const pieces = order.lines.reduce((sum, line) => sum + line.ordered, 0) - 2
  expect(await printed(() => dialog.getByRole('button', { name: /^(Print|打印)…?$/ }).click())).toBe(pieces)
}

async function ship({ page, say }: Stage): Promise<void> {
  await page.getByRole('button', { name: say('Mark packed and shipped') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('Mark packed and shipped') })
    .click()
  await expect(page.getByText(say('Shipment packed and shipped.'))).toBeVisible()
}

async function download(stage: Stage, order: PendingOrder, shipmentId: string): Promise<void> {
  const { page, origin, say, saved } = stage
  await page.getByRole('button', { name: say('Download'), exact: true }).click()
  const packing = await saved(() => page.getByRole('menuitem', { name: say('Packing list (CSV)') }).click())
  expect(packing.name).toBe('packing_list.csv')
  expect(packing.bytes.toString('utf8')).toContain(order.lines[0]?.nm_sku)
  await page.goto(`${origin}/supplier/shipment-management?tab=shipped&q=${shipmentId}`)
  await expect(rowOf(page, shipmentId)).toBeVisible()
  await page.getByRole('button', { name: say('Export'), exact: true }).click()
  const lines = page.getByRole('menuitem', { name: say('Shipment lines (shipping_list.csv)') })
  const list = await saved(() => lines.click())
  expect(list.name).toBe('shipping_list.csv')
  await page.goto(`${origin}/supplier/my-orders?tab=shipped&q=${order.order_id}`)
  await expect(rowOf(page, order.order_id)).toContainText([say('Fully shipped'), say('{{n}} short', { n: 2 })].join(''))
  await page.getByRole('button', { name: say('Export'), exact: true }).click()
  const orders = await saved(() => page.getByRole('menuitem', { name: say('Order lines (orders_file.csv)') }).click())
  expect(orders.name).toBe('orders_file.csv')
  expect(orders.bytes.toString('utf8')).toContain(order.order_id)
}

async function recoverPieces({ page, origin, say }: Stage, order: PendingOrder): Promise<void> {
  await page.goto(`${origin}/supplier/my-orders?tab=rejected_oos&q=${order.order_id}&order=${order.order_id}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: say('Recover all') }).click()
  await expect(page.getByText(say('Pieces recovered.'))).toBeVisible()
  await expect(rowOf(page, order.order_id)).toHaveCount(0)
}

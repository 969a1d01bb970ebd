import { expect, type Page } from '@playwright/test'
import { contract } from '../../src/shared/areas.ts'
import type { Call, Gives } from '../../src/shared/kernel/call.ts'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'
import { scanFast } from './scanner.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '', viewport: { width: 390, height: 844 } })

const { facilities } = contract

/** Asks the server as the signed-in page would. */
async function ask<C extends Call>(page: Page, call: C, data: object): Promise<Gives<C>> {
  const headers = { 'x-selvedge-client': 'screen' }
  const reply = await page.context().request.post(`/${call.path}`, { headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: Gives<C> }).data
}

/** An order's line with `pieces` in packed that are in no box, brought there stage by stage. */
async function packSome(page: Page, pieces: number) {
  const { rows } = await ask(page, facilities.getFacilityOrders, { tab: 'open', page_size: 200 })
  const fits = rows.flatMap((order) =>
    order.state === 'SENT_FOR_PRODUCTION'
      ? order.lines.filter(({ pending }) => pending >= pieces).map((line) => ({ order, line }))
      : [],
  )
  const [found] = fits
  if (found === undefined) throw new Error('the demo has nothing left to cut')
  const { order_action_id, facility } = found.order
  const { nm_sku } = found.line
  for (const status of ['cutting', 'stitching', 'finishing', 'checking', 'packed'])
    await ask(page, facilities.updateProductionStatus, {
      ...{ facility, order_action_id, status },
      lines: [{ nm_sku, quantity: pieces }],
    })
  return { order_action_id, facility, nm_sku, packed: found.line.packed + pieces }
}

// Would catch: a draft of a box that a reload loses, a piece too many that is taken, a box that cannot become a shipment, a shipment whose
// paper or government's file cannot be had, and boxes that India's door does not expect.
test('pieces are scanned into a box on a phone, shipped with their papers, and wait at India’s door', async ({
  page,
  atAnotherMachine,
}) => {
  await enterAs(page, 'ops@demo.selvedge')
  const { facility, nm_sku, packed } = await packSome(page, 3)
  await page.goto(`/supply-management/shipments?facility=${facility}`)
  await expect(page.getByText(nm_sku).first()).toBeVisible()
  const wire = await page.context().newCDPSession(page)
  await scanFast(wire, nm_sku)
  await expect(page.getByRole('heading', { name: 'In this box: 1 pcs' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'In this box: 1 pcs' })).toBeVisible()
  const inBox = page.getByRole('list', { name: 'In this box' })
  await inBox.getByRole('textbox', { name: nm_sku }).fill(String(packed + 1))
  await expect(inBox.getByRole('alert')).toContainText(`only ${packed} pcs are packed`)
  await expect(page.getByRole('button', { name: 'Close the box, print its label' })).toBeDisabled()
  await inBox.getByRole('textbox', { name: nm_sku }).fill('3')
  await page.getByLabel('Weight (kg)').fill('1.5')
  await page.getByRole('button', { name: 'Close the box, print its label' }).click()
  await expect(page.locator('.print-dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  const made = await ask(page, facilities.getFacilityBoxes, { facility, tab: 'free' })
  const box = made.rows[0]
  expect(box).toMatchObject({ pieces: 3, weight_grams: 1_500, lines: [{ nm_sku, quantity: 3 }] })

  await page.getByRole('tab', { name: 'Free boxes' }).click()
  await page.getByRole('checkbox', { name: box?.box_id ?? '' }).check()
  await page.getByRole('button', { name: /^Make a shipment: 1 boxes, 3 pcs/ }).click()
  const dialog = page.getByRole('dialog', { name: 'New shipment' })
  const known = await ask(page, facilities.getFacilityShipments, { tab: 'all' })
  await dialog.getByLabel('Site of India QC').fill(known.rows[0]?.destination ?? '')
  await dialog.getByLabel('Vehicle number').fill('UP16AB1234')
  await dialog.getByLabel('Distance (km)').fill('41')
  await dialog.getByRole('button', { name: 'Make the shipment' }).click()
  const send = page.getByRole('button', { name: 'Send it', exact: true })
  await send.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send it' }).click()
  await expect(page.getByRole('button', { name: 'Call it back…' })).toBeVisible()
  for (const name of ['Packing file', 'Paper as PDF', 'Paper as Excel']) {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    expect((await file).suggestedFilename()).toMatch(/\.(csv|pdf|xlsx)$/)
  }
  const sent = await ask(page, facilities.getFacilityShipments, { facility, tab: 'DISPATCHED' })
  expect(sent.rows[0]).toMatchObject({ pieces: 3, boxes: 1, vehicle_no: 'UP16AB1234', distance_km: 41 })
  expect(sent.rows[0]?.document).toBeTruthy()

  // Only India's door may take it in.
  const theirs = await atAnotherMachine()
  await enterAs(theirs, 'india-inward@demo.selvedge')
  const received = await ask(theirs, contract.indiaReceiving.receiveBoxes, { boxes: [{ code: box?.box_id }] })
  expect(received).toMatchObject({ inwarded: 1, refused: 0 })
  await page.reload()
  await expect(page.getByText(/· Received in India/)).toBeVisible()
})

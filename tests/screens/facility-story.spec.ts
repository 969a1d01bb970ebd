import { expect, type Page } from '@playwright/test'
import hindiOfFacilities from '../../src/renderer/i18n/hi/facilities.json' with { type: 'json' }
import hindiOfShipments from '../../src/renderer/i18n/hi/facility-shipments.json' with { type: 'json' }
import hindiOfFrame from '../../src/renderer/i18n/hi/frame.json' with { type: 'json' }
import hindiOfRest from '../../src/renderer/i18n/hi/rest.json' with { type: 'json' }
import { stageWords } from '../../src/shared/areas/facilities/stage-ledger.ts'
import { stageCode } from '../../src/shared/areas/production/words.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Call, Gives } from '../../src/shared/kernel/call.ts'
import { enterAs } from '../support/story/enter.ts'
import { ontoShelfInIndia } from '../support/story/india.ts'
import { test } from './machines.ts'
import { scanFast } from './scanner.ts'

const phone = { width: 390, height: 844 }
test.use({ baseURL: process.env.SELVEDGE_URL ?? '', viewport: phone })

const { facilities, production, materials } = contract
const words: Readonly<Record<string, string>> = {
  ...hindiOfRest,
  ...hindiOfFrame,
  ...hindiOfShipments,
  ...hindiOfFacilities,
}

/** The text as a worker reads it in Hindi. */
function hindi(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  const found = words[text]
  if (found === undefined) throw new Error(`“${text}” has no Hindi`)
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

async function ask<C extends Call>(page: Page, call: C, data: object): Promise<Gives<C>> {
  const headers = { 'x-selvedge-client': 'screen' }
  const reply = await page.context().request.post(`/${call.path}`, { headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: Gives<C> }).data
}

const pieces = 3
const facility = 'NOI1'

/** Sends an order for production on the screen of operations, with its job card; gives its number and the card's. */
async function sendToProduction(page: Page): Promise<{ order: string; card: number }> {
  const { rows } = await ask(page, production.getOrders, { path: 'IN_HOUSE', tab: 'READY_FOR_PRODUCTION' })
  for (const { order_action_id: order } of rows) {
    const summary = await ask(page, production.getOrderActionSummary, { order_action_id: order })
    if (!summary.facilities.some((one) => one.facility === facility)) continue
    await ask(page, materials.reserveRolls, { order_ids: [order] })
    await page.goto(`/ops/in-house-orders?tab=READY_FOR_PRODUCTION&order=${order}`)
    await page.locator('.drawer').last().getByRole('button', { name: 'Send to production', exact: true }).click()
    const file = page.waitForEvent('download')
    await page.locator('.bp6-dialog').getByRole('button', { name: 'Send and fetch job cards' }).click()
    expect((await file).suggestedFilename()).toBe('job_card.pdf')
    const [row] = (await ask(page, facilities.getFacilityOrders, { tab: 'open', order_action_ids: [order] })).rows
    return { order, card: row?.job_card ?? 0 }
  }
  throw new Error(`the demo has no order for ${facility} that is ready for production`)
}

/** Nothing is told in English but codes and names, and nothing lies beside the page. */
async function isHindiOnPhone(page: Page): Promise<void> {
  const text = (await page.locator('main').last().textContent()) ?? ''
  expect(
    text.match(/\b(Cutting|Stitching|Finishing|Checking|Packed|Pieces|Facility|Order|Save|From|Scan)\b/g),
  ).toBeNull()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}

// Would catch: a job card whose code opens nothing, a save whose outcome lies out of sight on a phone, a board that still says what was before it,
// English among the Hindi, and goods of a facility that reach no shelf in India.
test('from the job card to the shelf in India, in Hindi on a phone', async ({ page, atAnotherMachine }) => {
  const office = await atAnotherMachine({ viewport: { width: 1440, height: 900 } })
  await enterAs(office, 'ops@demo.selvedge')
  const { order, card } = await sendToProduction(office)

  await page.context().addCookies([{ name: 'i18next', value: 'hi', url: process.env.SELVEDGE_URL ?? '' }])
  await enterAs(page, 'facility@demo.selvedge')
  await page.goto('/supply-management/production')
  await expect(page.getByRole('heading', { level: 1, name: hindi('Production stages') })).toBeVisible()
  const tile = (stage: keyof typeof stageWords) =>
    page.getByRole('group', { name: hindi('Board') }).getByRole('button', { name: hindi(stageWords[stage]) })
  await expect(tile('packed')).toBeVisible()
  await isHindiOnPhone(page)
  const packedBefore = Number(await tile('packed').locator('strong').textContent())
  const wire = await page.context().newCDPSession(page)
  await scanFast(wire, stageCode(order, 'cutting', card))
  const drawer = page.locator('.drawer').last()
  const [row] = (await ask(page, facilities.getFacilityOrders, { tab: 'open', order_action_ids: [order] })).rows
  const line = row?.lines.find(({ pending }) => pending >= pieces)
  if (row === undefined || line === undefined) throw new Error(`${order} has nothing to cut`)
  const { color, size, nm_sku } = line
  for (const stage of ['cutting', 'stitching', 'finishing', 'checking', 'packed'] as const) {
    const into = hindi(stageWords[stage])
    const choice = drawer
      .getByRole('group', { name: hindi('Into stage') })
      .getByRole('button', { name: into, exact: true })
    await choice.click()
    await expect(choice).toHaveAttribute('aria-pressed', 'true')
    // In the digits of the language, as a phone's keyboard has them.
    await drawer.getByRole('textbox', { name: new RegExp(`^${color} · ${size},`) }).fill('३')
    await drawer
      .getByRole('button', { name: hindi('{{n}} pcs into “{{stage}}”', { n: pieces, stage: into }), exact: true })
      .click()
    const outcome = drawer.getByText(hindi('{{pieces}} pcs into “{{into_key}}”.', { pieces, into_key: into }))
    await expect(outcome).toBeInViewport()
  }
  await drawer.getByRole('button', { name: hindi('Close') }).click()
  await expect(tile('packed').locator('strong')).toHaveText(String(packedBefore + pieces))

  await page.goto('/supply-management/shipments')
  await expect(page.getByText(nm_sku).first()).toBeVisible()
  for (let n = 1; n <= pieces; n++) {
    await scanFast(wire, nm_sku)
    await expect(page.getByRole('heading', { name: hindi('In this box: {{n}} pcs', { n }) })).toBeVisible()
  }
  await isHindiOnPhone(page)
  await page.getByRole('button', { name: hindi('Close the box, print its label') }).click()
  await expect(page.locator('.print-dialog')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  const [box] = (await ask(page, facilities.getFacilityBoxes, { facility, tab: 'free' })).rows
  const code = box?.box_id ?? ''
  expect(box).toMatchObject({ pieces, lines: [{ nm_sku, quantity: pieces }] })
  await page.getByRole('tab', { name: hindi('Free boxes') }).click()
  await page.getByRole('checkbox', { name: code }).check()
  await page.getByRole('button', { name: /^शिपमेंट बनाएँ/ }).click()
  const dialog = page.getByRole('dialog', { name: hindi('New shipment') })
  const known = await ask(page, facilities.getFacilityShipments, { tab: 'all' })
  await dialog.getByLabel(hindi('Site of India QC')).selectOption(known.rows[0]?.destination ?? '')
  await dialog.getByLabel(hindi('Vehicle number')).fill('UP16AB1234')
  await dialog.getByRole('button', { name: hindi('Make the shipment') }).click()
  await page.getByRole('button', { name: hindi('Send it'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: hindi('Send it') })
    .click()
  await expect(page.getByRole('button', { name: hindi('Call it back…') })).toBeVisible()

  const theirs = await atAnotherMachine()
  await enterAs(theirs, 'india-inward@demo.selvedge')
  await ontoShelfInIndia(theirs, office, { code, site: known.rows[0]?.destination ?? '', pieces })
})

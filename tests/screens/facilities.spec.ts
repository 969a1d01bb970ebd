import { expect, type Page } from '@playwright/test'
import type { FacilityOrderRow } from '../../src/shared/areas/facilities/calls.ts'
import { stageWords } from '../../src/shared/areas/facilities/stage-ledger.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Call, Gives } from '../../src/shared/kernel/call.ts'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'
import { scanFast } from './scanner.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '', viewport: { width: 390, height: 844 } })

const { facilities } = contract
const worker = 'facility@demo.selvedge'
const production = '/supply-management/production'
const headers = { 'x-selvedge-client': 'screen' }

const post = (page: Page, call: Call, data: object) => page.context().request.post(`/${call.path}`, { headers, data })

/** Asks the server as the signed-in page would. */
async function ask<C extends Call>(page: Page, call: C, data: object): Promise<Gives<C>> {
  const reply = await post(page, call, data)
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: Gives<C> }).data
}

async function ordersOf(page: Page, filter: object = {}): Promise<FacilityOrderRow[]> {
  return (await ask(page, facilities.getFacilityOrders, { tab: 'open', page_size: 200, ...filter })).rows
}

/** An order of the own facility, sent for production, with a line that has pieces in `stage`. */
async function orderWith(page: Page, stage: 'pending' | 'checking') {
  for (const order of await ordersOf(page)) {
    const line = order.lines.find((one) => one[stage] > 0)
    if (order.state === 'SENT_FOR_PRODUCTION' && line) return { order, line }
  }
  throw new Error(`the demo has nothing in ${stage}`)
}

const placeOf = (order: FacilityOrderRow, more = '') =>
  `${production}?job=${order.order_action_id}@${order.facility}${more}`
const drawer = (page: Page) => page.locator('.drawer').last()
const cell = (page: Page, { color, size }: { color: string; size: string }) =>
  drawer(page).getByRole('textbox', { name: new RegExp(`^${color} · ${size},`) })
/** Holds lists of orders back, and lets those of one order through; gives what lets the others come. */
async function holdLists(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(`**/${facilities.getFacilityOrders.path}`, async (route) => {
    if (!route.request().postData()?.includes('order_action_ids')) await held.promise
    await route.continue()
  })
  return held.resolve
}
const hasNoSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

// Would catch: a board that leaves the edge of a phone, a number that cannot be without its why, what was typed lost by a reload.
test('on a phone the board shows the stages, and a number that cannot be says why at its cell', async ({ page }) => {
  await enterAs(page, worker)
  const { order, line } = await orderWith(page, 'pending')
  await page.goto(production)
  await expect(page.getByRole('group', { name: 'Board' }).getByRole('button')).toHaveCount(10)
  await page.getByRole('button', { name: /^\d+\s*Not cut yet$/ }).click()
  const card = page.locator('[data-stage=pending] .stage-card').filter({ hasText: order.order_action_id })
  await expect(card).toContainText(`${order.pending}`)
  expect(await hasNoSidewaysScroll(page)).toBe(true)
  await card.click()
  await expect(drawer(page).getByRole('button', { name: 'Cutting', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const most = order.cutting_tolerance_percent
  await cell(page, line).fill(String(line.pending + line.allotted))
  await expect(drawer(page).getByRole('alert')).toContainText(`may be cut (${most} % more)`)
  await expect(drawer(page).getByRole('button', { name: /pcs into “Cutting”/ })).toBeDisabled()
  await drawer(page).getByRole('button', { name: 'Stitching', exact: true }).click()
  await cell(page, line).fill('99')
  await expect(drawer(page).getByRole('alert')).toContainText(
    `only ${line.cutting} pcs stand in “Cutting”; 99 cannot go on to “Stitching”.`,
  )
  await page.reload()
  await expect(cell(page, line)).toHaveValue('99')
  expect(await hasNoSidewaysScroll(page)).toBe(true)
  await cell(page, line).fill('')
})

// Would catch: a board that says what was there before the last save, whoever made it; a reason that no phone shows; digits that are refused.
test('what anybody saves is on the board, and what is no number says so at its cell', async ({
  page,
  atAnotherMachine,
}) => {
  await enterAs(page, worker)
  const { order, line } = await orderWith(page, 'pending')
  await page.goto(production)
  const pending = page.getByRole('group', { name: 'Board' }).getByRole('button', { name: /Not cut yet$/ })
  const before = Number(await pending.locator('strong').textContent())
  const office = await atAnotherMachine()
  await enterAs(office, 'ops@demo.selvedge')
  const { order_action_id, facility } = order
  const lines = [{ nm_sku: line.nm_sku, quantity: 1 }]
  await ask(office, facilities.updateProductionStatus, { facility, order_action_id, status: 'cutting', lines })
  await expect(pending.locator('strong')).toHaveText(String(before - 1), { timeout: 20_000 })
  await page.goto(placeOf(order, '&into=stitching'))
  const button = drawer(page).getByRole('button', { name: /pcs into “Stitching”/ })
  for (const text of ['1.5', 'abc']) {
    await cell(page, line).fill(text)
    await expect(drawer(page).getByRole('alert')).toContainText(`${text} is no whole number`)
    await expect(button).toBeDisabled()
  }
  await cell(page, line).fill('१')
  await expect(drawer(page).getByRole('button', { name: '1 pcs into “Stitching”' })).toBeEnabled()
  await cell(page, line).fill('')
})

// Would catch: a number typed right after its stage was pressed, on a slow machine, that counts for the stage before and is gone from sight;
// an order whose stage is another one after a save, with what was typed left behind.
test('what is typed right after a stage is pressed is of that stage, and the stage stays', async ({ page }) => {
  await enterAs(page, worker)
  const next = { pending: 'cutting', cutting: 'stitching', stitching: 'finishing', finishing: 'checking' } as const
  const inWork = Object.keys(next) as (keyof typeof next)[]
  const fullestOf = (order: FacilityOrderRow) => inWork.toSorted((a, b) => order[b] - order[a])[0] ?? 'pending'
  const order = (await ordersOf(page)).find((one) => one.state === 'SENT_FOR_PRODUCTION' && one[fullestOf(one)] > 0)
  if (!order) throw new Error('the demo has nothing in work')
  const fullest = fullestOf(order)
  const line = order.lines.find((one) => one[fullest] > 0)
  if (!line) throw new Error('no line has the pieces of its order')
  await page.goto(placeOf(order, '&into=cutting'))
  await expect(cell(page, line)).toBeVisible()
  await drawer(page).evaluate(async (of, { color, size }) => {
    const [button] = [...of.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Stitching')
    button?.click()
    // As fast as keys can follow a press: the new address is not drawn yet.
    await Promise.resolve()
    const field = of.querySelector<HTMLInputElement>(`input[aria-label^="${color} · ${size},"]`)
    field?.focus()
    document.execCommand('insertText', false, '7')
  }, line)
  const stitching = drawer(page).getByRole('button', { name: 'Stitching', exact: true })
  await expect(stitching).toHaveAttribute('aria-pressed', 'true')
  await expect(cell(page, line)).toHaveValue('7')
  await expect(drawer(page).getByRole('button', { name: '7 pcs into “Stitching”' })).toBeVisible()
  await cell(page, line).fill('')
  await page.goto(placeOf(order))
  const pressed = drawer(page).getByRole('group', { name: 'Into stage' }).locator('[aria-pressed=true]')
  const first = (await pressed.textContent()) ?? ''
  await cell(page, line).fill('1')
  expect(first).toBe(stageWords[next[fullest]])
  const lines = order.lines.flatMap(({ nm_sku, ...of }) => (of[fullest] > 0 ? [{ nm_sku, quantity: of[fullest] }] : []))
  const { order_action_id, facility } = order
  const moved = { facility, order_action_id, status: next[fullest], from: fullest, lines }
  await ask(page, facilities.updateProductionStatus, moved)
  await drawer(page).getByRole('tab', { name: 'All stages' }).click()
  await expect(page.locator('.stage-ledger')).not.toContainText(stageWords[fullest], {
    timeout: 20_000,
  })
  await drawer(page).getByRole('tab', { name: 'Enter by hand' }).click()
  await expect(pressed).toHaveText(first)
  await expect(cell(page, line)).toHaveValue('1')
  await cell(page, line).fill('')
  await ask(page, facilities.updateProductionStatus, { ...moved, is_undo: true })
})

// Would catch: input without a connection that is lost by a reload, or sent twice.
test('pieces typed without a connection are kept over a reload and sent once', async ({ page }) => {
  await enterAs(page, worker)
  const { order, line } = await orderWith(page, 'pending')
  const path = `**/${facilities.updateProductionStatus.path}`
  let sent = 0
  // Not when its body is through: the page may be loaded anew before that.
  page.on('response', (reply) => void (reply.url().endsWith(facilities.updateProductionStatus.path) && sent++))
  await page.route(path, (route) => route.abort('internetdisconnected'))
  await page.goto(placeOf(order, '&into=cutting'))
  await cell(page, line).fill('1')
  await drawer(page).getByRole('button', { name: '1 pcs into “Cutting”' }).click()
  await expect(drawer(page).getByText(/1 entry (waits|is being sent)/)).toBeVisible()
  await page.reload()
  await expect(drawer(page).getByText(/1 entry (waits|is being sent)/)).toBeVisible()
  // Would catch: a header that says nothing of what waits once the other queues of the facility have nothing.
  await expect(page.locator('.connection')).toContainText('1 not saved')
  // Would catch: what waits that is offered once more.
  await drawer(page).getByRole('button', { name: 'Stitching', exact: true }).click()
  await expect(cell(page, line).locator('..')).toContainText(`/${line.cutting + 1}`)
  await drawer(page).getByRole('button', { name: 'Cutting', exact: true }).click()
  await page.unroute(path)
  await expect(drawer(page).getByText('1 pcs into “Cutting”.')).toBeVisible({ timeout: 60_000 })
  await expect(drawer(page).getByText('All entries are sent.')).toBeVisible()
  await page.reload()
  await expect(drawer(page)).toBeVisible()
  const [now] = await ordersOf(page, { order_action_ids: [order.order_action_id] })
  expect(now?.cutting).toBe(order.cutting + 1)
  expect(sent).toBe(1)
})

// Would catch: a job card’s code that opens another stage, or a scan that is taken for a SKU.
test('a code of the job card opens its order at its stage, and SKUs are scanned into it', async ({ page }) => {
  await enterAs(page, worker)
  const { order, line } = await orderWith(page, 'checking')
  await page.goto(production)
  await expect(page.locator('.stage-card').first()).toBeVisible()
  const wire = await page.context().newCDPSession(page)
  await scanFast(wire, `${order.order_action_id}/REW`)
  await expect(drawer(page).getByRole('button', { name: 'Rework', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await drawer(page).getByRole('tab', { name: 'By scan' }).click()
  await scanFast(wire, line.nm_sku)
  await expect(drawer(page).getByText('All scans are sent.')).toBeVisible()
  await expect
    .poll(async () => (await ordersOf(page, { order_action_ids: [order.order_action_id] }))[0]?.rework)
    .toBe(order.rework + 1)
})

// Would catch: a sheet that is taken in part, or a fault that names no cell.
test('a sheet of a stage names its fault at the cell, and moves pieces once it is right', async ({ page }) => {
  await enterAs(page, worker)
  const { order, line } = await orderWith(page, 'pending')
  await page.goto(production)
  const open = async (pieces: number) => {
    await page.getByRole('button', { name: 'By sheet' }).click()
    await page.getByRole('menuitem', { name: 'Cutting' }).click()
    const csv = `Production order,NM SKU,Pieces\n${order.order_action_id},${line.nm_sku},${pieces}\n`
    await page
      .locator('.bp6-dialog input[type=file]')
      .setInputFiles({ name: 'cutting.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  }
  await open(line.allotted * 3)
  const dialog = page.locator('.bp6-dialog').last()
  await expect(dialog.getByText(/may be cut \(\d+ % more\)/).first()).toBeVisible()
  await expect(dialog.getByText('Pieces that came').first()).toBeVisible()
  expect((await ordersOf(page, { order_action_ids: [order.order_action_id] }))[0]?.cutting).toBe(order.cutting)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await open(1)
  await expect(dialog.getByText('The file was taken')).toBeVisible()
  expect((await ordersOf(page, { order_action_ids: [order.order_action_id] }))[0]?.cutting).toBe(order.cutting + 1)
})

// Would catch: a sign-in by code that leads elsewhere, English on a Hindi screen, Devanagari without a typeface, a menu without the own work.
test('in Hindi, from the code in the mail to the stages', async ({ page }) => {
  await page.goto('/supply-management/login')
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { name: 'सप्लाई प्रबंधन' })).toBeVisible()
  await page.getByLabel('ईमेल').fill(worker)
  await page.getByRole('button', { name: 'कोड भेजें', exact: true }).click()
  const code = (await page.locator('.outbox-code').first().textContent()) ?? ''
  await page.locator('.code-field input').fill(code)
  await expect(page).toHaveURL(new RegExp(`${production}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'उत्पादन के चरण' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  const loaded = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)
  expect(await loaded()).toBeGreaterThan(0)
  const { order, line } = await orderWith(page, 'pending')
  await page.goto(placeOf(order, '&into=stitching'))
  await cell(page, line).fill('99')
  await expect(drawer(page).getByRole('alert')).toContainText(
    `“कटाई” में सिर्फ़ ${line.cutting} पीस हैं; 99 पीस “सिलाई” में नहीं जा सकते।`,
  )
  await cell(page, line).fill('')
  const words = (await drawer(page).textContent()) ?? ''
  expect(words.match(/\b(Cutting|Finishing|Pieces|From|into|Save)\b/g)).toBeNull()
  expect(await hasNoSidewaysScroll(page)).toBe(true)
  await drawer(page).getByRole('button', { name: 'बंद करें' }).click()
  await page.getByRole('button', { name: 'मेन्यू' }).click()
  const menu = page.getByRole('navigation', { name: 'मेन्यू' })
  await expect(menu.getByRole('link', { name: 'उत्पादन के चरण' })).toBeVisible()
})

// Would catch: the number of unread messages that stays at its tab, dimmed as if another were on its way, once they were read.
test('messages about trouble are counted at their tab until they are read', async ({ page, atAnotherMachine }) => {
  await enterAs(page, worker)
  const { order } = await orderWith(page, 'pending')
  const office = await atAnotherMachine()
  await enterAs(office, 'ops@demo.selvedge')
  const said = { kind: 'facility_job', code: `${order.order_action_id}@${order.facility}`, text: 'Which needle is it?' }
  await ask(office, contract.talk.say, said)
  await page.goto(placeOf(order))
  const tab = drawer(page).getByRole('tab', { name: 'Trouble' })
  await expect(tab.locator('.tab-count')).toHaveText(/^[1-9]\d*$/)
  await tab.click()
  await expect(drawer(page).getByText(said.text).last()).toBeVisible()
  await expect(tab.locator('.tab-count')).toHaveCount(0)
})

// Would catch: an order of another facility that can be seen, moved, or opened by its address.
test('another facility’s order is not found', async ({ page, atAnotherMachine }) => {
  const theirs = await atAnotherMachine()
  await enterAs(theirs, 'ops@demo.selvedge')
  const others = (await ordersOf(theirs, { tab: 'all' })).filter(({ facility }) => facility !== 'NOI1')
  const [other] = others.filter(({ state }) => state === 'SENT_FOR_PRODUCTION')
  if (!other) throw new Error('the demo has no other facility at work')
  await enterAs(page, worker)
  const own = await ordersOf(page, { tab: 'all' })
  expect([...new Set(own.map(({ facility }) => facility))]).toEqual(['NOI1'])
  const { order_action_id, facility } = other
  const lines = [{ nm_sku: other.lines[0]?.nm_sku, quantity: 1 }]
  const reply = await post(page, facilities.updateProductionStatus, {
    facility,
    order_action_id,
    status: 'cutting',
    lines,
  })
  expect(reply.status()).toBe(404)
  const right = own.find(({ state }) => state === 'SENT_FOR_PRODUCTION')?.order_action_id ?? ''
  // Would catch: a right card of which a facility on a slow line is told that no order has its code, while the orders are on their way.
  const release = await holdLists(page)
  await page.goto(placeOf(other))
  await expect(drawer(page).getByText(`This facility makes nothing of ${order_action_id}.`)).toBeVisible()
  // Would catch: a scanner that is no longer heard after a wrong card.
  const wire = await page.context().newCDPSession(page)
  await scanFast(wire, right)
  await expect(drawer(page).getByText(`Looking for ${right}…`)).toBeVisible()
  release()
  await expect(drawer(page).getByRole('button', { name: 'Cutting', exact: true })).toBeVisible()
  await page.goto(placeOf(other))
  await expect(page.locator('.stage-card').first()).toBeAttached()
  await scanFast(wire, 'PR-999999')
  await expect(page.getByText('No order on this list has the code PR-999999.').first()).toBeVisible()
})

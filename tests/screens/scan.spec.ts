import { expect, type Page, type Response, type Route } from '@playwright/test'
import { demoPassword } from '../../src/server/demo/book.ts'
import { userHeader } from '../../src/shared/kernel/headers.ts'
import { sendBoxes } from '../support/boxes-on-way.ts'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'
import { scanFast } from './scanner.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

const last = (page: Page) => page.locator('.last-scan')
const rows = (page: Page) => page.locator('.scan-row')

/** Boxes of a supplier whom no other spec touches, on their way; then the page of somebody of the China warehouse. */
async function openStation(page: Page, boxes: number): Promise<string[]> {
  await enterAs(page, 'internal@demo.selvedge')
  const codes = await sendBoxes(page, 'HZ03', boxes)
  await page.context().clearCookies()
  await enterAs(page, 'china-qc@demo.selvedge')
  await page.goto('/supplier/inward-shipments')
  await expect(page.getByLabel('Box code')).toBeFocused()
  return codes
}

/** The boxes of these that the server has, by SSCC, and who took them in. */
async function taken(page: Page, codes: readonly string[]): Promise<string[]> {
  const reply = await page.context().request.post('/v1/erp/qc/china/get-inwarded-boxes', {
    headers: { 'x-selvedge-client': 'screen' },
    data: { box_ids: codes, page_size: 500 },
  })
  expect(reply.ok(), await reply.text()).toBe(true)
  const { data } = (await reply.json()) as { data: { rows: { inwarded_by: string }[] } }
  return data.rows.map(({ inwarded_by }) => inwarded_by)
}

async function inwarded(page: Page, codes: readonly string[]): Promise<number> {
  return (await taken(page, codes)).length
}

/** Types as a scanner does: all keys of a code at once, then what it sends behind it. */
async function scan(page: Page, code: string, end: 'Enter' | 'Tab' | null = 'Enter'): Promise<void> {
  await page.keyboard.type(code)
  if (end) await page.keyboard.press(end)
}

/** The station is opened anew, and has read what is on its way. */
async function knowsAwaited(page: Page): Promise<void> {
  await page.goto('about:blank')
  const isLast = async (reply: Response) =>
    reply.request().postData()?.includes('"page_size":500') === true &&
    (await reply.text()).includes('"next_cursor":null')
  const read = page.waitForResponse((reply) => reply.url().endsWith('/get-awaiting-inward-boxes') && isLast(reply))
  await page.goto('/supplier/inward-shipments')
  await read
  await expect(page.getByLabel('Box code')).toBeFocused()
}

async function takeElsewhere(page: Page, code: string, action: 'inward' | 'undo' = 'inward'): Promise<void> {
  const reply = await page.context().request.post('/v1/erp/qc/china/inward-boxes', {
    headers: { 'x-selvedge-client': 'screen' },
    data: { action, boxes: [{ code }] },
  })
  expect(reply.ok(), await reply.text()).toBe(true)
}

test('outcomes are told apart by words, shape and place in the list, and the last one can be undone', async ({
  page,
}) => {
  const [first = '', second = ''] = await openStation(page, 3)
  await scan(page, `00${first}`)
  await expect(last(page)).toHaveAttribute('data-standing', 'inwarded')
  await expect(last(page)).toContainText('Box taken in')
  // Would catch: a second scan of a box that counts it twice, or says nothing.
  await scan(page, first)
  await expect(last(page)).toHaveAttribute('data-standing', 'duplicate')
  await scan(page, 'SF0000NOBODY')
  await expect(last(page)).toHaveAttribute('data-standing', 'unknown')
  await expect(rows(page).first()).toContainText('SF0000NOBODY')
  await scan(page, second, 'Tab')
  await expect(last(page)).toHaveAttribute('data-standing', 'inwarded')
  // Would catch: a Tab behind a scan that takes the focus away from the field.
  await expect(page.getByLabel('Box code')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(last(page)).toHaveAttribute('data-standing', 'undone')
  expect(await inwarded(page, [first, second])).toBe(1)
  // Would catch: an undo in the list that takes back another row's box.
  await rows(page)
    .filter({ hasText: `00${first}` })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(() => inwarded(page, [first, second])).toBe(0)
  // Would catch: keys that are lost because the mouse was used.
  await scan(page, second)
  await expect.poll(() => inwarded(page, [second])).toBe(1)
  // Would catch: an old Undo that takes back what somebody else scanned since.
  await takeElsewhere(page, second, 'undo')
  await takeElsewhere(page, second)
  await page.keyboard.press('Control+z')
  await expect(last(page)).toHaveAttribute('data-standing', 'not_undone')
  expect(await inwarded(page, [second])).toBe(1)
})

// Would catch: a station that is a browser's error page after a reload without a connection, with scans that nobody can go on with.
test('without a connection a reloaded station opens from what is kept, goes on scanning, and sends it all later', async ({
  atAnotherMachine,
}) => {
  const theirs = await atAnotherMachine({ serviceWorkers: 'allow' })
  const [first = '', second = ''] = await openStation(theirs, 3)
  await scan(theirs, `00${first}`)
  await expect.poll(() => inwarded(theirs, [first])).toBe(1)
  const kept = () => theirs.evaluate(async () => (await (await caches.open('selvedge-page')).keys()).length)
  await expect.poll(kept).toBeGreaterThan(5)
  await theirs.context().setOffline(true)
  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Inward shipment dashboard' })).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'QC Platform' })).toBeVisible()
  await scan(theirs, `00${second}`)
  await expect(theirs.locator('.connection')).toContainText('No connection · 1 not saved')
  await theirs.context().setOffline(false)
  await expect.poll(() => inwarded(theirs, [first, second])).toBe(2)
  await expect(theirs.getByText('All scans are sent.')).toBeVisible()
})

// Would catch: a held Ctrl+Z that takes back box after box, unseen.
test('a second undo in a row is asked about, and a scan between makes the next one plain again', async ({ page }) => {
  const [first = '', second = ''] = await openStation(page, 3)
  await scan(page, `00${first}`)
  await scan(page, `00${second}`)
  await expect.poll(() => inwarded(page, [first, second])).toBe(2)
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Control+z')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(first)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => inwarded(page, [first, second])).toBe(1)
  await scan(page, `00${second}`)
  await expect.poll(() => inwarded(page, [first, second])).toBe(2)
  await page.keyboard.press('Control+z')
  await expect.poll(() => inwarded(page, [first, second])).toBe(1)
  await page.keyboard.press('Control+z')
  await question.getByRole('button', { name: 'Take it back' }).click()
  await expect.poll(() => inwarded(page, [first, second])).toBe(0)
})

test('a box that the station knows is told before the server answers, and the answer has the last word', async ({
  page,
}) => {
  const [first = '', second = '', third = ''] = await openStation(page, 3)
  await knowsAwaited(page)
  const door = '**/v1/erp/qc/china/inward-boxes'
  let answer = () => {}
  const held = async (route: Route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  }
  await page.route(door, held)
  // Would catch: a station that says nothing until a slow server does.
  await scan(page, `00${first}`)
  await expect(last(page)).toHaveAttribute('data-standing', 'expected')
  await expect(last(page)).toContainText('Expected here')
  await expect(last(page)).toContainText('1 of 3')
  await expect(rows(page).first()).toHaveAttribute('data-standing', 'expected')
  // Would catch: an expected box that is counted as taken in before it is.
  await expect(page.locator('.tallies')).toContainText(/Box taken in\s*0/)
  answer()
  await expect(last(page)).toHaveAttribute('data-standing', 'inwarded')
  await expect(page.locator('.tallies')).toContainText(/Box taken in\s*1/)
  await page.unroute(door, held)
  // Would catch: an answer that is hidden by what was foreseen. Another station has taken this one in.
  await takeElsewhere(page, second)
  await scan(page, second)
  await expect(last(page)).toHaveAttribute('data-standing', 'duplicate')
  // Without a connection too, and then it waits.
  await page.context().setOffline(true)
  await scan(page, third)
  await expect(last(page)).toHaveAttribute('data-standing', 'expected')
  await expect(last(page)).toContainText('Kept on this computer')
  await page.context().setOffline(false)
  await expect(last(page)).toHaveAttribute('data-standing', 'inwarded', { timeout: 15_000 })
})

// Would catch: a scan that is lost, chooses, opens or presses because something other than the field had the focus.
test('a scan is taken in whatever has the focus, and does nothing there', async ({ page }) => {
  const codes = await openStation(page, 7)
  const wire = await page.context().newCDPSession(page)
  const next = codes.values()
  let seen = 0
  const scanHere = async () => {
    const { value = '' } = next.next()
    await scanFast(wire, `00${value}`)
    seen += 1
    await expect(rows(page)).toHaveCount(seen)
    await expect(last(page)).toHaveAttribute('data-standing', 'inwarded')
    expect(await inwarded(page, [value])).toBe(1)
  }
  const delivery = page.getByLabel('Delivery')
  const isOpen = () => delivery.evaluate((list) => list.matches(':open'))

  // A delivery is chosen by mouse, as it is done at the door.
  await delivery.click()
  await expect.poll(isOpen).toBe(true)
  await delivery.getByRole('option').nth(1).click()
  await expect(delivery).not.toHaveValue('')
  await expect(delivery).toBeFocused()
  const chosen = await delivery.inputValue()
  await scanHere()
  expect(await delivery.inputValue()).toBe(chosen)
  expect(await isOpen()).toBe(false)
  // With the list left open: the arrows walk in it.
  await delivery.click()
  await expect.poll(isOpen).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect(delivery.getByRole('option').nth(2)).toBeFocused()
  await scanHere()
  await expect.poll(isOpen).toBe(false)
  expect(await delivery.inputValue()).toBe(chosen)

  const sound = page.getByRole('button', { name: 'Sound off' })
  await sound.focus()
  await scanHere()
  await expect(sound).toHaveAttribute('aria-pressed', 'false')
  await page.getByLabel('Volume').click()
  const volume = await page.getByLabel('Volume').inputValue()
  await scanHere()
  await expect(page.getByLabel('Volume')).toHaveValue(volume)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await scanHere()
  // A menu is open, and one of its items has the focus.
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.keyboard.press('ArrowDown')
  const item = page.getByRole('menuitem').first()
  await expect(item).toBeVisible()
  const address = page.url()
  await scanHere()
  expect(page.url()).toBe(address)

  // Would catch: a scan under a dialog that is gone without a word, or presses the dialog's button.
  await page.keyboard.press('Escape')
  await rows(page).first().locator('.scan-row-code').click()
  const trace = page.getByRole('dialog')
  // Its own field takes the focus once more when it has found the box.
  await expect(trace.getByRole('button', { name: 'Back to what was found' })).toBeVisible()
  await trace.getByRole('button', { name: 'Close' }).first().focus()
  const { value: under = '' } = next.next()
  await scanFast(wire, `00${under}`)
  await expect(page.getByText(`Not taken: 00${under}`)).toBeVisible()
  await expect(trace).toBeVisible()
  expect(await inwarded(page, [under])).toBe(0)
})

test('a box that is scanned while the station is still loading is taken in once it is there', async ({ page }) => {
  // Would catch: keys of a scanner that are lost until the scan field appears, and an Enter that presses the link once more.
  const [code = ''] = await openStation(page, 1)
  await page.goto('/supplier/home')
  const link = page.getByRole('link', { name: 'Inward shipment dashboard' })
  await expect(link).toBeVisible()
  // The screen's code is fetched anew.
  const held: Route[] = []
  await page.route(/InwardShipmentsScreen[^/]*\.js/, (route) => void held.push(route))
  await link.click()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await scanFast(await page.context().newCDPSession(page), `00${code}`)
  await expect(rows(page)).toHaveCount(0)
  for (const route of held) await route.continue()
  await expect(rows(page)).toHaveCount(1)
  await expect(last(page)).toHaveAttribute('data-standing', 'inwarded')
  expect(await inwarded(page, [code])).toBe(1)
})

test('scanners without Enter, glued scans and an input method that is on lose nothing', async ({ page }) => {
  const codes = await openStation(page, 8)
  // Would catch: a scan that waits for an Enter which never comes.
  await scan(page, codes[0] ?? '', null)
  await expect(rows(page)).toHaveCount(1)
  // Two at once, the second without "00".
  await scan(page, `00${codes[1]}${codes[2]}`, null)
  await expect(rows(page)).toHaveCount(3)
  // Would catch: a Chinese input method that eats the digits of a scan, or writes its own into the field.
  const wire = await page.context().newCDPSession(page)
  for (const digit of `00${codes[3]}`) {
    const code = `Digit${digit}`
    await wire.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', code, windowsVirtualKeyCode: 229 })
    await wire.send('Input.imeSetComposition', { text: digit, selectionStart: 1, selectionEnd: 1 })
    await wire.send('Input.dispatchKeyEvent', { type: 'keyUp', key: digit, code })
  }
  await wire.send('Input.insertText', { text: `零零${codes[3]}` })
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(4)
  await expect(page.getByLabel('Box code')).toHaveValue('')
  // Pasted from a sheet: one scan a line.
  await page.getByLabel('Box code').evaluate((field, text) => {
    const data = new DataTransfer()
    data.setData('text', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, `${codes[4]}\n${codes[5]}\n`)
  await expect(page.locator('.scan-row[data-standing="inwarded"]')).toHaveCount(6)
  // Would catch: a code that is taken backwards in a field narrower than it, whose caret stays at its beginning.
  const field = page.getByLabel('Box code')
  await field.evaluate((input) => input.closest<HTMLElement>('.scan-field')?.style.setProperty('width', '90px'))
  for (const digit of `${codes[6]}`) {
    await page.keyboard.press(digit)
    await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(0, 0))
  }
  await page.keyboard.press('Enter')
  await expect(page.locator('.scan-row[data-standing="inwarded"]')).toHaveCount(7)
  // Would catch: a scan whose keys nobody sees, since an input method writes it, and that no pause ends; a hand's that one ends.
  const composed = async (text: string, parts: number) => {
    for (let at = 1; at <= parts; at += 1) {
      const shown = text.slice(0, Math.ceil((text.length * at) / parts))
      await wire.send('Input.imeSetComposition', {
        text: shown,
        selectionStart: shown.length,
        selectionEnd: shown.length,
      })
      if (parts > 1) await page.waitForTimeout(120)
    }
    await wire.send('Input.insertText', { text })
  }
  await composed(codes[7] ?? '', 12)
  await page.waitForTimeout(1_700)
  await expect(field).toHaveValue(codes[7] ?? '')
  await field.fill('')
  await composed(codes[7] ?? '', 1)
  await expect(page.locator('.scan-row[data-standing="inwarded"]')).toHaveCount(8)
  expect(await inwarded(page, codes)).toBe(8)
})

// Would catch: a keyboard that covers half of a scanner's screen, one that cannot be called, and codes of an Android scanner, which come as
// text without keys and without Enter, that stay in the field; among them short ones.
test('on a touched device a scan field calls no keyboard and takes whole codes that come as text', async ({
  atAnotherMachine,
}) => {
  const viewport = { width: 360, height: 640 }
  const page = await atAnotherMachine({ viewport, hasTouch: true, isMobile: true })
  await enterAs(page, 'india-inward@demo.selvedge')
  await page.goto('/supplier/india-inward-platform?tab=scan')
  const field = page.getByLabel('Box code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('inputmode', 'none')
  for (const code of ['D-06', '069012349999999990']) {
    await page.keyboard.insertText(code)
    await expect(rows(page).filter({ hasText: code })).toHaveCount(1)
    await expect(field).toHaveValue('')
  }
  await page.getByRole('button', { name: 'Keyboard' }).tap()
  await expect(field).not.toHaveAttribute('inputmode', 'none')
  await expect(field).toBeFocused()
})

// Would catch: scans lost because they came faster than answers, while the connection was cut, or with a page that was reloaded.
// The queue's own rules are tried in contract/renderer-scan.test.ts, and 1,200 scans in a row by the bench.
test('100 scans at 20 a second, with the connection cut and a reload in the middle, are all there once', async ({
  page,
}) => {
  const codes = await openStation(page, 100)
  const wire = await page.context().newCDPSession(page)
  const pace = async (part: readonly string[]) => {
    for (const code of part) {
      const began = Date.now()
      await scanFast(wire, `00${code}`)
      await page.waitForTimeout(Math.max(0, 50 - (Date.now() - began)))
    }
  }
  await pace(codes.slice(0, 35))
  await page.context().setOffline(true)
  await pace(codes.slice(35, 60))
  await expect(page.getByText(/scans wait, kept on this computer/)).toBeVisible()
  await page.context().setOffline(false)
  await pace(codes.slice(60, 67))
  // The answers of what is sent from here on never come back to this page.
  await page.route('**/v1/erp/qc/china/inward-boxes', async (route) => {
    await route.fetch().catch(() => undefined)
    await route.abort().catch(() => undefined)
  })
  await pace(codes.slice(67, 80))
  await page.unroute('**/v1/erp/qc/china/inward-boxes')
  await page.reload()
  await expect(page.getByLabel('Box code')).toBeFocused()
  await pace(codes.slice(80))
  await expect.poll(() => inwarded(page, codes), { timeout: 30_000 }).toBe(100)
  await expect(page.getByText('All scans are sent.')).toBeVisible()
  // Would catch: a scan sent again that comes back as a duplicate of itself.
  await expect(page.locator('.tallies')).toContainText(/Already in\s*0/)
  await expect(page.locator('.tallies')).toContainText(/Box taken in\s*100/)
})

/** Calls of a page that do not say for whom they are; only who it is may be asked so, as the page is loaded. */
function namelessCalls(page: Page): string[] {
  const nameless: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const isCall = /^\/(v1|retool|selvedge|track)/.test(pathname) && !/get-user-details|login/.test(pathname)
    if (isCall && !request.headers()[userHeader] && !search.includes(userHeader)) nameless.push(pathname)
  })
  return nameless
}

/** Somebody signs in at another tab, without a word to this one, while its next scan is on its way. */
async function enterMeanwhile(page: Page, email: string): Promise<void> {
  const enter = async (route: Route) => {
    await enterAs(page, email)
    await route.continue()
  }
  await page.route('**/v1/erp/qc/china/inward-boxes', enter, { times: 1 })
}

/** Signs in over the page, as the one whose page it is. */
async function signInAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sign in again as/ }).click()
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
}

/** Scans that this browser keeps on its disk. */
function savedScans(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const asked = indexedDB.open('selvedge-scans')
        asked.onerror = () => reject(asked.error)
        asked.onsuccess = () => {
          const counted = asked.result.transaction('scans').objectStore('scans').count()
          counted.onsuccess = () => {
            asked.result.close()
            resolve(counted.result)
          }
        }
      }),
  )
}

test('of two people in two tabs of one browser, nobody scans in the name of the other', async ({ page }) => {
  const nameless = namelessCalls(page)
  const [first = '', second = ''] = await openStation(page, 2)
  const asked = (tab: Page) => tab.getByRole('dialog', { name: 'Another person signed in in this browser' })

  // Would catch: a tab that shows the one before until it calls the server, in either direction.
  const other = await page.context().newPage()
  await enterAs(page, 'internal@demo.selvedge')
  await other.goto('/supplier/qc-platform')
  await expect(asked(page)).toBeVisible()
  await signInAgain(page)
  await expect(asked(page)).toHaveCount(0)
  await expect(asked(other)).toBeVisible()
  await other.close()

  // Would catch: a scan that goes out with the session of whoever signed in since, or that the next person sees.
  await enterMeanwhile(page, 'internal@demo.selvedge')
  await scan(page, first)
  await expect(asked(page)).toBeVisible()
  // Would catch: the page of the one before, read by the other person around the question.
  await expect(page.getByLabel('Box code')).toBeHidden()
  await expect(page.locator('#root')).toHaveCSS('visibility', 'hidden')
  await asked(page).getByRole('button', { name: 'Go on as the other person' }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toHaveAttribute('title', 'Zhou Ting 周婷')
  await expect(page.getByLabel('Box code')).toBeFocused()
  await expect(rows(page)).toHaveCount(0)
  expect(await taken(page, [first])).toEqual([])

  // Would catch: a scan without an answer that is dropped when its user leaves, or when another one signs out.
  await signOut(page)
  await page.getByLabel('Email').fill('china-qc@demo.selvedge')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
  // Would catch: a scan that waits until its user opens the station again, which may be the next shift.
  await expect.poll(() => taken(page, [first])).toEqual(['Wang Lei 王磊'])
  await page.goto('/supplier/inward-shipments')

  // Would catch: a refusal that is taken for the scan's answer, or a call that does not go on with its own user.
  await expect(page.getByLabel('Box code')).toBeFocused()
  await enterMeanwhile(page, 'internal@demo.selvedge')
  await scan(page, second)
  await signInAgain(page)
  await expect(page.locator('.scan-row[data-standing="inwarded"]')).toHaveCount(2)
  expect(await taken(page, [first, second])).toEqual(['Wang Lei 王磊', 'Wang Lei 王磊'])
  expect(nameless).toEqual([])

  // Would catch: somebody who goes home and does not know that scans are left behind.
  await page.context().setOffline(true)
  await scan(page, 'SF0000NOBODY')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const left = page.getByRole('alertdialog', { name: '1 scan has not reached the server.' })
  await left.getByRole('button', { name: 'Cancel' }).click()
  // Would catch: a scan that is refused because a dialog that was answered still fades away.
  await scan(page, first)
  await page.context().setOffline(false)
  await expect(last(page)).toHaveAttribute('data-standing', 'duplicate')
  await expect(rows(page).nth(1)).toHaveAttribute('data-standing', 'unknown')

  // Would catch: what was answered, left on the disk of a shared computer.
  await signOut(page)
  await expect.poll(() => savedScans(page)).toBe(0)
})

const keptChunk = (page: Page, name: string) =>
  page.evaluate(
    async (part) => (await (await caches.open('selvedge-page')).keys()).some(({ url }) => url.includes(part)),
    name,
  )

// Would catch: a station that cannot be opened because the line broke before it was opened once, and one that says a file's name instead.
test('a station of the menu opens without a line, and what is not kept opens when it is back', async ({
  atAnotherMachine,
}) => {
  const theirs = await atAnotherMachine({ serviceWorkers: 'allow' })
  await enterAs(theirs, 'warehouse@demo.selvedge')
  await theirs.goto('/warehouse/stock')
  // The last of the menu: by then the others are there with all that they need.
  await expect.poll(() => keptChunk(theirs, '/assets/InTransitScreen-'), { timeout: 60_000 }).toBe(true)
  await theirs.context().setOffline(true)
  await theirs.getByRole('link', { name: 'Put on shelves' }).click()
  await expect(theirs.locator('.last-scan')).toContainText('Choose your site')

  const fresh = await atAnotherMachine()
  await enterAs(fresh, 'warehouse@demo.selvedge')
  await fresh.goto('/warehouse/stock')
  await expect(fresh.getByRole('link', { name: 'Stock counts' })).toBeVisible()
  await fresh.context().setOffline(true)
  await fresh.getByRole('link', { name: 'Stock counts' }).click()
  await expect(fresh.getByText('It opens by itself when the connection is back.')).toBeVisible()
  await fresh.context().setOffline(false)
  await expect(fresh.getByRole('button', { name: 'New stock count' })).toBeVisible()
})

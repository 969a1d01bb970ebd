import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { SavedFile, Stage } from './stage.ts'

/** A photograph of a stain. */
export const picture = join(import.meta.dirname, '../pictures/defect.jpg')

/** What came of it: the note's number, its file, and how many pages of it went to paper. */
export interface ReturnedBox {
  note: string
  file: SavedFile
  pages: number
}

/**
 * China QC's way of a bad box, told in English: every box is scanned in, one is counted and inspected, the lot with a stained
 * piece goes back with its note. Whoever is signed in must be of China QC. Would catch: a step that needs what an edition does not give.
 */
export async function tellQcStory(stage: Stage, codes: readonly string[]): Promise<ReturnedBox> {
  const [bad = ''] = codes
  await scanIn(stage, codes)
  await countBox(stage, bad)
  await failLot(stage, bad)
  return sendBack(stage, bad)
}

/** As a scanner types: code and Enter. Would catch: scans that the app's own origin may not keep over a reload. */
async function scanIn({ page, origin }: Stage, codes: readonly string[]): Promise<void> {
  await page.goto(`${origin}/supplier/inward-shipments`)
  await expect(page.getByLabel('Box code')).toBeFocused()
  for (const code of codes) {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
  const taken = page.locator('.scan-row[data-standing="inwarded"]')
  await expect(taken).toHaveCount(codes.length)
  await expect(page.getByText('All scans are sent.')).toBeVisible()
  await page.reload()
  await expect(page.locator('.tallies')).toContainText(new RegExp(`Box taken in\\s*${codes.length}`))
}

/** Where the steps are taken. */
type At = Pick<Stage, 'page' | 'origin'>

/** Everything is there. */
export async function countBox({ page, origin }: At, code: string): Promise<void> {
  await page.goto(`${origin}/supplier/qc-platform?tab=all&box=${code}&view=count`)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Rest as declared' }).click()
  await drawer.getByRole('button', { name: 'Finish count' }).click()
  await expect(drawer.getByText('Qty validated').first()).toBeVisible()
}

/** One piece has a critical defect, for which its lot is rejected; other lots pass. */
async function failLot({ page, origin }: Stage, code: string): Promise<void> {
  const drawer = await lookAtSample({ page, origin }, code)
  await dropPhoto(page, await addStain(drawer, 'critical'))
  await drawer.getByRole('tab', { name: 'Plan and sample' }).click()
  // The defect is of the last lot that was looked at.
  await eachLot(drawer, (isLast) =>
    drawer.getByRole('button', { name: isLast ? 'Reject the lot' : 'Accept the lot' }).click(),
  )
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(drawer.getByText('QC failed').first()).toBeVisible()
}

/** Let fall on the photographs of a defect. Would catch: a page that opens the picture instead, or a policy that hides it. */
async function dropPhoto(page: Page, defect: Locator): Promise<void> {
  const base64 = readFileSync(picture).toString('base64')
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
    transfer.items.add(new File([bytes], 'stain.jpg', { type: 'image/jpeg' }))
    return transfer
  }, base64)
  const field = defect.locator('.photo-field')
  for (const event of ['dragover', 'drop']) await field.dispatchEvent(event, { dataTransfer: data })
  const shown = field.locator('[data-photo] img')
  await expect(shown).toBeVisible()
  const width = () => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)
  await expect.poll(width, 'the picture is drawn').toBeGreaterThan(0)
}

/** Opens the inspection of a box. Its sample was looked at whole, lot after lot. Gives the drawer. */
export async function lookAtSample({ page, origin }: At, code: string): Promise<Locator> {
  await page.goto(`${origin}/supplier/qc-platform?tab=all&box=${code}&view=inspect`)
  const drawer = page.getByRole('dialog')
  await eachLot(drawer, async () => {
    await drawer.getByRole('button', { name: 'All looked at' }).click()
    await expect(drawer.getByRole('button', { name: 'All looked at' })).toBeDisabled()
  })
  return drawer
}

/** One piece is stained. Gives its defect, which has no photograph yet. */
export async function addStain(drawer: Locator, severity: 'minor' | 'critical'): Promise<Locator> {
  await drawer
    .getByRole('button', { name: /^Add a defect, / })
    .first()
    .click()
  const defect = drawer.getByRole('article', { name: /^Defect/ })
  await defect.getByLabel('Reason').selectOption('Stain')
  await defect.getByLabel('Severity').selectOption(severity)
  await defect.getByLabel('Remark').fill('oil on the front 前片油渍')
  return defect
}

export async function eachLot(drawer: Locator, context: (isLast: boolean) => Promise<void>): Promise<void> {
  const lots = drawer.locator('.qc-lot')
  await expect(lots.first()).toBeVisible()
  const all = await lots.count()
  for (let at = 0; at < all; at++) {
    await lots.nth(at).click()
    await expect(lots.nth(at)).toHaveAttribute('aria-pressed', 'true')
    await context(at === all - 1)
  }
}

async function sendBack({ page, origin, saved, printed }: Stage, code: string): Promise<ReturnedBox> {
  await page.goto(`${origin}/supplier/qc-platform?tab=failed&box=${code}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Return to vendor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Return to vendor' })
  await dialog.getByLabel('Reason for the return').selectOption('Stain')
  await dialog.getByLabel('Remark for the vendor').fill('please clean and send again 请清洗后重发')
  await dialog.getByRole('button', { name: 'Return to vendor' }).click()
  const number = dialog.getByRole('heading', { name: /^RN-\d+$/ })
  await expect(number).toBeVisible()
  const file = await saved(() => dialog.getByRole('button', { name: 'Get the return note (PDF)' }).click())
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  const print = page.locator('.print-dialog')
  await expect(print.getByRole('img', { name: /^Page 1 of / })).toBeVisible()
  const pages = await printed(() => print.getByRole('button', { name: /^Print…?$/ }).click())
  await expect(print).toBeHidden()
  return { note: (await number.textContent()) ?? '', file, pages }
}

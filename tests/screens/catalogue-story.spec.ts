import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { enterAs } from '../support/story/enter.ts'
import { tick } from '../support/tick.ts'
import { test } from './machines.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

async function ask<D>(page: Page, path: string, data: unknown): Promise<D> {
  const headers = { 'x-selvedge-client': 'screen' }
  const reply = await page.context().request.post(path, { headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: D }).data
}

interface Style {
  catalogue_id: string
  status: string
  style_id: string | null
  missing: string[]
  survey: { survey: string; rank: number; of: number } | null
}

const styleOf = async (page: Page, catalogue_id: string) =>
  (await ask<{ style: Style }>(page, '/v1/erp/get-style-details', { catalogue_id })).style

const sheet = (name: string, ...lines: string[]) => ({
  ...{ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) },
})

async function photo(name: string) {
  const background = { r: 120 + (name.length % 90), g: 60, b: 90 }
  const buffer = await sharp({ create: { width: 600, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** By the dialog that takes a sheet, until it says that all of it was taken. */
async function bringIn(page: Page, at: Locator, file: ReturnType<typeof sheet>): Promise<void> {
  await at.click()
  const dialog = page.getByRole('dialog').last()
  await dialog.locator('input[type=file]').setInputFiles(file)
}

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

// Would catch: a way from the vendor's picture to the website that breaks off at any of its screens; a name, colour or picture that has
// to be typed again on the way; a style that goes live while it lacks what the shop needs.
test('a vendor launches a style in Chinese, and it goes by sample, assortment and buyers to the website', async ({
  page: house,
  atAnotherMachine,
}) => {
  // Another on every try: a style is launched once.
  const number = `ST-${Date.now() % 10_000_000}`
  const vendor = await atAnotherMachine({ locale: 'zh-CN' })
  await enterAs(vendor, 'vendor@demo.selvedge')
  await vendor.goto('/supplier/product-launch')
  await expect(vendor.getByRole('tab', { name: '上传新款' })).toBeVisible()
  await vendor
    .locator('input[type=file]')
    .setInputFiles([
      sheet(
        '新款.csv',
        '货号,颜色,颜色（中文）,款式名称,款式名称（中文）,品类,面料类型,价格（元）,图片文件名',
        `${number},Sand,沙色,Story ${number},故事连衣裙,Dresses,Knitted,88,${number}_Sand.jpg`,
      ),
      await photo(`${number}_Sand.jpg`),
    ])
  await vendor.getByRole('button', { name: '发布', exact: true }).click()
  await expect(vendor.getByText(/PL-\d{6}/)).toBeVisible()
  await vendor.getByRole('tab', { name: /历次记录/ }).click()
  await expect(vendor.locator('.dt-row[data-row-id]').first()).toContainText('新款.csv')

  await enterAs(house, 'ops@demo.selvedge')
  await house.goto(`/supplier/catalogue-management?search=${number}`)
  const tile = house.locator('.wall-tile')
  await expect(tile).toHaveCount(1)
  await expect(tile.locator('img')).toBeVisible()
  const id = (await tile.getAttribute('data-row-id')) ?? ''
  await house.locator('.wall').focus()
  await house.keyboard.press('p')
  await expect.poll(async () => (await styleOf(house, id)).status).toBe('Selected for Sample QC')

  await house.goto(`/supplier/catalogue-management?tab=all&style=${id}`)
  const style = house.getByRole('dialog').first()
  await style.getByRole('button', { name: 'Ask for a sample…' }).click()
  const asking = house.getByRole('dialog', { name: 'Ask for a sample of 1 style' })
  await asking.getByRole('button', { name: 'Ask for them' }).click()
  await expect(asking).toHaveCount(0)
  const samples = await ask<{ rows: { sample_id: string }[] }>(house, '/selvedge/samples', { search: id })
  const sample = samples.rows[0]?.sample_id ?? ''
  await vendor.goto(`/supplier/sample-shipping-platform?sample=${sample}`)
  await vendor.getByLabel('承运商', { exact: true }).fill('顺丰')
  await vendor.getByLabel('运单号', { exact: true }).fill('SF900100200300')
  await vendor.locator('.drawer form button[type=submit]').click()
  await expect(vendor.getByRole('dialog')).toHaveCount(0)
  await house.goto(`/supplier/sample-qc?sample=${sample}`)
  await house.getByRole('dialog').getByRole('button', { name: 'Received', exact: true }).click()
  await expect(house.getByRole('dialog').getByRole('button', { name: 'Received', exact: true })).toHaveCount(0)
  await house.goto('/supplier/sample-qc?tab=received')
  await bringIn(
    house,
    house.getByRole('button', { name: 'Upload measures…' }),
    sheet(
      'measures.csv',
      'Sample no.,Weight at QC (g),Size,Point of measure,Should be (cm),Tolerance (cm),Measured (cm)',
      `${sample},310,M,Chest,48,1,48.3`,
    ),
  )
  await expect(house.getByText('The file was taken')).toBeVisible()
  await house.goto(`/supplier/sample-qc?tab=all&sample=${sample}`)
  await house.getByRole('dialog').getByRole('button', { name: 'Passed', exact: true }).click()
  await expect.poll(async () => (await styleOf(house, id)).status).toBe('Sample QC Done')
  await house.goto(`/supplier/catalogue-management?tab=Sample QC Done&search=${number}`)
  await expect(tile).toHaveCount(1)
  await expect(tile.locator('img')).toBeVisible()
  await house.locator('.wall').focus()
  await house.keyboard.press('p')
  await expect.poll(async () => (await styleOf(house, id)).status).toBe('Pending for Assortment Selection')

  await house.goto('/supplier/assortments?assortment=new')
  await house.getByLabel('Name of the assortment').fill('Story')
  await house.getByRole('button', { name: 'Add styles…' }).click()
  await house.locator('.assortment-choice', { hasText: `Story ${number}` }).click()
  await house.getByRole('button', { name: 'Done: 1 style added' }).click()
  await house.getByRole('button', { name: 'Save', exact: true }).click()
  await house.getByRole('button', { name: 'Pass 1 style' }).click()
  await expect.poll(async () => (await styleOf(house, id)).status).toBe('Assortment Passed')

  await house.goto(`/supplier/catalogue-management?tab=all&style=${id}`)
  await style.getByRole('button', { name: 'To buyers…' }).click()
  const opening = house.getByRole('dialog', { name: 'Put 1 style before buyers' })
  await opening.getByLabel('Judged and decided by').fill(day(1))
  await opening.getByLabel('Who decides').selectOption('buyer-admin@demo.selvedge')
  await opening.getByRole('button', { name: 'Open the review' }).click()
  await expect.poll(async () => (await styleOf(house, id)).status).toBe('Buyer Review Pending')
  const buyer = await atAnotherMachine()
  await enterAs(buyer, 'buyer-admin@demo.selvedge')
  await buyer.goto('/supplier/buyer-review')
  const heading = buyer.locator('main h2').first()
  const judging = async () => (await heading.textContent()) ?? ''
  for (let now = await judging(); !now.includes(id); now = await judging()) {
    await buyer.keyboard.press('3')
    await buyer.keyboard.press('p')
    await expect(heading).not.toHaveText(now)
  }
  await buyer.keyboard.press('5')
  await buyer.keyboard.press('p')
  await expect(heading).not.toContainText(id)

  // What is missing is listed first; then it is filled in, and it goes live.
  await buyer.goto('/supplier/catalogue-review')
  const review = buyer.locator('article', { hasText: `Story ${number}` })
  const live = buyer.getByRole('dialog', { name: `Take ${id} live?` })
  await review.getByRole('button', { name: 'Take it live…' }).click()
  await expect(live.getByText(/^Lacks: .*HS code/)).toBeVisible()
  await expect(live.getByRole('button', { name: 'Take it live' })).toBeDisabled()
  await buyer.keyboard.press('Escape')
  expect(await styleOf(house, id)).toMatchObject({ status: 'Buyer Review Pending', style_id: null })
  await house.goto(`/supplier/catalogue-management?tab=all&style=${id}`)
  const drawer = house.getByRole('dialog').first()
  await expect(drawer.getByText(/^Lacks: .*HS code/)).toBeVisible()
  await drawer.getByLabel('Fabric composition').fill('95% Cotton, 5% Elastane')
  await drawer.getByLabel('Transparency').selectOption('Opaque')
  await drawer.getByLabel('Stretchability').selectOption('Low stretch')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await styleOf(house, id)).missing).toEqual(['sizes', 'hs_code'])
  await drawer.getByRole('button', { name: 'Change…' }).click()
  const change = house.getByRole('dialog', { name: `Change ${id}` })
  await change.getByLabel('Size set').fill('ALPHA5')
  await change.getByLabel('HS code').fill('620443')
  await change.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await styleOf(house, id)).missing).toEqual([])
  await buyer.reload()
  await review.getByRole('button', { name: 'Take it live…' }).click()
  await live.getByRole('button', { name: 'Take it live' }).click()
  await expect.poll(async () => (await styleOf(house, id)).status).toBe('Live on Website')
  expect((await styleOf(house, id)).style_id).not.toBeNull()
  await vendor.goto(`/supplier/product-launch?tab=all&search=${number}`)
  await vendor.locator('.dt-row[data-row-id]').first().dblclick()
  await expect(vendor.getByRole('dialog').getByText('已在网站上')).toBeVisible()
})

// Would catch: a survey whose scores do not reach the lists; a list without its saved view or file; a grading that is taken although a
// size shrinks.
test('designs go out in a survey and come back with ranks, and a grading is taken by sheet', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/supplier/style-survey')
  await page.getByRole('button', { name: 'New survey…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New survey' })
  await dialog.getByLabel('Survey name', { exact: true }).fill('Story survey')
  const boxes = dialog.getByRole('checkbox')
  await tick(boxes.nth(0))
  await tick(boxes.nth(1))
  const codes = await dialog.locator('.survey-choice .code').allInnerTexts()
  const [one = '', two = ''] = codes
  await dialog.getByRole('button', { name: 'Make the survey' }).click()
  const drawer = page.getByRole('dialog', { name: /Story survey/ })
  await expect(drawer).toBeVisible()
  const survey = ((await drawer.getByRole('heading').first().textContent()) ?? '').split(' ')[0] ?? ''
  const download = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Download the designs' }).click()
  expect((await download).suggestedFilename()).toBe('style_survey.xlsx')
  await bringIn(
    page,
    drawer.getByRole('button', { name: 'Bring scores in…' }),
    sheet('scores.csv', 'Survey,Design,Reviewer,Score', `${survey},${one},Asha,2`, `${survey},${two},Asha,5`),
  )
  await expect.poll(async () => (await styleOf(page, two)).survey).toMatchObject({ survey, rank: 1, of: 2 })
  await page.goto(`/supplier/catalogue-management?tab=all&style=${two}`)
  await expect(page.getByRole('dialog').getByText('Survey: 1 of 2')).toBeVisible()

  await page.goto('/supplier/garment-specs?sort=survey&up=1')
  await expect(page.locator('.dt-row[data-row-id]').first()).toContainText('1/')
  await page.goto(`/supplier/garment-specs?style=${two}`)
  const head = 'Catalogue style,Vendor size,Our size,Point of measure,Increment (cm)'
  await bringIn(
    page,
    page.getByRole('dialog').getByRole('button', { name: 'Grading by sheet…' }),
    sheet('bad.csv', head, `${two},160,S,Hip,`, `${two},165,M,Hip,-2`),
  )
  await expect(
    page
      .getByRole('dialog')
      .last()
      .getByText(/wrong direction/)
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await bringIn(
    page,
    page.getByRole('dialog').getByRole('button', { name: 'Grading by sheet…' }),
    sheet('good.csv', head, `${two},160,S,Hip,`, `${two},165,M,Hip,2`),
  )
  // Would catch: a sheet that is taken before it said what it does.
  await page.getByRole('dialog').last().getByRole('button', { name: 'Take it', exact: true }).click()
  await expect(page.getByText('The file was taken')).toBeVisible()
})

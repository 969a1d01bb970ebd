import { expect, type Page } from '@playwright/test'
import { contract } from '../../src/shared/areas.ts'
import { phonePhoto } from '../support/pictures.ts'
import { enterAs } from '../support/story/enter.ts'
import { sayIn } from '../support/story/words.ts'
import { test } from './machines.ts'

const ops = 'ops@demo.selvedge'

async function ask<T>(page: Page, path: string, data: unknown): Promise<T> {
  const reply = await page.context().request.post(`/${path}`, { headers: { 'x-selvedge-client': 'screen' }, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: T }).data
}

/** What a spreadsheet would put on the clipboard, pasted where the focus is. */
async function paste(page: Page, lines: readonly (readonly string[])[]): Promise<void> {
  await page.evaluate(
    (block) => {
      const data = new DataTransfer()
      data.setData('text', block)
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    },
    lines.map((line) => line.join('\t')).join('\n'),
  )
}

const drawer = (page: Page) => page.locator('.drawer').last()
const dialog = (page: Page) => page.locator('.bp6-dialog').last()

/** Makes a fabric by its form and gives its code. */
async function newFabric(page: Page, name: string): Promise<string> {
  await page.goto('/ops/materials')
  await page.getByRole('button', { name: 'New material…' }).click()
  const form = dialog(page)
  await form.getByLabel('Material name').fill(name)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please enter: Composition.')).toBeVisible()
  await form.getByLabel('Composition').fill('100 % cotton')
  await form.getByLabel('Usable width (cm)').fill('150')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(drawer(page)).toContainText(name)
  return new URL(page.url()).searchParams.get('material') ?? ''
}

const openRoll = async (page: Page, roll: string) => {
  await page.goto(`/ops/fabrics?view=rolls&roll=${roll}`)
  await expect(drawer(page)).toContainText(roll)
}

// Would catch: a packing list that cannot be pasted, a verdict against the points without a word, a mapping that reserves nothing,
// an order that takes a rejected roll, a shortage that nobody sees.
test('fabric is received from a sheet, inspected, mapped and reserved, and what is short is shown', async ({
  atAnotherMachine,
}) => {
  test.setTimeout(180_000)
  const page = await atAnotherMachine()
  await enterAs(page, ops)
  const fabric = await newFabric(page, 'Story poplin')

  await page.goto('/ops/fabrics')
  await page.getByRole('button', { name: 'Receive rolls…' }).click()
  await page.getByRole('combobox', { name: 'Material, by code or name' }).fill(fabric)
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toContainText('Story poplin')
  await drawer(page).getByLabel('Site').selectOption('WDEL')
  const sheet = page.getByRole('grid', { name: 'Rolls to receive' })
  await sheet.locator('input').first().click()
  await paste(page, [
    ['Roll', 'Lot', 'Shade', 'Length', 'Width', 'GSM', 'Shrinkage'],
    ['S-1', 'L1', 'A', '60', '150', '120', '2'],
    ['S-2', 'L1', 'A', '50', '0', '120', '2'],
    ['S-3', 'L2', 'B', '40', '150', '120', '2'],
  ])
  await expect(drawer(page).getByText('A roll is 1 to 400 cm wide.')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Receive', exact: true }).click()
  await expect(drawer(page).getByText('Cells to fill in or to mend: 1')).toBeVisible()
  await sheet.getByLabel('Row 2 · Width (cm)').fill('150')
  await drawer(page).getByRole('button', { name: 'Receive', exact: true }).click()
  await expect(drawer(page).getByText('Rolls received: 3.')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Print labels…' })).toBeVisible()

  const received = await ask<{ rows: { roll: string; supplier_roll: string }[] }>(
    page,
    contract.materials.getRolls.path,
    { material_id: fabric },
  )
  const numberOf = (own: string) => received.rows.find(({ supplier_roll }) => supplier_roll === own)?.roll ?? ''

  await openRoll(page, numberOf('S-1'))
  await page.getByRole('button', { name: 'Inspect…' }).click()
  await dialog(page).getByLabel('Longest side (cm)').fill('12')
  await dialog(page).getByLabel('Metre from the end').fill('10')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText(/^2 points/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(drawer(page)).toContainText('Accepted')

  await openRoll(page, numberOf('S-2'))
  await page.getByRole('button', { name: 'Inspect…' }).click()
  const bar = dialog(page).locator('.inspect-roll')
  await dialog(page).getByLabel('Defect').selectOption('hole')
  for (let at = 1; at <= 15; at++) await bar.click({ position: { x: at * 50, y: 20 } })
  await expect(dialog(page).getByText(/^60 points|^30 points/)).toBeVisible()
  await dialog(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'holes.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() })
  await expect(dialog(page).locator('img').first()).toBeVisible()
  await dialog(page).getByLabel('Remark').fill('Holes along the roll.')
  await expect(dialog(page).getByRole('radio', { name: /^Reject/ })).toBeChecked()
  await dialog(page).getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(drawer(page)).toContainText('Rejected')
  await drawer(page)
    .getByRole('tab', { name: /^Inspections/ })
    .click()
  const shown = drawer(page).locator('img').first()
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(10)

  const { rows: missing } = await ask<{ rows: { style_id: string }[] }>(page, contract.materials.getSkuMaterials.path, {
    tab: 'missing',
    page_size: 5,
  })
  const style = missing[0]?.style_id ?? ''
  await page.goto(`/ops/product-mapping?tab=missing&style=${style}`)
  await drawer(page).getByRole('button', { name: 'Add a material…' }).click()
  await dialog(page).getByRole('combobox', { name: 'Material, by code or name' }).fill(fabric)
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  const grid = page.getByRole('grid', { name: `What ${style} takes of materials` })
  await grid.locator('input').first().fill('120')
  await expect(drawer(page).getByText(/Are these centimetres/)).toBeVisible()
  await grid.locator('input').first().fill('1.2')
  await drawer(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('menuitem', { name: 'From another style…' }).click()
  // A menu that closes takes the focus of nothing that it opened.
  await expect(dialog(page).getByRole('combobox')).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  for (const way of [/to all sizes/, /to all colours/]) {
    await drawer(page).getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('menuitem', { name: way }).click()
  }
  await drawer(page)
    .getByRole('button', { name: /^Save: / })
    .click()
  await expect(page.getByText('What SKUs take of materials is saved.')).toBeVisible()

  await page.goto(`/ops/fabrics?view=shortage&material=${fabric}`)
  await expect(page.getByText(/The first cut fails on/)).toBeVisible()
  await page.getByRole('button', { name: 'Reserve what there is…' }).click()
  await dialog(page).getByRole('button', { name: 'Choose rolls' }).click()
  await expect(dialog(page)).toContainText(numberOf('S-1'))
  await expect(dialog(page)).not.toContainText(numberOf('S-2'))
  await dialog(page).getByRole('button', { name: 'Reserve', exact: true }).click()
  await expect(page.getByText('Cloth reserved.').first()).toBeVisible()
  await openRoll(page, numberOf('S-1'))
  await expect(drawer(page).locator('.plain-table a').first()).toBeVisible()
  await expect(drawer(page)).toContainText('Release it first.')

  // The order holds cloth by what was mapped: who changes that is told, and asked.
  await page.goto(`/ops/product-mapping?style=${style}`)
  await grid.locator('input').first().fill('1.4')
  await drawer(page)
    .getByRole('button', { name: /^Save: / })
    .click()
  await expect(dialog(page)).toContainText('Orders hold cloth by the old figures')
  await expect(dialog(page).locator('.plain-table a').first()).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Change all the same' }).click()
  await expect(page.getByText('What SKUs take of materials is saved.')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(grid.locator('input').first()).toHaveValue('1.4')

  const say = sayIn('zh')
  await page.goto(`/ops/fabrics?view=shortage&material=${fabric}&lng=zh`)
  await expect(page.getByText(say('Orders that it stops'))).toBeVisible()
  await page.goto(`/ops/product-mapping?style=${style}`)
  await expect(
    page.getByRole('grid', { name: say('What {{style_id}} takes of materials').replace('{{style_id}}', style) }),
  ).toBeVisible()
})

// Would catch: CAD that is offered what it may not do.
test('CAD reads materials and changes nothing', async ({ atAnotherMachine }) => {
  const page = await atAnotherMachine()
  await enterAs(page, 'cad@demo.selvedge')
  for (const [path, button] of [
    ['/ops/fabrics', 'Receive rolls…'],
    ['/ops/materials', 'New material…'],
    ['/ops/product-mapping', 'Upload a sheet'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('.dt-tools')).toBeVisible()
    await expect(page.getByRole('button', { name: button })).toHaveCount(0)
  }
})

import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { contract } from '../../src/shared/areas.ts'
import { askThrough } from '../support/ask-through-page.ts'
import { picture } from '../support/story/qc.ts'
import { signIn } from '../support/story/stage.ts'
import { sayIn } from '../support/story/words.ts'
import { test } from './machines.ts'

const origin = process.env.SELVEDGE_URL ?? ''
const photo = { name: 'pattern.jpg', mimeType: 'image/jpeg', buffer: readFileSync(picture) }

async function ask<T>(page: Page, path: string, input: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json', 'x-selvedge-client': 'screen' }
  const reply = await askThrough(page)(`${origin}/${path}`, { method: 'POST', headers, body: JSON.stringify(input) })
  return ((await reply.json()) as { data: T }).data
}

/** A box of the vendor whose result it may dispute. */
async function disputable(page: Page): Promise<string> {
  const path = contract.qcBoxes.getInwardedBoxes.path
  const { rows } = await ask<{ rows: { sscc: string }[] }>(page, path, { tab: 'all', page_size: 200 })
  for (const { sscc } of rows) {
    const of = await ask<{ may: string[] }>(page, contract.disputes.getBoxDisputes.path, { box_id: sscc })
    if (of.may.includes('dispute')) return sscc
  }
  throw new Error('the demo has no result to dispute')
}

// Would catch: a result that cannot be disputed where it is read, a photograph that is lost on its way, an answer that the vendor never sees.
test('a vendor disputes a result with a photograph, and reads what QC decides', async ({ atAnotherMachine }) => {
  const at = async (email: string) => {
    const page = await atAnotherMachine()
    const stage = { page, origin, say: sayIn('en'), saved: async () => ({ name: '', bytes: Buffer.from('') }) }
    await signIn({ ...stage, printed: async () => 0 }, email)
    return page
  }
  const vendor = await at('vendor@demo.selvedge')
  const sscc = await disputable(vendor)
  await vendor.goto(`/supplier/qc-results?box=${sscc}`)
  await vendor.getByRole('button', { name: 'Dispute…' }).press('Enter')
  const dialog = vendor.getByRole('dialog', { name: 'Dispute the result of QC' })
  await dialog.getByLabel('Why do you dispute it?').selectOption({ label: 'Another reason' })
  await dialog.getByRole('table').locator('input').first().fill('1')
  await dialog.getByLabel('In your words').fill('The pattern of the print, not a stain.')
  await dialog.locator('input[type=file]').first().setInputFiles(photo)
  await expect(dialog.locator('[data-photo] img')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send the dispute' }).click()
  await expect(vendor.getByText('Your dispute is on its way to QC.')).toBeVisible()
  const number = (await vendor.getByRole('link', { name: /^QD-/ }).first().textContent()) ?? ''

  const lead = await at('ops-team@demo.selvedge')
  await lead.goto(`/supplier/disputes?tab=open&dispute=${number}`)
  const opened = lead.getByRole('dialog')
  await expect(opened).toContainText('The pattern of the print, not a stain.')
  await expect(opened.locator('.dispute-thread img')).toBeVisible()
  await opened.getByLabel('What do you do?').selectOption({ label: 'Uphold all of it' })
  await opened.getByLabel('What is next').selectOption({ label: 'Inspect the pieces again' })
  await opened.getByLabel('Words to the vendor').fill('You are right, we look again.')
  await opened.getByRole('button', { name: 'Uphold all of it' }).click()
  await expect(lead.getByText('The dispute is settled. The vendor is told.')).toBeVisible()
  await expect(opened.getByRole('link', { name: 'Inspect the pieces again' })).toBeVisible()

  await vendor.getByRole('link', { name: number }).click()
  await expect(vendor.getByRole('dialog')).toContainText('You are right, we look again.')
  await expect(vendor.getByRole('dialog')).toContainText('Upheld')
  await vendor.keyboard.press('Escape')
  await expect(vendor.getByRole('dialog')).toBeHidden()
  await vendor.getByRole('button', { name: '中文' }).click()
  await vendor.goto(`/supplier/disputes?tab=settled&dispute=${number}`)
  await expect(vendor.getByRole('dialog')).toContainText('质检裁定')
})

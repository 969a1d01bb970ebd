import { expect, type Locator } from '@playwright/test'
import { firstMoment } from '../../src/renderer/kit/fresh-press.ts'

/** Presses "Try again" where the button had another name until now: what has just appeared under the pointer takes no press at first. */
export async function pressAgain(within: Locator): Promise<void> {
  const again = within.getByRole('button', { name: 'Try again' })
  await expect(again).toBeEnabled()
  await within.page().waitForTimeout(firstMoment)
  await again.click()
}

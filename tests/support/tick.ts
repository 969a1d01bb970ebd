import { expect, type Locator } from '@playwright/test'

/**
 * Ticks a checkbox as a hand does, at its label and once it stands still. `check` takes what draws the box for something that lies over
 * it; forced, it presses where the box of a dialog that still opens has been.
 */
export async function tick(box: Locator): Promise<void> {
  if (!(await box.isChecked())) await box.locator('xpath=ancestor::label').click()
  await expect(box).toBeChecked()
}

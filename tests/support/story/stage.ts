import { expect, type Locator, type Page } from '@playwright/test'
import type { Say } from './words.ts'

/** A file that the app saved, wherever its edition puts it. */
export interface SavedFile {
  name: string
  bytes: Buffer
}

/** Where a story plays: the browser edition, or the built desktop app. */
export interface Stage {
  page: Page
  /** The origin of the pages, without a trailing slash. */
  origin: string
  say: Say
  /** Does what saves a file and gives the file. */
  saved(press: () => Promise<void>): Promise<SavedFile>
  /** Does what prints and gives how many pages went to paper. */
  printed(press: () => Promise<void>): Promise<number>
}

export const password = 'selvedge-demo'

export async function signIn({ page, origin, say }: Stage, email: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel(say('Email')).fill(email)
  await page.getByLabel(say('Password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: say('Sign in') }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

export async function signOut({ page, say }: Stage): Promise<void> {
  await page.getByRole('button', { name: say('Your account') }).click()
  await page.getByRole('menuitem', { name: say('Sign out') }).click()
  // What the story typed and left is asked about.
  const drop = page.getByRole('button', { name: say('Delete drafts and sign out') })
  await expect(drop.or(page.getByLabel(say('Email'))).first()).toBeVisible()
  if (await drop.isVisible()) await drop.click()
  await expect(page).toHaveURL(/\/login/)
}

/** Types in a list's search field and waits until only the one row that fits is left. */
export async function searchList({ page }: Stage, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await expect(page).toHaveURL(new RegExp(text))
  await expect(page.getByRole('grid').first().getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, text)).toBeVisible()
}

export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text }).first()
}

/** Lets a file fall on the window, as from the desktop's file manager. */
export async function dropFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.evaluate(
    ({ name, base64 }) => {
      const data = new DataTransfer()
      const raw = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      data.items.add(new File([raw], name))
      const fire = (kind: string) =>
        window.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }))
      fire('dragover')
      fire('drop')
    },
    { name, base64: bytes.toString('base64') },
  )
}

import { expect, type Page } from '@playwright/test'
import { dress, faultsInBothThemes, settled } from '../support/axe.ts'
import { builtScreens, expectedAccess, screenTitles } from '../support/expected-access.ts'
import { enterAs } from '../support/story/enter.ts'
import { chineseWords, sayIn } from '../support/story/words.ts'
import { test } from './machines.ts'

const chinese = chineseWords()
/** English texts that read otherwise in Chinese. */
const english = Object.keys(chinese).filter((text) => chinese[text] !== text)

/** What the page complains of while it is open: errors that nobody caught, and those of its console. */
function complaints(page: Page): string[] {
  const heard: string[] = []
  page.on('pageerror', (error) => heard.push(String(error)))
  page.on('console', (message) => {
    // Playwright's own word: the page without a connection is tried in scan.spec.ts.
    const isOwn = message.text().startsWith('Service Worker registration blocked')
    if (!isOwn && (message.type() === 'error' || message.type() === 'warning')) heard.push(message.text())
  })
  return heard
}

/** What a reader or a screen reader is told in English although it has its Chinese. */
function leftInEnglish(page: Page): Promise<string[]> {
  return page.evaluate((texts) => {
    const known = new Set(texts)
    const found: string[] = []
    const look = (text: string | null) => text !== null && known.has(text.trim()) && found.push(text.trim())
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) look(walker.currentNode.textContent)
    for (const name of ['aria-label', 'title', 'placeholder'])
      for (const element of document.querySelectorAll(`[${name}]`)) look(element.getAttribute(name))
    return found
  }, english)
}

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1#page-title')).toHaveText(title)
  await settled(page)
}

// One page for each screen of the table. What is on it belongs to other specs.
for (const path of builtScreens) {
  const who = expectedAccess.find(({ opens }) => opens.includes(path))?.email ?? ''
  const title = screenTitles[path] ?? ''

  // Would catch: a screen that does not draw at all, draws with errors, in one language only, or in unreadable colours.
  test(`${path} opens in both languages and both themes, and complains of nothing`, async ({ atAnotherMachine }) => {
    const page = await atAnotherMachine({ viewport: { width: 1440, height: 480 }, reducedMotion: 'reduce' })
    const heard = complaints(page)
    await enterAs(page, who)
    await dress(page, 'en', 'light')
    await open(page, path, title)
    expect(await faultsInBothThemes(page)).toEqual([])
    await open(page, `${path}?lng=zh`, sayIn('zh')(title))
    expect(await leftInEnglish(page)).toEqual([])
    expect(heard).toEqual([])
  })
}

import { expect, type Page } from '@playwright/test'
import { dress, faultsInBothThemes, settled } from '../support/axe.ts'
import { chromiumPath, launched } from '../support/chromium.ts'
import { builtScreens, expectedAccess, screenTitles } from '../support/expected-access.ts'
import { go } from '../support/go.ts'
import { storedCodes } from '../support/stored-codes.ts'
import { enterAs } from '../support/story/enter.ts'
import { chineseWords, sayIn } from '../support/story/words.ts'
import { test } from './machines.ts'

// To compile well what runs for a second is a fifth of the time.
test.use({ trace: 'off', ...launched(chromiumPath(), '--js-flags=--no-opt --max-lazy') })

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

/** What is wider than a phone: the page itself, or a part whose tools cannot be reached by a thumb. Leaves the window as it was. */
async function widerThanPhone(page: Page): Promise<string[]> {
  const before = page.viewportSize() ?? { width: 1440, height: 480 }
  await page.setViewportSize({ width: 360, height: 640 })
  // A list is drawn anew as cards.
  await settled(page)
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('html, main, .page, .page-bar, .header, .dt-bar, .drawer-foot')]
      .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
      .map((part) => `${part.className || part.tagName} is ${part.scrollWidth} wide on a phone`),
  )
  await page.setViewportSize(before)
  return found
}

/** In the running app, as a link in it leads there. */
async function open(page: Page, path: string, title: string): Promise<void> {
  await go(page, path)
  await expect(page.locator('h1#page-title')).toHaveText(title)
  await settled(page)
}

/** Screens by the first account that may open them. */
const walks = Map.groupBy(builtScreens, (path) => expectedAccess.find(({ opens }) => opens.includes(path))?.email ?? '')

// What is on a screen belongs to other specs.
for (const [who, paths] of walks) {
  // Would catch: a screen that does not draw at all, draws with errors, in one language only or in codes of the database, in unreadable colours, or wider than a phone.
  test(`the screens of ${who} open in both languages and both themes, and complain of nothing`, async ({
    atAnotherMachine,
  }) => {
    test.setTimeout(480_000)
    const found: string[] = []
    for (const language of ['en', 'zh'] as const) {
      const page = await atAnotherMachine({ viewport: { width: 1440, height: 480 }, reducedMotion: 'reduce' })
      const heard = complaints(page)
      await enterAs(page, who)
      await dress(page, language, 'light')
      await page.goto('/')
      for (const path of paths) {
        const title = screenTitles[path] ?? ''
        await open(page, path, language === 'en' ? title : sayIn(language)(title))
        const wide = language === 'zh' ? await widerThanPhone(page) : []
        const faults =
          language === 'en'
            ? await faultsInBothThemes(page)
            : [
                ...(await leftInEnglish(page)),
                ...(await storedCodes(page)).map((word) => `stands as it is stored: ${word}`),
              ]
        found.push(...[...wide, ...faults, ...heard.splice(0)].map((words) => `${path} (${language}): ${words}`))
      }
      await page.context().close()
    }
    expect(found).toEqual([])
  })
}

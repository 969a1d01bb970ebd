import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import type { Language } from './story/words.ts'

/** What axe finds wrong with the page, or with parts of it: rule, node and what is the matter. Throws where a part is not there. */
export async function faultsOf(page: Page, parts: readonly string[] = [], options: RunOptions = {}): Promise<string[]> {
  // Words that fade in are too pale for a moment.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  for (const frame of page.frames()) {
    // Once a document, and not once a look: it is half a megabyte of script.
    const isThere = frame.evaluate(() => 'axe' in window).then((is) => is || frame.evaluate(axe.source))
    // A frame may go meanwhile, or be none of ours.
    await (frame === page.mainFrame() ? isThere : isThere.catch(() => undefined))
  }
  // Targets of at least 24 px are a rule of WCAG 2.2, which axe leaves out unless asked.
  const rules = options.runOnly ? undefined : { 'target-size': { enabled: true } }
  return page.evaluate(
    async ({ parts, options }) => {
      const missing = parts.filter((part) => document.querySelector(part) === null)
      if (missing.length > 0) throw new Error(`${missing.join(', ')} is not there`)
      const context = parts.length > 0 ? { include: parts.map((part) => [part]) } : document
      const { violations } = await window.axe.run(context, options)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
        ),
      )
    },
    // What is right need not be written down node by node.
    { parts, options: { ...(rules && { rules }), ...options, resultTypes: ['violations' as const] } },
  )
}

/** As `faultsOf`, then once more for the colours of the other theme, which then stays until a page is loaded. */
export async function faultsInBothThemes(page: Page, parts: readonly string[] = []): Promise<string[]> {
  const first = await faultsOf(page, parts)
  await turnTheme(page)
  return [...first, ...(await faultsOf(page, parts, { runOnly: ['color-contrast'] }))]
}

/** Pages opened from now on are in this language and theme. */
export async function dress(page: Page, language: Language, theme: 'light' | 'dark'): Promise<void> {
  await page.addInitScript(
    ([lng, name]) => {
      localStorage.setItem('i18nextLng', lng ?? '')
      localStorage.setItem('theme', name ?? '')
    },
    [language, theme],
  )
}

/** To the other theme as its switch does it (theme.ts), which dialogs cover; at once, where colours else change by and by. */
async function turnTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
    const root = document.documentElement
    const name = root.dataset.theme === 'dark' ? 'light' : 'dark'
    root.dataset.theme = name
    root.classList.toggle('bp6-dark', name === 'dark')
    root.style.colorScheme = name
  })
}

/** Rows, labels and drawers have come and stopped moving: words that fade in are too pale for a moment. */
export async function settled(page: Page): Promise<void> {
  await expect(
    page.locator('[aria-busy=true], .dt-progress.is-on, [data-active=true].loader-bar, .bp6-spinner, [data-old=true]'),
  ).toHaveCount(0)
  await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'))
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

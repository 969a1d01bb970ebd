import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

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

declare global {
  interface Window {
    axe: typeof axe
  }
}

import type { BrowserContext } from '@playwright/test'

/**
 * What the content policy refused on any page of a context from now on, a line each. Chromium tells of each refusal on the
 * console, those of workers and of documents that are gone by then too.
 */
export function policyBreaches(context: BrowserContext): string[] {
  const found: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy|violates the following|requires 'Trusted/.test(text)) {
      found.push(`${message.page()?.url() ?? 'a worker'}: ${text}`)
    }
  })
  return found
}

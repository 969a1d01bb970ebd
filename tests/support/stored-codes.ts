import type { Page } from '@playwright/test'
import { roles } from '../../src/shared/kernel/roles.ts'

/** Names that people know as they stand: columns of sheets and files, what machines are told. */
const KNOWN_AS_THEY_STAND = 'code, pre, kbd, samp, textarea, [contenteditable], [data-as-stored]'

/**
 * Words on a page that stand as they are stored (`in_transit`, `QC_FAIL`, `china_warehouse_team`), where a reader of Chinese should have their
 * own; each once. With `parts`, of these alone.
 */
export async function storedCodes(page: Page, parts: readonly string[] = []): Promise<string[]> {
  const names = roles.filter((role) => !role.includes('_')).map((role) => role as string)
  const words = await page.evaluate(
    ([known, within]) => {
      const found = new Set<string>()
      const places = within === '' ? [document.body] : [...document.querySelectorAll(within ?? '')]
      for (const place of places) {
        const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
          const parent = node.parentElement
          if (parent === null || parent.closest(known ?? '') !== null || parent.closest('script, style') !== null)
            continue
          for (const word of (node.textContent ?? '').split(/[\s,;:()[\]/·、，：（）“”]+/))
            if (word !== '') found.add(word)
        }
      }
      return [...found]
    },
    [KNOWN_AS_THEY_STAND, parts.join(', ')],
  )
  return words.filter((word) => isStored(word, names))
}

/** A value of an enumeration, or the name of a role, as the database has it. */
export function isStored(word: string, names: readonly string[] = []): boolean {
  return /^[A-Z]{2,}(?:_[A-Z]+)+$/.test(word) || /^[a-z]{2,}(?:_[a-z]+)+$/.test(word) || names.includes(word)
}

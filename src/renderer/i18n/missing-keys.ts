import { longestKey } from '../../shared/domain/languages.ts'

/** Texts that were asked for in vain and are not yet told to the server, by language; each only once in this page's life. */
const waiting = new Map<string, Set<string>>()
const told = new Set<string>()

const mostAtOnce = 100

/** i18next found no translation. Words that carry somebody's data (a number, an address) are nobody's to translate. */
export function noteMissingKey(language: string, key: string): void {
  const mark = `${language} ${key}`
  if (language === 'en' || told.has(mark) || !isWords(key)) return
  told.add(mark)
  const keys = waiting.get(language) ?? new Set()
  waiting.set(language, keys.add(key))
}

function isWords(key: string): boolean {
  return key.trim() !== '' && key.length <= longestKey && !/@|\d{4}|\p{Cc}/u.test(key) && /\p{L}/u.test(key)
}

/** The next batch to tell; taken out, and put back by `returnMissing` where telling failed. */
export function takeMissing(): { language: string; keys: string[] } | null {
  for (const [language, all] of waiting) {
    const keys = [...all].slice(0, mostAtOnce)
    for (const key of keys) all.delete(key)
    if (all.size === 0) waiting.delete(language)
    if (keys.length > 0) return { language, keys }
  }
  return null
}

export function returnMissing({ language, keys }: { language: string; keys: readonly string[] }): void {
  waiting.set(language, new Set([...keys, ...(waiting.get(language) ?? [])]))
}

/** The languages that come with the program: English is the key of every text, Chinese is bundled. */
export const bundledLanguages = ['en', 'zh'] as const

/** The longest text that may be a key, and the longest translation, in characters. */
export const longestKey = 500
export const longestTranslation = 2_000

/**
 * A language's tag (BCP 47) in its usual writing: `pt-br` becomes `pt-BR`. Null for what is none: a tag begins with the two or
 * three letters of its language, so that i18next's own `cimode` and `dev` are none either.
 */
export function languageTag(text: string): string | null {
  if (text.length > 35 || text === 'dev' || !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text)) return null
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    // Well-formed at a glance only, for example with one part twice.
    return null
  }
}

/** The names in `{{…}}` of a text, each once, in alphabetical order: a translation must have the same. */
export function blanksOf(text: string): string {
  const names = [...text.matchAll(/\{\{\s*-?\s*([\w.]+)/g)].map(([, name]) => `{{${name}}}`)
  return [...new Set(names)].sort().join(' ')
}

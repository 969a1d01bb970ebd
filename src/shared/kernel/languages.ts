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

/** The ways in which an address may already name its country: its English names, its Chinese one, its code. */
function namesOf(country: string): string[] {
  const names = [
    new Intl.DisplayNames(['en'], { type: 'region' }),
    new Intl.DisplayNames(['en'], { type: 'region', style: 'short' }),
    new Intl.DisplayNames(['zh-CN'], { type: 'region' }),
  ].flatMap((spoken) => spoken.of(country) ?? [])
  return [...names, country]
}

const isHan = /^\p{Script=Han}/u
const letter = /\p{L}/u

/** Whether `text` says `name` at its end, as a word of its own. Chinese writes no spaces, and may say the country first. */
function endsNaming(text: string, name: string): boolean {
  if (isHan.test(name)) return text.startsWith(name) || text.endsWith(name)
  return text.endsWith(name) && !letter.test(text.at(-name.length - 1) ?? '')
}

/**
 * A postal address and its country (two letters) below it. People type the country into the address as well, before or
 * behind a postal code: no paper names it twice.
 */
export function addressLines(address: string, country: string): string[] {
  const text = address.trim()
  const words = text.replace(/[\s\d.,;，。；–-]+$/u, '')
  const names = namesOf(country)
  return names.some((name) => endsNaming(words, name)) ? [text] : [text, names[0] ?? country]
}

/** The same in one line. */
export function addressText(address: string, country: string): string {
  return addressLines(address, country).join(', ')
}

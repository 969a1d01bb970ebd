import { languageTag } from '../../shared/kernel/languages.ts'

/** A language's tag as we use it: `en`, `zh`, or the BCP 47 tag of a further one. */
export type Language = string

/** Where the language is looked for, in the specification's order, and under which names. */
export const detection = {
  order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lng',
  lookupCookie: 'i18next',
  lookupLocalStorage: 'i18nextLng',
  lookupSessionStorage: 'i18nextLng',
  caches: ['localStorage', 'cookie'],
  cookieMinutes: 60 * 24 * 365,
  cookieOptions: { path: '/', sameSite: 'lax' as const },
}

/**
 * Any tag that a browser, cookie or link names becomes one of ours: zh-CN, zh-Hans and zh_TW are Chinese, en-US is English,
 * hi-IN stays what it is; what is no tag is English, the default.
 */
export function languageOf(tag: string | null | undefined): Language {
  const known = languageTag(tag?.replaceAll('_', '-') ?? '')
  if (known === null || /^en\b/.test(known)) return 'en'
  return /^zh\b/.test(known) ? 'zh' : known
}

/** Neither English, which is the key, nor Chinese, which is bundled: its words are fetched. */
export function isFetched(language: Language): boolean {
  return language !== 'en' && language !== 'zh'
}

/** The tag of the page's `lang` attribute. */
export function pageTagOf(language: string): string {
  const ours = languageOf(language)
  if (ours === 'en') return 'en-GB'
  return ours === 'zh' ? 'zh-CN' : ours
}

/**
 * The tag for dates and numbers. Digits are 0 to 9 in every language, as they are in codes and in what is typed: a column has one kind.
 */
export function localeOf(language: string): string {
  const tag = pageTagOf(language)
  return isFetched(languageOf(language)) ? new Intl.Locale(tag, { numberingSystem: 'latn' }).toString() : tag
}

/** What a language calls itself. */
export function ownName(language: Language): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}

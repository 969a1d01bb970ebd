/** Languages of the interface. English is the default and its text is the key, so only Chinese is bundled. */
export const languages = ['en', 'zh'] as const

export type Language = (typeof languages)[number]

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

/** Any tag that a browser, cookie or link names becomes one of ours: zh-CN, zh-Hans and zh_TW are Chinese, the rest English. */
export function languageOf(tag: string | null | undefined): Language {
  return tag?.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

/** The tag for dates, numbers and the page's `lang` attribute. */
export function localeOf(language: string): string {
  return languageOf(language) === 'zh' ? 'zh-CN' : 'en-GB'
}

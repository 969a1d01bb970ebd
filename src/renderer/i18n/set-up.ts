import i18next from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import HttpBackend from 'i18next-http-backend'
import { initReactI18next } from 'react-i18next'
import { host } from '../host/host.ts'
import { fetchWords, isUnknown, requestWords } from './fetch-words.ts'
import { detection, isFetched, type Language, languageOf, localeOf } from './language.ts'
import { noteMissingKey } from './missing-keys.ts'

const files = import.meta.glob<Record<string, string>>('./zh/*.json', { eager: true, import: 'default' })

/** Chinese, every part's own file put together. */
const chinese: Record<string, string> = Object.assign({}, ...Object.values(files))

const namespace = 'translation'
/** How long the first picture waits for words that are fetched; they are put in place when they come later. */
const patience = 4_000
/** Admins' own Chinese words are asked for when the first picture is long there. */
const quietMillis = 3_000

/** Finds the language and has its words ready: nothing is fetched for English and Chinese. The server's address must be known. */
export async function setUpLanguage(): Promise<void> {
  i18next.on('languageChanged', onLanguage)
  const ready = i18next
    .use(new LanguageDetector())
    .use(new HttpBackend())
    .use(initReactI18next)
    .init({
      // English text is the key, so English is complete without a word.
      resources: { en: { [namespace]: {} }, zh: { [namespace]: chinese } },
      partialBundledLanguages: true,
      ns: namespace,
      defaultNS: namespace,
      fallbackLng: 'en',
      load: 'currentOnly',
      // Dots and colons in a text are plain text.
      keySeparator: false,
      nsSeparator: false,
      detection: { ...detection, convertDetectedLanguage: languageOf },
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json', request: requestWords },
      maxParallelReads: 10,
      maxRetries: 5,
      retryTimeout: 350,
      saveMissingTo: 'current',
      missingKeyHandler: (languages, _ns, key) => noteMissing(languages, key),
      interpolation: { escapeValue: false },
      react: { useSuspense: false, bindI18nStore: 'added' },
      returnNull: false,
    })
    .then(leaveUnknown)
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, patience))])
}

/** Changes the language of the whole interface at once, without a reload, and keeps it. Gives false where its words did not come. */
export async function chooseLanguage(language: Language): Promise<boolean> {
  if (isFetched(language)) {
    await i18next.reloadResources([language], [namespace])
    if (!i18next.hasResourceBundle(language, namespace)) return false
  }
  await i18next.changeLanguage(language)
  await host.settings.set({ language })
  return true
}

/** Puts one translation in place on this screen, as everybody else gets it with their next start. */
export function putWord(language: Language, key: string, text: string | null): void {
  const words = { [key]: text ?? (language === 'zh' ? (chinese[key] ?? key) : key) }
  i18next.addResourceBundle(language, namespace, words, true, true)
}

/** A browser's own language that nobody keeps here: English, the default. Chosen for good, so that the next start asks nothing. */
async function leaveUnknown(): Promise<void> {
  if (isUnknown(i18next.language)) await i18next.changeLanguage('en')
}

function onLanguage(language: string): void {
  document.documentElement.lang = localeOf(language)
  document.documentElement.dir = i18next.dir(language)
  // In English every text is its own translation, and nothing is missing.
  i18next.options.saveMissing = language !== 'en'
  if (language === 'zh') setTimeout(() => void loadOwnChinese(), quietMillis)
}

function noteMissing(languages: readonly string[], key: string): void {
  // While the words of a language are on their way, all of them are missing.
  for (const language of languages) if (i18next.hasResourceBundle(language, namespace)) noteMissingKey(language, key)
}

let isOwnChineseHere = false

/** What admins filled in or wrote anew, over the bundled words. */
async function loadOwnChinese(): Promise<void> {
  if (isOwnChineseHere) return
  isOwnChineseHere = true
  try {
    const words = await fetchWords(`/locales/zh/${namespace}.json`, { changed: '1' })
    if (Object.keys(words).length > 0) i18next.addResourceBundle('zh', namespace, words, true, true)
  } catch {
    // The bundled words do until the next change of language.
    isOwnChineseHere = false
  }
}

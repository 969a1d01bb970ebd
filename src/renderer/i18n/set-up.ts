import i18next from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import HttpBackend from 'i18next-http-backend'
import { initReactI18next } from 'react-i18next'
import { toApiError } from '../api/api-error.ts'
import { send } from '../api/send.ts'
import { host } from '../host/host.ts'
import { detection, isFetched, type Language, languageOf, pageTagOf } from './language.ts'

const namespace = 'translation'

/** The bundled Chinese, once it was needed. Its keys are every text of the program. */
let chinese: Readonly<Record<string, string>> | null = null

/** Loads the bundled Chinese, which travels apart from the program: who reads English never waits for it. */
export async function loadChinese(): Promise<Record<string, string>> {
  chinese ??= (await import('./chinese.ts')).chinese
  return chinese
}

/** How translations are loaded: the specification's defaults. The fallback `dev` is the keys themselves, which are English. */
export const loading = {
  maxParallelReads: 10,
  maxRetries: 5,
  retryTimeout: 350,
  fallbackLng: 'dev',
  ns: namespace,
  defaultNS: namespace,
} as const
/** How long the first picture waits for words that are fetched; they are put in place when they come later. */
const timeout = 4_000
/** Admins' own Chinese words are asked for when the first picture is long there. */
const quietMillis = 3_000
/** Whoever reads a further language needs the Chinese for its keys alone: when even a slow line has brought the screen. */
const keysMillis = 20_000

/** Finds the language and has its words ready: nothing is fetched for English. The server's address must be known. */
export async function setUpLanguage(): Promise<void> {
  i18next.on('languageChanged', onLanguage)
  const ready = i18next
    .use(new LanguageDetector())
    .use(new HttpBackend())
    .use(initReactI18next)
    .init({
      // English text is the key, so English is complete without a word.
      resources: { en: { [namespace]: {} }, dev: { [namespace]: {} } },
      partialBundledLanguages: true,
      ...loading,
      load: 'currentOnly',
      // Dots and colons in a text are plain text.
      keySeparator: false,
      nsSeparator: false,
      detection: { ...detection, convertDetectedLanguage: languageOf },
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json', request: requestWords },
      saveMissingTo: 'current',
      missingKeyHandler: (languages, _ns, key) => noteMissing(languages, key),
      interpolation: { escapeValue: false },
      react: { useSuspense: false, bindI18nStore: 'added' },
      returnNull: false,
    })
    .then(leaveUnknown)
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, timeout))])
}

/** Changes the language of the whole interface at once, without a reload, and keeps it. Gives false where its words did not come. */
export async function chooseLanguage(language: Language): Promise<boolean> {
  if (isFetched(language)) await i18next.reloadResources([language], [namespace])
  else {
    // Noted before its words come: a page that is left meanwhile opens in it.
    i18next.services.languageDetector?.cacheUserLanguage(language)
    await i18next.loadLanguages(language)
  }
  if (!i18next.hasResourceBundle(language, namespace)) return false
  await i18next.changeLanguage(language)
  await host.settings.set({ language })
  return true
}

/** Puts one translation in place on this screen, as everybody else gets it with their next start. */
export function putWord(language: Language, key: string, text: string | null): void {
  const words = { [key]: text ?? (language === 'zh' ? (chinese?.[key] ?? key) : key) }
  i18next.addResourceBundle(language, namespace, words, true, true)
}

/** A browser's own language that nobody keeps here: English, the default. Chosen for good, so that the next start asks nothing. */
async function leaveUnknown(): Promise<void> {
  if (isUnknown(i18next.language)) await i18next.changeLanguage('en')
}

function onLanguage(language: string): void {
  document.documentElement.lang = pageTagOf(language)
  document.documentElement.dir = i18next.dir(language)
  // In English every text is its own translation, and nothing is missing.
  i18next.options.saveMissing = language !== 'en'
  if (language === 'zh') setTimeout(() => void loadOwnChinese(), quietMillis)
  // Of a further language, what is missing is told from what somebody typed by the keys of the Chinese.
  // It comes behind the first picture. Without a line they wait for the next change of language: `takeMissing` sends nothing before.
  if (isFetched(language)) setTimeout(() => void loadChinese().catch(() => undefined), keysMillis)
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

/** Texts that were asked for in vain and are not yet told to the server, by language; each only once in this page's life. */
const waiting = new Map<string, Set<string>>()
const told = new Set<string>()

const mostAtOnce = 100

/**
 * i18next found no translation. Screens also translate values that may be a word of the program or what somebody typed, such as a reason: what
 * is no text of the program stays here. Its texts all have Chinese.
 */
export function noteMissingKey(language: string, key: string): void {
  const mark = `${language} ${key}`
  if (language === 'en' || told.has(mark)) return
  told.add(mark)
  const keys = waiting.get(language) ?? new Set()
  waiting.set(language, keys.add(key))
}

/** The next batch to tell, once the program's texts are known; taken out, and put back by `returnMissing` where telling failed. */
export function takeMissing(): { language: string; keys: string[] } | null {
  const texts = chinese
  if (texts === null) return null
  for (const keys of waiting.values()) for (const key of keys) if (!Object.hasOwn(texts, key)) keys.delete(key)
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

type Callback = (error: unknown, reply: { status: number; data: Record<string, string> }) => void

/** Languages that the server answered it does not keep. */
const unknown = new Set<string>()

export function isUnknown(language: string): boolean {
  return unknown.has(language)
}

/** How i18next-http-backend asks: by the one client that knows the server's address and counts requests under way. */
export function requestWords(_options: unknown, url: string, _payload: unknown, answer: Callback): void {
  const isChinese = url.split('/').at(-2) === 'zh'
  const words = isChinese ? loadChinese() : fetchWords(url)
  words.then(
    (data) => answer(null, { status: 200, data }),
    (failure: unknown) => {
      const { status } = toApiError(failure)
      const language = decodeURIComponent(url.split('/').at(-2) ?? '')
      if (status === 404) unknown.add(language)
      answer(failure, { status, data: {} })
    },
  )
}

/** The words at an address of /locales. Whatever is no text is left out: a translation is never more than words. */
export async function fetchWords(path: string, query?: Record<string, string>): Promise<Record<string, string>> {
  const words = await fetchLocale(path, query)
  const entries = Object.entries(typeof words === 'object' && words !== null ? words : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** What an address of /locales answers; it needs no session. */
export function fetchLocale(path: string, query?: Record<string, string>): Promise<unknown> {
  const nothing = { body: undefined, key: undefined, isOpen: true, signal: undefined, onProgress: undefined }
  return send({ method: 'GET', path, query, changes: false, ...nothing })
}

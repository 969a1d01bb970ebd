import { readFileSync } from 'node:fs'
import i18next from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatsFor } from '../../src/renderer/i18n/formats.ts'
import { detection, isFetched, languageOf, pageTagOf } from '../../src/renderer/i18n/language.ts'
import { valuesIn } from '../../src/shared/kernel/words.ts'

interface Page {
  query?: string
  cookie?: string
  local?: string
  session?: string
  browser?: string[]
  tag?: string
}

function storage(saved: Map<string, string>) {
  return {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
    removeItem: (key: string) => void saved.delete(key),
  }
}

/** A page with what it was opened with, kept and told; the real detector looks at it. */
function open({ query = '', cookie = '', local, session, browser = [], tag = '' }: Page) {
  const saved = {
    local: new Map(local === undefined ? [] : [['i18nextLng', local]]),
    session: new Map(session === undefined ? [] : [['i18nextLng', session]]),
  }
  const page = {
    location: { search: query, hash: '', pathname: '/', hostname: 'selvedge.test' },
    localStorage: storage(saved.local),
    sessionStorage: storage(saved.session),
  }
  vi.stubGlobal('window', page)
  vi.stubGlobal('localStorage', page.localStorage)
  vi.stubGlobal('document', { cookie, documentElement: { getAttribute: () => tag } })
  vi.stubGlobal('navigator', { languages: browser })
  return { kept: saved, cookie: () => (document as unknown as { cookie: string }).cookie }
}

async function detected(page: Page): Promise<string> {
  open(page)
  const one = i18next.createInstance()
  const resources = { en: { translation: {} }, zh: { translation: {} } }
  await one.use(new LanguageDetector()).init({
    resources,
    fallbackLng: 'en',
    load: 'currentOnly',
    detection: { ...detection, convertDetectedLanguage: languageOf },
  })
  return one.language
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

describe('where the language comes from, the first that says one', () => {
  const rest = { cookie: 'i18next=zh', local: 'zh', session: 'zh', browser: ['zh-CN'], tag: 'zh' }
  it.each<[string, Page, string]>([
    ['the query before everything', { ...rest, query: '?lng=en' }, 'en'],
    ['then the cookie i18next', { ...rest, cookie: 'i18next=en' }, 'en'],
    ['then i18nextLng of local storage', { ...rest, cookie: '', local: 'en' }, 'en'],
    ['then i18nextLng of session storage', { session: 'en', browser: ['zh-CN'], tag: 'zh' }, 'en'],
    ['then the browser', { browser: ['en-US'], tag: 'zh' }, 'en'],
    ['then the tag of the page', { tag: 'zh' }, 'zh'],
    ['English where nobody says any', {}, 'en'],
    ['the cookie’s value, not another cookie’s', { cookie: 'other=zh; i18next=hi', tag: 'en' }, 'hi'],
    ['a dialect of Chinese', { browser: ['zh-Hant-TW', 'en'] }, 'zh'],
    ['a further language', { browser: ['hi-IN', 'en'] }, 'hi-IN'],
    ['no other query word', { query: '?lang=zh', tag: 'en' }, 'en'],
    ['the next one for what is no language at all', { query: '?lng=%3Cscript%3E', local: 'zh' }, 'zh'],
    ['English for i18next’s own test language', { query: '?lng=cimode' }, 'en'],
    ['English for a path', { query: '?lng=..%2f..%2fsecret' }, 'en'],
  ])('%s', async (_, page, language) => {
    expect(await detected(page)).toBe(language)
  })

  it('is kept in local storage and in the cookie, where the next start looks', async () => {
    const { kept: saved, cookie } = open({})
    const one = i18next.createInstance()
    await one.use(new LanguageDetector()).init({ detection: { ...detection, convertDetectedLanguage: languageOf } })
    await one.changeLanguage('zh')
    expect(saved.local.get('i18nextLng')).toBe('zh')
    expect(cookie()).toContain('i18next=zh')
    expect(saved.session.size).toBe(0)
  })
})

it('makes one of our tags of any tag, and a locale of it', () => {
  const tags = ['zh_CN', 'ZH', 'en-AU', 'pt_br', 'english', 'dev', '', null, undefined, 'x', 'hi', 'zhx']
  expect(tags.map(languageOf)).toEqual(['zh', 'zh', 'en', 'pt-BR', 'en', 'en', 'en', 'en', 'en', 'en', 'hi', 'zhx'])
  expect(['zh', 'en', 'hi', 'pt-BR', '??'].map(pageTagOf)).toEqual(['zh-CN', 'en-GB', 'hi', 'pt-BR', 'en-GB'])
  expect(['en', 'zh', 'hi'].map(isFetched)).toEqual([false, false, true])
  // A made-up tag must not stop a list from being drawn.
  expect(formatsFor('zhx').number(1234)).toMatch(/1.?234/)
})

describe('missing keys', () => {
  const load = async () => {
    const words = await import('../../src/renderer/i18n/set-up.ts')
    await words.loadChinese()
    return words
  }

  it('are told in batches, each once, and again only where telling failed', async () => {
    const { noteMissingKey, takeMissing, returnMissing } = await load()
    const words = programWords(131)
    const last = words.pop() ?? ''
    for (let at = 0; at < 2; at++) for (const key of words) noteMissingKey('hi', key)
    noteMissingKey('mr', last)
    const first = takeMissing()
    expect([first?.language, first?.keys.length]).toEqual(['hi', 100])
    if (first) returnMissing(first)
    const again = [takeMissing(), takeMissing(), takeMissing(), takeMissing()]
    expect(again.map((one) => one?.keys.length)).toEqual([100, 30, 1, undefined])
    expect(again.flatMap((one) => one?.keys ?? []).sort()).toEqual([...words, last].sort())
    noteMissingKey('mr', last)
    expect(takeMissing()).toBeNull()
  })

  // Would catch: a reason or remark that a person typed among the texts for translators, because a screen puts it where words may stand.
  it('are never English, and never what somebody typed', async () => {
    const { noteMissingKey, takeMissing } = await load()
    noteMissingKey('en', 'Save')
    const typed = [
      'Loose thread at the cuff, see photo',
      '线头',
      'Order 4500012345 saved',
      'ops@demo.selvedge',
      ' ',
      '12',
    ]
    for (const key of typed) for (const language of ['zh', 'hi']) noteMissingKey(language, key)
    expect(takeMissing()).toBeNull()
  })

  function programWords(n: number): string[] {
    const english: Record<string, string> = JSON.parse(readFileSync('resources/locales/en/translation.json', 'utf8'))
    return Object.keys(english).slice(0, n)
  }
})

// Would catch: loading defaults other than the specification's, or a fallback that shows something else than the English text.
it('translations load by the specification’s defaults, and the fallback language dev answers English', async () => {
  const { loading } = await import('../../src/renderer/i18n/set-up.ts')
  expect(loading).toMatchObject({
    maxParallelReads: 10,
    maxRetries: 5,
    retryTimeout: 350,
    fallbackLng: 'dev',
    defaultNS: 'translation',
  })
  const one = i18next.createInstance()
  const resources = { dev: { translation: {} }, zh: { translation: { Save: '保存' } } }
  const t = await one.init({ ...loading, lng: 'zh', resources, keySeparator: false, nsSeparator: false })
  expect([t('Save'), t('Only English.')]).toEqual(['保存', 'Only English.'])
})

// Would catch: a column of an Arabic or Bengali reader with digits of two kinds, since codes and typed numbers are written 0 to 9.
it.each(['ar', 'ar-EG', 'bn', 'fa', 'mr', 'hi', 'zh', 'en'])('digits are of one kind in %s', (language) => {
  const formats = formatsFor(language)
  const shown = [
    formats.number(1234),
    formats.decimal(12.5, 1),
    formats.day('2026-03-01'),
    formats.instant('2026-03-01T00:05:00Z'),
    formats.money({ minor: 123450, currency: 'CNY' }),
    formats.percent(0.125),
  ]
  expect(shown.join(' ')).toMatch(/[0-9]/)
  expect(shown.join(' ').replace(/[0-9]/g, '')).not.toMatch(/\p{Nd}/u)
})

// Would catch: a refusal in Hindi or Chinese that names a stage or a state in English.
it('words within words are translated, named with their ending or without', () => {
  const translate = (text: string) => (text === 'Cutting' ? 'कटाई' : text)
  expect(valuesIn({ from_key: 'Cutting', quantity: 3 }, { isChinese: false, translate })).toEqual({
    from: 'कटाई',
    from_key: 'कटाई',
    quantity: 3,
  })
})

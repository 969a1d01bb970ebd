import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Formats, formatsFor, useFormatsHere } from '../i18n/formats.ts'
import { languageOf } from '../i18n/language.ts'

/** Everything a cell needs to put a value into words; made once per language, because a cell holds no hook. */
export interface Locale extends Formats {
  t: TFunction
  /** One of two sentences by a count, which both may name as `{{n}}`. English is the key, so it needs both. */
  plural(n: number, one: string, many: string): string
  /** A name in the reader's language, with the other as fallback. */
  name(english: string, chinese: string): string
}

export function useLocale(): Locale {
  const { t, i18n } = useTranslation()
  return useFormatsHere(useMemo(() => makeLocale(t, i18n.language), [t, i18n.language]))
}

export function makeLocale(t: TFunction, language: string): Locale {
  const isChinese = languageOf(language) === 'zh'
  const formats = formatsFor(language)
  return {
    ...formats,
    t,
    plural: (n, one, many) => t(n === 1 ? one : many, { n: formats.number(n) }),
    name: (english, chinese) => (isChinese ? chinese || english : english || chinese),
  }
}

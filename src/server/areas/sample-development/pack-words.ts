import { languageTag } from '../../../shared/kernel/languages.ts'
import { openTypeface } from '../../documents/typeface.ts'
import type { CallContext } from '../../http/call.ts'
import { wordsOf } from '../../languages/serve-locales.ts'

export interface PackSpeech {
  /** The language that it speaks: English where nobody keeps the one that was asked for. */
  language: string
  /** A text of the program in that language. What is not translated, or written in letters that the typeface lacks, stays English. */
  say: (english: string, values?: Readonly<Record<string, string | number>>) => string
  /** A name that is kept in English and Chinese. */
  name: (english: string, chinese: string) => string
}

/** Speaks for a tech pack, from the same catalogue as the screens and the sheets. */
export async function packSpeech(
  asked: string,
  { db, resources }: Pick<CallContext, 'db' | 'resources'>,
): Promise<PackSpeech> {
  const tag = languageTag(asked) ?? 'en'
  const words = /^en\b/.test(tag)
    ? null
    : await wordsOf({ db, resources, language: tag, namespace: 'translation', ownOnly: false })
  const language = words === null ? 'en' : tag
  const { medium, bold } = openTypeface(resources)
  const isShown = (text: string) => medium.missing(text).length === 0 && bold.missing(text).length === 0
  const isChinese = /^zh\b/.test(language)
  return {
    language,
    say(english, values = {}) {
      const text = words?.get(english) ?? english
      const shown = isShown(text) ? text : english
      return shown.replace(/\{\{(\w+)\}\}/g, (_, blank: string) => String(values[blank] ?? ''))
    },
    name: (english, chinese) => (isChinese ? chinese || english : english || chinese),
  }
}

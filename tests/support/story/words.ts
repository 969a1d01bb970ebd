import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', '..', '..', 'src', 'renderer', 'i18n', 'zh')

export type Language = 'en' | 'zh'

/** What the interface says in a language, by its English text: a spec runs in both, and a missing translation fails it. */
export type Say = (english: string, values?: Record<string, string | number>) => string

export function sayIn(language: Language): Say {
  const chinese = language === 'zh' ? chineseWords() : null
  return (english, values = {}) => {
    const words = chinese === null ? english : chinese[english]
    if (words === undefined) throw new Error(`No Chinese for «${english}»`)
    return words.replace(/\{\{(\w+)\}\}/g, (form, name: string) => String(values[name] ?? form))
  }
}

/** The Chinese of every text of the interface, by its English. */
export function chineseWords(): Record<string, string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}

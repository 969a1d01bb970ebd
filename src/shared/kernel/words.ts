/**
 * What fills the blanks of words that the server sends. `x_zh` stands for `x` in Chinese; `x_key` is an English text to be
 * translated as `x`, as of a status; words name it by either name, and the other values fill its blanks, too.
 */
export type WordValues = Readonly<Record<string, string | number>>

interface Language {
  isChinese: boolean
  translate: (english: string, values: WordValues) => string
}

const english: Language = {
  isChinese: false,
  translate: (text, values) => text.replace(/\{\{(\w+)\}\}/g, (form, name: string) => String(values[name] ?? form)),
}

/** The values as a language says them. */
export function valuesIn(values: WordValues, { isChinese, translate }: Language = english): WordValues {
  const read: Record<string, string | number> = { ...values }
  for (const [name, value] of Object.entries(values)) {
    if (name.endsWith('_zh') && isChinese && value !== '') read[name.slice(0, -'_zh'.length)] = value
    if (name.endsWith('_key')) {
      const words = translate(String(value), read)
      read[name] = words
      read[name.slice(0, -'_key'.length)] = words
    }
  }
  return read
}

/** Marks an English text that is translated later, where no `t` is at hand; `npm run check` then asks for its Chinese. */
export function key<T extends string>(text: T): T {
  return text
}

/**
 * What fills the blanks of words that the server sends. `x_zh` stands for `x` in Chinese; `x_key` is an English text to be
 * translated, as of a status, whose blanks the other values fill, and fills `x` and `x_key`; `x_day` a calendar day (yyyy-mm-dd) that is
 * said as `x`.
 */
export type WordValues = Readonly<Record<string, string | number>>

interface Language {
  isChinese: boolean
  translate: (english: string, values: WordValues) => string
  day: (day: string) => string
}

const englishDay = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

const english: Language = {
  isChinese: false,
  translate: (text, values) => text.replace(/\{\{(\w+)\}\}/g, (form, name: string) => String(values[name] ?? form)),
  day: (day) => englishDay.format(new Date(`${day}T00:00:00Z`)),
}

/** A code, a number, Chinese words or a size, as lists of a server's message hold them. */
const isOfList = (word: string) => /[\d\u4e00-\u9fff]/.test(word) || /^[A-Z]{1,4}$/.test(word)

/** A list that the server wrote with ", ", with the Chinese comma; names of companies ("Co., Ltd.") and other texts stay as they are. */
export function inOwnComma(text: string): string {
  const words = text.split(', ')
  return words.length > 1 && !/\bco\.,/i.test(text) && words.every(isOfList) ? words.join('、') : text
}

/** Nothing else is written so: a day is said as one also where its value is not named so. */
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The values as a language says them. */
export function valuesIn(values: WordValues, language: Partial<Language> = english): WordValues {
  const { isChinese, translate, day } = { ...english, ...language }
  const own = (value: string | number) => {
    if (typeof value !== 'string') return value
    if (isDay(value)) return day(value)
    return isChinese ? inOwnComma(value) : value
  }
  const read: Record<string, string | number> = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, own(value)]),
  )
  for (const [name, value] of Object.entries(values)) {
    if (name.endsWith('_zh') && isChinese && value !== '') read[name.slice(0, -'_zh'.length)] = own(value)
    if (name.endsWith('_day') && value !== '') read[name.slice(0, -'_day'.length)] = day(String(value))
  }
  // Texts name it with or without the ending; their own blanks are filled by now.
  for (const [name, value] of Object.entries(values))
    if (name.endsWith('_key')) read[name] = read[name.slice(0, -'_key'.length)] = translate(String(value), read)
  return read
}

/** Marks an English text that is translated later, where no `t` is at hand; `npm run check` then asks for its Chinese. */
export function key<T extends string>(text: T): T {
  return text
}

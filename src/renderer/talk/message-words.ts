export interface Named {
  id: string
  name: string
}

/** Ids of those whose `@name` still stands in the text. */
export function namedIn(text: string, named: readonly Named[]): string[] {
  return named.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)
}

export interface Part {
  text: string
  isName: boolean
  /** Where it begins. */
  at: number
}

/** The text in parts, names of those who are named apart. It stays text: links and markup are words like others. */
export function wordsOf(text: string, named: readonly Named[]): Part[] {
  const names = named.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length)
  const parts: Part[] = []
  let plain = ''
  for (let at = 0; at < text.length; ) {
    const name = text[at] === '@' ? names.find((one) => text.startsWith(one, at)) : undefined
    if (name === undefined) {
      plain += text[at]
      at += 1
      continue
    }
    if (plain !== '') parts.push({ text: plain, isName: false, at: at - plain.length })
    parts.push({ text: name, isName: true, at })
    plain = ''
    at += name.length
  }
  return plain === '' ? parts : [...parts, { text: plain, isName: false, at: text.length - plain.length }]
}

/** What is being typed after an `@` before the caret; null where no name is being typed. */
export function askedName(text: string, caret: number): { from: number; search: string } | null {
  const found = /(?:^|[\s,,。、(（])@([^\s@]{0,40})$/u.exec(text.slice(0, caret))
  if (!found) return null
  const search = found[1] ?? ''
  return { from: caret - search.length - 1, search }
}

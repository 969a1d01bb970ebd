/** The ways in which an address may already name its country: its English names, its Chinese one, its code. */
function namesOf(country: string): string[] {
  const names = [
    new Intl.DisplayNames(['en'], { type: 'region' }),
    new Intl.DisplayNames(['en'], { type: 'region', style: 'short' }),
    new Intl.DisplayNames(['zh-CN'], { type: 'region' }),
  ].flatMap((spoken) => spoken.of(country) ?? [])
  return [...names, country]
}

const isHan = /^\p{Script=Han}/u
const letter = /\p{L}/u

/** Whether `text` says `name` at its end, as a word of its own. Chinese writes no spaces, and may say the country first. */
function endsNaming(text: string, name: string): boolean {
  if (isHan.test(name)) return text.startsWith(name) || text.endsWith(name)
  return text.endsWith(name) && !letter.test(text.at(-name.length - 1) ?? '')
}

/**
 * A postal address and its country (two letters) below it. People type the country into the address as well, before or
 * behind a postal code: no paper names it twice.
 */
export function addressLines(address: string, country: string): string[] {
  const text = address.trim()
  const words = text.replace(/[\s\d.,;，。；–-]+$/u, '')
  const names = namesOf(country)
  return names.some((name) => endsNaming(words, name)) ? [text] : [text, names[0] ?? country]
}

/** The same in one line. */
export function addressText(address: string, country: string): string {
  return addressLines(address, country).join(', ')
}

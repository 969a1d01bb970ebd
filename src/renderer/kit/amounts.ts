import type { Locale } from '../table/words.ts'

/** "1 box · 12 pieces", for the blank of a sentence that is the same for any number of either. */
export function boxesAndPieces({ plural }: Pick<Locale, 'plural'>, amounts: { boxes: number; pieces: number }): string {
  return [plural(amounts.boxes, '1 box', '{{n}} boxes'), plural(amounts.pieces, '1 piece', '{{n}} pieces')].join(' · ')
}

/** "A, B, C +7": the first few of many names, and how many more there are. */
export function someOf(names: readonly string[], number: Locale['number'], { most = 6, between = ', ' } = {}): string {
  const more = names.length - most
  return names.slice(0, most).join(between) + (more > 0 ? ` +${number(more)}` : '')
}

/** A price as people write it, in hundredths; null for none. */
export function minorOf(text: string): number | null {
  const plain = text.normalize('NFKC').trim().replace(',', '.')
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(plain)) return null
  const minor = Math.round(Number(plain) * 100)
  return minor > 0 ? minor : null
}

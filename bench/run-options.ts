/** How much a bench measures: figures to be quoted, a quick look, or merely that it runs through (tiny data, no aims judged). */
export type Size = 'whole' | 'quick' | 'smoke'

export interface Options {
  size: Size
}

/** Of three the one for this size. */
export function sized<T>({ size }: Options, by: Record<Size, T>): T {
  return by[size]
}

/** As words of a command line ask for it. */
export function sizeAsked(words: readonly string[] = process.argv): Size {
  if (words.includes('--smoke')) return 'smoke'
  return words.includes('--quick') ? 'quick' : 'whole'
}

/** How much a bench measures: figures to be quoted, a quick look, or merely that it runs through (tiny data, no aims judged). */
export type Size = 'whole' | 'quick' | 'smoke'

export interface Options {
  size: Size
  /** Of `whole`: how far its sizes are from those of `smoke`, from 0 to 1. Left out, they are its own. */
  share?: number
}

/** Of three the one for this size; every number in it is taken down by the same share where one is asked for. */
export function sized<T>({ size, share = 1 }: Options, by: Record<Size, T>): T {
  return size === 'whole' && share < 1 ? between(by.smoke, by.whole, share) : by[size]
}

/** As words of a command line ask for it. */
export function sizeAsked(words: readonly string[] = process.argv): Size {
  if (words.includes('--smoke')) return 'smoke'
  return words.includes('--quick') ? 'quick' : 'whole'
}

/**
 * Gives `whole` with each number between those of both. Of a list with more entries than the tiny one, the others start from its last;
 * what the tiny one does not have (seconds, where it counts calls) starts from nothing, and stays at least one.
 */
function between<T>(tiny: T | undefined, whole: T, share: number): T {
  if (typeof whole === 'number') return numberBetween(tiny, whole, share) as T
  if (Array.isArray(whole)) {
    const all = Array.isArray(tiny) ? tiny : []
    return whole.map((each, at) => between(all[at] ?? all.at(-1), each, share)) as T
  }
  if (typeof whole !== 'object' || whole === null) return whole
  const parts = Object.entries(whole).map(([name, part]) => [name, between(tiny?.[name as keyof T], part, share)])
  return Object.fromEntries(parts) as T
}

function numberBetween(tiny: unknown, whole: number, share: number): number {
  const found = typeof tiny === 'number' ? tiny + (whole - tiny) * share : Math.max(1, whole * share)
  if (!Number.isInteger(whole)) return found
  const step = STEPS.find((each) => whole % each === 0 && found >= each) ?? 1
  return Math.round(found / step) * step
}

/** Of round sizes: ten rows a box, ten lines an order and the like must still come out even. */
const STEPS = [100, 20]

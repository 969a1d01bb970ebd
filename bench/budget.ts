/** Seconds that a bench took. */
interface Took {
  whole: number
  smoke: number
}

/** Gives what these benches take in all, in seconds, with their sizes at this share of the whole ones. */
export function foreseen(names: readonly string[], share: number, durations: Readonly<Record<string, Took>>): number {
  return names.reduce((sum, name) => {
    const { whole = 0, smoke = 0 } = durations[name] ?? {}
    return sum + smoke + (whole - smoke) * share
  }, 0)
}

/**
 * Gives the share of the whole sizes at which these benches keep to so many minutes: 1 where they do anyway, 0 where even the tiny
 * sizes take longer. What a bench takes whatever its sizes (a database, a browser, the demo) is what it took with tiny ones.
 */
export function shareWithin(
  minutes: number,
  names: readonly string[],
  durations: Readonly<Record<string, Took>>,
): number {
  const [least, most] = [foreseen(names, 0, durations), foreseen(names, 1, durations)]
  if (most <= minutes * 60) return 1
  return Math.max(0, (minutes * 60 - least) / (most - least))
}

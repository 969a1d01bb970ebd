export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/**
 * Shares pieces by largest remainder, in multiples of `unit`: nobody gets more than it wants, and nobody's order but a tie's counts. All get
 * what they want where there is enough. Wants are whole multiples of the unit.
 */
export function apportion(pieces: number, wants: readonly number[], unit = 1): number[] {
  const wanted = sumOf(wants)
  const units = Math.max(0, Math.floor(pieces / unit))
  if (wanted <= units * unit) return [...wants]
  const all = wanted / unit
  const shares = wants.map((want) => {
    const exact = units * (want / unit)
    return { whole: Math.floor(exact / all), rest: exact % all }
  })
  let left = units - sumOf(shares.map(({ whole }) => whole))
  // Sorting keeps the order of those whose remainders are alike.
  const turn = shares.map((_, at) => at).sort((a, b) => (shares[b]?.rest ?? 0) - (shares[a]?.rest ?? 0))
  const given = shares.map(({ whole }) => whole)
  for (const at of turn) {
    if (left === 0) break
    given[at] = (given[at] ?? 0) + 1
    left--
  }
  return given.map((one) => one * unit)
}

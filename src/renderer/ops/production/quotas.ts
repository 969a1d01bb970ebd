import type { Quota } from '../../../shared/areas/production/split.ts'

/** Adds shares up to what each facility makes, of each size or in all. */
export function quotasOf(
  shares: readonly { facility: string; size: string; pieces: number }[],
  how: 'quantity' | 'size',
): Quota[] {
  const groups = Map.groupBy(shares, ({ facility, size }) => JSON.stringify([facility, how === 'size' ? size : null]))
  return [...groups].map(([group, own]) => {
    const [facility = '', size] = JSON.parse(group) as [string, string | null]
    return { facility, size: size ?? null, pieces: own.reduce((sum, { pieces }) => sum + pieces, 0) }
  })
}

/** Says the other way what does not add up yet: a facility's pieces go over the sizes in the order's own proportion, and back as their sum. */
export function turnQuotas(
  lines: readonly { size: string; pieces: number }[],
  quotas: readonly Quota[],
  how: 'quantity' | 'size',
): Quota[] {
  const all = lines.reduce((sum, { pieces }) => sum + pieces, 0)
  if (how === 'quantity' || all === 0)
    return quotasOf(
      quotas.map(({ size, ...quota }) => ({ ...quota, size: size ?? '' })),
      'quantity',
    )
  const sizes = [...Map.groupBy(lines, ({ size }) => size)]
  return quotas.flatMap(({ facility, pieces }) => {
    let upTo = 0
    let given = 0
    return sizes.map(([size, own]) => {
      upTo += own.reduce((sum, line) => sum + line.pieces, 0)
      const before = given
      given = Math.round((pieces * upTo) / all)
      return { facility, size, pieces: given - before }
    })
  })
}

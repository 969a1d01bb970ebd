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

/** Pieces of one SKU in one box that may be drawn. */
export interface Drawable {
  nm_sku: string
  sscc: string
  box_no: string
  pieces: number
}

export interface DrawnUnits {
  nm_sku: string
  sscc: string
  box_no: string
  units: number
}

/**
 * Shares `total` in proportion to `weights` by largest remainder. Ties go to the larger weight, then to the earlier one, so
 * that the same lot always gives the same sample. Where `total` is at most the sum of the weights, no share is above its own.
 */
export function largestRemainder(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Math.floor((total * weight) / sum))
  const left = total - shares.reduce((all, share) => all + share, 0)
  const byRemainder = weights
    .map((weight, at) => ({ at, weight, remainder: (total * weight) % sum }))
    .sort((a, b) => b.remainder - a.remainder || b.weight - a.weight || a.at - b.at)
  for (const { at } of byRemainder.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1
  return shares
}

/** Spreads a sample over colours and sizes first, then over the boxes that hold each. Never more than is there. */
export function spreadSample(sampleSize: number, lot: readonly Drawable[]): DrawnUnits[] {
  const bySku = [...Map.groupBy(lot, (cell) => cell.nm_sku).values()]
  const all = lot.reduce((sum, cell) => sum + cell.pieces, 0)
  const units = largestRemainder(
    Math.min(sampleSize, all),
    bySku.map((cells) => cells.reduce((sum, cell) => sum + cell.pieces, 0)),
  )
  return bySku.flatMap((cells, at) => {
    const shares = largestRemainder(
      units[at] ?? 0,
      cells.map((cell) => cell.pieces),
    )
    return cells.flatMap(({ nm_sku, sscc, box_no }, box) => {
      const drawn = shares[box] ?? 0
      return drawn > 0 ? [{ nm_sku, sscc, box_no, units: drawn }] : []
    })
  })
}

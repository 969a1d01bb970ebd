import { type Drawable, type DrawnUnits, largestRemainder } from './sampling.ts'

/** Pieces of one SKU in one box of a lot. */
export interface Cell extends Drawable {
  /** `pieces`: those still to be judged that nobody has looked at. */
  pieces: number
  /** Units of it that were looked at. */
  looked: number
}

/**
 * What of a sample is still to be looked at, and where: as many units as the sample lacks, and never more than wait. Each row of the plan asks for what
 * was not looked at of it. Where others were looked at instead, every row asks for less; where pieces of a row went unseen, other pieces of its
 * cartons make up for them, then those of any carton.
 */
export function toLookAtIn(
  { sample, lacking }: { sample: readonly DrawnUnits[]; lacking: number },
  cells: readonly Cell[],
): DrawnUnits[] {
  const planned = new Map(sample.map(({ sscc, nm_sku, units }) => [`${sscc} ${nm_sku}`, units]))
  const asked = cells.map(({ sscc, nm_sku, pieces, looked }) =>
    Math.max(0, Math.min((planned.get(`${sscc} ${nm_sku}`) ?? 0) - looked, pieces)),
  )
  const sum = asked.reduce((all, units) => all + units, 0)
  const units = sum > lacking ? largestRemainder(lacking, asked) : asked
  let missing = Math.max(0, lacking - sum)
  const cartons = new Set(sample.map(({ sscc }) => sscc))
  const ofSample = cells.map((_, at) => at).filter((at) => cartons.has(cells[at]?.sscc ?? ''))
  for (const at of new Set([...ofSample, ...cells.keys()])) {
    const more = Math.min(missing, (cells[at]?.pieces ?? 0) - (units[at] ?? 0))
    units[at] = (units[at] ?? 0) + more
    missing -= more
  }
  return cells.flatMap(({ nm_sku, sscc, box_no }, at) => {
    const own = units[at] ?? 0
    return own > 0 ? [{ nm_sku, sscc, box_no, units: own }] : []
  })
}

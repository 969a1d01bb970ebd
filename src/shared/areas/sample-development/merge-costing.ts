import { type Costing, type CostLine, lineKey, sourceText } from './cost.ts'

const lineFields = ['material_code', 'unit', 'quantity_milli', 'unit_price_minor', 'wastage_bp'] as const
const wholeFields = [
  ...(['currency', 'overhead_bp', 'margin_bp', 'target_minor', 'quoted_minor', 'actual_minor', 'remark'] as const),
] as const

/** Of one field: mine where I changed it, else theirs. */
const pick = <T>(base: T, mine: T, theirs: T): T => (mine === base ? theirs : mine)

function mergedLine(base: CostLine | undefined, mine: CostLine, theirs: CostLine): CostLine {
  if (!base) return mine
  const { source: _, ...line } = theirs
  const source = sourceText(mine) === sourceText(base) ? theirs.source : mine.source
  const picked = Object.fromEntries(
    lineFields.map((field) => [field, pick<unknown>(base[field], mine[field], theirs[field])]),
  )
  return { ...line, ...picked, ...(source && { source }) }
}

/**
 * Lays what one person changed from `base` to `mine` over `theirs`, a version that somebody saved meanwhile. What I did not touch is as they
 * have it; what both changed is as I have it; a line that either took away stays away unless the other changed it.
 */
export function mergedCosting(base: Costing, mine: Costing, theirs: Costing): Costing {
  const of = (costing: Costing) => new Map(costing.lines.map((line) => [lineKey(line), line]))
  const [was, own, other] = [of(base), of(mine), of(theirs)]
  const isChanged = (key: string, line: CostLine) => {
    const before = was.get(key)
    return !before || lineFields.some((field) => before[field] !== line[field])
  }
  const kept = theirs.lines.flatMap((line) => {
    const key = lineKey(line)
    const typed = own.get(key)
    if (typed) return mergedLine(was.get(key), typed, line)
    return was.has(key) && !isChanged(key, line) ? [] : line
  })
  const added = mine.lines.filter((line) => !other.has(lineKey(line)) && isChanged(lineKey(line), line))
  const rateText = ({ rate }: Costing) => JSON.stringify(rate)
  return {
    ...theirs,
    ...Object.fromEntries(wholeFields.map((field) => [field, pick<unknown>(base[field], mine[field], theirs[field])])),
    rate: rateText(mine) === rateText(base) ? theirs.rate : mine.rate,
    lines: [...kept, ...added],
  }
}

import type { LabelSize } from '../shared/domain/labels.ts'

const mmPerInch = 25.4

/** Label stock is sold in inches too: 4 × 6 in is what 100 × 150 mm labels are printed on. */
const toleranceMm = 2.5

/**
 * The driver's own name for a paper of this size, or null. Drivers name paper by its measures in many ways: "100 x 150 mm",
 * "100mmx150mm", "4 x 6", "4\" x 6\"", "User defined (50.0mm x 30.0mm)". The nearest one within 2.5 mm is taken.
 */
export function paperNamed(papers: readonly string[], size: LabelSize): string | null {
  const fitting = papers
    .map((name) => ({ name, off: distance(name, size) }))
    .filter(({ off }) => off <= toleranceMm)
    .sort((a, b) => a.off - b.off)
  return fitting[0]?.name ?? null
}

function distance(name: string, size: LabelSize): number {
  const found = /(\d+(?:[.,]\d+)?)\s*(mm|cm|in|")?\s*[x×*]\s*(\d+(?:[.,]\d+)?)\s*(mm|cm|in|")?/i.exec(name)
  if (found === null) return Number.POSITIVE_INFINITY
  const [width, height] = [number(found[1]), number(found[3])]
  const unit = (found[4] ?? found[2] ?? (Math.max(width, height) < 15 ? 'in' : 'mm')).toLowerCase()
  const factor = unit === 'mm' ? 1 : unit === 'cm' ? 10 : mmPerInch
  return Math.max(Math.abs(width * factor - size.widthMm), Math.abs(height * factor - size.heightMm))
}

function number(text: string | undefined): number {
  return Number((text ?? '').replace(',', '.'))
}

import type { Paper } from '../shared/bridge.ts'
import type { LabelSize } from '../shared/domain/labels.ts'
import { fitsOn } from '../shared/domain/printing.ts'

const mmPerInch = 25.4

/** What drivers name without its measures. Exactly so: "A4 Rotated" and "A4 Small" are other papers. */
const standardPapers: Readonly<Record<string, LabelSize>> = {
  A3: { widthMm: 297, heightMm: 420 },
  A4: { widthMm: 210, heightMm: 297 },
  A5: { widthMm: 148, heightMm: 210 },
  A6: { widthMm: 105, heightMm: 148 },
  Letter: { widthMm: 215.9, heightMm: 279.4 },
}

/** Label stock is sold in inches too: 4 × 6 in is what 100 × 150 mm labels are printed on. */
const toleranceMm = 2.5

/**
 * The driver's own name for a paper of this size, or null. Drivers name paper by its measures in many ways: "100 x 150 mm",
 * "100mmx150mm", "4 x 6", "4\" x 6\"", "User defined (50.0mm x 30.0mm)". The nearest one within 2.5 mm is taken.
 */
export function paperNamed(papers: readonly string[], size: LabelSize): string | null {
  return nearestPaper(measuredPapers(papers), size)?.name ?? null
}

/** The papers whose names tell their measures, or are known everywhere. */
export function measuredPapers(names: readonly string[]): Paper[] {
  return names.map(measured).filter((paper) => paper !== null)
}

/** The nearest within the tolerance, or null. A smaller one would cut the label's edge off. */
export function nearestPaper<P extends LabelSize>(papers: readonly P[], size: LabelSize): P | null {
  const off = (paper: LabelSize) =>
    Math.max(Math.abs(paper.widthMm - size.widthMm), Math.abs(paper.heightMm - size.heightMm))
  const fitting = papers
    .filter((paper) => fitsOn(size, paper) && off(paper) <= toleranceMm)
    .sort((a, b) => off(a) - off(b))
  return fitting[0] ?? null
}

function measured(name: string): Paper | null {
  const standard = standardPapers[name.trim()]
  if (standard) return { name, ...standard }
  const found = /(\d+(?:[.,]\d+)?)\s*(mm|cm|in|")?\s*[x×*]\s*(\d+(?:[.,]\d+)?)\s*(mm|cm|in|")?/i.exec(name)
  if (found === null) return null
  const [width, height] = [number(found[1]), number(found[3])]
  const unit = (found[4] ?? found[2] ?? (Math.max(width, height) < 15 ? 'in' : 'mm')).toLowerCase()
  const factor = unit === 'mm' ? 1 : unit === 'cm' ? 10 : mmPerInch
  return { name, widthMm: width * factor, heightMm: height * factor }
}

function number(text: string | undefined): number {
  return Number((text ?? '').replace(',', '.'))
}

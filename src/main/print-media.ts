import type { Paper } from '../shared/bridge.ts'
import type { LabelSize } from '../shared/domain/labels.ts'
import { fitsOn } from '../shared/domain/printing.ts'
import { nearestPaper } from './paper-names.ts'

const mmPerInch = 25.4

/** A paper by PWG's self-describing name, such as `iso_a4_210x297mm` or `custom_min_0.5x0.5in` (PWG 5101.1). */
interface Medium extends LabelSize {
  keyword: string
  kind: 'paper' | 'least' | 'most'
}

/** The papers that a driver names; empty where it takes any size in a range, or has no driver and takes anything. */
export function papersOf(keywords: readonly string[]): Paper[] {
  const media = keywords.map(medium).filter((one) => one !== null)
  if (media.some(({ kind }) => kind === 'most')) return []
  return media.map(({ keyword, widthMm, heightMm }) => ({
    name: shownName(keyword, { widthMm, heightMm }),
    widthMm,
    heightMm,
  }))
}

/**
 * What CUPS is to be told for this paper, or null where the driver has none such. The driver's own name goes first: of a
 * custom size office printers ask for by hand what lies in their tray.
 */
export function mediaFor(keywords: readonly string[], paper: LabelSize): string | null {
  const media = keywords.map(medium).filter((one) => one !== null)
  const near = nearestPaper(
    media.filter(({ kind }) => kind === 'paper'),
    paper,
  )
  if (near !== null && fitsOn(near, paper)) return near.keyword
  const any = `Custom.${paper.widthMm}x${paper.heightMm}mm`
  if (media.length === 0 || isInRange(media, paper)) return any
  return near?.keyword ?? null
}

function isInRange(media: readonly Medium[], { widthMm, heightMm }: LabelSize): boolean {
  const least = media.find(({ kind }) => kind === 'least') ?? { widthMm: 0, heightMm: 0 }
  const most = media.find(({ kind }) => kind === 'most')
  if (most === undefined) return false
  const isWide = widthMm >= least.widthMm && widthMm <= most.widthMm
  return isWide && heightMm >= least.heightMm && heightMm <= most.heightMm
}

function medium(keyword: string): Medium | null {
  const [, width, height, unit] = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|in)$/.exec(keyword) ?? []
  if (width === undefined || height === undefined) return null
  const factor = unit === 'in' ? mmPerInch : 1
  const kind = keyword.startsWith('custom_min_') ? 'least' : keyword.startsWith('custom_max_') ? 'most' : 'paper'
  return { keyword, kind, widthMm: rounded(Number(width) * factor), heightMm: rounded(Number(height) * factor) }
}

/** `iso_a4_210x297mm` is A4; a paper without a name of its own goes by its measures. */
function shownName(keyword: string, { widthMm, heightMm }: LabelSize): string {
  const [family, name = ''] = keyword.split('_')
  return family === 'custom' ? `${widthMm} × ${heightMm} mm` : name.replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

function rounded(mm: number): number {
  return Math.round(mm * 10) / 10
}

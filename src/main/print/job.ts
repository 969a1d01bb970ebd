import { z } from 'zod'
import {
  fitsOn,
  type LabelSize,
  mayBeZpl,
  PRINT_SIZES,
  type PrintKind,
  reprintReasons,
} from '../../shared/areas/labels/rules.ts'
import type { FileCall, Paper, PrintJob } from '../../shared/bridge.ts'
import { fileCall, labelSize, printKind, takingKey } from '../bridge-shapes.ts'
import { Problem } from '../problem.ts'
import type { Say } from '../words.ts'
import type { PrinterWay } from './port.ts'

/**
 * How far one handing over to the system came; written before the step it names is taken. `handing`: it may have arrived
 * there. `held`: it is in the queue and waits for the second word. `releasing`: that word may have been said. `out`: it was.
 */
export interface Handing {
  way: 'held' | 'one-shot'
  at: 'handing' | 'held' | 'releasing' | 'out'
  ticket: string
  reference: string | null
}

/** A job with what is needed to print it, and how far that came. */
export interface LedgerJob extends PrintJob {
  call: FileCall
  handing: Handing | null
  /** Taken back by the user: failed, and nothing that anybody still has to look after. */
  isTakenBack?: true
}

const handing: z.ZodType<Handing> = z.object({
  way: z.enum(['held', 'one-shot']),
  at: z.enum(['handing', 'held', 'releasing', 'out']),
  ticket: z.string(),
  reference: z.string().nullable(),
})

/** Test pages are main's own calls, so the rule for calls of the screen is not theirs. */
const anyCall = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  body: z.unknown().exactOptional(),
  key: takingKey.exactOptional(),
})

const common = {
  id: z.string(),
  kind: z.union([printKind, z.literal('test')]),
  title: z.string(),
  printer: z.string(),
  paper: labelSize,
  copies: z.number(),
  state: z.enum(['queued', 'sent', 'printed', 'failed']),
  problem: z.string().exactOptional(),
  createdAt: z.string(),
}

export const ledgerJob: z.ZodType<LedgerJob> = z.object({
  ...common,
  reprint: z.object({ of: z.string(), reason: z.enum(reprintReasons), remark: z.string() }).exactOptional(),
  isTakenBack: z.literal(true).exactOptional(),
  call: anyCall,
  handing: handing.nullable(),
})

/** A job as the version before the journal kept it. */
export const earlierJob = z.object({ ...common, call: fileCall, reference: z.string().nullable() })

export type EarlierJob = z.infer<typeof earlierJob>

/** Nothing more will be heard of it and nobody has to look after it: such jobs may be forgotten. */
export function isOver({ state, handing, isTakenBack }: LedgerJob): boolean {
  return state === 'printed' || isTakenBack === true || (state === 'sent' && handing?.way === 'one-shot')
}

/** As the screens see it. */
export function shownJob({ call: _call, handing: _handing, isTakenBack: _taken, ...shown }: LedgerJob): PrintJob {
  return shown
}

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

export function noSuchPaper({ printer, paper }: { printer: string; paper: LabelSize }, say: Say): Problem {
  const values = { printer, size: measures(paper) }
  return new Problem(
    'printer',
    say('The printer {{printer}} knows no paper of {{size}} mm. Add it in the printer’s settings.', values),
  )
}

/** Nothing is scaled, so a label that is larger than its paper would lose its edge, and with it a code. */
export function refuseTooSmall({ kind, paper }: { kind: PrintKind; paper: LabelSize }, say: Say): void {
  const size = PRINT_SIZES[kind]
  if (fitsOn(size, paper)) return
  if (kind === 'paper') {
    const values = { page: measures(size), paper: measures(paper) }
    throw new Problem('printer', say('Pages of {{page}} mm do not fit on paper of {{paper}} mm.', values))
  }
  const values = { label: measures(size), paper: measures(paper) }
  throw new Problem('printer', say('The label of {{label}} mm does not fit on paper of {{paper}} mm.', values))
}

/** Pages of A4 are written for nothing but pages: what a label printer got would come out as text without an end. */
export function refuseZpl(
  { kind, printer, speaks }: Pick<LedgerJob, 'kind' | 'printer'> & Pick<PrinterWay, 'speaks'>,
  say: Say,
): void {
  if (speaks === 'pages' || mayBeZpl(kind)) return
  throw new Problem('printer', say('{{printer}} prints labels only. Choose a printer with A4 paper.', { printer }))
}

function measures({ widthMm, heightMm }: LabelSize): string {
  return `${widthMm} × ${heightMm}`
}

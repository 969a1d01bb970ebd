import type { LabelSize } from '../../shared/areas/labels/rules.ts'
import { code128, qr } from './codes.ts'
import type { Box, LabelDrawing, Mark } from './label-model.ts'
import { fitText, rulerMm, rulers } from './text-fit.ts'
import type { Face, Typeface } from './typeface.ts'

export interface TestPage extends LabelSize {
  /** As its user calls it. */
  readonly printer: string
}

/** Both sample codes hold this. */
const SAMPLE = 'SELVEDGE'
/** Where the border stands inside the paper's edge. */
const EDGE = 1
/** Printers for sheets leave some millimetres white: rulers that begin in there would be cut off. */
const SHEET_EDGE = 10
/** The short side of what is fed in sheets; labels are narrower. */
const LEAST_SHEET_MM = 200
const BORDER = 0.3
/** From the border: beside the rulers and their numbers. */
const CONTENT_AT = { x: 7, y: 5.2 } as const
const CONTENT_END = 0.8
const LINE_MM = 3.7
const SMALLEST_TEXT = 1.7
const LEAST_WORDS_MM = 10
const BARS_MM = 16
const BARS_SHARE = 0.42
const LEAST_BARS_MM = 8
const BARS_TEXT_MM = 3.4
/** Bars begin on a whole dot, which may lie a little lower. */
const BARS_GAP_MM = 0.2
const QR_MM = 26
const GAP_MM = 1
const BAR_DOTS = 3
const QR_DOTS = 7

/**
 * A label or sheet that shows whether a printer keeps to true size: a border inside the paper's edge, rulers, and a sample of each
 * code. What does not fit on a small paper is left out.
 */
export function testPageLayout(typeface: Typeface): (page: TestPage) => LabelDrawing {
  return (page) => {
    const { widthMm, heightMm } = page
    const edge = edgeOf(page)
    const border: Mark = {
      kind: 'rect',
      box: { x: edge, y: edge, width: widthMm - 2 * edge, height: heightMm - 2 * edge },
      ink: 'black',
      thickness: BORDER,
    }
    const marks = [border, ...rulers(page, edge, typeface.medium), ...content(page, typeface)]
    return { widthMm, heightMm, furniture: NOTHING, marks }
  }
}

const NOTHING: readonly Mark[] = []

function edgeOf({ widthMm, heightMm }: LabelSize): number {
  return Math.min(widthMm, heightMm) < LEAST_SHEET_MM ? EDGE : SHEET_EDGE
}

function content(page: TestPage, typeface: Typeface): Mark[] {
  const edge = edgeOf(page)
  const room = {
    x: edge + CONTENT_AT.x,
    y: edge + CONTENT_AT.y,
    width: page.widthMm - 2 * edge - CONTENT_AT.x - CONTENT_END,
    height: page.heightMm - 2 * edge - CONTENT_AT.y - CONTENT_END,
  }
  if (room.width < LEAST_WORDS_MM || room.height < LINE_MM) return []
  const foot = sampleBars(room, typeface.bold)
  const top = { ...room, height: foot ? foot.y - room.y - GAP_MM : room.height }
  const square = sampleQr(top)
  const beside = { ...top, width: square ? square.room.x - GAP_MM - top.x : top.width }
  return [...words(page, beside, typeface), ...(square ? [square] : []), ...(foot?.marks ?? [])]
}

/** At the foot, where its share of the room is high enough. */
function sampleBars(room: Box, face: Face): { y: number; marks: Mark[] } | null {
  const height = Math.min(BARS_MM, room.height * BARS_SHARE)
  if (height < LEAST_BARS_MM) return null
  const y = room.y + room.height - height
  const bars = code128(SAMPLE, false, {
    box: { ...room, y, height: height - BARS_TEXT_MM - BARS_GAP_MM },
    mostDots: BAR_DOTS,
  })
  if (!bars) return null
  const below = { ...room, y: y + height - BARS_TEXT_MM, height: BARS_TEXT_MM }
  return { y, marks: [bars, fitText(SAMPLE, below, { face, size: 3, align: 'center', vertical: 'bottom' })] }
}

/** At the right, where it leaves room for words. */
function sampleQr(room: Box) {
  const side = Math.min(QR_MM, room.height, room.width - LEAST_WORDS_MM)
  return qr(SAMPLE, { box: { x: room.x + room.width - side, y: room.y, width: side, height: side }, mostDots: QR_DOTS })
}

interface Words {
  readonly text: string
  readonly face: Face
  readonly size: number
  /** 1 is left out last. */
  readonly rank: number
}

function words(page: TestPage, room: Box, { medium, bold }: Typeface): Mark[] {
  const { widthMm, heightMm, printer } = page
  const edge = edgeOf(page)
  const length = Math.min(100, Math.max(rulerMm(widthMm, edge), rulerMm(heightMm, edge)))
  const all: Words[] = [
    { text: 'Test page 测试页', face: bold, size: 3.4, rank: 5 },
    { text: printer, face: bold, size: 3, rank: 4 },
    { text: `${shown(widthMm)} × ${shown(heightMm)} mm`, face: medium, size: 3, rank: 1 },
    { text: `${length} mm must measure ${length} mm`, face: medium, size: 3, rank: 2 },
    { text: `标尺上的 ${length} mm 实测应为 ${length} mm`, face: medium, size: 3, rank: 3 },
  ]
  const lines = Math.floor(room.height / LINE_MM)
  return all
    .filter(
      ({ text, face, rank }) => rank <= lines && (text === printer || face.width(text) * SMALLEST_TEXT <= room.width),
    )
    .map(({ text, face, size }, index) =>
      fitText(text, { ...room, y: room.y + index * LINE_MM, height: LINE_MM }, { face, size, smallest: SMALLEST_TEXT }),
    )
}

/** Hundredths of a millimetre at most. */
function shown(mm: number): string {
  return String(Math.round(mm * 100) / 100)
}

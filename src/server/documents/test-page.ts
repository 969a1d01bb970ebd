import type { LabelSize } from '../../shared/domain/labels.ts'
import { code128, qr } from './codes.ts'
import type { Box, LabelDrawing, Mark } from './label-model.ts'
import { rulerMm, rulers } from './rulers.ts'
import { fitText } from './text-fit.ts'
import type { Face, Typeface } from './typeface.ts'

export interface TestPage extends LabelSize {
  /** As its user calls it. */
  readonly printer: string
}

/** Both sample codes hold this. */
const SAMPLE = 'SELVEDGE'
const EDGE = 1
const BORDER = 0.3
/** Beside the rulers and their numbers. */
const CONTENT_AT = { x: 8, y: 6.2 } as const
const CONTENT_END = 1.8
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
 * A label that shows whether a printer keeps to true size: a border 1 mm inside the paper's edge, rulers, and a sample of each
 * code. What does not fit on a small paper is left out.
 */
export function testPageLayout(typeface: Typeface): (page: TestPage) => LabelDrawing {
  return (page) => {
    const { widthMm, heightMm } = page
    const border: Mark = {
      kind: 'rect',
      box: { x: EDGE, y: EDGE, width: widthMm - 2 * EDGE, height: heightMm - 2 * EDGE },
      ink: 'black',
      thickness: BORDER,
    }
    const marks = [border, ...rulers(page, EDGE, typeface.medium), ...content(page, typeface)]
    return { widthMm, heightMm, furniture: NOTHING, marks }
  }
}

const NOTHING: readonly Mark[] = []

function content(page: TestPage, typeface: Typeface): Mark[] {
  const room = {
    ...CONTENT_AT,
    width: page.widthMm - CONTENT_AT.x - CONTENT_END,
    height: page.heightMm - CONTENT_AT.y - CONTENT_END,
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

function words({ widthMm, heightMm, printer }: TestPage, room: Box, { medium, bold }: Typeface): Mark[] {
  const length = Math.min(100, Math.max(rulerMm(widthMm, EDGE), rulerMm(heightMm, EDGE)))
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

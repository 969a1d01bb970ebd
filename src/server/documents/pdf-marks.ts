import {
  type Code128Mark,
  type LineMark,
  type Mark,
  POINTS_PER_MM,
  type QrMark,
  type RectMark,
  type TextMark,
  type Weight,
} from './label-model.ts'

/** The hex string operand of a text in a font of the document. */
export type EncodeText = (text: string, weight: Weight) => string

/** From pdfkit's page space (points, y downwards) to millimetres; both inks are set once, then only where they change. */
export const OPEN_LABEL = `${POINTS_PER_MM.toFixed(6)} 0 0 ${POINTS_PER_MM.toFixed(6)} 0 0 cm 0 g 0 G\n`

/** The PDF operators that draw a mark in a space of millimetres from the top left corner. Leaves the ink black. */
export function drawMark(mark: Mark, encode: EncodeText): string {
  switch (mark.kind) {
    case 'text':
      return drawText(mark, encode)
    case 'line':
      return drawLine(mark)
    case 'rect':
      return drawRect(mark)
    case 'code128':
      return drawCode128(mark)
    case 'qr':
      return drawQr(mark)
  }
}

/** Micrometres are enough, and short numbers keep pages small. */
function n(mm: number): string {
  return String(Math.round(mm * 1000) / 1000)
}

function drawText(mark: TextMark, encode: EncodeText): string {
  if (mark.lines.length === 0) return ''
  const font = mark.weight === 'bold' ? '/B' : '/M'
  // Text space has y upwards: 1 0 0 -1 turns the glyphs back.
  const lines = mark.lines.map((line) => `1 0 0 -1 ${n(line.x)} ${n(line.y)} Tm <${encode(line.text, mark.weight)}> Tj`)
  const body = `BT ${font} ${n(mark.size)} Tf ${lines.join(' ')} ET\n`
  return mark.ink === 'white' ? `1 g ${body}0 g\n` : body
}

function drawLine(mark: LineMark): string {
  return `${n(mark.thickness)} w ${n(mark.x1)} ${n(mark.y1)} m ${n(mark.x2)} ${n(mark.y2)} l S\n`
}

function drawRect({ box, ink, thickness }: RectMark): string {
  if (thickness === undefined) {
    const body = `${n(box.x)} ${n(box.y)} ${n(box.width)} ${n(box.height)} re f\n`
    return ink === 'white' ? `1 g ${body}0 g\n` : body
  }
  const half = thickness / 2
  return `${n(thickness)} w ${n(box.x + half)} ${n(box.y + half)} ${n(box.width - thickness)} ${n(box.height - thickness)} re S\n`
}

/** Codes are drawn in a space whose unit is a module, so their edges are whole numbers: no rounding, few bytes. */
function drawCode128({ box, runs, dots }: Code128Mark): string {
  let at = 0
  let bars = ''
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i] ?? 0
    if (i % 2 === 0) bars += `${at} 0 ${run} 1 re `
    at += run
  }
  return `q ${dots / 8} 0 0 ${n(box.height)} ${n(box.x)} ${n(box.y)} cm ${bars}f Q\n`
}

function drawQr({ box, side, modules, dots }: QrMark): string {
  let path = ''
  for (let row = 0; row < side; row++) {
    let start = -1
    for (let column = 0; column <= side; column++) {
      const dark = column < side && modules[row * side + column] === 1
      if (dark && start < 0) start = column
      if (!dark && start >= 0) {
        path += `${start} ${row} ${column - start} 1 re `
        start = -1
      }
    }
  }
  return `q ${dots / 8} 0 0 ${dots / 8} ${n(box.x)} ${n(box.y)} cm ${path}f Q\n`
}

import {
  mostPoints,
  mostStrokes,
  type SignatureStrokes,
  signatureField,
} from '../../../../shared/areas/inspection/signature.ts'

/** Nearer points say nothing more about a hand. */
const STEP = 5

/** The last stroke goes on to this place of the field, as far as a signature has room for it: whole units, within the field. */
export function penTo(strokes: SignatureStrokes, to: { x: number; y: number }): SignatureStrokes {
  const stroke = strokes.at(-1)
  if (stroke === undefined || strokes.length > mostStrokes) return strokes.slice(0, mostStrokes)
  const points = strokes.reduce((sum, one) => sum + one.length / 2, 0)
  if (points >= mostPoints || stroke.length >= 1_200) return strokes
  const [x, y] = [within(to.x, signatureField.width), within(to.y, signatureField.height)]
  const [lastX, lastY] = [stroke.at(-2), stroke.at(-1)]
  if (lastX !== undefined && lastY !== undefined && Math.hypot(x - lastX, y - lastY) < STEP) return strokes
  return [...strokes.slice(0, -1), [...stroke, x, y]]
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, Math.round(value)))
}

/** A stroke as an SVG path. */
export function pathOf(stroke: readonly number[]): string {
  const points = Array.from({ length: stroke.length / 2 }, (_, at) => `${stroke[at * 2]} ${stroke[at * 2 + 1]}`)
  return points.length === 0 ? '' : `M ${points.join(' L ')}`
}

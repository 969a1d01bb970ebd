import type { LabelSize } from '../../shared/domain/labels.ts'
import type { LineMark, Mark } from './label-model.ts'
import { fitText } from './text-fit.ts'
import type { Face } from './typeface.ts'

const TICK = 0.15
/** How far a tick reaches in, by what it counts. */
const TICKS_MM = { one: 1, five: 1.7, ten: 2.5 } as const
const NUMBER_MM = 2
const NUMBER_WIDTH_MM = 5
/** Under this there is no room for two rulers. */
const SMALLEST_SIDE_MM = 12

/** Whole tens of millimetres that a ruler between the edges of a side shows. */
export function rulerMm(sideMm: number, edge: number): number {
  return Math.floor((sideMm - 2 * edge) / 10) * 10
}

/** A ruler along the top and one along the left, both from the border's outer corner, a tick a millimetre. */
export function rulers({ widthMm, heightMm }: LabelSize, edge: number, face: Face): Mark[] {
  if (Math.min(widthMm, heightMm) < SMALLEST_SIDE_MM) return []
  return [...across(widthMm, edge, face), ...down(heightMm, edge, face)]
}

function across(sideMm: number, edge: number, face: Face): Mark[] {
  const last = sideMm - edge - NUMBER_WIDTH_MM / 2
  return along(sideMm, edge).flatMap(({ mm, at, long }) => {
    const tick = line(at, edge, at, edge + long)
    if (mm % 10 !== 0 || at > last) return [tick]
    const place = {
      x: at - NUMBER_WIDTH_MM / 2,
      y: edge + TICKS_MM.ten,
      width: NUMBER_WIDTH_MM,
      height: NUMBER_MM * 1.14,
    }
    return [tick, fitText(String(mm), place, { face, size: NUMBER_MM, align: 'center' })]
  })
}

function down(sideMm: number, edge: number, face: Face): Mark[] {
  const last = sideMm - edge - NUMBER_MM
  return along(sideMm, edge).flatMap(({ mm, at, long }) => {
    const tick = line(edge, at, edge + long, at)
    if (mm % 10 !== 0 || at > last) return [tick]
    const height = NUMBER_MM * 1.14
    const place = { x: edge + TICKS_MM.ten + 0.3, y: at - height / 2, width: 3.5, height }
    return [tick, fitText(String(mm), place, { face, size: NUMBER_MM, smallest: 1.2, vertical: 'middle' })]
  })
}

function along(sideMm: number, edge: number): { mm: number; at: number; long: number }[] {
  // The border itself is the tick at nought, and the one at the far end.
  const count = Math.ceil(sideMm - 2 * edge - 1e-9) - 1
  return Array.from({ length: count }, (_, index) => {
    const mm = index + 1
    const long = mm % 10 === 0 ? TICKS_MM.ten : mm % 5 === 0 ? TICKS_MM.five : TICKS_MM.one
    return { mm, at: edge + mm, long }
  })
}

function line(x1: number, y1: number, x2: number, y2: number): LineMark {
  return { kind: 'line', x1, y1, x2, y2, thickness: TICK }
}

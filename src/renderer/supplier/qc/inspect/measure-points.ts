import { isOutOfTolerance } from '../../../../shared/areas/inspection/verdict.ts'
import { centimetres } from '../../../../shared/kernel/centimetres.ts'
import type { BoxDetails, QcLine } from '../box/box-data.ts'

type StyleMeasure = BoxDetails['measures'][number]

/** A point of measure that the style's own table does not have. */
export interface OwnPoint {
  readonly style_id: string
  readonly size: string
  readonly point: string
  readonly spec_mm: number
  readonly tolerance_mm: number
}

export interface MeasurePoint {
  point: string
  point_zh: string
  spec_mm: number
  tolerance_mm: number
  /** Added by the inspector. */
  isOwn: boolean
}

/** The points that a SKU is measured at: its style's own table for its size, then what the inspector added. */
export function pointsOf(
  { style_id, size }: Pick<QcLine, 'style_id' | 'size'>,
  measures: readonly StyleMeasure[],
  own: readonly OwnPoint[],
): MeasurePoint[] {
  const isHere = (one: { style_id: string; size: string }) => one.style_id === style_id && one.size === size
  const known = measures.filter(isHere).map((measure) => ({ ...measure, isOwn: false }))
  const added = own
    .filter((point) => isHere(point) && !known.some((one) => one.point === point.point))
    .map((point) => ({ ...point, point_zh: '', isOwn: true }))
  return [...known, ...added]
}

/** "+0.8" or "−1.2": how far off, in centimetres. */
export function deviation(point: Pick<MeasurePoint, 'spec_mm'>, actual: number): string {
  const off = actual - point.spec_mm
  if (off === 0) return '0'
  return `${off > 0 ? '+' : '−'}${centimetres(Math.abs(off))}`
}

export function isOut(point: Pick<MeasurePoint, 'spec_mm' | 'tolerance_mm'>, actual_mm: number): boolean {
  return isOutOfTolerance({ ...point, actual_mm })
}

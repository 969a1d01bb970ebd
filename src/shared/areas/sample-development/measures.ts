import { key } from '../../kernel/words.ts'
import { type Place, placeKey } from '../samples/rounds.ts'

export const measureWords = {
  saved: key('Measures saved.'),
  positions: key('Points of measure saved.'),
  samePositions: key('The points of measure are as they were.'),
  details: key('Sample saved.'),
  noRows: key('Please fill in what was measured.'),
  noPositions: key('Please fill in the points of measure.'),
  noSample: key('There is no such sample.'),
  otherSample: key('This file was sent for another sample.'),
  otherStyle: key('This sample is of another style.'),
  unknownPoint: key('The style’s spec has no such point of measure.'),
  onePoint: key('One of {{points}}.'),
  unknownSize: key('The style has no such size.'),
  oneSize: key('One of {{sizes}}.'),
  twice: key('This point of this size stands twice for this sample.'),
  pointTwice: key('This point of measure stands twice.'),
  notReceived: key('This sample has not been received, or is judged already.'),
  noSpec: key('The style has no points of measure yet.'),
} as const

/** Why a measure looks mistyped beside what the point should be. */
export const oddWords = {
  inches: key('This looks like inches: it is taken as centimetres.'),
  centimetres: key('This looks like centimetres: it was taken as inches.'),
  far: key('This is far from what the point should be.'),
} as const
export type Odd = keyof typeof oddWords

const INCH = 2.54
/** Of what a point should be: a measure nearer than this is never marked. */
const FAR = 0.25
/** So near is what was meant, once its unit is put right. */
const NEAR = 0.1
/** Beyond this it is marked whatever it was meant to be. */
const WILD = 0.5

/** Tells a measure in the wrong unit, or nowhere near, by what it should be; null: nothing is odd. */
export function oddMeasure(measured_mm: number, expected_mm: number | null): Odd | null {
  if (expected_mm === null || expected_mm <= 0) return null
  const off = (mm: number) => Math.abs(mm - expected_mm) / expected_mm
  if (off(measured_mm) <= FAR) return null
  if (off(measured_mm * INCH) <= NEAR) return 'inches'
  if (off(measured_mm / INCH) <= NEAR) return 'centimetres'
  return off(measured_mm) > WILD ? 'far' : null
}

export interface Typed extends Place {
  measured_mm: number | null
  /** Measured again: it is so, however odd it looks. */
  is_sure: boolean
}

interface AskedOf {
  points: readonly (Place & { spec_mm: number })[]
  /** Of the style, from small to large. */
  sizes: readonly string[]
}

export interface MeasureFault {
  /** Place among the measures. */
  at: number
  field: 'point' | 'size' | 'measured'
  message: string
  expected?: string
  values?: Record<string, string>
}

/** The middle of them; null of none. */
function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

/** What a point in a size should be: its spec; without one, what the other sizes of the sample were measured at. */
export function expectedOf(
  place: Place,
  asked: AskedOf,
  measured: readonly (Place & { measured_mm: number | null })[],
) {
  const spec = asked.points.find((one) => placeKey(one) === placeKey(place))?.spec_mm
  if (spec !== undefined) return spec
  const others = measured.filter(({ point, size }) => point === place.point && size !== place.size)
  return median(others.flatMap(({ measured_mm }) => measured_mm ?? []))
}

/** The one rule for measures that are typed and those of a sheet: known points and sizes, each once, and nothing odd unless somebody is sure. */
export function measureFaults(
  measures: readonly Typed[],
  asked: AskedOf,
  /** What was measured of the sample before. */
  standing: readonly (Place & { measured_mm: number })[] = [],
): MeasureFault[] {
  const points = [...new Set(asked.points.map(({ point }) => point))]
  const times = Map.groupBy(measures, placeKey)
  return measures.flatMap((one, at): MeasureFault[] => {
    // Which of them is meant, nobody knows: both are marked.
    const isTwice = (times.get(placeKey(one))?.length ?? 0) > 1
    if (points.length === 0) return [{ at, field: 'point', message: measureWords.noSpec }]
    if (!points.includes(one.point))
      return [
        {
          ...{ at, field: 'point' as const, message: measureWords.unknownPoint },
          ...{ expected: measureWords.onePoint, values: { points: points.join(', ') } },
        },
      ]
    if (!asked.sizes.includes(one.size))
      return [
        {
          ...{ at, field: 'size' as const, message: measureWords.unknownSize },
          ...{ expected: measureWords.oneSize, values: { sizes: asked.sizes.join(', ') } },
        },
      ]
    if (isTwice) return [{ at, field: 'point', message: measureWords.twice }]
    const odd =
      one.measured_mm === null || one.is_sure
        ? null
        : oddMeasure(one.measured_mm, expectedOf(one, asked, [...measures, ...standing]))
    return odd === null ? [] : [{ at, field: 'measured', message: oddWords[odd] }]
  })
}

/** How far out of tolerance, for its colour: within, beyond, or more than twice the tolerance off; null: nobody knows. */
export function degreeOf(beyond_mm: number | null, tolerance_mm: number | null): 0 | 1 | 2 | null {
  if (beyond_mm === null) return null
  return beyond_mm === 0 ? 0 : beyond_mm > (tolerance_mm ?? 0) ? 2 : 1
}

/** A point's measures in all sizes by its grading from the base size; sizes that the grading does not lead to are left out. */
export function gradedFrom(
  base: { size: string; spec_mm: number },
  jumps: readonly { from_size: string; to_size: string; increment_mm: number }[],
): Map<string, number> {
  const graded = new Map([[base.size, base.spec_mm]])
  // Each turn goes at least one size further, up or down.
  for (let before = 0; before < graded.size; ) {
    before = graded.size
    for (const { from_size, to_size, increment_mm } of jumps) {
      const [from, to] = [graded.get(from_size), graded.get(to_size)]
      if (from !== undefined && to === undefined) graded.set(to_size, from + increment_mm)
      if (to !== undefined && from === undefined) graded.set(from_size, to - increment_mm)
    }
  }
  return graded
}

export interface Position {
  point: string
  is_critical: boolean
}

/** Points as they are measured: critical ones first, then as they were put; those that nobody placed follow as the spec has them. */
export function inMeasuringOrder<P extends { point: string }>(points: readonly P[], placed: readonly Position[]): P[] {
  const place = new Map(placed.map(({ point, is_critical }, at) => [point, at - (is_critical ? placed.length : 0)]))
  const of = ({ point }: P) => place.get(point) ?? placed.length
  return points.toSorted((a, b) => of(a) - of(b))
}

export type PositionFault = Omit<MeasureFault, 'field'>

/** What is wrong with points as they are put: unknown, or twice. */
export function positionFaults(placed: readonly Position[], points: readonly string[]): PositionFault[] {
  const unknown = { expected: measureWords.onePoint, values: { points: points.join(', ') } }
  return placed.flatMap(({ point }, at): PositionFault[] => {
    if (points.length === 0) return [{ at, message: measureWords.noSpec }]
    if (!points.includes(point)) return [{ at, message: measureWords.unknownPoint, ...unknown }]
    return placed.findIndex((one) => one.point === point) < at ? [{ at, message: measureWords.pointTwice }] : []
  })
}

/** Inches as people type them, "18 1/4" too, in millimetres. Null for nothing; undefined for what is no length. */
export function readInches(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').replaceAll('\u2044', '/').trim().replace(',', '.')
  if (plain === '') return null
  const found = /^(?:(\d{1,3}(?:\.\d{0,3})?)(?:\s+(\d{1,2})\/(2|4|8|16|32))?|(\d{1,2})\/(2|4|8|16|32))$/.exec(plain)
  if (!found) return undefined
  const [, whole = '0', over = '0', under = '1', alone = '0', part = '1'] = found
  const typed = Number(whole) + Number(over) / Number(under) + Number(alone) / Number(part)
  const mm = Math.round(typed * INCH * 10)
  return mm >= 1 && mm <= 10_000 ? mm : undefined
}

/** "18.13": to a hundredth, since a millimetre is 0.04 inches. */
export const inches = (mm: number): string => (mm / 10 / INCH).toFixed(2)

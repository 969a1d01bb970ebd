import { key } from '../../kernel/words.ts'

/** The four-point system (ASTM D5430): defects of a roll are given points, and the points are scaled to 100 square yards of cloth. */

const INCH_CM = 2.54
const YARD_CM = 91.44

/** A roll is accepted up to this score where the settings say nothing else. */
export const defaultScoreLimit = 40

/** No linear yard counts for more, however many defects lie in it. */
export const mostPointsInYard = 4

export const rollDefectKinds = ['flaw', 'hole'] as const
export type RollDefectKind = (typeof rollDefectKinds)[number]

export const rollDefectWords = {
  flaw: key('Flaw'),
  hole: key('Hole'),
} as const satisfies Record<RollDefectKind, string>

export interface RollDefect {
  kind: RollDefectKind
  /** Its longest side. */
  length_cm: number
  /** From the roll's outer end. */
  at_cm: number
}

/** Points of one defect: 1 up to 3 inches, 2 up to 6, 3 up to 9, 4 beyond; a hole 2 up to an inch, 4 beyond. */
export function defectPoints({ kind, length_cm }: Pick<RollDefect, 'kind' | 'length_cm'>): number {
  const inches = length_cm / INCH_CM
  if (kind === 'hole') return inches <= 1 ? 2 : 4
  return inches <= 3 ? 1 : inches <= 6 ? 2 : inches <= 9 ? 3 : 4
}

/** Points of a roll: those of its defects, each yard's cut at four. */
export function rollPoints(defects: readonly RollDefect[]): number {
  const yards = Map.groupBy(defects, ({ at_cm }) => Math.floor(at_cm / YARD_CM))
  return [...yards.values()].reduce((sum, inYard) => {
    const points = inYard.reduce((all, defect) => all + defectPoints(defect), 0)
    return sum + Math.min(points, mostPointsInYard)
  }, 0)
}

/** Points in 100 square yards, to two digits: 3600 × points / (width in inches × length in yards). Width and length are above 0. */
export function rollScore(points: number, { width_cm, length_cm }: { width_cm: number; length_cm: number }): number {
  const score = (3_600 * points) / ((width_cm / INCH_CM) * (length_cm / YARD_CM))
  return Math.round(score * 100) / 100
}

export type RollVerdict = 'accept' | 'reject'

export function computedRollVerdict(score: number, limit = defaultScoreLimit): RollVerdict {
  return score <= limit ? 'accept' : 'reject'
}

interface SampledRoll {
  code: string
  colour: string
  lot: string
}

/** The share of a delivery's rolls that is inspected, in each colour and lot. */
const sampledShare = 0.1

/**
 * Proposes the rolls to inspect: a tenth of each colour and lot, rounded up, spread evenly over its rolls by code. Gives their codes,
 * the same ones whatever order the rolls come in.
 */
export function proposedSample(rolls: readonly SampledRoll[]): string[] {
  const groups = Map.groupBy(rolls, ({ colour, lot }) => JSON.stringify([colour, lot]))
  return [...groups.values()]
    .flatMap((group) => {
      const codes = group.map(({ code }) => code).toSorted(byCode)
      const size = Math.ceil(codes.length * sampledShare)
      return Array.from({ length: size }, (_, at) => codes[Math.floor((at * codes.length) / size)] ?? '')
    })
    .toSorted(byCode)
}

const byCode = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

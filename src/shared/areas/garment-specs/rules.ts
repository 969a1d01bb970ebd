import { usualRank } from '../../kernel/sizes.ts'
import { key } from '../../kernel/words.ts'

export const garmentWords = {
  specTaken: key('Points of measure taken.'),
  specUnchanged: key('The points of measure are as they were.'),
  gradingTaken: key('Grading taken.'),
  gradingUnchanged: key('The grading is as it was.'),
  notFound: key('Catalogue style {{code}} was not found.'),
  looked: key('Nothing is taken yet: this is what the sheet would do.'),
  waits: key('Changes of live styles wait for the company’s consent.'),
  otherSums: key(
    'It has changed since you looked: it would now add {{adds}}, change {{changes}} and remove {{removes}}. Please look again.',
  ),
  removesWhole: key(
    'A sheet with faults removes nothing: correct it first, or take its good rows and let the rest stay.',
  ),
  removesSeen: key('What would be removed is looked at first.'),
  noVersion: key('{{code}} has no version {{number}}.'),
  asItStands: key('This version is what stands already.'),
  putBack: key('The version was put back.'),
  noProposal: key('No such change of {{code}} waits any more.'),
  needsRemark: key('Please say why it is refused.'),
  unsound: key(
    'With what was changed since, sizes would lack their neighbours or jumps go the wrong way: refuse it, and ask for a new sheet.',
  ),
  agreed: key('Change agreed: QC measures by it from now on.'),
  refused: key('Change refused. Its vendor is told why.'),
} as const

export const garmentFaults = {
  unknownStyle: key('Nobody knows this style.'),
  noStyle: key('Please name the style.'),
  unknownSize: key('The style’s size set has no such size.'),
  sizes: key('One of {{sizes}}.'),
  zero: key('A measure is more than nothing.'),
  tolerance: key('A tolerance is smaller than the measure itself.'),
  twice: key('Another of the vendor’s sizes is this size already.'),
  otherSize: key('This size of the vendor is another size of ours in an earlier row.'),
  otherSizeStands: key('The grading as it stands has this size of the vendor as another size of ours.'),
  noSize: key('An increment needs its point of measure, and a point its increment.'),
  backwards: key('This jump goes in the wrong direction: a larger size is never smaller.'),
  beside: key('Size {{size}} measures {{measure}} cm.'),
  fromSmallest: key('The smallest size grows from nothing: leave its increment empty or 0.'),
  gap: key('This size lacks its neighbour.'),
  gapIs: key('{{size}} beside it.'),
  notAsMeasured: key('The points of measure say otherwise.'),
  measuredIs: key('{{increment}} cm.'),
} as const

/** A size and its measure of one point, in millimetres. */
export interface SizedMeasure {
  size: string
  spec_mm: number
}

/** How a point goes on from one size to the next: the increment, and whether it goes the wrong way. */
export interface Jump {
  from: string
  to: string
  increment_mm: number
  isBackwards: boolean
}

/** The jumps of a point along the sizes that have it, from small to large. */
export function jumpsOf(measures: readonly SizedMeasure[]): Jump[] {
  return measures.slice(1).map(({ size, spec_mm }, at) => {
    const before = measures[at]
    const increment_mm = spec_mm - (before?.spec_mm ?? spec_mm)
    return { from: before?.size ?? '', to: size, increment_mm, isBackwards: increment_mm < 0 }
  })
}

/** A row of a grading as it is judged: which of our sizes, and by how much a point grows to it; null where it says nothing of a point. */
export interface GradedSize {
  our_size: string
  increment_mm: number | null
}

export type GradingFault =
  | { at: number; fault: 'backwards' | 'fromSmallest' }
  | { at: number; fault: 'gap'; size: string }
  | { at: number; fault: 'notAsMeasured'; increment_mm: number }

/**
 * What is wrong with the jumps of one point. `sizes` are ours from small to large. A size needs its neighbours: between the smallest and
 * the largest that are named none may be missing. Where the points of measure are known (`specs`), their differences must be the same;
 * theirs that go the wrong way are their own fault. Jumps that are `standing` so already, by the size they lead to, are none of these rows'.
 */
export function gradingFaults(
  graded: readonly GradedSize[],
  sizes: readonly string[],
  {
    specs = new Map(),
    standing = new Map(),
  }: { specs?: ReadonlyMap<string, number> | undefined; standing?: ReadonlyMap<string, number> } = {},
): GradingFault[] {
  const placed = graded
    .map((row, at) => ({ ...row, at, place: sizes.indexOf(row.our_size) }))
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.place - b.place)
  return placed.flatMap(({ at, place, our_size, increment_mm }, index): GradingFault[] => {
    const before = placed[index - 1]
    const jump = increment_mm ?? 0
    if (!before) return jump === 0 ? [] : [{ at, fault: jump < 0 ? 'backwards' : 'fromSmallest' }]
    if (before.place !== place - 1) return [{ at, fault: 'gap', size: sizes[place - 1] ?? '' }]
    if (jump < 0) return standing.get(our_size) === jump ? [] : [{ at, fault: 'backwards' }]
    const [from, to] = [specs.get(before.our_size), specs.get(our_size)]
    if (from === undefined || to === undefined || to < from || to - from === jump) return []
    return [{ at, fault: 'notAsMeasured', increment_mm: to - from }]
  })
}

/** Sizes from small to large, of a style that has no size set. */
export function inSizeOrder(sizes: readonly string[]): string[] {
  return [...new Set(sizes)].toSorted((a, b) => usualRank(a) - usualRank(b))
}

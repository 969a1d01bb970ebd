import { type PlanNumbers, type Severity, severities } from './sampling.ts'

/** Units looked at, and those with a defect by their worst. */
export type Tally = Record<Severity, number> & { sampled: number }

export const noTally: Readonly<Tally> = { sampled: 0, critical: 0, major: 0, minor: 0 }

export type Computed = 'accept' | 'reject' | 'open'

/** Rejects as soon as a limit is reached; accepts when the sample of every severity is complete. */
export function computedVerdict({ limits }: Pick<PlanNumbers, 'limits'>, tally: Tally): Computed {
  if (severities.some((severity) => tally[severity] >= limits[severity].reject)) return 'reject'
  return severities.every((severity) => tally.sampled >= limits[severity].sample_size) ? 'accept' : 'open'
}

/** Units that the sample of a lot still lacks. */
export function lackingIn({ limits }: Pick<PlanNumbers, 'limits'>, { sampled }: Pick<Tally, 'sampled'>): number {
  return Math.max(0, ...severities.map((severity) => limits[severity].sample_size - sampled))
}

export function addTallies(tallies: Iterable<Tally>): Tally {
  const sum = { ...noTally }
  for (const tally of tallies) for (const key of ['sampled', ...severities] as const) sum[key] += tally[key]
  return sum
}

/** A kind of defect on so many units of a SKU; `is_further` when a worse one on the same units is in the list as well. */
export interface FoundDefect {
  severity: Severity
  units: number
  is_further: boolean
}

/**
 * The tally of one SKU: each unit counts once, by its worst defect. Every unit with a defect was looked at, inside the sample or
 * outside it, so that `sampled` is never less than these: a defect is not left out because nobody said so.
 */
export function tallyOf(sampled: number, defects: readonly FoundDefect[]): Tally {
  const found = (severity: Severity) =>
    defects
      .filter((defect) => !defect.is_further && defect.severity === severity)
      .reduce((sum, { units }) => sum + units, 0)
  const units = { critical: found('critical'), major: found('major'), minor: found('minor') }
  return { sampled: Math.max(sampled, units.critical + units.major + units.minor), ...units }
}

/** What is done with pieces of one lot in one inspection. */
export interface Judged {
  passed: number
  failed: number
  /** Of this inspection alone. */
  tally: Tally
  /** Units that a defect names. */
  described: number
  /** Units that the sample of the lot lacks afterwards. */
  lacking: number
  /** Pieces that are then still to be judged and may add to it. */
  unseen: number
  /** Pieces that this inspection lets go unseen, at most. */
  slipped: number
}

/**
 * Whether what is done with a lot goes against its sample. A rejected lot passes only pieces that were looked at and found
 * good (it may be sorted); any other fails only pieces with a defect; and no piece of a lot goes unseen when those that stay
 * are too few to complete its sample.
 */
export function isContrary(computed: Computed, judged: Judged): boolean {
  const { passed, failed, tally, described } = judged
  const seenGood = Math.max(0, tally.sampled - tally.critical - tally.major - tally.minor)
  if (computed === 'reject') return passed > seenGood
  return failed > described || (computed === 'open' && toLookAt(judged) > 0)
}

/** So many more of the pieces that are judged must be looked at, or stay, for the sample of their lot to be completed. */
export function toLookAt({ lacking, unseen, slipped }: Pick<Judged, 'lacking' | 'unseen' | 'slipped'>): number {
  return Math.max(0, Math.min(slipped, lacking - unseen))
}

/** Several lots in one inspection: the worst. */
export function worstComputed(lots: readonly Computed[]): Computed | 'none' {
  if (lots.length === 0) return 'none'
  return (['reject', 'open', 'accept'] as const).find((each) => lots.includes(each)) ?? 'none'
}

export type Verdict = 'passed' | 'failed' | 'hold' | 'mixed'

/** The one word for what was done with the pieces: `mixed` for more than one thing. Null when nothing was. */
export function verdictOf(pieces: { passed: number; failed: number; on_hold: number }): Verdict | null {
  const kinds = (
    [
      ['passed', pieces.passed],
      ['failed', pieces.failed],
      ['hold', pieces.on_hold],
    ] as const
  ).filter(([, quantity]) => quantity > 0)
  return kinds.length > 1 ? 'mixed' : (kinds[0]?.[0] ?? null)
}

/** English, and the key of its translation. */
export const verdictLabels: Record<Verdict, string> = {
  passed: 'QC passed',
  failed: 'QC failed',
  hold: 'On hold',
  mixed: 'Mixed',
}

/** Millimetres, beyond the tolerance on either side. */
export function isOutOfTolerance(measured: { spec_mm: number; tolerance_mm: number; actual_mm: number }): boolean {
  return Math.abs(measured.actual_mm - measured.spec_mm) > measured.tolerance_mm
}

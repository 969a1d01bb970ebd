import { type Severity, severities } from '../../kernel/reasons.ts'
import type { PlanNumbers } from './sampling.ts'

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

/**
 * Pieces of one SKU on hold that were looked at before: what the tally of their lot counts of them already. Nobody says which of
 * the pieces that were looked at went on hold, so each number is the most that it can be: then no piece counts twice.
 */
export interface HeldLook extends Tally {
  /** At most so many of them have a defect that counts, whichever it is. */
  faulty: number
  /** So many failed before: their lot counted them when they did. */
  failed_before: number
}

export const noHeldLook: Readonly<HeldLook> = { ...noTally, faulty: 0, failed_before: 0 }

/** What one inspection says of the pieces of a SKU in one box. */
export interface Look {
  /** Pieces that waited, or that failed before: what becomes of them, and how many of them were looked at. */
  fresh: { passed: number; failed: number; on_hold: number; sampled: number }
  /** The same of pieces that were on hold. */
  held: { passed: number; failed: number; sampled: number }
  /** Pieces that were on hold and stay so. */
  staying: number
  defects: readonly FoundDefect[]
}

export interface CountedLook {
  /** Of this inspection alone, whoever looked before. */
  own: Tally
  /** What it adds to the tally of the lot; a milder severity may lose the pieces that now have a worse one. */
  added: Tally
  /** What is then known of the pieces on hold. */
  held: HeldLook
}

/**
 * Counts each piece of a lot once in its sample, and once by the worst defect that any look found on it. Pieces that were on
 * hold are taken to be those looked at before, and their defects those found before, as far as there were so many.
 */
export function countLook(before: HeldLook, look: Look): CountedLook {
  const { fresh, held, staying } = look
  const own = tallyOf(fresh.sampled + held.sampled, look.defects)
  const again = Math.min(held.sampled, before.sampled)
  const match = matchDefects(before, own, Math.max(held.failed, held.sampled))
  const put = putOnHold(look, match)
  const stayFaulty = Math.min(before.faulty - match.matched, staying)
  const faulty = stayFaulty + put.faulty
  const atMost = (severity: Severity) =>
    Math.min(faulty, Math.min(match.unseen[severity], stayFaulty) + Math.min(match.fresh[severity], put.faulty))
  return {
    own,
    added: { ...match.added, sampled: own.sampled - again },
    held: {
      sampled: Math.min(before.sampled - again, staying) + put.sampled,
      faulty,
      failed_before: Math.min(before.failed_before - match.ofFailed, staying),
      critical: atMost('critical'),
      major: atMost('major'),
      minor: atMost('minor'),
    },
  }
}

/** What looks at the SKUs of a lot add to its tally so far. A limit that was reached stays so: no second look takes a rejection away. */
export function addedTo(
  { limits }: Pick<PlanNumbers, 'limits'>,
  before: Tally,
  looks: readonly Pick<CountedLook, 'added'>[],
): Tally {
  const sum = addTallies(looks.map(({ added }) => added))
  for (const severity of severities)
    if (before[severity] >= limits[severity].reject) sum[severity] = Math.max(0, sum[severity])
  return sum
}

/** A lot before what is judged now; `unseen` of its pieces are still to be judged and its tally does not count them. */
export interface LotBefore {
  kind: 'inspection' | 'reinspection'
  lot_size: number
  tally: Pick<Tally, 'sampled'>
  unseen: number
}

/**
 * What an inspection leaves of the pieces that a sample can be completed with, and how many pieces it lets go unseen. Of pieces
 * that pass beside others which go on hold nobody knows who was looked at: those on hold are taken to be, unless every piece
 * that ever left the lot was looked at. Failed pieces that go on hold leave their lot for the one they failed with.
 */
export function unseenAfter(
  { kind, lot_size, tally, unseen }: LotBefore,
  looks: readonly ({ look: Look; before: HeldLook } & CountedLook)[],
): { unseen: number; slipped: number } {
  const sum = (of: (one: (typeof looks)[number]) => number) => looks.reduce((all, one) => all + of(one), 0)
  const judged = sum(({ look: { fresh, held } }) => fresh.passed + fresh.failed + held.passed + held.failed)
  const surely = Math.max(0, judged - sum(({ own }) => own.sampled))
  if (kind === 'reinspection')
    return { unseen: unseen - judged - sum(({ look }) => look.fresh.on_hold), slipped: surely }
  const keptSeen = sum(({ before, held }) => held.sampled - before.sampled)
  const atMost = judged + keptSeen - sum(({ added }) => added.sampled)
  return { unseen: unseen - judged - keptSeen, slipped: tally.sampled + unseen >= lot_size ? surely : atMost }
}

/** Failed pieces that are looked at again and put on hold: the lot that they failed with has counted them. */
export function heldAfterFailing(before: HeldLook, pieces: number): HeldLook {
  return { ...before, sampled: before.sampled + pieces, failed_before: before.failed_before + pieces }
}

interface Match {
  added: Tally
  /** Defective pieces that were counted before, and those of them that failed before. */
  matched: number
  ofFailed: number
  /** Found now and not before. */
  fresh: Record<Severity, number>
  /** Found before and not now. */
  unseen: Record<Severity, number>
}

/**
 * Which of the defects found now are those of before: first the same, then a milder one, then a worse one. So many pieces that
 * were on hold can have one of them.
 */
function matchDefects(before: HeldLook, own: Tally, most: number): Match {
  const added = { ...own }
  const fresh = { ...own }
  const unseen = { ...before }
  let room = Math.min(before.faulty, most)
  const match = (now: Severity, then: Severity, uncount: Severity) => {
    const pieces = Math.min(fresh[now], unseen[then], room)
    fresh[now] -= pieces
    unseen[then] -= pieces
    added[uncount] -= pieces
    room -= pieces
  }
  for (const severity of severities) match(severity, severity, severity)
  const pairs = severities.flatMap((worse, at) => severities.slice(at + 1).map((milder) => ({ worse, milder })))
  for (const { worse, milder } of pairs) match(milder, worse, milder)
  for (const { worse, milder } of pairs) match(worse, milder, milder)
  const matched = Math.min(before.faulty, most) - room
  // What a piece failed for is not known here, but no critical defect is ever lost.
  let ofFailed = 0
  for (const severity of ['major', 'minor'] as const) {
    const pieces = Math.min(fresh[severity], before.failed_before - ofFailed, most - matched - ofFailed)
    fresh[severity] -= pieces
    added[severity] -= pieces
    ofFailed += pieces
  }
  return { added, matched, ofFailed, fresh, unseen }
}

/**
 * Of the pieces that go on hold now: how many may have been looked at, and how many of these may have one of the defects. Where
 * every failed piece has a defect, the others have what is left.
 */
function putOnHold({ fresh, held, defects }: Look, match: Match): Pick<HeldLook, 'sampled' | 'faulty'> {
  const described = defects.reduce((sum, { units, is_further }) => sum + (is_further ? 0 : units), 0)
  const isEachNamed = fresh.failed + held.failed <= described
  const units = severities.reduce((sum, severity) => sum + match.fresh[severity], 0)
  const before = match.matched + match.ofFailed
  const failed = isEachNamed ? Math.min(units, fresh.failed + Math.max(0, held.failed - before)) : 0
  return {
    sampled: Math.min(fresh.on_hold, Math.max(0, fresh.sampled - Math.min(failed, fresh.failed))),
    faulty: Math.min(fresh.on_hold, units - failed),
  }
}

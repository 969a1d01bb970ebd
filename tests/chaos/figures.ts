import type { CallName } from './calls.ts'
import type { Totals } from './journal.ts'

/** Milliseconds from the end of a fault's cause to the first call that was sent after it and answered well. */
export interface Recovery {
  fault: string
  ms: number
}

/** What a run came to. `lost` and `doubled` and every list of faults of ours must be empty. */
export interface Report {
  seed: number
  rig: string
  seconds: number
  totals: Totals
  recoveries: readonly Recovery[]
  skipped: readonly string[]
  lost: readonly string[]
  doubled: readonly string[]
  /** What else was not as it must be: ledgers, numbers, the feed, replies that were not the same again. */
  broken: readonly string[]
  /** Answers 500 and the like, by call, with how often. */
  unexpected: ReadonlyMap<string, number>
  /** Calls that were never done, however often they were tried. */
  neverDone: readonly CallName[]
  checks: number
  resent: number
  events: number
}

/** The value below which this share of them lies; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

const seconds = (ms: number) => (ms / 1_000).toFixed(2)

/** A run in words, a line an item. */
export function reportText(report: Report): string {
  const { totals, recoveries } = report
  const kinds = Map.groupBy(recoveries, ({ fault }) => fault)
  const all = recoveries.map(({ ms }) => ms)
  const line = (name: string, values: readonly number[]) =>
    `  ${name.padEnd(34)} ${String(values.length).padStart(5)}   back within p50 ${seconds(percentile(values, 0.5))} s, p95 ${seconds(percentile(values, 0.95))} s, at most ${seconds(percentile(values, 1))} s`
  return [
    `chaos, ${report.rig}, seed ${report.seed}: ${recoveries.length} faults in ${Math.round(report.seconds)} s`,
    ...[...kinds].map(([name, found]) =>
      line(
        name,
        found.map(({ ms }) => ms),
      ),
    ),
    line('all', all),
    ...report.skipped.map((words) => `  skipped: ${words}`),
    `  ${totals.deeds} deeds (${totals.done} done, ${totals.refused} refused, ${totals.givenUp} given up), ${totals.looks} looks; sent again ${totals.retried} times`,
    `  ${totals.byCall.size} kinds of deeds done; ${report.checks} checks; ${report.resent} deeds sent once more afterwards; ${report.events} events followed`,
    ...(report.neverDone.length > 0 ? [`  never done: ${report.neverDone.join(', ')}`] : []),
    `  lost ${report.lost.length}, doubled ${report.doubled.length}, broken ${report.broken.length}, unexpected answers ${[...report.unexpected.values()].reduce((sum, each) => sum + each, 0)}`,
    ...report.lost.map((words) => `  LOST ${words}`),
    ...report.doubled.map((words) => `  DOUBLED ${words}`),
    ...report.broken.map((words) => `  BROKEN ${words}`),
    ...[...report.unexpected].map(([words, times]) => `  UNEXPECTED ${times} x ${words}`),
  ].join('\n')
}

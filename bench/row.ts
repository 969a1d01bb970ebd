/** One line of the bench table: a figure of ours beside a peer's, measured in the same run. */
export interface BenchRow {
  readonly name: string
  readonly ours: number
  readonly peer: number
  /** of `ours` and `peer`, e.g. "labels/s" or "ms" */
  readonly unit: string
  /** ours / peer, or peer / ours where less is better: above 1 we win */
  readonly ratio: number
  readonly aim: string
  readonly ok: boolean
}

/** A row of times, in ms. */
export function timeRow(
  name: string,
  { ours, peer }: { ours: number; peer: number },
  aim: string,
  ok: boolean,
): BenchRow {
  return { name, ours, peer, unit: 'ms', ratio: peer / ours, aim, ok }
}

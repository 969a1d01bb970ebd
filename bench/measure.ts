/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}

export interface Turns {
  ours: number
  peer: number
}

/**
 * The medians of both, measured turn about, so that a busy moment of the machine falls on both. The first round warms up and
 * is not counted. Both get the number of the round.
 */
export async function byTurns(
  rounds: number,
  measure: Record<keyof Turns, (round: number) => Promise<number>>,
): Promise<Turns> {
  const ours: number[] = []
  const peer: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const own = await measure.ours(round)
    const other = await measure.peer(round)
    if (round === 0) continue
    ours.push(own)
    peer.push(other)
  }
  return { ours: median(ours), peer: median(peer) }
}

import type { ListedScan } from '../../scan/scan-queue.ts'
import type { StationResult } from '../../scan/scan-station.ts'

const mostShown = 10

/** The newest entries of a place, and of older ones those that were refused: nothing of them has come about yet. */
export function outboxEntries<R extends StationResult>(
  listed: readonly ListedScan<R>[],
  isHere: (place: string | null) => boolean,
): readonly ListedScan<R>[] {
  return listed
    .filter(({ record }) => isHere(record.place))
    .filter(({ record }, at) => at < mostShown || record.result?.outcome === 'refused')
}

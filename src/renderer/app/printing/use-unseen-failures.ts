import { useEffect, useState } from 'react'
import type { PrintJob } from '../../../shared/bridge.ts'

const KEY = 'seenPrintFailures'

/** How many jobs failed since the list was last looked at; looking at it (`isLooking`) makes them seen, over restarts too. */
export function useUnseenFailures(jobs: readonly PrintJob[], isLooking: boolean): number {
  const [seen, setSeen] = useState(readSeen)
  const failed = jobs.filter(({ state }) => state === 'failed').map(({ id }) => id)
  const all = failed.join(' ')
  useEffect(() => {
    if (!isLooking) return
    setSeen(new Set(all.split(' ')))
    localStorage.setItem(KEY, all)
  }, [isLooking, all])
  // One that was printed again and fails again is news again. What is not listed may only not be loaded yet.
  const mended = jobs.filter(({ id, state }) => state !== 'failed' && seen.has(id)).map(({ id }) => id)
  const allMended = mended.join(' ')
  useEffect(() => {
    if (allMended !== '') setSeen((before) => before.difference(new Set(allMended.split(' '))))
  }, [allMended])
  return failed.filter((id) => !seen.has(id)).length
}

function readSeen(): ReadonlySet<string> {
  return new Set((localStorage.getItem(KEY) ?? '').split(' '))
}

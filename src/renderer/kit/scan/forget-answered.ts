import { serverAddress } from '../../api/send.ts'
import { scanStore } from './scan-store.ts'

/** Under whom scans are kept: a user of one server. */
export function scanOwner(userId: string): string {
  return `${serverAddress() || location.origin} ${userId}`
}

/**
 * Drops from this computer what the user's scans were answered. Those without an answer stay until the user is back, and what one
 * of them takes back stays with it.
 */
export async function forgetAnsweredScans(userId: string): Promise<void> {
  const store = scanStore<unknown>()
  const kept = await store.load(scanOwner(userId))
  const needed = new Set(kept.flatMap(({ result, takesBack }) => (result === null ? [takesBack] : [])))
  const answered = kept.filter(({ result, scan_id }) => result !== null && !needed.has(scan_id))
  if (answered.length > 0) await store.remove(answered.map(({ scan_id }) => scan_id))
}

import { scanOwner } from './forget-answered.ts'
import { scanStore } from './scan-store.ts'

/** How many scans of this user have not reached the server, as far as this computer keeps them. */
export async function waitingScans(userId: string): Promise<number> {
  const kept = await scanStore<unknown>()
    .load(scanOwner(userId))
    // A browser that keeps nothing: then nothing outlived the page that it was scanned on.
    .catch(() => [])
  return kept.filter(({ result }) => result === null).length
}

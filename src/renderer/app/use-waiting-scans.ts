import { useEffect } from 'react'
import { hasRight } from '../../shared/domain/rights.ts'
import { waitingScans } from '../kit/scan/waiting-scans.ts'
import { currentUser, type User } from './session.ts'
import { noteWaitingScans } from './unsaved.ts'

/**
 * Scans that a crash, a reload or the end of a shift left on this computer are sent as soon as their user is back, whatever screen
 * that leads to. The station's code is loaded only then. With other eyes nothing is sent.
 */
export function useWaitingScans({ id, role, true_role }: User): void {
  const maySend = true_role === null && hasRight({ role }, 'chinaQc')
  useEffect(() => {
    if (maySend) void sendWaiting(id)
  }, [id, maySend])
}

async function sendWaiting(userId: string): Promise<void> {
  const count = await waitingScans(userId)
  if (count === 0 || currentUser()?.id !== userId) return
  noteWaitingScans(count)
  try {
    const { openDoor } = await import('../supplier/inward/scan/door-queue.ts')
    if (currentUser()?.id === userId) openDoor(userId)
  } catch {
    // Not even that could be loaded: the mark says that they wait.
  }
}

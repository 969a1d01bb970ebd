import { useAtomValue } from 'jotai'
import { hasRight, type Right } from '../../shared/areas.ts'
import { sessionAtom } from './session.ts'

/** Whether the user may: what they may not is not offered. The server refuses it anyway. */
export function useRight(right: Right): boolean {
  const session = useAtomValue(sessionAtom)
  return session.state === 'signed-in' && hasRight(session.user, right)
}

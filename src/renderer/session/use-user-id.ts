import { useAtomValue } from 'jotai'
import { sessionAtom } from './session.ts'

/** Whose drafts, layouts and views these are. */
export function useUserId(): string {
  const session = useAtomValue(sessionAtom)
  return session.state === 'signed-in' ? session.user.id : 'nobody'
}

import { useAtomValue } from 'jotai'
import { sessionAtom } from '../app/session.ts'

/** Whose table layouts and drafts these are. */
export function useUserId(): string {
  const session = useAtomValue(sessionAtom)
  return session.state === 'signed-in' ? session.user.id : 'nobody'
}

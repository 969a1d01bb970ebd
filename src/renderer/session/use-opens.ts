import { useAtomValue } from 'jotai'
import { opensFor } from '../../shared/areas.ts'
import { sessionAtom } from './session.ts'

/** Which addresses open for whoever looks. */
export function useOpens(): (path: string) => boolean {
  const session = useAtomValue(sessionAtom)
  return (path) => session.state === 'signed-in' && opensFor(session.user, path)
}

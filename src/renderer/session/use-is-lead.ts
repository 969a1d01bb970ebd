import { useAtomValue } from 'jotai'
import { hasRight } from '../../shared/areas.ts'
import { sessionAtom } from './session.ts'

/** Who may skip QC and overrule a computed verdict. */
export function useIsLead(): boolean {
  const session = useAtomValue(sessionAtom)
  return session.state === 'signed-in' && hasRight(session.user, 'chinaQcLead')
}

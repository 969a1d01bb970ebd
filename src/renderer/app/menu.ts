import { useAtomValue } from 'jotai'
import type { CallData } from '../actions/calls.ts'
import { useAnswer } from '../actions/useRows.ts'
import { sessionAtom } from './session.ts'

export type MenuGroup = CallData<'users.getSidemenu'>['groups'][number]

const none: MenuGroup[] = []

/** The caller's menu as the server gives it; empty until known. */
export function useMenu(): readonly MenuGroup[] {
  const session = useAtomValue(sessionAtom)
  const { data } = useAnswer('users.getSidemenu', {}, { enabled: session.state === 'signed-in' })
  return data?.groups ?? none
}

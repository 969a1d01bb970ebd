import { useAtomValue } from 'jotai'
import { type ComponentType, Suspense } from 'react'
import type { Role } from '../../shared/domain/roles.ts'
import { LoadingRows, NoPermissionState } from '../kit/states.tsx'
import { sessionAtom } from './session.ts'

export interface ScreenProps {
  Body: ComponentType
  /** Who may see it; the server guards the data, this only explains. Left out: anyone. */
  roles?: readonly Role[]
}

/** A route's screen: while its code comes, grey rows; to others than its roles, a plain explanation. */
export function Screen({ Body, roles }: ScreenProps) {
  const session = useAtomValue(sessionAtom)
  if (roles && session.state === 'signed-in' && !roles.includes(session.user.role)) return <NoPermissionState />
  return (
    <Suspense fallback={<LoadingRows />}>
      <Body />
    </Suspense>
  )
}

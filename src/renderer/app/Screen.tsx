import { useAtomValue } from 'jotai'
import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../shared/domain/roles.ts'
import { Page } from '../kit/Page.tsx'
import { LoadingRows, NoPermissionState } from '../kit/states.tsx'
import { sessionAtom } from './session.ts'

function NoPermission() {
  const { t } = useTranslation()
  return (
    <Page title={t('No permission')}>
      <NoPermissionState />
    </Page>
  )
}

export interface ScreenProps {
  Body: ComponentType
  /** Who may see it; the server guards the data, this only explains. Left out: anyone. */
  roles?: readonly Role[]
}

/** A route's screen: while its code comes, grey rows; to others than its roles, a plain explanation. */
export function Screen({ Body, roles }: ScreenProps) {
  const session = useAtomValue(sessionAtom)
  if (roles && session.state === 'signed-in' && !roles.includes(session.user.role)) return <NoPermission />
  return (
    <Suspense fallback={<LoadingRows />}>
      <Body />
    </Suspense>
  )
}

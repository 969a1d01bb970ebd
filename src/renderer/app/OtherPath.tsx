import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router-dom'
import { openingOf, sideMenu } from '../../shared/domain/screens.ts'
import { Page } from '../kit/Page.tsx'
import { EmptyState } from '../kit/states.tsx'
import { sessionAtom } from './session.ts'

/** Any path without a screen leads to the user's landing path; a landing screen that is still to come says so itself. */
export function OtherPath() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useAtomValue(sessionAtom)
  if (session.state !== 'signed-in') return null
  const { user } = session
  // Keyed: of two such paths in a row the second must lead home as well.
  if (openingOf(user, pathname) !== 'to-come') return <Navigate key={pathname} to={user.landing_path} replace />
  const menu = sideMenu(user).flatMap(({ items }) => items)
  const name = t(menu.find(({ path }) => path === pathname)?.label ?? '')
  return (
    <Page title={name}>
      <EmptyState
        title={t('{{screen}} is not there yet', { screen: name })}
        text={
          menu.length > 1
            ? t('This part of Selvedge is still being built. What is ready is in the menu.')
            : t('This part of Selvedge is still being built.')
        }
      />
    </Page>
  )
}

import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router-dom'
import { landingPath, roles, teams } from '../../shared/domain/roles.ts'
import { Page } from '../kit/Page.tsx'
import { EmptyState } from '../kit/states.tsx'
import { useMenu } from './menu.ts'
import { screenName } from './screen-name.ts'
import { sessionAtom } from './session.ts'

/** Landing paths of every role: those without a screen yet say so instead of leading in a circle. */
const landings = new Set(roles.flatMap((role) => [null, ...teams].map((team) => landingPath({ role, team }))))

/** Any path without a screen: a screen that comes later names itself, everything else leads to the user's landing path. */
export function OtherPath() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useAtomValue(sessionAtom)
  const menu = useMenu()
  const label = menu.flatMap(({ items }) => items).find(({ path }) => path === pathname)?.label
  if (session.state !== 'signed-in') return null
  if (!landings.has(pathname) && label === undefined) return <Navigate to={session.user.landing_path} replace />
  const name = t(label ?? screenName(pathname))
  return (
    <Page title={name}>
      <EmptyState
        title={t('{{screen}} is not there yet', { screen: name })}
        text={
          menu.length > 0
            ? t('This part of Selvedge is still being built. What is ready is in the menu.')
            : t('This part of Selvedge is still being built.')
        }
      />
    </Page>
  )
}

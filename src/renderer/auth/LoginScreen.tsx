import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router-dom'
import { returnPath } from '../app/return-path.ts'
import { sessionAtom } from '../app/session.ts'
import { AuthPage } from './AuthPage.tsx'
import { SignInForm } from './SignInForm.tsx'

/** Signs in, then goes on to where the user was, or to the landing path of the role. */
export function LoginScreen() {
  const { t } = useTranslation()
  const { search } = useLocation()
  const session = useAtomValue(sessionAtom)
  if (session.state === 'signed-in' && session.user.landing_path !== '/login') {
    return <Navigate to={returnPath(search) ?? session.user.landing_path} replace />
  }
  return (
    <AuthPage title={t('Sign in')}>
      <SignInForm />
    </AuthPage>
  )
}

import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { signOut, type User } from '../app/session.ts'
import { AuthPage } from '../auth/AuthPage.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'

/** Whoever was given a password chooses one of their own before anything else. */
export function FirstPassword({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <AuthPage title={t('Choose your own password')}>
      <p className="sign-in-why">
        {t('Somebody else set the password of {{email}}. Choose one that only you know, then you can go on.', {
          email: user.email,
        })}
      </p>
      <ChangePasswordForm user={user} isLarge />
      <p className="sign-in-ways">
        <Link to="/forgot-password">{t('Forgot your password?')}</Link>
      </p>
      <Button className="sign-in-leave" variant="minimal" fill text={t('Sign out')} onClick={() => void signOut()} />
    </AuthPage>
  )
}

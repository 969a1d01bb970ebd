import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AuthPage } from './AuthPage.tsx'

/** There is no mail to wait for: passwords are set by people who know the caller. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation()
  return (
    <AuthPage title={t('Forgot your password?')}>
      <div className="forgot">
        <p>{t('Ask your administrator to set a new password for you. Selvedge sends no e-mails.')}</p>
        <p>{t('Vendors: ask your contact in the operations team. They know your account by its e-mail address.')}</p>
        <p>
          <Link to="/login">{t('Back to sign-in')}</Link>
        </p>
      </div>
    </AuthPage>
  )
}

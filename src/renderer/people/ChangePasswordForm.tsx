import { Button } from '@blueprintjs/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { passwordProblem } from '../../shared/areas/people/rules.ts'
import { api } from '../api/client.ts'
import { AuthPage } from '../auth/AuthPage.tsx'
import { useSentForm } from '../forms/useSentForm.ts'
import { reloadUser, signOut, type User } from '../session/session.ts'
import { NewPasswordField, PasswordField } from './Fields.tsx'

interface ChangePasswordFormProps {
  user: User
  /** Of the first sign-in, where nothing else can be done. */
  isLarge?: boolean
}

const passwordForm = z.object({ current_password: z.string(), new_password: z.string() })

const emptyPasswords: z.infer<typeof passwordForm> = { current_password: '', new_password: '' }

/** The own password: the one in use, and the one to be. */
export function ChangePasswordForm({ user, isLarge = false }: ChangePasswordFormProps) {
  const { t } = useTranslation()
  const form = useSentForm(passwordForm, emptyPasswords, {
    draft: null,
    send: (typed, options) => api.people.changePassword(typed, options),
    done: ({ data }) => changedWords(t, data.ended_sessions),
    refresh: ['people.listSessions'],
    after: () => reloadUser(),
  })
  const { current_password, new_password } = form.values
  const isReady = current_password !== '' && passwordProblem(new_password, user) === null
  return (
    <form className="person-form" onSubmit={form.send} noValidate>
      <PasswordField
        label={t('Current password')}
        isLarge={isLarge}
        autoFocus={isLarge}
        {...form.field('current_password')}
      />
      <NewPasswordField label={t('New password')} person={user} isLarge={isLarge} {...form.field('new_password')} />
      <div>
        <Button
          type="submit"
          intent="primary"
          {...(isLarge ? { size: 'large' as const, fill: true } : {})}
          text={t('Change password')}
          disabled={!isReady}
          loading={form.isSending}
        />
      </div>
    </form>
  )
}

function changedWords(t: TFunction, ended: number): string {
  if (ended === 0) return t('Password changed.')
  return ended === 1
    ? t('Password changed. 1 other session was signed out.')
    : t('Password changed. {{n}} other sessions were signed out.', { n: ended })
}

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
      <Button
        className="sign-in-leave"
        variant="minimal"
        fill
        text={t('Sign out')}
        onClick={() => void signOut(true)}
      />
    </AuthPage>
  )
}

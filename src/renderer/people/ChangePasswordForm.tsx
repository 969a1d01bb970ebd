import { Button } from '@blueprintjs/core'
import type { TFunction } from 'i18next'
import { type FormEvent as ReactFormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { passwordProblem } from '../../shared/areas/people/rules.ts'
import { useAction } from '../actions/useAction.ts'
import { api } from '../api/client.ts'
import { AuthPage } from '../auth/AuthPage.tsx'
import { reloadUser, signOut, type User } from '../session/session.ts'
import { NewPasswordField, PasswordField, useFieldProblems } from './Fields.tsx'

interface ChangePasswordFormProps {
  user: User
  /** Of the first sign-in, where nothing else can be done. */
  isLarge?: boolean
}

/** The own password: the one in use, and the one to be. */
export function ChangePasswordForm({ user, isLarge = false }: ChangePasswordFormProps) {
  const { t } = useTranslation()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const problems = useFieldProblems()
  const change = useAction(
    (_: undefined, options) => api.people.changePassword({ current_password: current, new_password: next }, options),
    {
      done: ({ data }) => changedWords(t, data.ended_sessions),
      refresh: ['people.listSessions'],
      failed: (error) => problems.take(error, ['current_password', 'new_password']),
    },
  )
  const submit = async (event: ReactFormEvent) => {
    event.preventDefault()
    if (change.isRunning || !(await change.run(undefined))) return
    setCurrent('')
    setNext('')
    await reloadUser()
  }
  const isReady = current !== '' && passwordProblem(next, user) === null
  return (
    <form className="person-form" onSubmit={(event) => void submit(event)} noValidate>
      <PasswordField
        label={t('Current password')}
        value={current}
        isLarge={isLarge}
        autoFocus={isLarge}
        problem={problems.of.current_password ?? null}
        onChange={(value) => {
          setCurrent(value)
          problems.clear('current_password')
        }}
      />
      <NewPasswordField
        label={t('New password')}
        value={next}
        person={user}
        isLarge={isLarge}
        problem={problems.of.new_password ?? null}
        onChange={(value) => {
          setNext(value)
          problems.clear('new_password')
        }}
      />
      <div>
        <Button
          type="submit"
          intent="primary"
          {...(isLarge ? { size: 'large' as const, fill: true } : {})}
          text={t('Change password')}
          disabled={!isReady}
          loading={change.isRunning}
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
      <Button className="sign-in-leave" variant="minimal" fill text={t('Sign out')} onClick={() => void signOut()} />
    </AuthPage>
  )
}

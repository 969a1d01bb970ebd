import { Button, InputGroup } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { type FormEvent as ReactFormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { problemOf, useSay } from '../actions/say.ts'
import { Callout } from '../kit/states.tsx'
import { Field, PasswordField } from '../people/Fields.tsx'
import { returnPath, sessionAtom, signIn, type User } from '../session/session.ts'
import { AuthPage } from './AuthPage.tsx'

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

export interface SignInFormProps {
  /** Filled in and fixed when a session is renewed over the page. */
  email?: string
  onSignedIn?: (user: User) => void
}

export function SignInForm({ email: fixedEmail, onSignedIn }: SignInFormProps) {
  const { t } = useTranslation()
  const words = useSignInWords()
  const [email, setEmail] = useState(fixedEmail ?? '')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  const submit = async (event: ReactFormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      const user = await signIn({ email: email.trim(), password })
      onSignedIn?.(user)
    } catch (problem) {
      setFailure(problem)
      passwordField.current?.select()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="sign-in" onSubmit={(event) => void submit(event)} noValidate>
      {failure ? <Callout tone="bad">{words(failure)}</Callout> : null}
      <Field label={t('Email')}>
        {(ties) => (
          <InputGroup
            {...ties}
            type="email"
            name="email"
            autoComplete="username"
            size="large"
            autoFocus={!fixedEmail}
            readOnly={fixedEmail !== undefined}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      <PasswordField
        label={t('Password')}
        value={password}
        onChange={setPassword}
        inputRef={passwordField}
        isLarge
        autoFocus={fixedEmail !== undefined}
      />
      <Button
        type="submit"
        intent="primary"
        size="large"
        fill
        loading={isBusy}
        disabled={!email.trim() || !password}
        text={t('Sign in')}
      />
      {fixedEmail ? null : (
        <p className="sign-in-ways">
          <Link to="/forgot-password">{t('Forgot your password?')}</Link>
          <Link to="/supply-management/login">{t('Sign in with a code')}</Link>
        </p>
      )}
    </form>
  )
}

/** The specification's words for a refused sign-in; a lock-out or a lost server says what it is. */
export function useSignInWords(): (failure: unknown) => string {
  const { t } = useTranslation()
  const say = useSay()
  return (failure) => {
    const error = problemOf(failure)
    const isRefusal = error.status === 401 || error.status === 400
    const isLocked = error.details.retry_after_seconds !== undefined
    return isRefusal && !isLocked ? t('Please enter valid credentials!') : say.problem(error)
  }
}

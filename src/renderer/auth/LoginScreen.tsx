import { Button } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { z } from 'zod'
import { problemOf, useSay } from '../actions/say.ts'
import { takeFirstTyped } from '../app/first-page.ts'
import { useForm } from '../forms/useForm.ts'
import { Callout } from '../kit/states.tsx'
import { PasswordField } from '../people/Fields.tsx'
import { fromSignIn, returnPath, sessionAtom, signIn, type User } from '../session/session.ts'
import { AuthPage } from './AuthPage.tsx'
import { EmailField } from './ByCode.tsx'

/** Loaded behind the page, whose first sight it is not worth holding up. */
const DemoAccounts = lazy(async () => ({ default: (await import('./DemoAccounts.tsx')).DemoAccounts }))

/** Signs in, then goes on to where the user was, or to the landing path of the role. */
export function LoginScreen() {
  const { t } = useTranslation()
  const { search } = useLocation()
  const session = useAtomValue(sessionAtom)
  if (session.state === 'signed-in' && session.user.landing_path !== '/login') {
    return <Navigate to={returnPath(search) ?? session.user.landing_path} state={fromSignIn} replace />
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
  const begun = { email: fixedEmail ?? '', password: '' }
  const form = useForm(signInForm, begun, { draft: null, words: useSignInWords() })
  const { email, password } = form.values
  const passwordField = useRef<HTMLInputElement>(null)
  const submit = form.submit(async (typed) => {
    const user = await signIn(typed).catch((failure: unknown) => {
      passwordField.current?.select()
      throw failure
    })
    onSignedIn?.(user)
  })
  const isTakenOver = useRef(false)
  // As it is drawn and not before: what is typed until then would be lost.
  useLayoutEffect(() => {
    const first = isTakenOver.current || fixedEmail !== undefined ? null : takeFirstTyped()
    isTakenOver.current = true
    if (first === null) return
    form.change({ email: first.email, password: first.password })
    if (first.focused === 'password') passwordField.current?.focus()
    if (first.isPressed && first.email && first.password) setTimeout(submit)
  })
  return (
    <form className="sign-in" onSubmit={submit} noValidate>
      {form.failure ? <Callout tone="bad">{form.failure}</Callout> : null}
      <EmailField {...form.field('email')} isFixed={fixedEmail !== undefined} />
      <PasswordField
        label={t('Password')}
        {...form.field('password')}
        inputRef={passwordField}
        isLarge
        autoFocus={fixedEmail !== undefined}
      />
      <Button
        type="submit"
        intent="primary"
        size="large"
        fill
        loading={form.isSending}
        disabled={!email.trim() || !password}
        text={t('Sign in')}
      />
      {fixedEmail ? null : (
        <p className="sign-in-ways">
          <Link to="/forgot-password">{t('Forgot your password?')}</Link>
          <Link to="/supply-management/login">{t('Sign in with a code')}</Link>
        </p>
      )}
      {fixedEmail === undefined ? (
        <Suspense fallback={null}>
          <DemoAccounts value={email} onChoose={form.change} />
        </Suspense>
      ) : null}
    </form>
  )
}

const signInForm = z.object({ email: z.string().trim(), password: z.string() })

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

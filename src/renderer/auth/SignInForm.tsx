import { Button, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { signIn, type User } from '../app/session.ts'
import { Callout } from '../kit/Callout.tsx'
import { Field } from '../people/Field.tsx'
import { PasswordField } from '../people/PasswordField.tsx'
import { useSignInWords } from './sign-in-words.ts'

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
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const user = await signIn({ email: email.trim(), password })
      onSignedIn?.(user)
    } catch (failure) {
      setProblem(words(failure))
      passwordField.current?.select()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="sign-in" onSubmit={(event) => void submit(event)} noValidate>
      {problem ? <Callout tone="bad">{problem}</Callout> : null}
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

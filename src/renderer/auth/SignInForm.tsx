import { Button, InputGroup } from '@blueprintjs/core'
import { EyeOff, EyeOpen } from '@blueprintjs/icons'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { signIn, type User } from '../app/session.ts'
import { Callout } from '../kit/Callout.tsx'
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
  const id = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const user = await signIn(email.trim(), password)
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
      <div className="field">
        <label className="field-label" htmlFor={`${id}email`}>
          {t('Email')}
        </label>
        <InputGroup
          id={`${id}email`}
          type="email"
          name="email"
          autoComplete="username"
          size="large"
          autoFocus={!fixedEmail}
          readOnly={fixedEmail !== undefined}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </div>
      <PasswordField
        id={`${id}password`}
        value={password}
        onChange={setPassword}
        inputRef={passwordField}
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
        <p className="sign-in-forgot">
          <Link to="/forgot-password">{t('Forgot your password?')}</Link>
        </p>
      )}
    </form>
  )
}

interface PasswordFieldProps {
  id: string
  value: string
  onChange: (value: string) => void
  inputRef: React.Ref<HTMLInputElement>
  autoFocus: boolean
}

function PasswordField({ id, value, onChange, inputRef, autoFocus }: PasswordFieldProps) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const [isCaps, setCaps] = useState(false)
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const label = isShown ? t('Hide the password') : t('Show the password')
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('Password')}
      </label>
      <InputGroup
        id={id}
        inputRef={inputRef}
        type={isShown ? 'text' : 'password'}
        name="password"
        autoComplete="current-password"
        size="large"
        autoFocus={autoFocus}
        value={value}
        aria-describedby={isCaps ? `${id}caps` : undefined}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={watch}
        onKeyUp={watch}
        onBlur={() => setCaps(false)}
        rightElement={
          <Button
            variant="minimal"
            icon={isShown ? <EyeOff /> : <EyeOpen />}
            aria-label={label}
            title={label}
            onClick={() => setShown(!isShown)}
          />
        }
      />
      <p className="caps-hint" id={`${id}caps`} role="status">
        {isCaps ? t('Caps Lock is on') : ''}
      </p>
    </div>
  )
}

import { Button } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { passwordProblem } from '../../shared/areas/people/rules.ts'
import { problemOf, useSay } from '../actions/say.ts'
import { api } from '../api/client.ts'
import { Callout } from '../kit/states.tsx'
import { NewPasswordField, useFieldProblems } from '../people/Fields.tsx'
import { signIn } from '../session/session.ts'
import { ByCode, CodeField, codeDigits, OnItsWay, type SentCode } from './ByCode.tsx'

/** A new password by a code from a mail; it signs in at once. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation()
  return (
    <ByCode
      title={t('Forgot your password?')}
      purpose="reset_password"
      intro={t('We send a code of six digits to your e-mail address. With it you choose a new password.')}
      elsewhere={<Link to="/login">{t('Back to sign-in')}</Link>}
    >
      {(sent) => <NewPasswordStep {...sent} />}
    </ByCode>
  )
}

function NewPasswordStep({ email, goodForMinutes }: SentCode) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const say = useSay()
  const problems = useFieldProblems()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // The account's name is not known here: the server checks the password against it.
  const person = { email, name: '' }
  const isReady = code.length === codeDigits && passwordProblem(password, person) === null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !isReady) return
    setBusy(true)
    setProblem(null)
    try {
      await api.people.resetPassword({ email, otp: code, new_password: password })
      const user = await signIn({ email, password })
      await navigate(user.landing_path)
    } catch (failure) {
      if (!problems.take(problemOf(failure), ['new_password'])) setProblem(say.problem(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="sign-in" onSubmit={(event) => void submit(event)} noValidate>
      <OnItsWay email={email} goodForMinutes={goodForMinutes} />
      {problem ? <Callout tone="bad">{problem}</Callout> : null}
      <CodeField value={code} onChange={setCode} autoFocus />
      <NewPasswordField
        label={t('New password')}
        value={password}
        person={person}
        problem={problems.of.new_password ?? null}
        isLarge
        onChange={(next) => {
          setPassword(next)
          problems.clear('new_password')
        }}
      />
      <Button
        type="submit"
        intent="primary"
        size="large"
        fill
        loading={isBusy}
        disabled={!isReady}
        text={t('Set the password and sign in')}
      />
    </form>
  )
}

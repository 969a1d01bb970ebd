import { Button } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { passwordProblem } from '../../shared/domain/people.ts'
import { problemOf, useSay } from '../actions/say.ts'
import { api } from '../api/client.ts'
import { signIn } from '../app/session.ts'
import { Callout } from '../kit/Callout.tsx'
import { NewPasswordField } from '../people/NewPasswordField.tsx'
import { useFieldProblems } from '../people/use-field-problems.ts'
import { AuthPage } from './AuthPage.tsx'
import { CodeField } from './CodeField.tsx'
import { CodeTools } from './CodeTools.tsx'
import { DemoOutbox } from './DemoOutbox.tsx'
import { EmailStep } from './EmailStep.tsx'
import { MailNeeded } from './MailNeeded.tsx'
import { codeDigits } from './one-time-code.ts'
import { useRequestCode } from './use-request-code.ts'

/** A new password by a code from a mail; it signs in at once. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation()
  return (
    <AuthPage title={t('Forgot your password?')}>
      <MailNeeded instead={<PasswordWay />}>{(isDemo) => <ResetByCode isDemo={isDemo} />}</MailNeeded>
    </AuthPage>
  )
}

function PasswordWay() {
  const { t } = useTranslation()
  return (
    <p className="sign-in-ways">
      <Link to="/login">{t('Back to sign-in')}</Link>
    </p>
  )
}

function ResetByCode({ isDemo }: { isDemo: boolean }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  const code = useRequestCode('reset_password')
  const send = async () => {
    if (await code.request(email)) setSent(true)
  }
  if (!isSent) {
    return (
      <>
        <EmailStep
          intro={t('We send a code of six digits to your e-mail address. With it you choose a new password.')}
          email={email}
          onEmail={setEmail}
          onSend={send}
          isSending={code.isSending}
          problem={code.problem}
        />
        <PasswordWay />
      </>
    )
  }
  return (
    <>
      <NewPasswordStep email={email.trim()} goodForMinutes={code.goodForMinutes} />
      {code.problem ? <Callout tone="bad">{code.problem}</Callout> : null}
      <CodeTools {...code} onAgain={() => void send()} onOtherEmail={() => setSent(false)} />
      <PasswordWay />
      {isDemo ? <DemoOutbox to={email} /> : null}
    </>
  )
}

function NewPasswordStep({ email, goodForMinutes }: { email: string; goodForMinutes: number }) {
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
      await api.house.resetPassword({ email, otp: code, new_password: password })
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
      <p className="sign-in-why">
        {t('If there is an account for {{email}}, a code is on its way. It is good for {{n}} minutes.', {
          email,
          n: goodForMinutes,
        })}
      </p>
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

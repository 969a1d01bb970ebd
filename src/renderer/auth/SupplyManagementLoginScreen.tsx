import { Button } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import { sessionAtom, signIn } from '../app/session.ts'
import { Callout } from '../kit/Callout.tsx'
import { AuthPage } from './AuthPage.tsx'
import { CodeField } from './CodeField.tsx'
import { CodeTools } from './CodeTools.tsx'
import { DemoOutbox } from './DemoOutbox.tsx'
import { EmailStep } from './EmailStep.tsx'
import { MailNeeded } from './MailNeeded.tsx'
import { codeDigits } from './one-time-code.ts'
import { useSignInWords } from './sign-in-words.ts'
import { useRequestCode } from './use-request-code.ts'

/** Sign-in by a code from a mail, without a password. */
export function SupplyManagementLoginScreen() {
  const { t } = useTranslation()
  const session = useAtomValue(sessionAtom)
  if (session.state === 'signed-in' && session.user.landing_path !== '/login') {
    return <Navigate to={session.user.landing_path} replace />
  }
  return (
    <AuthPage title={t('Supply management')}>
      <MailNeeded instead={<PasswordWay />}>{(isDemo) => <CodeSignIn isDemo={isDemo} />}</MailNeeded>
    </AuthPage>
  )
}

function PasswordWay() {
  const { t } = useTranslation()
  return (
    <p className="sign-in-ways">
      <Link to="/login">{t('Sign in with a password')}</Link>
    </p>
  )
}

function CodeSignIn({ isDemo }: { isDemo: boolean }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  const code = useRequestCode('sign_in')
  const send = async () => {
    if (await code.request(email)) setSent(true)
  }
  if (!isSent) {
    return (
      <>
        <EmailStep
          intro={t('We send a code of six digits to your e-mail address.')}
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
      <CodeStep email={email} goodForMinutes={code.goodForMinutes} />
      {code.problem ? <Callout tone="bad">{code.problem}</Callout> : null}
      <CodeTools {...code} onAgain={() => void send()} onOtherEmail={() => setSent(false)} />
      <PasswordWay />
      {isDemo ? <DemoOutbox to={email} /> : null}
    </>
  )
}

function CodeStep({ email, goodForMinutes }: { email: string; goodForMinutes: number }) {
  const { t } = useTranslation()
  const words = useSignInWords()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const enter = async (otp: string) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await signIn({ email: email.trim(), otp })
    } catch (failure) {
      setProblem(words(failure))
      setCode('')
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === codeDigits) void enter(code)
  }
  return (
    <form className="sign-in" onSubmit={submit} noValidate>
      <p className="sign-in-why">
        {t('If there is an account for {{email}}, a code is on its way. It is good for {{n}} minutes.', {
          email: email.trim(),
          n: goodForMinutes,
        })}
      </p>
      {problem ? <Callout tone="bad">{problem}</Callout> : null}
      <CodeField value={code} onChange={setCode} onWhole={(whole) => void enter(whole)} inputRef={field} autoFocus />
      <Button
        type="submit"
        intent="primary"
        size="large"
        fill
        loading={isBusy}
        disabled={code.length < codeDigits}
        text={t('Sign in')}
      />
    </form>
  )
}

import { Button } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { Callout } from '../kit/states.tsx'
import { returnPath, sessionAtom, signIn } from '../session/session.ts'
import { ByCode, CodeField, codeDigits, OnItsWay, type SentCode } from './ByCode.tsx'
import { useSignInWords } from './LoginScreen.tsx'

/** Sign-in by a code from a mail, without a password. */
export function SupplyManagementLoginScreen() {
  const { t } = useTranslation()
  const { search } = useLocation()
  const session = useAtomValue(sessionAtom)
  if (session.state === 'signed-in' && session.user.landing_path !== '/login') {
    return <Navigate to={returnPath(search) ?? session.user.landing_path} replace />
  }
  return (
    <ByCode
      title={t('Supply management')}
      purpose="sign_in"
      intro={t('We send a code of six digits to your e-mail address.')}
      elsewhere={<Link to="/login">{t('Sign in with a password')}</Link>}
    >
      {(sent) => <CodeStep {...sent} />}
    </ByCode>
  )
}

function CodeStep({ email, goodForMinutes }: SentCode) {
  const { t } = useTranslation()
  const words = useSignInWords()
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const enter = async (otp: string) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await signIn({ email, otp })
    } catch (problem) {
      setFailure(problem)
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
      <OnItsWay email={email} goodForMinutes={goodForMinutes} />
      {failure ? <Callout tone="bad">{words(failure)}</Callout> : null}
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

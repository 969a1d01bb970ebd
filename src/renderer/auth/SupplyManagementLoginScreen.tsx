import { Button } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { z } from 'zod'
import { codeDigits } from '../../shared/areas/people/rules.ts'
import { useForm } from '../forms/useForm.ts'
import { Callout } from '../kit/states.tsx'
import { fromSignIn, returnPath, sessionAtom, signIn } from '../session/session.ts'
import { ByCode, CodeField, OnItsWay, type SentCode } from './ByCode.tsx'
import { useSignInWords } from './LoginScreen.tsx'

/** Sign-in by a code from a mail, without a password. */
export function SupplyManagementLoginScreen() {
  const { t } = useTranslation()
  const { search } = useLocation()
  const session = useAtomValue(sessionAtom)
  if (session.state === 'signed-in' && session.user.landing_path !== '/login') {
    return <Navigate to={returnPath(search) ?? session.user.landing_path} state={fromSignIn} replace />
  }
  return (
    <ByCode
      title={t('Supply management')}
      purpose="sign_in"
      intro={t('We send a code to your e-mail address.')}
      elsewhere={<Link to="/login">{t('Sign in with a password')}</Link>}
    >
      {(sent) => <CodeStep {...sent} />}
    </ByCode>
  )
}

const codeForm = z.object({ otp: z.string() })

function CodeStep({ email, goodForMinutes, codeRequest }: SentCode) {
  const { t } = useTranslation()
  const form = useForm(codeForm, { otp: '' }, { draft: null, words: useSignInWords() })
  const field = useRef<HTMLInputElement>(null)
  const enter = form.submit(async ({ otp }) => {
    if (otp.length < codeDigits) return
    await signIn({ email, otp, code_request: codeRequest }).catch((failure: unknown) => {
      form.change({ otp: '' })
      field.current?.focus()
      throw failure
    })
  })
  const { value, onChange } = form.field('otp')
  return (
    <form className="sign-in" onSubmit={enter} noValidate>
      <OnItsWay email={email} goodForMinutes={goodForMinutes} />
      {form.failure ? <Callout tone="bad">{form.failure}</Callout> : null}
      <CodeField value={value} onChange={onChange} onWhole={() => enter()} inputRef={field} autoFocus />
      <Button
        type="submit"
        intent="primary"
        size="large"
        fill
        loading={form.isSending}
        disabled={value.length < codeDigits}
        text={t('Sign in')}
      />
    </form>
  )
}

import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { codeDigits, passwordProblem } from '../../shared/areas/people/rules.ts'
import { useSay } from '../actions/say.ts'
import { api } from '../api/client.ts'
import { useForm } from '../forms/useForm.ts'
import { Callout } from '../kit/states.tsx'
import { NewPasswordField } from '../people/Fields.tsx'
import { signIn } from '../session/session.ts'
import { ByCode, CodeField, OnItsWay, type SentCode } from './ByCode.tsx'

/** A new password by a code from a mail; it signs in at once. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation()
  return (
    <ByCode
      title={t('Forgot your password?')}
      purpose="reset_password"
      intro={t('We send a code to your e-mail address. With it you choose a new password.')}
      elsewhere={<Link to="/login">{t('Back to sign-in')}</Link>}
    >
      {(sent) => <NewPasswordStep {...sent} />}
    </ByCode>
  )
}

const resetForm = z.object({ otp: z.string(), new_password: z.string() })

const emptyReset: z.infer<typeof resetForm> = { otp: '', new_password: '' }

function NewPasswordStep({ email, goodForMinutes, codeRequest }: SentCode) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm(resetForm, emptyReset, { draft: null, words: useSay().problem })
  const { otp, new_password } = form.values
  // The account's name is not known here: the server checks the password against it.
  const person = { email, name: '' }
  const isReady = otp.length === codeDigits && passwordProblem(new_password, person) === null
  const submit = form.submit(async (typed) => {
    if (!isReady) return
    await api.people.resetPassword({ email, code_request: codeRequest, ...typed })
    const user = await signIn({ email, password: typed.new_password })
    await navigate(user.landing_path)
  })
  return (
    <form className="sign-in" onSubmit={submit} noValidate>
      <OnItsWay email={email} goodForMinutes={goodForMinutes} />
      {form.failure ? <Callout tone="bad">{form.failure}</Callout> : null}
      <CodeField value={otp} onChange={form.field('otp').onChange} autoFocus />
      <NewPasswordField label={t('New password')} person={person} isLarge {...form.field('new_password')} />
      <Button
        type="submit"
        intent="primary"
        size="large"
        fill
        loading={form.isSending}
        disabled={!isReady}
        text={t('Set the password and sign in')}
      />
    </form>
  )
}

import { Button, InputGroup } from '@blueprintjs/core'
import {
  type ChangeEvent as ReactChangeEvent,
  type ClipboardEvent as ReactClipboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { codeDigits } from '../../shared/areas/people/rules.ts'
import { plainDigits } from '../../shared/kernel/codes.ts'
import { useSay } from '../actions/say.ts'
import { api } from '../api/client.ts'
import { type FormField, useForm } from '../forms/useForm.ts'
import { Callout } from '../kit/states.tsx'
import { Field } from '../people/Fields.tsx'
import { AuthPage } from './AuthPage.tsx'
import { DemoOutbox, MailNeeded } from './MailNeeded.tsx'

/** A code is on its way to this address. */
export interface SentCode {
  email: string
  goodForMinutes: number
  /** What the code is good with: whoever else asked for one cannot try it. */
  codeRequest: string
}

interface ByCodeProps {
  title: string
  purpose: CodePurpose
  intro: string
  /** The way out, under each step. */
  elsewhere: ReactNode
  /** What is done with the code. */
  children: (sent: SentCode) => ReactNode
}

/** A page that asks for an e-mail address, sends a code there, and then asks for the code. */
export function ByCode({ title, elsewhere, ...steps }: ByCodeProps) {
  const ways = <p className="sign-in-ways">{elsewhere}</p>
  return (
    <AuthPage title={title}>
      <MailNeeded instead={ways}>{(isDemo) => <Steps {...steps} isDemo={isDemo} ways={ways} />}</MailNeeded>
    </AuthPage>
  )
}

type StepsProps = Omit<ByCodeProps, 'title' | 'elsewhere'> & { isDemo: boolean; ways: ReactNode }

function Steps({ purpose, intro, children, isDemo, ways }: StepsProps) {
  const { t } = useTranslation()
  const form = useForm(emailForm, { email: '' }, { draft: null, words: useSay().problem })
  const [isSent, setSent] = useState(false)
  const code = useRequestCode(purpose)
  const send = form.submit(async ({ email }) => {
    await code.request(email)
    setSent(true)
  })
  const email = form.values.email.trim()
  const failure = form.failure ? <Callout tone="bad">{form.failure}</Callout> : null
  if (!isSent) {
    return (
      <>
        <form className="sign-in" onSubmit={send} noValidate>
          <p className="sign-in-why">{intro}</p>
          {failure}
          <EmailField {...form.field('email')} />
          <Button
            type="submit"
            intent="primary"
            size="large"
            fill
            loading={form.isSending}
            disabled={!email.includes('@')}
            text={t('Send code')}
          />
        </form>
        {ways}
      </>
    )
  }
  return (
    <>
      {children({ email, goodForMinutes: code.goodForMinutes, codeRequest: code.codeRequest })}
      {failure}
      <CodeTools
        waitSeconds={code.waitSeconds}
        isSending={form.isSending}
        onAgain={send}
        onOtherEmail={() => setSent(false)}
      />
      {ways}
      {isDemo ? <DemoOutbox to={email} /> : null}
    </>
  )
}

const emailForm = z.object({ email: z.string().trim() })

/** Who signs in; fixed where a session is renewed over the page. */
export function EmailField({ isFixed = false, value, problem, onChange }: FormField<string> & { isFixed?: boolean }) {
  const { t } = useTranslation()
  return (
    <Field label={t('Email')} problem={problem}>
      {(ties) => (
        <InputGroup
          {...ties}
          type="email"
          name="email"
          autoComplete="username"
          size="large"
          autoFocus={!isFixed}
          readOnly={isFixed}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** The same words whether there is such an account or not. */
export function OnItsWay({ email, goodForMinutes }: Omit<SentCode, 'codeRequest'>) {
  const { t } = useTranslation()
  return (
    <p className="sign-in-why">
      {t('If there is an account for {{email}}, a code is on its way. It is good for {{n}} minutes.', {
        email,
        n: goodForMinutes,
      })}
    </p>
  )
}

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  /** Called once all digits are there. */
  onWhole?: (code: string) => void
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** The digits of a code from a mail: typed with any input method, pasted with blanks or words around them, or filled in by the system. */
export function CodeField({ value, onChange, onWhole, autoFocus = false, inputRef }: CodeFieldProps) {
  const { t } = useTranslation()
  const [composing, setComposing] = useState<string | null>(null)
  const take = (text: string) => {
    const code = readOneTimeCode(text)
    if (code === value) return
    onChange(code)
    if (code.length === codeDigits) onWhole?.(code)
  }
  const change = ({ target, nativeEvent }: ReactChangeEvent<HTMLInputElement>) => {
    if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setComposing(target.value)
    else take(target.value)
  }
  const paste = (event: ReactClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    take(event.clipboardData.getData('text'))
  }
  return (
    <Field label={t('Code from the mail')}>
      {(ties) => (
        <InputGroup
          {...ties}
          {...(inputRef ? { inputRef } : {})}
          className="code-field"
          name="one-time-code"
          autoComplete="one-time-code"
          inputMode="numeric"
          size="large"
          autoFocus={autoFocus}
          value={composing ?? value}
          onChange={change}
          onPaste={paste}
          onCompositionStart={(event) => setComposing(event.currentTarget.value)}
          onCompositionEnd={(event) => {
            setComposing(null)
            take(event.currentTarget.value)
          }}
        />
      )}
    </Field>
  )
}

interface CodeToolsProps {
  waitSeconds: number
  isSending: boolean
  onAgain: () => void
  onOtherEmail: () => void
}

/** What can be done while no code comes. */
export function CodeTools({ waitSeconds, isSending, onAgain, onOtherEmail }: CodeToolsProps) {
  const { t } = useTranslation()
  return (
    <p className="code-tools">
      <Button
        variant="minimal"
        size="small"
        disabled={waitSeconds > 0}
        loading={isSending}
        text={waitSeconds > 0 ? t('Send again in {{n}} s', { n: waitSeconds }) : t('Send again')}
        onClick={onAgain}
      />
      <Button variant="minimal" size="small" text={t('Another e-mail address')} onClick={onOtherEmail} />
    </p>
  )
}

/** The digits of a code as typed or pasted ("１２３４ 5678", "१२३४५६७८", "Your code: 12345678"), as many as a code has. */
export function readOneTimeCode(text: string): string {
  return plainDigits(text).replaceAll(/\D/g, '').slice(0, codeDigits)
}

interface RequestCode {
  /** Asks for a code by mail: resolves once it is on its way, or would be, since who has an account is not told. Throws what the call throws. */
  request: (email: string) => Promise<void>
  /** Seconds until another may be asked for. */
  waitSeconds: number
  /** How long a code is good, in whole minutes. */
  goodForMinutes: number
  codeRequest: string
}

export type CodePurpose = 'sign_in' | 'reset_password'

function useRequestCode(purpose: CodePurpose): RequestCode {
  const [goodForMinutes, setGoodFor] = useState(5)
  const [codeRequest, setCodeRequest] = useState('')
  const [waitSeconds, startWait] = useCountdown()
  const request = async (email: string) => {
    const { data } = await api.people.requestOtp({ email, purpose })
    setGoodFor(Math.round(data.expires_in_seconds / 60))
    setCodeRequest(data.code_request)
    startWait(data.retry_after_seconds)
  }
  return { request, waitSeconds, goodForMinutes, codeRequest }
}

/** Seconds left, by the clock: a page that slept in the background goes on where it should be. */
function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  const isRunning = end > now
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])
  const start = (seconds: number) => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * 1000)
  }
  return [Math.max(0, Math.ceil((end - now) / 1000)), start]
}

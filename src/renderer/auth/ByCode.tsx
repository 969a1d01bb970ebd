import { Button, InputGroup } from '@blueprintjs/core'
import {
  type ChangeEvent as ReactChangeEvent,
  type ClipboardEvent as ReactClipboardEvent,
  type FormEvent as ReactFormEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { plainText } from '../../shared/kernel/codes.ts'
import { useSay } from '../actions/say.ts'
import { api } from '../api/client.ts'
import { Callout } from '../kit/states.tsx'
import { Field } from '../people/Fields.tsx'
import { AuthPage } from './AuthPage.tsx'
import { DemoOutbox, MailNeeded } from './MailNeeded.tsx'

/** A code is on its way to this address. */
export interface SentCode {
  email: string
  goodForMinutes: number
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
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  const code = useRequestCode(purpose)
  const send = async () => {
    if (await code.request(email)) setSent(true)
  }
  if (!isSent) {
    return (
      <>
        <EmailStep
          intro={intro}
          email={email}
          onEmail={setEmail}
          onSend={send}
          isSending={code.isSending}
          problem={code.problem}
        />
        {ways}
      </>
    )
  }
  return (
    <>
      {children({ email: email.trim(), goodForMinutes: code.goodForMinutes })}
      {code.problem ? <Callout tone="bad">{code.problem}</Callout> : null}
      <CodeTools {...code} onAgain={() => void send()} onOtherEmail={() => setSent(false)} />
      {ways}
      {isDemo ? <DemoOutbox to={email} /> : null}
    </>
  )
}

/** The same words whether there is such an account or not. */
export function OnItsWay({ email, goodForMinutes }: SentCode) {
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
  /** Called once all six digits are there. */
  onWhole?: (code: string) => void
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** Six digits from a mail: typed with any input method, pasted with blanks or words around them, or filled in by the system. */
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

interface EmailStepProps {
  intro: string
  email: string
  onEmail: (email: string) => void
  onSend: () => Promise<void>
  isSending: boolean
  problem: string | null
}

/** Where the code shall go. */
export function EmailStep({ intro, email, onEmail, onSend, isSending, problem }: EmailStepProps) {
  const { t } = useTranslation()
  const submit = (event: ReactFormEvent) => {
    event.preventDefault()
    if (!isSending) void onSend()
  }
  return (
    <form className="sign-in" onSubmit={submit} noValidate>
      <p className="sign-in-why">{intro}</p>
      {problem ? <Callout tone="bad">{problem}</Callout> : null}
      <Field label={t('Email')}>
        {(ties) => (
          <InputGroup
            {...ties}
            type="email"
            name="email"
            autoComplete="username"
            size="large"
            autoFocus
            value={email}
            onChange={({ target }) => onEmail(target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        intent="primary"
        size="large"
        fill
        loading={isSending}
        disabled={!email.includes('@')}
        text={t('Send code')}
      />
    </form>
  )
}

export const codeDigits = 6

/** The digits of a code as typed or pasted ("１２３ 456", "Your code: 123456"), six at most. */
export function readOneTimeCode(text: string): string {
  return plainText(text).replaceAll(/\D/g, '').slice(0, codeDigits)
}

interface RequestCode {
  /** Asks for a code by mail; true once it is on its way, or would be: who has an account is not told. */
  request: (email: string) => Promise<boolean>
  isSending: boolean
  problem: string | null
  /** Seconds until another may be asked for. */
  waitSeconds: number
  /** How long a code is good, in whole minutes. */
  goodForMinutes: number
}

export type CodePurpose = 'sign_in' | 'reset_password'

export function useRequestCode(purpose: CodePurpose): RequestCode {
  const say = useSay()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [goodForMinutes, setGoodFor] = useState(5)
  const [waitSeconds, startWait] = useCountdown()
  const request = async (email: string) => {
    setSending(true)
    setFailure(null)
    try {
      const { data } = await api.people.requestOtp({ email: email.trim(), purpose })
      setGoodFor(Math.round(data.expires_in_seconds / 60))
      startWait(data.retry_after_seconds)
      return true
    } catch (problem) {
      setFailure(problem)
      return false
    } finally {
      setSending(false)
    }
  }
  const problem = failure ? say.problem(failure) : null
  return { request, isSending, problem, waitSeconds, goodForMinutes }
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

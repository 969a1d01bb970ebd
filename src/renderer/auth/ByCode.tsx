import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../kit/Callout.tsx'
import { AuthPage } from './AuthPage.tsx'
import { CodeTools } from './CodeTools.tsx'
import { DemoOutbox } from './DemoOutbox.tsx'
import { EmailStep } from './EmailStep.tsx'
import { MailNeeded } from './MailNeeded.tsx'
import { type CodePurpose, useRequestCode } from './use-request-code.ts'

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

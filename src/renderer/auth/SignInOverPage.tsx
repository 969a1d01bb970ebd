import { Button, Dialog } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasUnsaved } from '../app/unsaved.ts'
import { Callout } from '../kit/states.tsx'
import { type AskedAgain, goOnAsOther, signInOverPageAtom } from '../session/renew-session.ts'
import type { User } from '../session/session.ts'
import { SignInForm } from './LoginScreen.tsx'
import './auth.css'

interface PartProps {
  user: User
  why: AskedAgain['why']
  answer: AskedAgain['answer']
}

/** The page has no session of its user any more: they sign in over it, and what was under way goes on. */
export function SignInOverPage({ user }: { user: User }) {
  const { t } = useTranslation()
  const asked = useAtomValue(signInOverPageAtom)
  const isOthers = asked?.loss === 'others'
  // Whoever reads the question is perhaps that person: nothing of the one before is seen behind it.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-veiled', isOthers)
    return () => document.documentElement.removeAttribute('data-veiled')
  }, [isOthers])
  const Part = isOthers ? AnotherPerson : SessionEnded
  return (
    <Dialog
      isOpen={asked !== null}
      title={isOthers ? t('Another person signed in in this browser') : t('Please sign in again')}
      className="sign-in-over"
      isCloseButtonShown={false}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      transitionDuration={100}
    >
      <div className="bp6-dialog-body">{asked ? <Part user={user} why={asked.why} answer={asked.answer} /> : null}</div>
    </Dialog>
  )
}

/** The session ended with work on screen. */
function SessionEnded({ user, why, answer }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <p className="sign-in-why">
        {why === null ? t('Your session has ended. What you typed is still here.') : t(why)}
      </p>
      {why === null ? null : (
        <p className="sign-in-why">{t('What is kept as a draft stays on this computer, for you alone.')}</p>
      )}
      <SignInForm email={user.email} onSignedIn={() => answer(true)} />
      <Button
        className="sign-in-leave"
        variant="minimal"
        fill
        text={t('Leave this page and sign in as somebody else')}
        onClick={() => answer(false)}
      />
    </>
  )
}

/**
 * The browser sends another person's session, from another tab. Nothing is focused at first: the Enter of a scanner must not
 * answer, nor its digits be tried as a password.
 */
function AnotherPerson({ user, answer }: PartProps) {
  const { t } = useTranslation()
  const [isSigningIn, setSigningIn] = useState(false)
  const { name } = user
  return (
    <>
      <p className="sign-in-why">
        {t('This page still belongs to {{name}}. Nothing is sent from it under another name.', { name })}
      </p>
      <p className="sign-in-why">
        {t('Drafts of {{name}}, and scans that are not sent yet, stay on this computer for {{name}}.', { name })}
      </p>
      {hasUnsaved() ? (
        <Callout tone="warn">{t('Something on this page is not saved. Only what is kept as a draft stays.')}</Callout>
      ) : null}
      <div className="sign-in">
        <Button size="large" fill text={t('Go on as the other person')} onClick={goOnAsOther} />
        {isSigningIn ? null : (
          <Button
            size="large"
            fill
            text={t('Sign in again as {{name}}', { name })}
            onClick={() => setSigningIn(true)}
          />
        )}
      </div>
      {isSigningIn ? <SignInForm email={user.email} onSignedIn={() => answer(true)} /> : null}
    </>
  )
}

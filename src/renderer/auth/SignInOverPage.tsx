import { Button, Dialog } from '@blueprintjs/core'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { signInOverPageAtom } from '../app/renew-session.ts'
import type { User } from '../app/session.ts'
import { SignInForm } from './SignInForm.tsx'
import './auth.css'

/** The session ended with work on screen: the user signs in over it, and what was under way goes on. */
export function SignInOverPage({ user }: { user: User }) {
  const { t } = useTranslation()
  const asked = useAtomValue(signInOverPageAtom)
  return (
    <Dialog
      isOpen={asked !== null}
      title={t('Please sign in again')}
      className="sign-in-over"
      isCloseButtonShown={false}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      transitionDuration={100}
    >
      <div className="bp6-dialog-body">
        <p className="sign-in-why">{t('Your session has ended. What you typed is still here.')}</p>
        <SignInForm email={user.email} onSignedIn={() => asked?.answer(true)} />
        <Button
          className="sign-in-leave"
          variant="minimal"
          fill
          text={t('Leave this page and sign in as somebody else')}
          onClick={() => asked?.answer(false)}
        />
      </div>
    </Dialog>
  )
}

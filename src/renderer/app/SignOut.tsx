import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { type DialogTurn, Modal, useDialog } from '../kit/dialogs.tsx'
import { countDrafts } from '../kit/drafts.ts'
import { waitingScans } from '../scan/scan-queue.ts'
import { signOut, type User } from '../session/session.ts'
import { useLocale } from '../table/words.ts'
import { wouldLose } from './unsaved.ts'

/** What signing out would cost, or leave on this computer. */
interface LeftBehind {
  loses: boolean
  scans: number
  drafts: number
}

/** Signs out, at once where nothing is left behind; otherwise it is asked what becomes of it. */
export function useSignOut(user: User) {
  const { open, dialog } = useDialog(SignOutDialog)
  const leave = async () => {
    const left = {
      loses: wouldLose(),
      scans: [...(await waitingScans(user.id)).values()].reduce((sum, one) => sum + one, 0),
      drafts: countDrafts(user.id),
    }
    if (left.loses || left.scans > 0 || left.drafts > 0) open({ left })
    else await signOut(false)
  }
  return { leave, dialog }
}

function SignOutDialog({ left: { loses, scans, drafts }, ...turn }: DialogTurn & { left: LeftBehind }) {
  const { t } = useTranslation()
  const { plural } = useLocale()
  const leave = (keepsDrafts: boolean) => {
    turn.onClose()
    void signOut(keepsDrafts)
  }
  const waiting = plural(scans, '1 scan has not reached the server.', '{{n}} scans have not reached the server.')
  const title = loses ? t('Sign out and lose unsaved work?') : scans > 0 ? waiting : t('Sign out')
  return (
    <Modal {...turn} role="alertdialog" title={title} width={480}>
      <div className="bp6-dialog-body sign-out">
        {scans > 0 ? (
          <p>
            {title === waiting ? null : waiting}{' '}
            {t('Scans are kept on this computer and are sent when you sign in here again.')}
          </p>
        ) : null}
        {drafts > 0 ? (
          <p>
            {plural(drafts, '1 draft of yours lies on this computer.', '{{n}} drafts of yours lie on this computer.')}{' '}
            {t('Kept drafts are sealed: only you can open them, when you sign in here again.')}
          </p>
        ) : null}
      </div>
      <div className="bp6-dialog-footer">
        <div className="bp6-dialog-footer-actions">
          {/* Enter costs nobody what they typed. */}
          <Button text={t('Cancel')} autoFocus={loses} onClick={turn.onClose} />
          {drafts > 0 ? (
            <Button text={t('Keep drafts and sign out')} autoFocus={!loses} onClick={() => leave(true)} />
          ) : null}
          <Button
            autoFocus={!loses && drafts === 0}
            intent={loses || drafts > 0 ? 'danger' : 'primary'}
            text={drafts > 0 ? t('Delete drafts and sign out') : scans > 0 ? t('Sign out all the same') : t('Sign out')}
            onClick={() => leave(false)}
          />
        </div>
      </div>
    </Modal>
  )
}
